import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Distances over the start or the end of a workout: their share in it is written.
@Suite struct RouteEdgeTests {
  private static func distance(_ first: Int64, _ last: Int64, _ meters: Int) -> Sample {
    let descriptor = SampleDescriptor(
      type: .quantity(.distanceWalkingRunning), unitText: "m", source: WorkoutLapTests.source)
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: descriptor, start: WorkoutLapTests.time(first),
          end: WorkoutLapTests.time(last)),
        number: Number(meters)))
  }

  private static func meters(_ samples: [Sample]) -> [String] {
    samples.compactMap { sample in
      guard case .quantity(let sample) = sample else { return nil }
      let first: Int64 = 1_717_221_600
      let (start, end) = (sample.start.secondsSince1970, sample.end.secondsSince1970)
      return "\(start - first) \(end - first) \(sample.number.doubleValue)"
    }
  }

  private static let halves: [Sample] = [
    distance(-300, 300, 1_500), distance(300, 900, 1_500), distance(900, 1_740, 2_100),
  ]

  private static let cases: [([Sample], [String], unwritten: Int)] = [
    (halves, ["0 300 750.0", "300 900 1500.0", "900 1320 1050.0"], 0),
    // The distance of the day counts only where no other was measured.
    (
      halves + [distance(-3_600, 36_000, 9_000)],
      ["0 300 750.0", "300 900 1500.0", "900 1320 1050.0"], 1
    ),
    ([distance(-1_320, 2_640, 3_000)], ["0 1320 1000.0"], 0),
    ([distance(-10, 10, 20), distance(5, 600, 1_800)], ["0 5 5.0", "5 600 1800.0"], 0),
    ([distance(-10, 0, 20), distance(0, 600, 1_800)], ["0 600 1800.0"], 1),
  ]

  @Test(arguments: cases.indices)
  func theShareOfADistanceIsWritten(_ index: Int) throws {
    let (samples, expected, unwritten) = Self.cases[index]
    let all = samples + [.workout(WorkoutLapTests.workout(.running, [], meters: nil))]
    let fit = try WorkoutLapTests.fit(all)
    #expect(Self.meters(fit.samples) == expected)
    let tcx = try TCXText.write(all)
    #expect(Self.meters(TCXText.read(tcx.text).samples) == expected)
    // What is written in part is no longer the same: a loss of measurements.
    for losses in [tcx.losses, try TCXText.write(all, as: .fit).losses] {
      #expect(losses["samples", default: 0] == unwritten)
      #expect(losses["measurements"] == samples.count - unwritten)
    }
  }
}
