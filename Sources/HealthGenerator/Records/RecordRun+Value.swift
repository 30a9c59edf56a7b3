extension RecordRun {
  /// The value of a quantity record.
  func value(at start: Int, _ random: inout Random) -> Decimal {
    let system = plan.options.units
    switch series.values {
    case .even(let unit, let range):
      return unit.decimal(random.within(range), in: system)
    case .low(let unit, let range):
      return unit.decimal(low(range, &random), in: system)
    case .daily(let unit, let range):
      return unit.decimal(daily(range, at: start, &random), in: system)
    case .burned(let range):
      if random.once(in: 1_000) { return Decimal(random.within(100_000...999_999), places: 10) }
      return HealthUnit.energy.decimal(low(range, &random), in: system)
    case .names:
      return Decimal(0)
    }
  }

  /// The product of two even draws: half of the numbers fall into the lowest fifth.
  private func low(_ range: ClosedRange<Int>, _ random: inout Random) -> Int {
    let part = random.below(1_024) * random.below(1_024)
    return range.lowerBound + (range.upperBound - range.lowerBound) * part / (1 << 20)
  }

  /// Half of the range by the hour, half of it by chance, mostly little.
  private func daily(_ range: ClosedRange<Int>, at start: Int, _ random: inout Random) -> Int {
    let hour = (start - plan.firstMidnight) % 86_400 / 3600
    let rhythm = Self.rhythm[hour]
    let span = range.upperBound - range.lowerBound
    return range.lowerBound + span * rhythm / 200 + low(0...span / 2, &random)
  }

  /// How awake a person is in each hour of the day, in percent.
  private static let rhythm = [
    10, 6, 4, 3, 4, 8, 20, 40, 52, 55, 58, 60, 62, 60, 58, 60, 66, 74, 80, 70, 58, 44, 30, 18,
  ]
}
