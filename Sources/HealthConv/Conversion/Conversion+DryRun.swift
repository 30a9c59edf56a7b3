extension Conversion {
  /// Does all that a conversion does but write: reads everything and counts what the output would lose.
  ///
  /// The output is begun and given up again, so that it is refused where the real one would be.
  ///
  /// - Parameters:
  ///   - path: What would be made; `nil` for a stream.
  ///   - overwriting: Whether a file that is there may be replaced.
  public func dryRun(
    toFile path: String?, overwriting: Bool = false
  ) throws(ConversionError) -> Conversion.Report {
    let kind =
      if let path {
        try OutputContainer.making(
          path, of: format, from: datasets, options: options, overwriting: overwriting
        ).kind
      } else {
        OutputContainer.Kind.file
      }
    return try run(into: OutputContainer(discarding: kind), name: path ?? "standard output")
  }
}
