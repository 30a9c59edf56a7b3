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
