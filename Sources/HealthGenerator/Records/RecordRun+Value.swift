extension RecordRun {
  /// The value of a quantity record.
  func value(at moment: Moment, _ random: inout Random) -> Decimal {
    let system = plan.options.units
    // Energies that are hardly any are written with an exponent.
    if case .share(_, _, .energy) = series.values, random.once(in: 1_000) {
      return Decimal(random.within(100_000...999_999), places: 10)
    }
    let unit = series.unit ?? .count
    return unit.decimal(significand(at: moment, &random), in: system)
  }

  /// The value in units of the last place of the metric unit.
  private func significand(at moment: Moment, _ random: inout Random) -> Int {
    switch series.values {
    case .even(_, let range): random.within(range)
    case .low(_, let range): low(range, &random)
    case .daily(_, let range): daily(range, at: moment.start, &random)
    case .share(_, let range, let gain):
      max(1, share(of: total(range, on: moment, change: 0), 150...850, &random))
        + added(gain, in: moment)
    case .steady(_, let range): share(of: total(range, on: moment, change: 30), 470...530, &random)
    case .heartRate: heartRate(at: moment.start, &random)
    case .perMinute(_, let range):
      max(1, random.within(range) * (moment.end - moment.start) / 60)
    case .names: 0
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

  // MARK: Days

  /// The total of a day of what one author measures.
  ///
  /// - Parameter change: How much a day changes what is the person's, in thousandths; 0 for what days decide.
  private func total(_ range: ClosedRange<Int>, on moment: Moment, change: Int) -> Int {
    let day = (moment.start - plan.firstMidnight) / 86_400
    // Steps, distances and energy of one day rise together.
    var random = Random(seed: plan.seed, stream: 0x6461_79, index: change > 0 ? -1 : day)
    let total = range.lowerBound + low(0...range.upperBound - range.lowerBound, &random) * 2
    guard change > 0 else { return min(total, range.upperBound) }
    var daily = Random(seed: plan.seed, stream: series.stream &+ 3, index: day)
    let own = min(total, range.upperBound)
    return own + own * daily.within(-change...change) / 1_000
  }

  /// What one of the records of a day has of its total, on average the same for all.
  private func share(
    of total: Int, _ weights: ClosedRange<Int>, _ random: inout Random
  ) -> Int {
    total * random.within(weights) / 500 * plan.days / max(1, slots)
  }

  /// What a workout adds to a record in its time.
  private func added(_ gain: Series.Gain, in moment: Moment) -> Int {
    guard let workout = plan.workout(in: moment) else { return 0 }
    let seconds = min(moment.end, workout.end) - max(moment.start, workout.start)
    let isOnFoot = [.running, .walking, .imported].contains(workout.kind)
    let isRun = workout.kind == .running
    switch gain {
    case .energy: return seconds * (isRun ? 210 : workout.kind == .walking ? 85 : 150)
    case .steps: return isOnFoot ? seconds * (isRun ? 27 : 18) / 10 : 0
    case .distance: return isOnFoot ? seconds * (isRun ? 3_300 : 1_700) : 0
    }
  }

  private func heartRate(at time: Int, _ random: inout Random) -> Int {
    let own = Int(plan.seed % 9) - 4
    if let workout = plan.workout(in: Moment(created: time, start: time, end: time + 1)) {
      // It rises in the first ten minutes.
      let rise = min(600, time - workout.start) / 24
      return 104 + own + rise + random.below(workout.kind == .running ? 36 : 22)
    }
    let hour = (time - plan.firstMidnight) % 86_400 / 3600
    if hour < 7 || hour == 23 { return 48 + own + random.below(12) }
    return 58 + own + Self.rhythm[hour] / 10 + low(0...46, &random)
  }
}
