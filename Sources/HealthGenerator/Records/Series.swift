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

    /// Seconds from the midnight before to the start.
    var start: Int {
      switch self {
      case .all: 0
      case .waking: 7 * 3600
      case .night: 23 * 3600
      case .meals: 8 * 3600
      }
    }

    var length: Int {
      switch self {
      case .all: 24 * 3600
      case .waking: 16 * 3600
      case .night: 8 * 3600
      case .meals: 12 * 3600
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
    /// Energy, mostly little and now and then so little that it is written with an exponent.
    case burned(ClosedRange<Int>)
    /// Names of category values, each as likely.
    case names([StaticString])
  }

  /// The content of a record.
  enum Detail {
    case none
    case motionContext, userEntered, beats, sleep, insulinReason, mealTime, cycleStart
    case maximalTest, effort, pressure, exposure, heartRateThreshold, food, scale, estimate
  }

  /// Whether it holds the stages of nights, and by the second author the whole nights.
  var isSleep: Bool { detail == .sleep }

  var unit: HealthUnit? {
    switch values {
    case .even(let unit, _), .low(let unit, _), .daily(let unit, _): unit
    case .burned: .energy
    case .names: nil
    }
  }
}
