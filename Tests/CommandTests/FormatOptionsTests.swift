import ArgumentParser
import HealthConv
import Testing

@testable import HealthConvTool

/// Options that a format declares are arguments of the command line.
struct FormatOptionsTests {
  /// A format with an option of each kind.
  enum Declared: FormatList {
    static let level = Format.Option(
      "level", about: "levels", help: "How much to pack.", expected: "a digit"
    ) { text in Int(text).flatMap { $0 < 10 ? $0 : nil } }
    static let bare = Format.Option(flag: "bare", about: "headers", help: "Leave out the header.")
    static let ends = Format.Option(
      "ends", about: "line ends",
      words: [
        Format.Option.Word("unix", help: "End lines with LF."),
        Format.Option.Word("dos", help: "End lines with CR LF."),
      ]
    ) { text -> String? in text }

    static let formats = [
      Format(
        name: "packed", title: "Packed", extensions: [], isText: true, layouts: [],
        options: [level, bare, ends], losses: [], confidence: { _ in .no }, makeReader: nil,
        makeWriter: nil)
    ]
  }

  private func options(_ arguments: String...) throws -> WriteOptions {
    var options = WriteOptions()
    try FormatOptions<Declared>.parse(arguments).set(&options)
    return options
  }

  @Test func helpIsThatOfTheFormat() {
    let help = FormatOptions<Declared>.helpMessage()
    for text in [
      "--level <level>", "How much to pack.", "--bare", "Leave out the header.", "--unix", "--dos",
      "End lines with CR LF.",
    ] {
      #expect(help.contains(text), "\(text)")
    }
  }

  @Test func valuesAreTyped() throws {
    #expect(try options().given.isEmpty)
    let given = try options("--level", "3", "--bare", "--dos")
    let level: Int? = given[Declared.level]
    let isBare: Bool? = given[Declared.bare]
    let ends: String? = given[Declared.ends]
    #expect(level == 3 && isBare == true && ends == "dos")
  }

  @Test func otherValuesAreRefused() throws {
    #expect(throws: ConversionError(.usage, "--level has 'high', expected a digit")) {
      try options("--level", "high")
    }
    #expect(throws: (any Error).self) { try options("--unix", "--dos") }
    #expect(throws: (any Error).self) { try options("--width", "3") }
  }

  /// No two formats declare different options of one name.
  @Test func namesAreUnique() {
    var helps: [String: String] = [:]
    for option in Format.all.flatMap(\.options) {
      #expect(helps.updateValue(option.help, forKey: option.name) ?? option.help == option.help)
    }
  }
}
