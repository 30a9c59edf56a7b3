import ArgumentParser

/// The inputs of a command that reads several and writes one output.
struct InputPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "What to read: files, folders, archives, stores; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  func validate() throws { try Self.check(inputs) }

  /// Refuses standard input that is named twice: it can be read once.
  static func check(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be given only once")
    }
  }
}
