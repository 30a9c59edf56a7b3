import HealthBytes

/// Where the files of tables are in a folder or an archive: `quantity.parquet`, or the files in a folder of this name, which
/// Spark and others write (`quantity.parquet/part-00000.snappy.parquet`).
struct ParquetPaths {
  private let entries: [InputContainer.Entry]
  /// The folder of the dataset, with a slash at its end; nothing for the top.
  private let folder: String

  init(_ entries: [InputContainer.Entry]) {
    self.entries = entries
    let folders = entries.compactMap { Self.datasetFolder($0.path) }
    folder = folders.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? ""
  }

  /// Whether a path is that of the table of a dataset or of a part of it, at the top or in a folder there.
  static func isDataset(_ path: String) -> Bool { datasetFolder(path) != nil }

  private static func datasetFolder(_ path: String) -> String? {
    var parts = path.split(separator: "/")
    guard let file = parts.popLast() else { return nil }
    if file != ParquetVocabulary.dataset[...] {
      guard isPart(file), parts.popLast() == ParquetVocabulary.dataset[...] else { return nil }
    }
    return parts.count <= 1 ? parts.map { "\($0)/" }.joined() : nil
  }

  /// Whether a file in the folder of a table has rows. Others are marks and checksums.
  private static func isPart(_ name: Substring) -> Bool {
    name.hasSuffix(".parquet") && name.first != "." && name.first != "_"
  }

  /// The files of a table, in the order of their names.
  func files(of table: String) -> [InputContainer.Entry] {
    let path = "\(folder)\(table).parquet"
    if let entry = entries.first(where: { $0.path == path }) { return [entry] }
    return entries.filter { entry in
      guard entry.path.hasPrefix("\(path)/") else { return false }
      let name = entry.path.dropFirst(path.count + 1)
      return Self.isPart(name) && !name.contains("/")
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// How many files are of no table.
  ///
  /// - Parameter tables: The names of the tables that were opened.
  func others(_ tables: Set<String>) -> Int {
    let paths = tables.map { "\(folder)\($0).parquet" }
    return entries.count { entry in
      !paths.contains { entry.path == $0 || entry.path.hasPrefix("\($0)/") }
    }
  }
}
