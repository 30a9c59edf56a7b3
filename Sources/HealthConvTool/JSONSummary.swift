import ArgumentParser

/// The argument for a summary that programs read.
struct JSONSummary: ParsableArguments {
  @Flag(help: "Print the summary as a JSON document on standard output.")
  var json = false

  /// Refuses to print samples and the summary to the same place.
  ///
  /// - Parameter target: The output; `-` is standard output.
  func check(target: String) throws {
    guard json, target == "-" else { return }
    throw ValidationError("--json prints to standard output; name a file with --output")
  }
}
