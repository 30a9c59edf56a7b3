import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// A route file of an export that no workout refers to is written as its own track.
@Suite struct GPXDocumentTests {
  /// A route of so many points, as iOS writes it.
  private static func route(_ count: Int, name: String) -> String {
    let points = (0..<count).map { index in
      let second = String(index % 60 + 100).suffix(2)
      let minute = String(index / 60 % 60 + 100).suffix(2)
      return #"      <trkpt lon="13.350000" lat="52.514000"><ele>40.250000</ele>"#
        + "<time>2024-06-01T06:\(minute):\(second)Z</time><extensions><speed>2.500000</speed>"
        + "<course>90.000000</course><hAcc>3.000000</hAcc><vAcc>2.000000</vAcc></extensions></trkpt>\n"
    }
    let head =
      SideFileReadingTests.gpx.split(separator: "      <trkpt").first.map(String.init) ?? ""
    return head.replacing("Route 2024-06-01 8:30am", with: name) + points.joined()
      + "    </trkseg>\n  </trk>\n</gpx>\n"
  }

  private func tracks(_ text: String) -> [Int] {
    text.split(separator: "<trk>").dropFirst().map { $0.split(separator: "<trkpt").count - 1 }
  }

  /// As documents in parts, before or after the workouts.
  @Test(arguments: [1, 2_000])
  func aFileWithoutAWorkoutIsATrack(_ count: Int) throws {
    let workout = SideFileReadingTests.workout("/workout-routes/a.gpx")
    let reading = try Archive.read(
      Archive.export(
        workout,
        beside: [
          "/workout-routes/a.gpx": SideFileReadingTests.gpx,
          "/workout-routes/b.gpx": Self.route(count, name: "b"),
          "/workout-routes/c.gpx": Self.route(3, name: "c"),
        ]))
    #expect(reading.rules == ["orphan-side-file": 2])
    for samples in [reading.samples, Array(reading.samples.reversed())] {
      let isWhole = count == 1 || samples == reading.samples
      let (text, losses) = try GPXText.write(samples)
      #expect(try GPXText.violations(text) == [])
      let all = samples == reading.samples ? [1, count, 3] : [1, 3, count]
      #expect(tracks(text) == (isWhole ? all : [1, 3]))
      #expect(text.contains("<name>c</name>"))
      #expect((losses["samples"] ?? 0) == (isWhole ? 0 : reading.samples.count - 2))
      #expect(losses["workouts"] == (isWhole ? 3 : 2), "the file's own date has no place")
    }
  }

  /// A file in another spelling comes as a document and in its workout: it is one track.
  @Test func aFileWithAWorkoutIsNoSecondTrack() throws {
    let reading = try Archive.read(
      Archive.export(
        SideFileReadingTests.workout("workout-routes/a.gpx"),
        beside: [
          "/workout-routes/a.gpx": SideFileReadingTests.gpx.replacing("      <", with: "\t<")
        ]))
    #expect(reading.samples.map(\.kind) == [.document, .workout])
    let (text, losses) = try GPXText.write(reading.samples)
    #expect(tracks(text) == [1])
    #expect(losses["samples"] == 1)
  }

  @Test(arguments: ["no GPX", String(SideFileReadingTests.gpx.prefix(400))])
  func aFileThatCannotBeReadIsCounted(_ content: String) throws {
    let reading = try Archive.read(
      Archive.export(steps("1"), beside: ["/workout-routes/b.GPX": content]))
    let (text, losses) = try GPXText.write(reading.samples)
    #expect(try GPXText.violations(text) == [])
    #expect(losses["samples"] == 2)
  }
}
