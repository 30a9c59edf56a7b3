import HealthBytes
import HealthStore

extension Dataset {
  /// Whether it is read from where something is to be written: by whatever name, the same file, or the same store of a
  /// server.
  ///
  /// - Parameters:
  ///   - target: The path of a file, or the address of a store.
  ///   - format: What it is or will be there.
  /// - Returns: Whether it is, as far as can be said: of standard input it is never said.
  func isAt(_ target: String, as format: Format) -> Bool {
    if isStandardInput { return false }
    let place = Format.addressed(target)?.location ?? target
    let path = input.container.path
    if let file = FileStatus(path: path, following: true)?.identity {
      return file == FileStatus(path: place, following: true)?.identity
    }
    guard self.format.name == format.name, let kind = storeKind,
      let from = try? kind.open(path, .reading), let to = try? kind.open(place, .reading)
    else { return false }
    return from.name == to.name && (try? from.anchor().store) == (try? to.anchor().store)
  }
}

extension OutputContainer {
  /// Makes an output as ``making(_:of:options:overwriting:)`` does, but refuses to add to a store what is read from it at
  /// the same time: written back in another form, it would be there twice.
  ///
  /// - Parameters:
  ///   - path: What to make.
  ///   - format: What will be written.
  ///   - datasets: What will be read.
  ///   - options: How to write.
  ///   - overwriting: Whether what is there may be replaced.
  /// - Returns: The output.
  /// - Throws: `ConversionError`: `.cannotCreate` for such a store.
  static func making(
    _ path: String, of format: Format, from datasets: [Dataset], options: WriteOptions,
    overwriting: Bool
  ) throws(ConversionError) -> OutputContainer {
    let output = try making(path, of: format, options: options, overwriting: overwriting)
    if output.kind == .database, !overwriting,
      datasets.contains(where: { $0.isAt(path, as: format) })
    {
      throw ConversionError(
        .cannotCreate, "cannot create '\(path)': it is read here. Use --overwrite to replace it.")
    }
    return output
  }
}
