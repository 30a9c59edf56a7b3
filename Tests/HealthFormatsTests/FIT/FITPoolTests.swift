import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Swims in a pool have the distances and strokes of their lengths, and no distance in a rest.
@Suite struct FITPoolTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  private static func length(
    _ file: inout FITBytes, _ second: UInt64, _ milliseconds: UInt64, strokes: UInt64?
  ) {
    let end = start + second + (milliseconds + 999) / 1000
    var fields: [FITBytes.Field] = [
      (253, 0x86, 4, end), (2, 0x86, 4, start + second), (3, 0x86, 4, milliseconds),
    ]
    // Without strokes it is a rest.
    fields.append((12, 0, 1, strokes == nil ? 0 : 1))
    if let strokes { fields += [(5, 0x84, 2, strokes), (7, 0, 1, 1)] }
    file.add(101, fields)
  }

  private static func lap(
    _ file: inout FITBytes, _ second: UInt64, _ milliseconds: UInt64, _ centimeters: UInt64
  ) {
    file.add(
      19,
      [
        (253, 0x86, 4, start + second + milliseconds / 1000), (2, 0x86, 4, start + second),
        (7, 0x86, 4, milliseconds), (8, 0x86, 4, milliseconds), (9, 0x86, 4, centimeters),
      ])
  }

  /// Two lengths, a rest of half a minute and a length. The starts are rounded to whole seconds, and the records are late.
  private static func swim(_ centimeters: UInt64) -> [UInt8] {
    var file = FITBytes()
    length(&file, 0, 26_562, strokes: 10)
    length(&file, 27, 27_437, strokes: 11)
    lap(&file, 0, 53_999, 5_000)
    length(&file, 54, 30_400, strokes: nil)
    lap(&file, 54, 30_400, 0)
    length(&file, 84, 25_000, strokes: 12)
    lap(&file, 84, 25_000, 2_500)
    for (second, meters) in [(38, 25), (60, 50), (110, 75)] as [(UInt64, UInt64)] {
      file.add(20, [(253, 0x86, 4, start + second), (5, 0x86, 4, meters * 100)])
    }
    file.add(
      18,
      [
        (253, 0x86, 4, start + 110), (2, 0x86, 4, start), (5, 0, 1, 5), (6, 0, 1, 17),
        (7, 0x86, 4, 110_000), (8, 0x86, 4, 110_000), (9, 0x86, 4, centimeters),
        (44, 0x84, 2, 2_500),
      ])
    return file.bytes
  }

  private static func times(_ found: FITReaderTests.Outcome, _ type: QuantityType) -> [String] {
    found.samples.compactMap { sample in
      guard case .quantity(let sample) = sample, sample.type == type else { return nil }
      let times = [sample.start, sample.end].map {
        ($0.secondsSince1970 - 1_717_221_600) * 1000 + Int64($0.nanoseconds / 1_000_000)
      }
      return "\(times[0]) \(times[1]) \(sample.number)"
    }
  }

  @Test func eachLengthHasItsDistanceAndItsStrokes() throws {
    let found = FITReaderTests.read(Self.swim(7_500))
    #expect(
      Self.times(found, .distanceSwimming) == [
        "0 26562 25.00", "27000 54000 25.00", "84400 109000 25.00",
      ])
    #expect(
      Self.times(found, .swimmingStrokeCount) == [
        "0 26562 10", "27000 54000 11", "84400 109000 12",
      ])
    let styles = found.samples.compactMap { sample -> String? in
      guard case .quantity(let sample) = sample, sample.type == .swimmingStrokeCount else {
        return nil
      }
      return sample.header.metadata[.swimmingStrokeStyle]
    }
    #expect(styles == ["3", "3", "3"])
    let workout = try #require(found.workouts.first)
    let strokes = workout.fields.statistics.first {
      $0.type == QuantityType.swimmingStrokeCount.identifier
    }
    #expect(strokes?.sum?.description == "33")
    #expect(workout.distance?.number.description == "75.00")
    #expect(found.findings == [])
  }

  /// Lengths that do not make up the distance, as of drills, do not replace it.
  @Test func distancesThatLengthsDoNotStateAreThoseOfRecords() {
    let found = FITReaderTests.read(Self.swim(10_000))
    #expect(
      Self.times(found, .distanceSwimming) == [
        "0 38000 25.00", "38000 60000 25.00", "60000 110000 25.00",
      ])
  }

  @Test(.enabled(if: Fixtures.arePresent, "no files of others"))
  func lengthsOfAWatchAreThoseOfItsPool() throws {
    let found = FITReaderTests.read(
      try Fixtures.bytes(Fixtures.folder + "/interop/fit/event_timestamp.fit"))
    let meters = found.values(.distanceSwimming).map { $0.split(separator: " ")[2] }
    #expect(meters == Array(repeating: "22.86", count: 114))
  }
}
