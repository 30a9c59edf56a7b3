/// Why the tables cannot be made from the data.
public struct CatalogError: Error, Equatable, CustomStringConvertible {
  /// The file at fault, what was found there and what was expected.
  public let description: String

  init(_ file: String, _ fault: String) {
    description = "\(file): \(fault)"
  }
}
