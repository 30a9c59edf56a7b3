/// A database as an output: not a stream of bytes, but a location that the writer opens.
package final class DatabaseOutput {
  /// Where it is: a path, or an address with its scheme.
  public let location: String
  /// Whether a new database takes the place of what is there.
  public let isReplacing: Bool
  /// Commits what was written and returns the counts of changes; set by the writer. If it is never called, the database
  /// is unchanged.
  public var onCommit: () throws(ByteError) -> SaveCounts? = { nil }
  /// Completes everything that can be done before the commit, and returns the path at which the database can then be
  /// read; `nil` where it cannot be read before. Set by the writer.
  package var onPrepare: () throws(ByteError) -> String? = { nil }
  /// What saves into the database, for a reader that knows its type. Set by the writer.
  package var load: AnyObject?
  /// The counts of changes, if known; after the output was finished.
  public private(set) var counts: SaveCounts?

  /// A database at a location; nothing is opened yet.
  ///
  /// - Parameter isReplacing: Whether a new database takes the place of what is there.
  public init(_ location: String, replacing isReplacing: Bool = false) {
    self.location = location
    self.isReplacing = isReplacing
  }

  /// Makes what was written part of the database.
  func commit() throws(ByteError) {
    counts = try onCommit()
    Interruption.commit()
  }
}
