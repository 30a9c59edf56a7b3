import HealthConv
import HealthStore
import Testing

/// `HKHeartbeatSeriesSample` and `HKHeartbeatSeriesQuery`.
struct Heartbeats {
  @Test func areSavedAndRead() throws {
    let scratch = try Scratch()
    let series = try HeartbeatSeries(
      beats: [
        Sample.SeriesBeat(timeSinceStart: 0.5), Sample.SeriesBeat(timeSinceStart: 1.25),
        Sample.SeriesBeat(timeSinceStart: 4, isPrecededByGap: true),
      ],
      start: try date("2024-06-01 08:00:00 +0200"), end: try date("2024-06-01 08:01:00 +0200"))
    let sample = Sample.heartbeatSeries(series)
    try scratch.store.save([sample])

    let found = try scratch.store.heartbeatSeries(SampleKey(sample))
    #expect(found?.fields.beats.map { $0.timeSinceStart?.doubleValue } == [0.5, 1.25, 4])
    #expect(found?.fields.beats.map(\.isPrecededByGap) == [false, false, true])
  }
}
