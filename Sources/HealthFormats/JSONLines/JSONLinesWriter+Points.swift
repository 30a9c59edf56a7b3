import HealthBytes
import HealthModel

/// The points of routes, which are many: their keys are known when compiling, and no field is visited.
extension JSONLinesWriter {
  /// Writes points, separated by commas.
  mutating func points(_ points: [RouteLocation]) {
    for index in points.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      if points[index].isPlain {
        plain(points[index])
      } else {
        var point = points[index]
        object(&point)
      }
      flushIfLong()
    }
  }

  /// Writes a point as `visit` would show it. ``RoutePointText`` reads this.
  private mutating func plain(_ point: RouteLocation) {
    buffer.append(UInt8(ascii: "{"))
    needsComma = false
    if let date = point.date {
      buffer.append("\"date\":")
      dates.append(date, to: &buffer)
      needsComma = true
    }
    member("\"latitude\":", point.plain(.latitude))
    member("\"longitude\":", point.plain(.longitude))
    member("\"altitude\":", point.plain(.altitude))
    member("\"horizontalAccuracy\":", point.plain(.horizontalAccuracy))
    member("\"verticalAccuracy\":", point.plain(.verticalAccuracy))
    member("\"course\":", point.plain(.course))
    member("\"speed\":", point.plain(.speed))
    buffer.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private mutating func member(_ key: StaticString, _ number: PlainNumber?) {
    guard let number else { return }
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = true
    buffer.append(key)
    buffer.append(number)
  }
}
