/// A file of a dataset that has a published schema.
struct SchemaDocument {
  /// What is held to which schema.
  enum Kind: Sendable {
    /// The main file of an Apple Health export.
    case export
    /// A route of a workout in one: GPX as the Health app writes it.
    case route
    /// GPX 1.1.
    case gpx
  }

  /// The file.
  let entry: InputContainer.Entry
  /// What it is.
  let kind: Kind
}

extension Dataset {
  /// The files that have a published schema; none where the reader is as strict as the schema is.
  ///
  /// - Parameter main: The path of the main file of an export, from its reader.
  /// - Returns: The main file first, then the others by their paths.
  func documents(main: String?) -> [SchemaDocument] {
    // Schemas describe whole documents.
    if options.isFragment { return [] }
    let isFile = input.container.kind == .file
    let gpx = input.container.entries.filter { entry in
      let path = entry.path.lowercased()
      return (path.hasSuffix(".gpx") || path.hasSuffix(".gpx.gz"))
        && !entry.path.split(separator: "/").contains("__MACOSX")
    }.sorted { $0.path < $1.path }
    switch format.name {
    case Format.gpx.name:
      return (isFile ? input.container.entries : gpx).map { SchemaDocument(entry: $0, kind: .gpx) }
    case Format.appleHealth.name:
      let export = input.container.entries.first { entry in
        isFile || entry.path == main || entry.path == main.map { "\($0).gz" }
      }
      return [export].compactMap(\.self).map { SchemaDocument(entry: $0, kind: .export) }
        + (isFile ? [] : gpx.map { SchemaDocument(entry: $0, kind: .route) })
    default: return []
    }
  }
}
