package import HealthStore

/// Prints the changes of a store, a line each: what was added as JSON Lines have it, what was deleted as
/// `{"deleted":KEY,"kind":…,"type":…}`, and `{"anchor":…}` to go on from.
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
  public mutating func print(_ change: StoreChange) throws(ByteError) {
    switch change {
    case .added(let sample, let key):
      var sample = sample
      sample.ordinal = key.ordinal
      do throws(WriteError) { try writer.write(sample) } catch { throw error.underlying }
    case .deleted(let sample):
      try line([
        ("deleted", .string(sample.key.description)), ("kind", .string(sample.kind.rawValue)),
        ("type", .string(sample.type)),
      ])
    }
  }

  /// Prints where to go on.
  public mutating func print(_ anchor: StoreAnchor) throws(ByteError) {
    try line([("anchor", .string(anchor.description))])
  }

  private mutating func line(_ members: [(String, JSONText)]) throws(ByteError) {
    do throws(WriteError) { try writer.finish() } catch { throw error.underlying }
    let bytes = Array((JSONText.object(members).line + "\n").utf8)
    try sink.write(bytes.span)
  }
}
