import HealthModel
import HealthStatistics
import HealthUnits
import Testing

/// The figures of the field's own introductions, word for word.
@Suite struct FigureTests {
  private func sum(_ rule: SourceRule, _ priority: [String] = []) throws -> [String: String] {
    var plan = StatisticsPlan()
    (plan.sources, plan.priority) = (rule, priority)
    return Dictionary(
      uniqueKeysWithValues: try Make.rows(plan, Make.sources).map {
        ($0.source ?? "", $0.sum?.description ?? "")
      })
  }

  @Test func sourcesAreMerged() throws {
    #expect(try sum(.none) == ["": "41"])
    #expect(try sum(.priority, ["B"]) == ["": "23"])
    #expect(try sum(.priority, ["A"]) == ["": "22"])
    #expect(try sum(.separate) == ["A": "22", "B": "19"])
    #expect(try sum(.max) == ["A": "22"])
  }

  @Test func statisticsOfHealthKitHaveEachSourceAsWell() throws {
    var query = try StatisticsQuery(
      quantityType: .stepCount, options: [.cumulativeSum, .separateBySource], priority: ["B"])
    for sample in Make.sources { try query.add(sample) }
    let statistics = try #require(try query.statistics())
    #expect(statistics.sumQuantity() == Quantity(23, .count))
    #expect(statistics.sumQuantity(for: "A") == Quantity(22, .count))
    #expect(statistics.sumQuantity(for: "B") == Quantity(19, .count))
    #expect(statistics.sources == ["B", "A"])
  }

  private func series(_ values: [(Int, Int)]) throws -> QuantitySeries {
    var series = try QuantitySeries(quantityType: .heartRate, unit: "count/min")
    for (value, second) in values { series.insert(Number(value), at: Make.time(second)) }
    return series
  }

  @Test func statisticsOfASeries() throws {
    let series = try series([(64, 0), (66, 2), (67, 4), (65, 6), (63, 8)])
    let statistics = try #require(
      try series.statistics([.discreteAverage, .discreteMin, .discreteMax, .mostRecent]))
    #expect(statistics.averageQuantity()?.value.rounded() == 65)
    #expect(statistics.averageQuantity()?.value == 65.375)
    #expect(statistics.minimumQuantity() == Quantity(63, .countPerMinute))
    #expect(statistics.maximumQuantity() == Quantity(67, .countPerMinute))
    #expect(statistics.mostRecentQuantity() == Quantity(63, .countPerMinute))
    #expect(statistics.mostRecentQuantityDateInterval()?.start == Make.time(8))
    #expect(statistics.count == 5)
    let sample = try #require(try series.sample())
    #expect(sample.start == Make.time(0))
    #expect(sample.end == Make.time(8))
    #expect(sample.value.rounded() == 65)
  }

  @Test func severalSeriesAreEnumeratedByTime() throws {
    let first = try series([(64, 2), (65, 6)])
    let second = try series([(67, 4), (63, 8)])
    var values: [Int64] = []
    var owners: [Int] = []
    var last: [Bool] = []
    QuantitySeries.enumerate([first, second]) { entry, series, isLast in
      values.append(entry.value.digits)
      owners.append(series)
      last.append(isLast)
    }
    #expect(values == [64, 67, 65, 63])
    #expect(owners == [0, 1, 0, 1])
    #expect(last == [false, false, false, true])
  }

  @Test func aSeriesRefusesAUnitOfAnotherDimension() {
    #expect(throws: HealthError.self) {
      try QuantitySeries(quantityType: .heartRate, unit: "kg")
    }
  }

  private func beats(_ gap: Int?) -> HeartbeatSeries {
    var fields = Sample.HeartbeatSeriesFields()
    fields.beats = [50, 149, 249, 348, 445].enumerated().map { index, time in
      var beat = Sample.SeriesBeat()
      beat.timeSinceStart = Number(digits: Int64(time), exponent: -2)
      beat.precededByGap = index == gap ? "YES" : "NO"
      return beat
    }
    let descriptor = SampleDescriptor(
      type: .other("HKDataTypeIdentifierHeartbeatSeries"), source: nil)
    return HeartbeatSeries(
      header: SampleHeader(descriptor: descriptor, start: Make.time(0), end: Make.time(5)),
      fields: fields)
  }

  @Test func heartbeats() throws {
    let whole = beats(nil)
    let sdnn: Double = try #require(whole.sdnn)
    #expect((sdnn * 10_000).rounded() == 109)
    // Differences 0.01, -0.01, -0.02: the root of 0.0006 / 3.
    let rmssd: Double = abs(try #require(whole.rmssd) - 0.0002.squareRoot())
    #expect(rmssd < 1e-12)
    let torn = beats(3)
    #expect(torn.beatIntervals.map(\.count) == [2, 1])
    // Intervals 0.99, 1.00, 0.97; of differences only 0.01 is between neighbours.
    let intervals: [Double] = [0.99, 1.00, 0.97]
    let mean: Double = intervals.reduce(0, +) / 3
    let squares: Double = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation: Double = abs(try #require(torn.sdnn) - (squares / 3).squareRoot())
    #expect(deviation < 1e-12)
    let difference: Double = abs(try #require(torn.rmssd) - 0.01)
    #expect(difference < 1e-12)
  }

  @Test func audiograms() throws {
    var fields = Sample.AudiogramFields()
    fields.sensitivityPoints = zip(
      [500, 1_000, 2_000, 4_000], zip([34, 33, 47, 32], [27, 13, 30, 43])
    )
    .map { frequency, ears in
      var point = SensitivityPoint()
      (point.frequencyValue, point.frequencyUnit) = (Number(frequency), "Hz")
      (point.leftEarValue, point.leftEarUnit) = (Number(ears.0), "dBHL")
      (point.rightEarValue, point.rightEarUnit) = (Number(ears.1), "dBHL")
      return point
    }
    let descriptor = SampleDescriptor(type: .other("HKDataTypeIdentifierAudiogram"), source: nil)
    let header = SampleHeader(descriptor: descriptor, start: Make.time(0), end: Make.time(0))
    let audiogram = Audiogram(header: header, fields: fields)
    #expect(audiogram.pureToneAverage(.left) == 36.5)
    #expect(audiogram.pureToneAverage(.left)?.rounded() == 37)
    #expect(audiogram.pureToneAverage(.right) == 28.25)
    #expect(audiogram.pureToneAverage(.right)?.rounded() == 28)
    fields.sensitivityPoints.removeLast()
    #expect(Audiogram(header: header, fields: fields).pureToneAverage(.left) == nil)
  }

  @Test func theSumOfARateIsAnErrorWithItsReason() throws {
    let error = #expect(throws: HealthError.self) {
      try StatisticsOptions.cumulativeSum.check(for: .heartRate)
    }
    #expect(error?.code == .mismatch)
    #expect(error?.description.contains("HeartRate has no sum") == true)
    #expect(error?.description.contains("discreteTemporallyWeighted") == true)
    let average = #expect(throws: HealthError.self) {
      try StatisticsOptions.discreteAverage.check(for: .stepCount)
    }
    #expect(average?.description.contains("StepCount has no average") == true)
    #expect(throws: Never.self) {
      try StatisticsOptions([.cumulativeSum, .mostRecent, .duration]).check(for: .stepCount)
    }
  }
}
