import ArgumentParser

/// The arguments for progress and summary on standard error.
struct ProgressOptions: ParsableArguments {
  @Option(help: "Progress on standard error; by default bar, on a terminal.")
  var progress: ProgressStyle?

  @Flag(
    name: .shortAndLong, help: "Print no summary, and of findings only errors. Losses are printed.")
  var quiet = false
}
