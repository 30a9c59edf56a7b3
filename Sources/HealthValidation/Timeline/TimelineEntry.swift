public import HealthModel

/// The properties of a sample that are needed to compare it with others after all were read.
public struct TimelineEntry: Sendable {
  /// The kind of entry.
  public enum Role: UInt8, Sendable {
    /// A sample at top level.
    case sample
    /// A member of a correlation that is also stored separately.
    case alsoTopLevel
    /// A member of a correlation that occurs only in it.
    case nested
  }

  /// The kind of entry.
  public let role: Role
  /// A hash of its type and the name of its source.
  public let series: UInt64
  /// When it began, in seconds since 1970; the fraction dropped.
  public let start: Int64
  /// When it ended, in seconds since 1970; the fraction dropped.
  public let end: Int64
  /// A number that orders the samples of a series by their start, to 32 nanoseconds.
  public let instant: UInt64
  /// A hash of what was measured: all content except when and in which software version it was saved. It differs from
  /// run to run.
  public let measurement: UInt64
  /// A hash of all content except the address of the device. It differs from run to run.
  public let content: UInt64
  /// Its descriptor; `nil` if a dataset has too many to store.
  public let descriptor: SampleDescriptor?
  /// The number of a quantity that lasts or that the body has one of at a time, in the unit of the descriptor, or of a sleep
  /// stage.
  public let value: Double?
  /// Where it is.
  public let place: Place

  /// Series and start. To store this is cheaper than to store the entry, which refers to other memory.
  struct Onset: Equatable {
    fileprivate let series: UInt64
    fileprivate let instant: UInt64
  }

  var onset: Onset { Onset(series: series, instant: instant) }
}

extension Findings {
  /// Adds a finding about a sample of the timeline.
  ///
  /// - Parameter message: What was found and what was expected; no values.
  public mutating func add(_ message: String, on entry: TimelineEntry) {
    let descriptor = entry.descriptor
    add(
      message, at: entry.place, type: descriptor?.type.identifier,
      source: descriptor?.sourceName)
  }
}
