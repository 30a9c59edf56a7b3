import ArgumentParser
import HealthConv
import Testing

@testable import HealthConvTool

/// Options that a format declares are arguments of the command line.
struct FormatOptionsTests {
  /// A format with an option of each kind.
  enum Declared: OptionList {
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

    static let shift = {
      var option = Format.Option(
        "shift", about: "shifts", help: "How much to shift.", expected: "a number"
      ) { text throws(HealthError) -> Int? in
        if text == "0" { throw HealthError(.usage, "a shift of 0 does nothing") }
        return Int(text)
      }
      option.allowsHyphen = true
      return option
    }()

    static let options = [level, bare, ends, shift]
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
    let given = try options("--level", "3", "--bare", "--dos", "--shift", "-2")
    let shift: Int? = given[Declared.shift]
    #expect(shift == -2)
    let level: Int? = given[Declared.level]
    let isBare: Bool? = given[Declared.bare]
    let ends: String? = given[Declared.ends]
    #expect(level == 3 && isBare == true && ends == "dos")
  }

  @Test func otherValuesAreRefused() throws {
    #expect(throws: HealthError(.usage, "--level has 'high', expected a digit")) {
      try options("--level", "high")
    }
    #expect(throws: HealthError(.usage, "a shift of 0 does nothing")) {
      try options("--shift", "0")
    }
    #expect(throws: (any Error).self) { try options("--level", "-2") }
    #expect(throws: (any Error).self) { try options("--unix", "--dos") }
    #expect(throws: (any Error).self) { try options("--width", "3") }
  }

  /// The help of `--schema` names all formats that have schemas.
  @Test func formatsWithSchemasAreNamed() {
    let names = Format.all.filter { !$0.schemas.isEmpty }.map(\.name)
    let help = ValidateCommand.helpMessage().split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains(names.joined(separator: " and ")))
  }

  /// No two formats declare different options of one name.
  @Test func namesAreUnique() {
    var helps: [String: String] = [:]
    for option in ReadOptionList.options + WriteOptionList.options {
      #expect(helps.updateValue(option.help, forKey: option.name) ?? option.help == option.help)
    }
  }
}
