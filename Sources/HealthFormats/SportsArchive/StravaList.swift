import HealthBytes
import HealthModel

/// Strava's list of activities, `activities.csv`: what a person named an activity, by its file, and the activities that
/// have none.
///
/// Its columns have names in the language of the account, but the order of the first is the same. Names that occur twice are in
/// the units of the person first, and in SI units later.
struct StravaList {
  struct Activity {
    var id: String?
    var name: String?
    var type: String?
    var notes: String?
    var gear: String?
    /// A distance whose unit the list does not state, and the meters climbed; not of files.
    fileprivate var distance: String?
    fileprivate var climb: String?

    /// Bytes of its texts.
    fileprivate var count: Int {
      [id, name, type, notes, gear].reduce(64) { $0 + ($1?.utf8.count ?? 0) }
    }

    var metadata: [MetadataEntry] {
      [
        (MetadataKey.externalUUID, id), (MetadataKey("Name"), name), (TCXActivity.notesKey, notes),
        (MetadataKey("Gear"), gear), (MetadataKey("Distance"), distance),
        (MetadataKey.elevationAscended, climb),
      ].compactMap { key, text in text.map { MetadataEntry(key: key, value: $0) } }
    }
  }

  /// By the path of the file, from the folder of the list.
  private(set) var activities: [String: Activity] = [:]
  /// Workouts of activities without a file that is there: of those whose file is missing, then of those that have none.
  private(set) var workouts: [(workout: Workout, place: Place)] = []
  /// How many activities have a file that is missing.
  private(set) var missing = 0
  /// The places of activities without a file that are not understood.
  private(set) var unread: [Place] = []

  /// Whether bytes are the beginning of such a list: in another language than English, if the file has its name.
  static func begins(_ bytes: [UInt8], _ path: String) -> Bool {
    let text = bytes[bytes.byteOrderMarkLength...]
    return text.starts(with: Array("Activity ID,Activity Date".utf8))
      || SportsArchive.isList(path) && text.firstRange(of: Array(",activities/".utf8)) != nil
  }

  /// The columns of a list, by their names, or in other languages by their usual positions.
  private struct Columns {
    var first: [String: Int] = [:]
    var last: [String: Int] = [:]
    var count = 0

    /// Where the columns of the first form and of the SI units are, in every language.
    private static let usual = [
      "Activity ID": 0, "Activity Date": 1, "Activity Name": 2, "Activity Type": 3,
      "Activity Description": 4, "Activity Gear": 11,
    ]
    private static let usualInSI = ["Elapsed Time": 15, "Moving Time": 16, "Distance": 17]

    init(_ rows: borrowing CSVRowReader) {
      count = rows.cells.count
      for index in rows.cells.indices {
        guard let title = rows.text(index) else { continue }
        if first[title] == nil { first[title] = index }
        last[title] = index
      }
    }

    func text(_ title: String) -> Int? { first[title] ?? foreign(Self.usual[title]) }

    func number(_ title: String) -> Int? { last[title] ?? foreign(Self.usualInSI[title]) }

    private func foreign(_ usual: Int?) -> Int? {
      first["Activity ID"] == nil ? usual.flatMap { $0 < count ? $0 : nil } : nil
    }

