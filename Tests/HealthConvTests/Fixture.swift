/// Files of the repository that tests read.
enum Fixture {
  /// A small export with the usual kinds of samples.
  static let smallExport = samples + "/commands/small.xml"
  /// The folder of samples.
  static let samples = repository + "/Samples"

  private static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")
}
