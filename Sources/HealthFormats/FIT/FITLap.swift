import HealthModel

/// Converts between what a lap states of itself and the content of a lap event, which has the names of TCX.
///
/// One table for both directions, as for sessions.
enum FITLap {
  /// A figure of a lap.
  struct Figure {
    /// Its element, as ``TCXFigure`` names it.
    let name: String
    /// The fields that state it, the first of which is written.
    let fields: [FITSession.Field]
    /// What a step of the field counts.
    var factor: Int64 = 1
    /// The words for the numbers of the field, where it counts nothing; the first number of a word is written.
    var words: [(number: Int64, word: String)] = []
    var isOf: @Sendable (WorkoutActivityType) -> Bool = { _ in true }
  }

  /// In the order of TCX.
  static let figures: [Figure] = [
    Figure(name: "DistanceMeters", fields: [.long(9, -2)]),
    Figure(name: "MaximumSpeed", fields: [.long(111, -3), .short(14, -3)]),
    Figure(name: "Calories", fields: [.short(11)]),
    Figure(name: "AverageHeartRateBpm", fields: [.byte(15)]),
    Figure(name: "MaximumHeartRateBpm", fields: [.byte(16)]),
    // Warm-up, cool-down and intervals are active, recovery is not.
    Figure(
      name: "Intensity", fields: [.word(23)],
      words: [
        (0, "Active"), (1, "Resting"), (2, "Active"), (3, "Active"), (4, "Resting"), (5, "Active"),
      ]),
    Figure(name: "Cadence", fields: [.byte(17)], isOf: { !isRun($0) }),
    // 7 is the end of the session.
    Figure(
      name: "TriggerMethod", fields: [.word(24)],
      words: [
        (0, "Manual"), (1, "Time"), (2, "Distance"), (3, "Location"), (4, "Location"),
        (5, "Location"), (6, "Location"),
      ]),
    Figure(name: "AvgSpeed", fields: [.long(110, -3), .short(13, -3)]),
    Figure(name: "MaxBikeCadence", fields: [.byte(18)], isOf: { !isRun($0) }),
    Figure(name: "AvgRunCadence", fields: [.byte(17)], isOf: isRun),
    Figure(name: "MaxRunCadence", fields: [.byte(18)], isOf: isRun),
    // A cycle is two steps.
    Figure(
      name: "Steps", fields: [.long(10)], factor: 2,
      isOf: { [.running, .walking, .hiking].contains($0) }),
    Figure(name: "AvgWatts", fields: [.short(19)]),
    Figure(name: "MaxWatts", fields: [.short(20)]),
  ]

  /// The element with the time of a lap without its pauses, where this does not follow from the pauses.
  static let time = "TotalTimeSeconds"
  /// The field of what ended a lap.
  static let trigger = 24
  /// The fields of heart rates.
  private static let rates = [15, 16]
  /// The most laps of which figures are kept.
  static let most = 2_000

  /// The numbers of all fields.
  static let numbers = Set(figures.flatMap { $0.fields.map { UInt8($0.number) } })

  /// The fields that are written after those that each lap has, each once.
  static let written: [FITSession.Field] = {
    var seen: Set<Int> = [trigger]
    return figures.map { $0.fields[0] }.filter { seen.insert($0.number).inserted }
  }()

  private static func isRun(_ activity: WorkoutActivityType) -> Bool { activity == .running }

  // MARK: Reading

  /// What a message states, by the order of ``figures``; empty if it states nothing.
  static func values(of message: borrowing FITMessage) -> [Int64] {
    var isEmpty = true
    var values: [Int64] = []
    for figure in figures {
      var value = FITMessage.absent
      for field in figure.fields where value == FITMessage.absent {
        value = message[field.number] ?? value
      }
      // Without a strap, some devices state 0.
      if value == 0, rates.contains(figure.fields[0].number) { value = FITMessage.absent }
      if value != FITMessage.absent { isEmpty = false }
      values.append(value)
    }
    return isEmpty ? [] : values
  }

  /// The elements of values, in a sport.
  static func elements(_ values: [Int64], _ activity: WorkoutActivityType) -> [Element] {
    zip(figures, values).compactMap { figure, value in
      text(figure, value, activity).map { Element(name: figure.name, children: [.text($0)]) }
    }
  }

  private static func text(
    _ figure: Figure, _ value: Int64, _ activity: WorkoutActivityType
  ) -> String? {
    guard value != FITMessage.absent, figure.isOf(activity) else { return nil }
    if !figure.words.isEmpty { return figure.words.first { $0.number == value }?.word }
    guard value >= 0 else { return nil }
    return Number(digits: value &* figure.factor, exponent: figure.fields[0].exponent).description
  }

  /// How many values have no element, in a sport.
  static func unread(_ values: [Int64], _ activity: WorkoutActivityType) -> Int {
    let read = Set(
      zip(figures, values).compactMap { figure, value in
        value == FITMessage.absent || !figure.isOf(activity) ? nil : figure.fields[0].number
      })
    let stated = Set(
      zip(figures, values).compactMap { figure, value in
        value == FITMessage.absent ? nil : figure.fields[0].number
      })
    return stated.subtracting(read).count
  }

  // MARK: Writing

  /// The values of a lap event, by the order of ``figures``; empty if it has none.
  static func values(of extras: Extras?, _ activity: WorkoutActivityType) -> [Int64] {
    guard let content = extras?.content else { return [] }
    let values = figures.map { figure -> Int64 in
      guard figure.isOf(activity),
        let text = content.lazy.compactMap({ $0.plainText(of: figure.name) }).first
      else { return FITMessage.absent }
      if !figure.words.isEmpty {
        return figure.words.first { $0.word == text }?.number ?? FITMessage.absent
      }
      let field = figure.fields[0]
      return Number(text)?.steps(field.exponent, field.most).map {
        ($0 &+ figure.factor / 2) / figure.factor
      } ?? FITMessage.absent
    }
    return values.contains { $0 != FITMessage.absent } ? values : []
  }

  /// The values of a lap that is a whole session, by the order of ``figures``; empty if it has none.
  static func values(of session: FITSession) -> [Int64] {
    let values = figures.map { figure -> Int64 in
      guard figure.isOf(session.activity), let number = sessionFields[figure.fields[0].number]
      else { return FITMessage.absent }
      return session.values[number] ?? FITMessage.absent
    }
    return values.contains { $0 != FITMessage.absent } ? values : []
  }

  /// The fields of a session by those of a lap.
  private static let sessionFields: [Int: Int] = [
    9: 9, 10: 10, 11: 11, 15: 16, 16: 17, 17: 18, 18: 19, 19: 20, 20: 21, 110: 124, 111: 125,
  ]

  /// The value of a field.
  static func value(_ number: Int, in values: [Int64]) -> Int64? {
    zip(figures, values).first { $0.fields[0].number == number && $1 != FITMessage.absent }?.1
  }

  /// The time of a lap event without its pauses, in milliseconds, if it is stated.
  static func timer(of extras: Extras?) -> Int64? {
    extras?.content.lazy.compactMap { $0.plainText(of: time) }.first
      .flatMap { Number($0) }.flatMap { $0.steps(-3, 0xFFFF_FFFE) }
  }
}
