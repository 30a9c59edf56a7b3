/// When an export begins and how many of everything it holds.
struct Plan {
  let options: ExportGenerator.Options
  let person: Person
  /// The seed of everything that is random: people differ in all values.
  let seed: UInt64
  let zone: Zone
  /// The moment of export, in seconds since 1970.
  let exportDate: Int
  /// The offset of all dates of the main file: the one at the moment of export.
  let offset: Int
  /// The instant at which the first day begins, by that offset.
  let firstMidnight: Int
  let days: Int
  /// The records of each series of `Series.all`.
  let recordCounts: [Int]
  let workouts: Int
  let electrocardiograms: Int
  let clinicalRecords: Int

  static let recordsADay = Series.all.reduce(0) { $0 + $1.density } / 100

  /// - Parameters:
  ///   - options: what the export shall be like
  ///   - records: how many records it has at top level, 0 or more
  ///   - days: how many days it spans; else as many as a phone and a watch take for so many
  init(_ options: ExportGenerator.Options, records: Int, days: Int? = nil) {
    self.options = options
    person = Person(options.person)
    seed = options.seed &+ UInt64(max(options.person, 1) - 1) &* 0x9E37_79B9_7F4A_7C15
    zone = options.units == .metric ? .berlin : .newYork
    // 1971-01-01 and 9999-12-31.
    exportDate = Int(min(max(options.end, 31_536_000), 253_402_214_400))
    offset = zone.offset(at: exportDate)
    // A small export is thin rather than short: each kind of sample needs its time.
    let natural = max(records / Self.recordsADay, min(records / 30, 30), 1)
    self.days = min(days ?? natural, 36_525)
    // The day of export and the night before it are not over.
    let today = floorDivide(exportDate + offset, 86_400)
    firstMidnight = (today - 1 - self.days) * 86_400 - offset
    recordCounts = Self.counts(of: records, days: self.days)
    let scaled = { [days = self.days] (perHundredDays: Int) in
      min(days, max(min(6, records / 300), records / 100 * perHundredDays / Self.recordsADay))
    }
    workouts = scaled(options.hasDailyWorkouts ? 100 : 57)
    electrocardiograms = scaled(3)
    clinicalRecords = scaled(4)
  }

  /// How the records fall to the series: by density, each at least a few if there are enough, the
  /// rest to the densest. Nights have some stages also where the days are thin.
  private static func counts(of records: Int, days: Int) -> [Int] {
    let total = Series.all.reduce(0) { $0 + $1.density }
    let least = min(16, records / (10 * Series.all.count))
    var counts = Series.all.map { series in
      // In two steps, so that no product overflows.
      max(least, records / total * series.density + records % total * series.density / total)
    }
    if let sleep = Series.all.firstIndex(where: \.isSleep) {
      counts[sleep] = max(counts[sleep], min(records / 16, 4 * days))
    }
    let densest = Series.all.indices.max { Series.all[$0].density < Series.all[$1].density }
    if let densest { counts[densest] += records - counts.reduce(0, +) }
    return counts
  }
}

extension Plan {
  /// The workout that was in progress at some time of a sample.
  func workout(in moment: Moment) -> Workout? {
    let day = (moment.start - firstMidnight) / 86_400
    // Workouts are in the evening.
    let evening = firstMidnight + day * 86_400 + 17 * 3600
    guard workouts > 0, moment.end > evening, moment.start < evening + 4 * 3600, day < days else {
      return nil
    }
    let index = (day * workouts + days - 1) / days
    guard index < workouts, index * days / workouts == day else { return nil }
    let workout = Workout(index, plan: self)
    return workout.start < moment.end && moment.start < workout.end ? workout : nil
  }

  /// How many workouts of some kinds there are.
  func workouts(of kinds: [Workout.Kind]) -> Int {
    let all = Workout.Kind.allCases.count
    return kinds.reduce(0) { $0 + (workouts + all - 1 - $1.rawValue) / all }
  }

  /// One of the workouts of some kinds, in the order of time.
  func workout(_ number: Int, of kinds: [Workout.Kind]) -> Workout {
    let kind = kinds[number % kinds.count]
    return Workout(
      number / kinds.count * Workout.Kind.allCases.count + kind.rawValue, plan: self)
  }
}

/// The person whose export it is: what identifies a person and does not change.
struct Person {
  let name: String
  let birth: CivilDate
  let sex: String
  let bloodType: String
  let skinType: String

  private static let names = [
    "Sam", "Alex", "Kim", "Robin", "Noor", "Jo", "Mika", "Sasha", "Andrea", "Yuki", "Dana", "Luca",
  ]
  private static let sexes = ["Female", "Male"]
  private static let bloodTypes = [
    "ABNegative", "OPositive", "APositive", "BPositive", "ONegative", "ANegative", "ABPositive",
    "BNegative",
  ]
  private static let skinTypes = ["III", "II", "IV", "I", "V", "VI"]

  /// A person of a number from 1. Two numbers never have the same date of birth, up to 20,000.
  init(_ number: Int) {
    let index = max(number, 1) - 1
    let round = index / Self.names.count
    name = Self.names[index % Self.names.count] + (round > 0 ? " \(round + 1)" : "")
    // The first is 1984-02-29; all are between 1940 and 1994. A prime number visits each of the days.
    let first = -10_958
    birth = CivilDate(daysSince1970: first + (5_172 - first + index % 20_000 * 7_919) % 20_000)
    sex = Self.sexes[index % 2]
    bloodType = Self.bloodTypes[index % Self.bloodTypes.count]
    skinType = Self.skinTypes[index % Self.skinTypes.count]
  }
}

extension Person {
  /// The date of birth as `Feb 29, 1984`.
  var birthText: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(months[birth.month - 1]) \(birth.day), \(birth.year)"
  }
}

extension Origin {
  /// The source of a person: phones and watches have the name of their owner.
  func owned(by person: Person) -> Origin {
    guard name.hasPrefix("Sam’s ") else { return self }
    return Origin(name: person.name + name.dropFirst(3), versions: versions, device: device)
  }
}
