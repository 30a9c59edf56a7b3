import HealthConv
import HealthStore
import Testing

/// `HKAudiogramSample`.
struct HearingTest {
  @Test func isSavedAndRead() throws {
    let scratch = try Scratch()
    let audiogram = try Audiogram(
      sensitivityPoints: [
        SensitivityPoint(frequency: 500, leftEar: 10, rightEar: 15),
        SensitivityPoint(frequency: 1_000, leftEar: 5, rightEar: 10),
        SensitivityPoint(frequency: 2_000, leftEar: 0),
      ],
      start: try date("2024-06-01 08:00:00 +0200"))
    try scratch.store.save([.audiogram(audiogram)])

    let found = try scratch.store.samples(SampleQuery(.kind(.audiogram))).all()
    guard case .audiogram(let test)? = found.first else {
      Issue.record("there is no audiogram")
      return
    }
    #expect(test.sensitivityPoints.map { $0.frequencyValue?.doubleValue } == [500, 1_000, 2_000])
    #expect(test.sensitivityPoints.map { $0.rightEarValue?.doubleValue } == [15, 10, nil])
  }
}