    /// Whether a column occurs only once, in the units of the person.
    func isSingle(_ title: String) -> Bool { first[title] != nil && first[title] == last[title] }
  }

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - hasFile: Whether there is a file with a path from the folder of the list.
  init(
    _ source: any ByteSource, name: String, hasFile: (String) -> Bool
  ) throws(HealthError) {
    var rows = CSVRowReader(source: source, file: name, delimiter: UInt8(ascii: ","))
    guard try rows.next() else { return }
    let columns = Columns(rows)
    var manual: [(workout: Workout, place: Place)] = []
    var count = 0
    while try rows.next() {
      func text(_ title: String) -> String? {
        columns.text(title).flatMap { rows.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
      }
      var activity = Activity()
      activity.id = text("Activity ID")
      activity.name = text("Activity Name")
      activity.type = text("Activity Type")
      activity.notes = text("Activity Description")
      activity.gear = text("Activity Gear")
      let file =
        columns.first["Filename"].flatMap { rows.text($0) }
        ?? rows.cells.indices.lazy.compactMap { rows.text($0) }
        .first { $0.hasPrefix("activities/") }
      count += activity.count
      guard count <= Limits.activityList.value else {
        throw HealthError(
          .tooLarge, rule: "limit", place: rows.place(ofCell: 0),
          "found \(Limits.activityList.excess)")
      }
      if let file {
        activities[file] = activity
        if hasFile(file) { continue }
        missing += 1
      }
      let place = rows.place(ofCell: 0)
      func number(_ title: String) -> Number? {
        columns.number(title).flatMap { rows.text($0) }.flatMap { Number($0) }
      }
      guard let start = text("Activity Date").flatMap({ Self.date($0) }),
        let seconds = number("Elapsed Time") ?? text("Elapsed Time").flatMap({ Number($0) }),
        0...31_622_400 ~= seconds.doubleValue
      else {
        unread.append(place)
        continue
      }
      var figures = Figures(elapsed: seconds)
      figures.moving = number("Moving Time")
      figures.distance = number("Distance")
      if columns.isSingle("Distance"), let distance = figures.distance?.doubleValue,
        distance < seconds.doubleValue * Self.slowest
      {
        // It is in the unit of the person, which the list does not state.
        activity.distance = figures.distance.map { "\($0)" }
        figures.distance = nil
      }
      figures.energy = number("Calories")
      figures.averageHeartRate = number("Average Heart Rate")
      figures.maximumHeartRate = number("Max Heart Rate")
      activity.climb = number("Elevation Gain").map { "\($0) m" }
      let isManual = file == nil && columns.first["Filename"] != nil
      let workout = Self.workout(activity, start, figures, isManual: isManual)
      if file == nil { manual.append((workout, place)) } else { workouts.append((workout, place)) }
    }
    workouts += manual
  }

  /// Below this speed, in meters a second, a distance is assumed to be in kilometers or miles.
  private static let slowest = 0.1

  /// The sport of a name of Strava's.
  static func sport(_ name: String?) -> WorkoutActivityType {
    name.map { RouteActivity.activity(for: $0) } ?? .other
  }

  /// What the list states of an activity, in seconds, meters, kilocalories and beats a minute.
  private struct Figures {
    let elapsed: Number
    var moving: Number?
    var distance: Number?
    var energy: Number?
    var averageHeartRate: Number?
    var maximumHeartRate: Number?
  }

  private static func workout(
    _ activity: Activity, _ start: Timestamp, _ figures: Figures, isManual: Bool
  ) -> Workout {
    let sport = sport(activity.type)
    let end = start.advanced(
      byNanoseconds: Int64((figures.elapsed.doubleValue * 1e9).rounded()))
    var fields = Sample.WorkoutFields()
    fields.duration = figures.moving ?? figures.elapsed
    fields.durationUnit = "s"
    func statistics(_ type: String, _ unit: String) -> WorkoutStatistics {
      var statistics = WorkoutStatistics()
      (statistics.type, statistics.unit) = (type, unit)
      (statistics.startDate, statistics.endDate) = (start, end)
      return statistics
    }
    let totals = [
      (RouteActivity.distance(of: sport)?.identifier, figures.distance, "m"),
      (WorkoutTotals.energyType, figures.energy, "kcal"),
    ]
    for (type, number, unit) in totals {
      guard let type, let number, number > Number(0) else { continue }
      var total = statistics(type, unit)
      total.sum = number
      fields.statistics.append(total)
    }
    if figures.averageHeartRate != nil || figures.maximumHeartRate != nil {
      var rate = statistics(QuantityType.heartRate.identifier, "count/min")
      (rate.average, rate.maximum) = (figures.averageHeartRate, figures.maximumHeartRate)
      fields.statistics.append(rate)
    }
    var metadata = Metadata()
    metadata.entries = activity.metadata
    if isManual { metadata.entries.insert(MetadataEntry(key: .wasUserEntered, true), at: 0) }
    let descriptor = SampleDescriptor(type: .workout(sport), source: Source(name: "Strava"))
    return Workout(
      header: SampleHeader(descriptor: descriptor, start: start, end: end, metadata: metadata),
      fields: fields)
  }
}

/// Dates of such a list, which are in UTC and in the language of the account.
extension StravaList {
  /// A date with the name of a month, `Oct 7, 2025, 2:43:11 PM` or `7 oct. 2025, 14:43:11`; with points,
  /// `07.10.2025, 14:43:11`, which have the day first; or as ISO 8601 with a blank.
  static func date(_ text: String) -> Timestamp? {
    var words = text.split { $0.isWhitespace || $0 == "," }
    var isAfternoon: Bool?
    if let last = words.last, ["AM", "PM"].contains(last.uppercased()) {
      isAfternoon = last.uppercased() == "PM"
      words.removeLast()
    }
    let time = (words.popLast() ?? "").split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, let day = day(words) else { return nil }
    var hour = time[0]
    if let isAfternoon {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return Timestamp(
      "\(day)T\(hour.twoDigits):\(time[1].twoDigits):\(time[2].twoDigits)Z")
  }

  /// The day as ISO 8601 has it.
  private static func day(_ words: [Substring]) -> String? {
    if words.count == 1, let word = words.first {
      if !word.contains(".") { return String(word) }
      let parts = word.split(separator: ".").compactMap { Int($0) }
      return parts.count == 3 ? iso(parts[2], parts[1], parts[0]) : nil
    }
    var numbers: [Int] = []
    var month: Int?
    for word in words where !["de", "à", "at", "a", "alle", "om", "um"].contains(word) {
      if let number = Int(word.filter { $0 != "." }) {
        numbers.append(number)
      } else if month == nil {
        let name = word.lowercased()
        month = months.first { name.hasPrefix($0.name) }?.number
        if month == nil { return nil }
      } else {
        return nil
      }
    }
    guard let month, numbers.count == 2 else { return nil }
    return iso(numbers[1], month, numbers[0])
  }

  private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
    "\(year)-\(month.twoDigits)-\(day.twoDigits)"
  }

  /// How names of months begin in English, German, French, Spanish, Italian, Dutch and Portuguese; the longer ones first.
  private static let months: [(name: String, number: Int)] = [
    ("juin", 6), ("juil", 7), ("mai", 5), ("may", 5), ("mag", 5), ("mei", 5), ("mar", 3),
    ("mär", 3), ("mrz", 3), ("maa", 3), ("mrt", 3), ("jan", 1), ("ene", 1), ("gen", 1), ("fe", 2),
    ("fé", 2), ("apr", 4), ("avr", 4), ("abr", 4), ("jun", 6), ("giu", 6), ("jul", 7), ("lug", 7),
    ("aug", 8), ("ao", 8), ("ago", 8), ("sep", 9), ("set", 9), ("oct", 10), ("okt", 10),
    ("ott", 10), ("out", 10), ("nov", 11), ("dec", 12), ("déc", 12), ("dic", 12), ("dez", 12),
  ]
}
