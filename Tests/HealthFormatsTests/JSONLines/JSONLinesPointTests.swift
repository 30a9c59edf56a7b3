import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Points of routes have a fast path, which is not taken with white space in them: both read and write the same.
@Suite struct JSONLinesPointTests {
  private static let point =
    #"{"date":"2024-06-01T06:00:00+00:00","latitude":52.514000,"longitude":-13.350000,"altitude":34.100000,"#
    + #""horizontalAccuracy":4.750000,"verticalAccuracy":2.25,"course":-1,"speed":2.500000}"#

  private static func line(_ points: [String]) -> String {
    JSONLinesRefusalTests.first
      + "{\"kind\":\"workout\",\"type\":\"HKWorkoutTypeIdentifier\",\"workoutActivityType\":\"T\","
      + "\(JSONLinesRefusalTests.dates),\"routes\":[{\"locations\":["
      + points.joined(separator: ",") + "]}]}"
  }

  private static func reading(_ text: String) -> (
    samples: String, findings: [String], error: String?
  ) {
    let reading = JSONLinesText.readUntilError(Array(text.utf8))
    return (
      (try? JSONLinesText.write(reading.samples, reading.dataset)) ?? "",
      reading.findings.map { "\($0.rule) \($0.message)" }, reading.error.map { "\($0.message)" }
    )
  }

  @Test func withAndWithoutWhiteSpaceTheSame() {
    let bytes = Array(Self.point.utf8)
    var (accepted, refused) = (0, 0)
    for place in bytes.indices {
      for change in ["", "0", "9", " ", "\"", "\\", "-", ".", "e", "Z", "T", "é", "{", "}", ","] {
        let changed = String(
          decoding: bytes[..<place] + change.utf8 + bytes[(place + 1)...], as: UTF8.self)
        let tight = Self.line([Self.point, changed, Self.point])
        let wide = tight.replacing(#""latitude""#, with: #" "latitude""#)
        let (one, other) = (Self.reading(tight), Self.reading(wide))
        #expect(one == other, "byte \(place) as '\(change)'")
        if one.error == nil { accepted += 1 } else { refused += 1 }
      }
    }
    #expect(accepted > 1_000)
    #expect(refused > 1_000)
  }

  /// A list of points with nodes and without, and among points that are not usual ones.
  @Test func unusualPointsAmongUsualOnes() throws {
    let others = [
      "{}", #"{"latitude":1}"#, #"{"latitude":1,"longitude":2,"spelled":{"latitude":"+1"}}"#,
      #"{"date":"2024-06-01T08:00:00.5+02:00","latitude":1e5}"#,
      Self.point.replacing("+00:00", with: "+02:00"),
    ]
    for other in others {
      for points in [[other, Self.point], [Self.point, other], [Self.point, other, Self.point]] {
        let text = Self.line(points)
        let reading = try JSONLinesText.read(text)
        #expect(reading.findings == [])
        let written = try JSONLinesText.write(reading.samples, reading.dataset)
        #expect(written.contains(points.joined(separator: ",")))
      }
    }
  }

  /// Where points do not belong, they are an error, as other objects are.
  @Test(arguments: [
    #""metadata":{"locations":[POINT]}"#, #""locations":[POINT]"#,
    #""extras":{"attributes":{"locations":[POINT]}}"#,
    #""routes":[{"locations":[{"locations":[POINT]}]}]"#,
    #""routes":[{"locations":5},[POINT]]"#,
  ])
  func pointsElsewhereAreRefused(member: String) {
    let start =
      JSONLinesRefusalTests.first
      + "{\"kind\":\"workout\",\"type\":\"HKWorkoutTypeIdentifier\",\"workoutActivityType\":\"T\","
      + "\(JSONLinesRefusalTests.dates),"
    let tight = start + member.replacing("POINT", with: Self.point) + "}"
    let wide = tight.replacing(#""latitude""#, with: #" "latitude""#)
    let (one, other) = (Self.reading(tight), Self.reading(wide))
    #expect((one.error == nil) == (other.error == nil))
    #expect(one.findings == other.findings)
    // What has no field is preserved with its white space.
    #expect(one.samples == other.samples.replacing(" ", with: ""))
  }
}
