package import HealthStore

/// Prints the changes of a store, a line each: an added sample in the form of JSON Lines, a deleted one as
/// `{"deleted":KEY,"kind":…,"type":…}`, and last `{"anchor":…}`, from which the next query continues.
///
/// Documented in `Schemas/changes.schema.json`.
package struct ChangePrinter: ~Copyable {
  private var writer: JSONLinesWriter
  private let sink: any ByteSink

  /// A printer into a sink, which it does not finish.
  public init(sink: any ByteSink) {
    self.sink = sink
    writer = JSONLinesWriter(sink: sink)
  }

  /// Prints a change.
  public mutating func print(_ change: StoreChange) throws(FormatError) {
    switch change {
    case .added(let sample, let key):
      var sample = sample
      sample.ordinal = key.ordinal
      try writer.write(sample)
    case .deleted(let sample):
      try line([
        ("deleted", .string(sample.key.description)), ("kind", .string(sample.kind.rawValue)),
        ("type", .string(sample.type)),
      ])
    }
  }

  /// Prints the anchor from which the next query continues.
  public mutating func print(_ anchor: StoreAnchor) throws(FormatError) {
    try line([("anchor", .string(anchor.description))])
  }

  private mutating func line(_ members: [(String, JSONText)]) throws(FormatError) {
    try writer.finish()
    let bytes = Array((JSONText.object(members).line + "\n").utf8)
    do throws(ByteError) { try sink.write(bytes.span) } catch { throw FormatError(writing: error) }
  }
}
