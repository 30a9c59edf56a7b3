import HealthModel
import Testing

/// A point gives back what was put into it, to the letter, and stays small.
@Suite struct RouteLocationTests {
  @Test func fieldsAreIndependent() {
    let paths: [WritableKeyPath<RouteLocation, Number?>] = [
      \.latitude, \.longitude, \.altitude, \.horizontalAccuracy, \.verticalAccuracy, \.course,
      \.speed,
    ]
    for texts in [["1", "-2.50", "3e2", "+4", "5.000000", "1e-300", "123456789012345678901"]] {
      var location = RouteLocation()
      #expect(paths.allSatisfy { location[keyPath: $0] == nil } && location.date == nil)
      for (path, text) in zip(paths, texts) { location[keyPath: path] = Number(text) }
      location.date = Timestamp("2024-06-01T08:00:00.5+02:00")
      #expect(paths.map { location[keyPath: $0]?.description } == texts)
      #expect(location.date?.description == "2024-06-01T08:00:00.5+02:00")
      #expect(location.date?.offsetMinutes == 120)
      for path in paths {
        var other = location
        other[keyPath: path] = nil
        #expect(other[keyPath: path] == nil)
        #expect(other != location)
        other[keyPath: path] = location[keyPath: path]
        #expect(other == location)
        #expect(paths.map { other[keyPath: $0]?.description } == texts)
      }
      location.date = Timestamp("2024-06-01 08:00:00 +0200")
      #expect(location.date?.spelling == nil)
      location.date = nil
      #expect(location.date == nil)
    }
  }

  /// 100,000 points are 10 MB.
  @Test func aPointIsSmall() {
    #expect(MemoryLayout<RouteLocation>.stride == 104)
  }
}
