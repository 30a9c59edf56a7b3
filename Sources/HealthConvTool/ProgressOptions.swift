import ArgumentParser

/// The arguments that say what is told on standard error while samples are written, and after.
struct ProgressOptions: ParsableArguments {
  @Option(help: "Progress on standard error; by default bar, on a terminal.")
  var progress: ProgressStyle?

  @Flag(
    name: .shortAndLong, help: "Print no summary, and of findings only errors. Losses are printed.")
  var quiet = false
}
