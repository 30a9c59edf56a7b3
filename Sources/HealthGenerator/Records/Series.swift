internal import HealthBytes

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

extension Series.Detail {
  /// Writes the content of a record.
  func write(
    at moment: Moment, plan: Plan, _ value: @autoclosure () -> Decimal,
    to document: inout ExportDocument, _ random: inout Random
  ) {
    switch self {
    case .none, .cycleStart:
      break
    case .motionContext:
      document.motionContext(random.below(3))
    case .userEntered:
      document.metadata("HKWasUserEntered", "1")
    case .beats:
      writeBeats(at: moment, plan: plan, value(), to: &document, &random)
    case .sleep:
      document.metadata("HKTimeZone", plan.zone.name)
    case .insulinReason:
      document.metadata("HKInsulinDeliveryReason", random.once(in: 3) ? "1" : "2")
      document.metadata("com.pal.glucose.pen id", Decimal(random.below(1_000)))
    case .mealTime:
      document.metadata("HKBloodGlucoseMealTime", random.once(in: 2) ? "1" : "2")
    case .maximalTest:
      document.metadata("HKVO2MaxTestType", "2")
    case .effort:
      document.metadata("HKPhysicalEffortEstimationType", random.once(in: 3) ? "2" : "1")
    case .pressure:
      document.metadata(
        "HKMetadataKeyBarometricPressure", Decimal(random.within(97_000...102_500)), unit: "Pa")
    case .exposure:
      document.metadata(
        "HKMetadataKeyAudioExposureLevel", Decimal(random.within(900_000...990_000), places: 4),
        unit: "dBASPL")
    case .heartRateThreshold:
      document.metadata("HKHeartRateEventThreshold", "120 count/min")
    case .food:
      document.metadata("HKFoodType", Food.name(&random))
      document.metadata(key: "Meal", text: Food.meal(&random))
    case .scale:
      document.metadata(key: "Küchen & Körper \"Sync\" <v2>", text: "日本 – ok & 'fine'")
      document.metadata("HKWasUserEntered", "0")
      document.metadata("Modified Date", date: moment.created)
    case .estimate:
      document.metadata("HKDateOfEarliestDataUsedForEstimate", date: moment.start - 28 * 86_400)
    }
  }

  /// The beats of a minute that a variability was worked out from, which vary as much as it states. They follow each other; one in
  /// forty was not seen.
  ///
  /// - Parameter value: The variability in ten-thousandths of a millisecond.
  private func writeBeats(
    at moment: Moment, plan: Plan, _ value: Decimal, to document: inout ExportDocument,
    _ random: inout Random
  ) {
    // All times in microseconds.
    let average = 60_000_000 / random.within(54...78)
    let deviation = value.significand / 10
    // With the breath, in eight beats, and by chance.
    let breath = [0, 6, 10, 6, 0, -6, -10, -6]
    var time = random.below(average)
    let style = BeatTimeStyle(locale: plan.options.locale)
    document.begin(.heartRateVariabilityMetadataList)
    document.endOpening()
    for beat in 0..<120 where time < (moment.end - moment.start) * 1_000_000 {
      let change =
        deviation * breath[beat % 8] * 11 / 100
        + random.within(-deviation...deviation) * 11 / 10
      let rate = 60_000_000 / max(320_000, average + change)
      let interval = 60_000_000 / rate
      time += random.once(in: 40) ? interval * 2 : interval
      document.begin(.instantaneousBeatsPerMinute)
      document.attribute("bpm", Decimal(rate))
      // The clock on the wall, with summer time: not the clock of the dates of the file.
      let hundredths = time / 10_000
      let instant = moment.start + hundredths / 100
      document.attribute(
        beatAt: instant + plan.zone.offset(at: instant), hundredths: hundredths % 100, style)
      document.endEmpty()
    }
    document.close(.heartRateVariabilityMetadataList)
  }
}

/// How the time of a beat is spelled, which depends on the phone's locale.
enum BeatTimeStyle {
  /// `6:14:48.94 PM`, a narrow no-break space before the last word.
  case twelveHours
  /// `20:14:07.68`
  case point
  /// `20:14:07,68`
  case comma

  init(locale: String) {
    if locale.hasSuffix("_US") {
      self = .twelveHours
    } else if locale.hasPrefix("en") || locale.hasPrefix("ja") || locale.hasPrefix("zh") {
      self = .point
    } else {
      self = .comma
    }
  }
}

extension ExportDocument {
  /// An attribute `time` of a clock: seconds since 1970 in local time, and hundredths.
  fileprivate mutating func attribute(
    beatAt local: Int, hundredths: Int, _ style: BeatTimeStyle
  ) {
    let seconds = local - floorDivide(local, 86_400) * 86_400
    let hour = seconds / 3600
    output.bytes.append(" time=\"")
    if case .twelveHours = style {
      output.bytes.append(decimal: Int64((hour + 11) % 12 + 1))
    } else {
      output.bytes.appendTwoDigits(hour)
    }
    output.bytes.append(UInt8(ascii: ":"))
    output.bytes.appendTwoDigits(seconds / 60 % 60)
    output.bytes.append(UInt8(ascii: ":"))
    output.bytes.appendTwoDigits(seconds % 60)
    if case .comma = style {
      output.bytes.append(UInt8(ascii: ","))
    } else {
      output.bytes.append(UInt8(ascii: "."))
    }
    output.bytes.appendTwoDigits(hundredths)
    if case .twelveHours = style { output.bytes.append(hour < 12 ? "\u{202F}AM" : "\u{202F}PM") }
    output.bytes.append(UInt8(ascii: "\""))
  }

  /// The commonest metadata entry of all, in one chunk.
  fileprivate mutating func motionContext(_ context: Int) {
    count(.metadataEntry)
    indent()
    output.bytes.append("<MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"")
    output.bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: context))
    output.bytes.append("\"/>\n")
  }
}
