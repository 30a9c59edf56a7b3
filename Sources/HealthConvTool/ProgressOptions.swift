import ArgumentParser

/// The arguments for progress and summary on standard error.
struct ProgressOptions: ParsableArguments {
  @Option(help: "Progress on standard error. Default: bar, if it is a terminal.")
  var progress: ProgressStyle?

  @OptionGroup var colors: ColorOption

  @Flag(
    name: .shortAndLong,
    help: "Print no summary, and only findings that are errors. Losses are printed.")
  var quiet = false
}
