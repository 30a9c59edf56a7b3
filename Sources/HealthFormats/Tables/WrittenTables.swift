package import HealthBytes
import HealthParquet

/// Folders of tables that this program has written: only these may be replaced.
package enum WrittenTables {
  /// The names that files of tables can have, if a folder has no other files and states that this program wrote it.
  ///
  /// - Returns: The names; none for any other folder.
  package static func names(in container: InputContainer) -> Set<String> {
    let tables = ([DatasetTable.dataset] + DatasetTable.kinds.flatMap(\.all)).map(\.name)
    let found = Set(container.entries.map(\.path))
    guard container.kind == .folder, container.unlisted.isEmpty, container.links.isEmpty
    else { return [] }
    let csv = Set(tables.map { "\($0).csv" } + [DatasetVocabulary.package])
    let input = Input(name: container.path, container: container)
    if found.isSubset(of: csv), (try? DataPackage.folder(in: input)) != nil { return csv }
    let parquet = Set(tables.map { "\($0).parquet" })
    guard found.isSubset(of: parquet),
      let entry = container.entries.first(where: { $0.path == ParquetVocabulary.dataset }),
      let file = try? container.openAtAnyPosition(entry),
      let table = try? ParquetTableReader(file, name: entry.path, memory: ParquetMemory()),
      table.notes[ParquetVocabulary.version] == "\(DatasetVocabulary.version)"
    else { return [] }
    return parquet
  }
}
