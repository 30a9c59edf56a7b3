/// Files of the repository that tests read.
enum Fixture {
  /// A small export with the usual kinds of samples.
  static let smallExport = repository + "/Samples/commands/small.xml"

  private static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")
}
