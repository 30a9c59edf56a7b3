import HealthBytes

/// How a format writes, where it leaves a choice.
///
/// The options of a format are declared by it (``Format/writeOptions``), with a property for each in an extension of this type.
public struct WriteOptions: Format.Options {
  /// One of the format's ``Format/layouts``; by default the first.
  public var layout: String?
  /// Whether decimals of a table for spreadsheet programs have a comma, and its columns a semicolon.
  public var hasDecimalComma = false
  /// The options that were set, each once, with their values.
  public var values: [(option: Format.Option, value: any Sendable)] = []

  /// The default of each format.
  public init() {}

  /// Sets the options of a format that the extension of an output implies, unless they are set, and the layout if only
  /// other layouts than the usual one can be a folder or an archive as the output is.
  public mutating func complete(for path: String, as format: Format) {
    let isArchive = path.lowercased().hasSuffix(".zip")
    let kind: OutputContainer.Kind? =
      path.hasSuffix("/") || AtomicFolder.isFolder(path) ? .folder : isArchive ? .archive : nil
    if layout == nil, let kind, format.layouts.first?.outputs == [.file] {
      layout = format.layouts.first { $0.outputs.contains(kind) }?.name
    }
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    for option in format.writeOptions where !given.contains(where: { $0.name == option.name }) {
      for (ending, text) in option.implied where name.hasSuffix(".\(ending)") {
        _ = try? set(option, to: text)
      }
    }
  }
}
