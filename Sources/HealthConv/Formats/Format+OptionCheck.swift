extension Format {
  /// Checks that each option was declared by one of some formats.
  ///
  /// - Parameter declared: The options of a format, for reading or for writing.
  /// - Throws: `ConversionError`: `.usage`.
  static func check(
    _ options: some Format.Options, in used: [Format], _ declared: (Format) -> [Option],
    among formats: [Format] = Format.all
  ) throws(ConversionError) {
    for option in options.given {
      let having = { (format: Format) in declared(format).contains { $0.name == option.name } }
      if used.contains(where: having) { continue }
      var names: [String] = []
      for format in used where !names.contains(format.name) { names.append(format.name) }
      let others = formats.filter(having).map(\.name)
      let hint =
        others.isEmpty ? "" : ", only \(list(others)) \(others.count == 1 ? "has" : "have")"
      throw ConversionError(
        .usage,
        "\(names.count == 1 ? "format" : "formats") \(list(names)) \(names.count == 1 ? "has" : "have") "
          + "no option for \(option.subject)\(hint)")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: " and ")
  }
}

extension ReadOptions {
  /// Checks that each option is one of a format.
  ///
  /// - Parameters:
  ///   - used: The formats of the inputs, of which one has to have the option.
  ///   - formats: The formats that an error names.
  /// - Throws: `ConversionError`: `.usage`.
  public func check(
    for used: [Format], among formats: [Format] = Format.all
  ) throws(ConversionError) {
    try Format.check(self, in: used, \.readOptions, among: formats)
  }
}
