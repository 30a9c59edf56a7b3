import HealthBytes
import HealthModel

/// The time zone of dates: its name, or how far it is from UTC.
struct MapZone: Sendable {
  let cell: MapCell
  /// The seconds of a unit in which the cell states the offset from UTC; `nil` if it contains the name of a zone.
  private let unit: Int?

  /// The units of offsets, in seconds.
  private static let units = ["s": 1, "min": 60]
  /// The farthest that a zone is from UTC, in seconds.
  private static let farthest = 18 * 3600

  /// The zone that a map states.
  ///
  /// - Parameter node: The name of a zone, or a cell; with `unit` if the cell contains an offset as a number.
  init(_ node: MapNode) throws(HealthError) {
    guard node.isMapping else {
      (cell, unit) = (try MapCell(node, plain: .text), nil)
      try check()
      return
    }
    var fields = try node.fields(of: "a zone")
    cell = try MapCell(&fields)
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

  private init(cell: MapCell, unit: Int?) { (self.cell, self.unit) = (cell, unit) }

  private func check() throws(HealthError) {
    for name in cell.outcomes where zone(name) == nil {
      do throws(HealthError) { _ = try Zone(name) } catch { throw cell.fault(error.message) }
      throw cell.fault("found '\(name.printableName)', expected an offset from UTC as a number")
    }
  }

  /// The zone with its columns in a file.
  func found(in header: MapHeader) throws(HealthError) -> MapZone {
    MapZone(cell: try header.require(cell), unit: unit)
  }

  /// The zone that a text of the cell means.
  func zone(_ text: String) -> Zone? {
    guard let unit else {
      // `UTC+0100`, as phones write it.
      let isOffset = text.hasPrefix("UTC+") || text.hasPrefix("UTC-")
      return try? Zone(isOffset ? String(text.dropFirst(3)) : text)
    }
    guard let number = Int(text), number.magnitude <= Self.farthest else { return nil }
    let seconds = number * unit
    guard seconds.magnitude <= Self.farthest else { return nil }
    let minutes = Int(seconds.magnitude) / 60
    let sign = seconds < 0 ? "-" : "+"
    return try? Zone("\(sign)\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)")
  }
}
