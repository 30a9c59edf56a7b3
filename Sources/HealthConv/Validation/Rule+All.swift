extension Rule {
  /// Every rule: those for data of any format, then those of each format.
  public static let all: [Rule] = all(of: Format.all)

  /// The rules for data of any format, then those of some formats, each once.
  public static func all(of formats: [Format]) -> [Rule] {
    var names: Set<String> = []
    return (general + inputRules + formats.flatMap(\.rules)).filter {
      names.insert($0.name).inserted
    }
  }
}
