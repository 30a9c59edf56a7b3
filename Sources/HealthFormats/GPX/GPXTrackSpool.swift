import HealthBytes
import HealthModel

/// Tracks put aside as the text they will be, with room at each point for what was measured there.
///
/// A sequence of items: one byte for its kind, four for its length, then its content.
final class GPXTrackSpool {
  enum Item: UInt8 {
    case track, text, point, end
  }

  /// The result of `add`.
  struct Outcome {
    /// Points that no GPX file can hold.
    var lostPoints = 0
    /// Whether something will not come back as it was.
    var isChanged = false
  }

  /// The time of a point without one.
  static let noTime = Int64.min

  private let spool: Spool
  let printer: GPXElementPrinter
  var item = ByteBuffer(capacity: 1 << 10)
  var part = ByteBuffer(capacity: 1 << 10)
  private var waiting = ByteBuffer(capacity: 1 << 16)

  init(isApple: Bool) throws(ByteError) {
    spool = try Spool()
    printer = GPXElementPrinter(isApple: isApple)
  }

  // MARK: Putting aside

  /// Stores a track that was preserved as an element.
  func add(text: Span<UInt8>) throws(ByteError) {
    // In the layout of several files it is one of its own.
    try beginTrack(name: "track", source: 0, types: [], isMeasured: false)
    item.append(text)
    try put(.text)
    try put(.end)
  }

  /// Puts the track of a workout aside.
  func add(_ track: GPXTrack, of workout: Workout) throws(ByteError) -> Outcome {
    var outcome = Outcome()
    let activity = workout.activityType
    let types = [
      .heartRate, .waterTemperature, .underwaterDepth, GPXActivity.cadence(of: activity),
      GPXActivity.power(of: activity),
    ].compactMap { $0 }
    try beginTrack(
      name: fileName(of: workout), source: GPXMeasurementForm.number(of: track.source),
      types: printer.isApple ? [] : types, isMeasured: GPXTrack.isMeasured(workout))
    appendHead(of: track, &outcome)
    try put(.text)
    for segment in track.segments {
      item.append("    <trkseg>\n")
      try put(.text)
      for location in segment {
        let count = item.count
        if printer.isApple {
          var location = location
          // Apple's dates are in UTC.
          if let date = location.date, date.spelling == nil { location.date = date.universal }
          if item.append(apple: location, "trkpt") > 0 { outcome.isChanged = true }
          try put(.text)
        } else if append(location, &outcome) {
          try put(.point)
        } else {
          item.truncate(to: count)
          outcome.lostPoints += 1
          outcome.isChanged = true
        }
      }
      item.append("    </trkseg>\n")
      try put(.text)
    }
    item.append("  </trk>\n")
    try put(.text)
    try put(.end)
    return outcome
  }

  private func beginTrack(
    name: String, source: UInt32, types: [QuantityType], isMeasured: Bool
  ) throws(ByteError) {
    item.most = Limits.sampleBytes.value
    item.append(isMeasured ? 1 : 0)
    item.append(word: UInt64(source), count: 4)
    item.append(GPXMeasurementForm.mask(of: types))
    item.append(utf8: name)
    try put(.track)
  }

  private func put(_ kind: Item) throws(ByteError) {
    guard item.count <= Limits.sampleBytes.value else {
      throw ByteError(beyond: Limits.sampleBytes)
    }
    waiting.append(kind.rawValue)
    waiting.append(word: UInt64(item.count), count: 4)
    item.withBytes { waiting.append($0) }
    item.removeAll()
    item.most = Limits.sampleBytes.value
    if waiting.count >= 1 << 16 - 1 << 12 { try waiting.flush(to: spool) }
  }

  private func fileName(of workout: Workout) -> String {
    let date = Timestamp(secondsSince1970: workout.start.secondsSince1970)
    let text = date.text(.iso8601).description.prefix(19).replacing(":", with: "-")
    let activity = GPXActivity.text(for: workout.activityType) ?? "workout"
    // A type that is not known may be any text.
    let name = "\(text)Z_\(activity)"
    return OutputContainer.isSafe(name) && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count < 200 ? name : "\(text)Z_workout"
  }

  // MARK: Giving back

  /// All tracks, in the order in which they came.
  func reader(
    _ cursors: [QuantityType: GPXMeasurementCursor]
  ) throws(ByteError) -> GPXTrackSpoolReader {
    try waiting.flush(to: spool)
    return GPXTrackSpoolReader(try spool.source(), cursors)
  }
}
