import HealthBytes
import HealthModel

/// The time zone of dates: its name, or how far it is from UTC.
struct MapZone: Sendable {
  let cell: MapCell
  /// The seconds of a unit in which the cell states the offset from UTC; `nil` if it contains the name of a zone.
  private let unit: Int?
  /// Whether the cell has the local time of the start, which is in UTC.
  let isLocalTime: Bool

  /// The units of offsets, in seconds.
  private static let units = ["s": 1, "min": 60]
  /// The farthest that a zone is from UTC, in seconds.
  private static let farthest = 18 * 3600

  /// The zone that a map states.
  ///
  /// - Parameter node: The name of a zone, or a cell; with `unit` if the cell contains an offset as a number; or `local` with the cell
  ///   that has the local time of the start.
  init(_ node: MapNode) throws(HealthError) {
    guard node.isMapping else {
      (cell, unit, isLocalTime) = (try MapCell(node, plain: .text), nil, false)
      try check()
      return
    }
    var fields = try node.fields(of: "a zone")
    if let local = try fields.takeCell("local") {
      (cell, unit, isLocalTime) = (local, nil, true)
      try fields.finish()
      return
    }
    (cell, isLocalTime) = (try MapCell(&fields), false)
    if let node = fields.take("unit") {
      guard let unit = Self.units[try node.text] else {
        throw node.fault("expected a unit of offsets: s or min")
      }
      self.unit = unit
    } else {
      unit = nil
    }
    try fields.finish()
    try check()
  }

  private init(cell: MapCell, unit: Int?, isLocalTime: Bool) {
    (self.cell, self.unit, self.isLocalTime) = (cell, unit, isLocalTime)
  }

  private func check() throws(HealthError) {
    for name in cell.outcomes where zone(name) == nil {
      do throws(HealthError) { _ = try Zone(name) } catch { throw cell.fault(error.message) }
      throw cell.fault("found '\(name.printableName)', expected an offset from UTC as a number")
    }
  }

  /// The zone with its columns in a file.
  func found(in header: MapHeader) throws(HealthError) -> MapZone {
    MapZone(cell: try header.require(cell), unit: unit, isLocalTime: isLocalTime)
  }

  /// The zone that a text of the cell means.
  func zone(_ text: String) -> Zone? {
    guard let unit else {
      // `UTC+0100`, as phones write it.
      let isOffset = text.hasPrefix("UTC+") || text.hasPrefix("UTC-")
      return try? Zone(isOffset ? String(text.dropFirst(3)) : text)
    }
    guard let number = Int(text), number.magnitude <= Self.farthest else { return nil }
    return Self.zone(secondsFromUTC: number * unit)
  }

  /// The zone with an offset; `nil` if it is too far from UTC.
  static func zone(secondsFromUTC seconds: Int) -> Zone? {
    guard seconds.magnitude <= farthest else { return nil }
    let minutes = Int(seconds.magnitude) / 60
    let sign = seconds < 0 ? "-" : "+"
    return try? Zone("\(sign)\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)")
  }
}
