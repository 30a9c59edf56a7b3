import HealthModel
import HealthXML

/// Where the points of a route are in its file, by segments.
struct PointLocations {
  /// The line and the column of a point, as far as they fit.
  typealias Location = (line: Int32, column: Int32)

  var segments: [[Location]] = []

  /// Adds a point to the last segment, if there is one.
  mutating func append(_ location: Location) {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1].append(location)
  }

  static func location(of place: XMLPlace) -> Location {
    (Int32(clamping: place.line), Int32(clamping: place.column))
  }

  /// The locations of the parts of a workout whose only parts are the points of its route.
  func parts(in file: String) -> Place.Parts {
    let segments = segments
    return Place.Parts(file: file, entries: []) { path in
      guard path.count == 3, case .element(_, let segment) = path[1],
        case .point(_, let number) = path[2], segments.indices.contains(segment),
        segments[segment].indices.contains(number)
      else { return nil }
      let (line, column) = segments[segment][number]
      return Place(file: file, line: Int(line), column: Int(column))
    }
  }
}
