/// What the records of each day add up to, for the summaries of the days: where two authors measured the same, that of the watch.
struct DailyActivity {
  /// In kilocalories.
  private(set) var energy: [Double] = []
  /// In minutes.
  private(set) var exercise: [Int] = []
  /// The hours in which the person stood, a bit for each.
  private var stood: [UInt32] = []
  /// The last record of the first author.
  private var first = Moment(created: 0, start: 0, end: 0)

  /// In how many hours of a day the person stood.
  func standHours(on day: Int) -> Int { day < stood.count ? stood[day].nonzeroBitCount : 0 }

  /// Adds a record of a quantity. Those of one series come in their order.
  mutating func add(
    _ value: Decimal, of series: Series, _ index: Int, at moment: Moment, _ plan: Plan
  ) {
    switch series.values {
    case .share(_, _, .energy):
      if energy.isEmpty { energy = Array(repeating: 0, count: plan.days) }
      let hidden = index % 2 == 1 ? moment.overlap(first) : 0
      if index % 2 == 0 { first = moment }
      let length = max(1, moment.end - moment.start)
      let amount = Double(value.significand) / Double(Decimal.power(value.places))
      share(amount * Double(length - hidden) / Double(length), moment, plan)
    case .even where series.type == "HKQuantityTypeIdentifierAppleExerciseTime":
      if exercise.isEmpty { exercise = Array(repeating: 0, count: plan.days) }
      let day = plan.day(of: moment.start)
      if exercise.indices.contains(day) { exercise[day] += value.significand }
    default: break
    }
  }

  /// Adds a record of a category.
  mutating func add(_ name: StaticString, at moment: Moment, _ plan: Plan) {
    guard name.description == "HKCategoryValueAppleStandHourStood" else { return }
    if stood.isEmpty { stood = Array(repeating: 0, count: plan.days) }
    let day = plan.day(of: moment.start)
    guard stood.indices.contains(day) else { return }
    stood[day] |= 1 << UInt32((moment.start - plan.firstMidnight) % 86_400 / 3_600)
  }

  /// Adds an amount to the days in which it is.
  private mutating func share(_ amount: Double, _ moment: Moment, _ plan: Plan) {
    let length = Double(max(1, moment.end - moment.start))
    for day in plan.day(of: moment.start)...plan.day(of: max(moment.start, moment.end - 1))
    where energy.indices.contains(day) {
      let begin = plan.firstMidnight + day * 86_400
      let part = min(moment.end, begin + 86_400) - max(moment.start, begin)
      energy[day] += amount * Double(max(part, 0)) / length
    }
  }
}

extension Plan {
  /// The number of the day of an instant, from 0.
  func day(of time: Int) -> Int { floorDivide(time - firstMidnight, 86_400) }
}

extension Moment {
  /// The seconds that both last.
  func overlap(_ other: Moment) -> Int { max(0, min(end, other.end) - max(start, other.start)) }
}

extension RecordRun {
  /// What the records in the time of a workout add up to without its pause, in units of the last place of the metric unit.
  ///
  /// - Parameter preferred: The author whose records count where both measured.
  /// - Returns: `nil` if records are in less than a third of the time.
  func sum(in workout: Workout, preferring preferred: Int) -> Double? {
    let parts = workout.activeParts
    let wanted = plan.workouts(of: series.hours.workouts)
    var places: ClosedRange<Int>
    if wanted > 0 {
      let number = workout.number(among: series.hours.workouts)
      guard let number else { return nil }
      places = number * slots / wanted...((number + 1) * slots + wanted - 1) / wanted
    } else {
      places = place(at: workout.start) - 1...place(at: workout.end) + 1
    }
    var (total, covered) = (0.0, 0)
    for place in max(0, places.lowerBound)...max(0, min(places.upperBound, slots - 1)) {
      let indices = isPaired ? [place * 2 + preferred, place * 2 + 1 - preferred] : [place]
      var first: Moment?
      for index in indices where index < count {
        let (moment, value) = sample(index)
        let length = max(1, moment.end - moment.start)
        for part in parts {
          let own = Moment(
            created: 0, start: max(moment.start, part.lowerBound),
            end: min(moment.end, part.upperBound))
          guard own.end > own.start else { continue }
          let seconds = own.end - own.start - (first.map { own.overlap($0) } ?? 0)
          total +=
            Double(value.significand) / Double(Decimal.power(value.places)) * Double(seconds)
            / Double(length)
          covered += seconds
        }
        first = moment
      }
    }
    return covered * 3 >= workout.end - workout.start - workout.pause ? total : nil
  }

  /// The slot in which an instant is.
  private func place(at time: Int) -> Int {
    let (day, second) = (time - plan.firstMidnight).quotientAndRemainder(dividingBy: 86_400)
    let length = series.hours.length
    let active = day * length + min(max(0, second - series.hours.start), length)
    return active * slots / max(1, plan.days * length)
  }
}

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
