/// The records of one type: how many, when, by whom, with which values.
struct Series {
  let type: String
  /// How many a phone and a watch leave in a hundred days.
  let density: Int
  let hours: Hours
  let author: Author
  let values: Values
  /// Seconds from start to end; 0 for what is measured in an instant.
  let duration: ClosedRange<Int>
  let detail: Detail
  /// Series of one stream share times and draws: the two pressures of one measurement, the
  /// nutrients of one meal.
  let stream: UInt64

  /// The part of a day in which the samples fall.
  enum Hours {
    case all, waking, night, meals
    /// In workouts of some activities, or in waking hours if there are none.
    case rides, runs

    /// Seconds from the midnight before to the start.
    var start: Int {
      switch self {
      case .all: 0
      case .waking, .rides, .runs: 7 * 3600
      case .night: 23 * 3600
      case .meals: 8 * 3600
      }
    }

    var length: Int {
      switch self {
      case .all: 24 * 3600
      case .waking, .rides, .runs: 16 * 3600
      case .night: 8 * 3600
      case .meals: 12 * 3600
      }
    }

    /// The workouts in which the samples fall.
    var workouts: [Workout.Kind] {
      switch self {
      case .rides: [.cycling, .triathlon]
      case .runs: [.running]
      case .all, .waking, .night, .meals: []
      }
    }
  }

  /// The source of the records.
  enum Author {
    case one(Origin)
    /// Two that measure the same: their records overlap.
    case both(Origin, Origin)
    /// The second one writes each so many-th record.
    case turns(Origin, Origin, every: Int)
  }

  enum Values {
    /// Any number of the range is as likely, in units of the last place.
    case even(HealthUnit, ClosedRange<Int>)
    /// Small numbers are more likely.
    case low(HealthUnit, ClosedRange<Int>)
    /// Numbers that rise from the early morning to the evening and fall again.
    case daily(HealthUnit, ClosedRange<Int>)
    /// Shares of the total of a day, which is in the range and larger on active days; in workouts more.
    case share(HealthUnit, ofDay: ClosedRange<Int>, Gain)
    /// Shares of the total of a day, which is that of the person and hardly changes.
    case steady(HealthUnit, ofDay: ClosedRange<Int>)
    /// The heart rate: asleep, awake and in workouts.
    case heartRate
    /// What is covered in a minute, times the minutes.
    case perMinute(HealthUnit, ClosedRange<Int>)
    /// Names of category values, each as likely.
    case names([StaticString])
  }

  /// What a workout adds.
  enum Gain {
    case steps, distance, energy
  }

  /// The content of a record.
  enum Detail {
    case none
    case motionContext, userEntered, beats, sleep, insulinReason, mealTime, cycleStart
    case maximalTest, effort, pressure, exposure, heartRateThreshold, food, scale, estimate
  }

  /// Whether the records share out what a day has, so that they last longer where there are few.
  var isShare: Bool {
    switch values {
    case .share, .steady: true
    case .even, .low, .daily, .heartRate, .perMinute, .names: isSleep
    }
  }

  /// Whether it holds the stages of nights, and by the second author the whole nights.
  var isSleep: Bool { detail == .sleep }

  var unit: HealthUnit? {
    switch values {
    case .even(let unit, _), .low(let unit, _), .daily(let unit, _), .share(let unit, _, _),
      .steady(let unit, _), .perMinute(let unit, _):
      unit
    case .heartRate: .perMinute
    case .names: nil
    }
  }
}
