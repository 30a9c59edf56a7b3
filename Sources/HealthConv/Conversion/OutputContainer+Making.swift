import HealthBytes
import HealthFormats

extension OutputContainer {
  /// Makes the output that a path and a layout call for: `.zip` is an archive, `.gz` a packed file, a path
  /// that ends in a slash or names a folder is a folder.
  ///
  /// - Parameters:
  ///   - options: How; its layout is looked up.
  ///   - overwriting: Whether a file that is there may be replaced.
  ///   - jobs: How many threads pack an archive or a packed file.
  ///   - makeFile: Begins the file of a single file or an archive; by default an ``AtomicFile``.
  /// - Returns: The output; without `finish()` nothing of it is left.
  /// - Throws: `HealthError`: `.usage` for an option that the format does not have, `.unsupported` for an
  ///   output that the layout cannot be written as, `.cannotCreate`.
  static func making(
    _ path: String, of format: Format, options: WriteOptions, overwriting: Bool, jobs: Int,
    makeFile: ((String) throws(HealthError) -> any ByteSink)? = nil
  ) throws(HealthError) -> OutputContainer {
    let layout = try format.layout(for: options)
    let kind = kind(for: path, layout)
    try format.check(layout, canBe: kind, path)
    let isPacked = path.lowercased().hasSuffix(".gz")
    guard !isPacked || (kind == .file && format.isText) else {
      throw HealthError(
        .unsupported, "cannot write '\(path)': .gz can compress only a text file")
    }
    do throws(HealthError) {
      switch kind {
      case .database:
        let location = Format.ofAddress(path)?.location ?? path
        return OutputContainer(database: DatabaseOutput(location, replacing: overwriting))
      case .folder:
        let tables = writtenTables(at: path)
        guard tables.isEmpty || overwriting else {
          throw HealthError(.exists, path, Self.isTables)
        }
        return OutputContainer(folder: try AtomicFolder(path, replacing: tables))
      case .archive, .file:
        let file: any ByteSink =
          if let makeFile { try makeFile(path) } else {
            try AtomicFile(path, overwrite: overwriting)
          }
        if kind == .archive {
          return OutputContainer(archive: file, options.compression, jobs: jobs)
        }
        return isPacked
          ? try OutputContainer(gzip: file, options.compression, jobs: jobs)
          : OutputContainer(file: file)
      }
    } catch {
      throw error.writing(path)
    }
  }

  /// Makes an output as ``making(_:of:options:overwriting:jobs:makeFile:)`` does, but refuses to add to a store what is read from it at
  /// the same time: written back in another form, it would be there twice.
  ///
  /// - Parameter overwriting: Whether an existing file may be replaced.
  /// - Throws: `HealthError`: `.cannotCreate` for such a store.
  static func making(
    _ path: String, of format: Format, from datasets: [Dataset], options: WriteOptions,
    overwriting: Bool
  ) throws(HealthError) -> OutputContainer {
    let output = try making(
      path, of: format, options: options, overwriting: overwriting,
      jobs: datasets.map(\.jobs).max() ?? 1)
    if output.kind == .database, !overwriting,
      datasets.contains(where: { $0.isAt(path, as: format) })
    {
      throw HealthError(
        .cannotCreate, "cannot create '\(path)': it is also an input", remedy: .replaceOutput)
    }
    return output
  }

  /// The message of an error about a folder that may be replaced.
  static var isTables: String { "there is a folder of tables" }

  /// The names of the files of a folder of tables that this program wrote; none if there is no such folder.
  private static func writtenTables(at path: String) -> Set<String> {
    guard AtomicFolder.isFolder(path), let container = try? InputContainer(path) else { return [] }
    return WrittenTables.names(in: container)
  }

  private static func kind(for path: String, _ layout: Format.Layout) -> Kind {
    if layout.outputs == [.database] { return .database }
    if path.hasSuffix("/") { return .folder }
    if layout.outputs.contains(.folder), AtomicFolder.isFolder(path) { return .folder }
    switch Format.pathExtension(of: path) {
    case "zip": return .archive
    case nil: return layout.outputs.first ?? .file
    default: return .file
    }
  }
}

extension OutputContainer.Kind {
  /// What to call it.
  fileprivate var word: String { self == .folder ? "a folder" : words }

  /// What to call it, with how its path is written.
  fileprivate var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder (with / at the end)"
    case .archive: "a .zip"
    case .database: "a database"
    }
  }
}

extension Format {
  /// The layout that options name, after a look at the other options.
  ///
  /// - Throws: `HealthError`: `.usage` for a layout or an option that the format does not have,
  ///   `.unsupported` if the format is only read.
  func layout(
    for options: WriteOptions, among formats: [Format] = Format.all
  ) throws(HealthError) -> Layout {
    try Self.check(options, in: [self], \.writeOptions, among: formats)
    return try layout(options.layout)
  }

  /// Whether a layout can be written as what an output is, else why not.
  func check(
    _ layout: Layout, canBe kind: OutputContainer.Kind, _ path: String
  ) throws(HealthError) {
    guard !layout.outputs.contains(kind) else { return }
    let usual = layout.outputs.map(\.words).joined(separator: " or ")
    throw HealthError(
      .unsupported,
      "cannot write '\(path)': format '\(name)' is written as \(usual), not as \(kind.word)")
  }

  /// The layout of a name; the usual one without a name.
  ///
  /// - Parameter name: What follows `--layout`.
  /// - Throws: `HealthError`: `.usage` if it does not exist, `.unsupported` if the format can only be read.
  public func layout(_ name: String?) throws(HealthError) -> Layout {
    guard let usual = layouts.first else {
      throw HealthError(.unsupported, "format '\(self.name)' can be read but not written")
    }
    guard let name else { return usual }
    if let layout = layouts.first(where: { $0.name == name }) { return layout }
    throw HealthError(
      .usage,
      "format '\(self.name)' has no layout '\(name)', expected "
        + layouts.map { "'\($0.name)'" }.joined(separator: " or "))
  }
}
