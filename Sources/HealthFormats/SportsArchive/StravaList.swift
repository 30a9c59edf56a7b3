import HealthBytes
import HealthModel

/// Strava's list of activities, `activities.csv`: what a person named an activity, by its file, and the activities that
/// have none.
///
/// Its columns have names in the language of the account, but the order of the first is the same. Names that occur twice are in
/// the units of the person first, and in SI units later. Dates are in UTC in every language.
struct StravaList {
  struct Activity {
    var id: String?
    var name: String?
    var type: String?
    var notes: String?
    var gear: String?
    /// Numbers that are not read, by the English names of their columns.
    fileprivate var unread: [MetadataEntry] = []
    /// The meters climbed; not of files.
    fileprivate var climb: String?
    fileprivate(set) var figures = Figures()

    /// Bytes of its texts and numbers.
    fileprivate var count: Int {
      [id, name, type, notes, gear].reduce(192) { $0 + ($1?.utf8.count ?? 0) }
        + unread.reduce(0) { $0 + 64 + $1.value.utf8.count }
    }

    var metadata: [MetadataEntry] {
      let texts: [MetadataEntry] = [
        (MetadataKey.externalUUID, id), (MetadataKey("Name"), name), (TCXActivity.notesKey, notes),
        (MetadataKey("Gear"), gear),
      ].compactMap { key, text in text.map { MetadataEntry(key: key, value: $0) } }
      let climbed = climb.map { MetadataEntry(key: .elevationAscended, value: $0) }
      return texts + unread + (climbed.map { [$0] } ?? [])
    }
  }

  /// Numbers of one column that are not read for one reason.
  struct UnreadNumbers {
    enum Reason { case notANumber, noUnit }

    let reason: Reason
    /// The name of the column in the list.
    let column: String
    /// The location of the first.
    let place: Place
    fileprivate(set) var count = 1
  }

  /// By the path of the file, from the folder of the list.
  private(set) var activities: [String: Activity] = [:]
  /// Workouts of activities without a file that is there: of those whose file is missing, then of those that have none.
  private(set) var workouts: [(workout: Workout, place: Place)] = []
  /// How many activities have a file that is missing.
  private(set) var missing = 0
  /// The places of activities without a file that are not understood.
  private(set) var unread: [Place] = []
  /// Whether columns were read by their positions, because their names are not known.
  private(set) var isForeign = false
  /// How many activities have a type that is not known, the place of the first, and some of the types.
  private(set) var unknown: (count: Int, place: Place?, types: [String]) = (0, nil, [])
  /// The numbers that are not read, by their columns.
  private(set) var unreadNumbers: [UnreadNumbers] = []
  /// How many rows have zero bytes, and the place of the first.
  private(set) var zeroBytes: (count: Int, place: Place)?

  /// Whether bytes are the beginning of such a list: in a language whose names are not known, if the file has its name.
  static func begins(_ bytes: [UInt8], _ path: String) -> Bool {
    let text = bytes[bytes.byteOrderMarkLength...]
    return beginnings.contains { text.starts(with: $0.utf8) }
      || SportsArchive.isList(path) && text.firstRange(of: Array(",activities/".utf8)) != nil
  }

  /// The columns of a list, by their English names, or by their usual positions if their names are not known.
  private struct Columns {
    var first: [String: Int] = [:]
    var last: [String: Int] = [:]
    /// The names in the list, by their columns.
    private var names: [Int: String] = [:]
    /// Whether names and numbers are English.
    var isEnglish = false
    /// The columns whose names are not known.
    private var unknown: Set<Int> = []

    /// Where the columns of the first form and of the SI units are, in every language.
    private static let usual = [
      "Activity ID": 0, "Activity Date": 1, "Activity Name": 2, "Activity Type": 3,
      "Activity Description": 4, "Activity Gear": 11,
    ]
    private static let usualInSI = [
      "Elapsed Time": 15, "Moving Time": 16, "Distance": 17, "Elevation Gain": 20,
      "Max Heart Rate": 30, "Average Heart Rate": 31, "Calories": 34,
    ]

    init(_ rows: borrowing CSVRowReader) {
      for index in rows.cells.indices {
        guard let stated = rows.text(index)?.replacing("’", with: "'") else { continue }
        names[index] = stated
        if stated == "Activity ID" { isEnglish = true }
        let title = StravaList.columnNames[stated] ?? stated
        if !StravaList.readColumns.contains(title) { unknown.insert(index) }
        if first[title] == nil { first[title] = index }
        last[title] = index
      }
    }

    /// Whether columns without which no activity is understood have names that are not known.
    var isForeign: Bool {
      !isEnglish
        && ["Activity Date", "Activity Type", "Elapsed Time"].contains { first[$0] == nil }
    }

    func text(_ title: String) -> Int? { first[title] ?? foreign(Self.usual[title]) }

    func number(_ title: String) -> Int? { last[title] ?? foreign(Self.usualInSI[title]) }

    func name(_ column: Int) -> String { names[column] ?? "" }

    private func foreign(_ usual: Int?) -> Int? {
      isEnglish ? nil : usual.flatMap { unknown.contains($0) ? $0 : nil }
    }

    /// A number, which may have a decimal comma in other languages than English.
    func parse(_ text: String) -> Number? {
      Number(text) ?? (isEnglish ? nil : Number(text.replacing(",", with: ".")))
    }
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
    noteZero(rows)
    let columns = Columns(rows)
    isForeign = columns.isForeign
    var manual: [(workout: Workout, place: Place)] = []
    var count = 0
    while try rows.next() {
      noteZero(rows)
      func text(_ title: String) -> String? {
        columns.text(title).flatMap { rows.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
      }
      // Of two columns of one name, the one in SI units may be empty.
      func position(of title: String) -> Int? {
        let column = columns.number(title)
        if let column, rows.text(column)?.isEmpty == false { return column }
        return columns.first[title] ?? column
      }
      func number(_ title: String) -> Number? {
        position(of: title).flatMap { rows.text($0) }.flatMap { columns.parse($0) }
      }
      let place = rows.place(ofCell: 0)
      var activity = Activity()
      activity.id = text("Activity ID")
      activity.name = text("Activity Name")
      activity.type = text("Activity Type")
      activity.notes = text("Activity Description")
      activity.gear = text("Activity Gear")
      if let type = activity.type, !Self.isKnown(type) { note(type, place) }
      var figures = Figures()
      figures.elapsed =
        number("Elapsed Time") ?? text("Elapsed Time").flatMap { columns.parse($0) }
      figures.moving = number("Moving Time")
      figures.distance = number("Distance")
      figures.energy = number("Calories")
      // 0 is written where nothing was measured.
      func rate(_ title: String) -> Number? { number(title).flatMap { $0 > Number(0) ? $0 : nil } }
      figures.averageHeartRate = rate("Average Heart Rate")
      figures.maximumHeartRate = rate("Max Heart Rate")
      // With a decimal comma, a number is in the form for the person.
      let isOfPerson =
        columns.first["Distance"].map { $0 == position(of: "Distance") } == true
        || position(of: "Distance").flatMap { rows.text($0) }?.contains(",") == true
      for title in Self.numbers {
        guard let column = position(of: title), let cell = rows.text(column), !cell.isEmpty
        else {
          continue
        }
        let reason: UnreadNumbers.Reason
        if columns.parse(cell) == nil {
          // The column in the form for the person has it, too.
          if title == "Elapsed Time", figures.elapsed != nil { continue }
          reason = .notANumber
        } else if title == "Distance", isOfPerson, let distance = figures.distance,
          let seconds = figures.elapsed,
          distance > Number(0), distance.doubleValue < seconds.doubleValue * Self.slowest
        {
          // It is in the unit of the person, which the list does not state.
          reason = .noUnit
          figures.distance = nil
        } else {
          continue
        }
        activity.unread.append(MetadataEntry(key: MetadataKey(title), value: cell))
        note(reason, columns.name(column), rows.place(ofCell: column))
      }
      activity.figures = figures
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
      guard let start = text("Activity Date").flatMap({ Self.date($0) }),
        let seconds = figures.elapsed, 0...31_622_400 ~= seconds.doubleValue
      else {
        unread.append(place)
        continue
      }
      activity.climb = number("Elevation Gain").map { "\($0) m" }
      let isManual = file == nil && columns.first["Filename"] != nil
      let workout = Self.workout(activity, start, lasting: seconds, isManual: isManual)
      if file == nil { manual.append((workout, place)) } else { workouts.append((workout, place)) }
    }
    workouts += manual
  }

  /// The columns of numbers that are read, by their English names.
  private static let numbers = [
    "Elapsed Time", "Moving Time", "Distance", "Elevation Gain", "Max Heart Rate",
    "Average Heart Rate", "Calories",
  ]

  /// Below this speed, in meters a second, a distance is assumed to be in kilometers or miles.
  private static let slowest = 0.1

  private mutating func noteZero(_ rows: borrowing CSVRowReader) {
    guard let zero = rows.zeroByte else { return }
    zeroBytes = ((zeroBytes?.count ?? 0) + 1, zeroBytes?.place ?? rows.place(ofByte: zero))
  }

  private mutating func note(_ type: String, _ place: Place) {
    unknown.count += 1
    if unknown.place == nil { unknown.place = place }
    if unknown.types.count < 5, !unknown.types.contains(type) { unknown.types.append(type) }
  }

  private mutating func note(_ reason: UnreadNumbers.Reason, _ column: String, _ place: Place) {
    let index = unreadNumbers.firstIndex { $0.reason == reason && $0.column == column }
    if let index {
      unreadNumbers[index].count += 1
    } else {
      unreadNumbers.append(UnreadNumbers(reason: reason, column: column, place: place))
    }
  }

  private static func workout(
    _ activity: Activity, _ start: Timestamp, lasting seconds: Number, isManual: Bool
  ) -> Workout {
    let sport = sport(activity.type)
    let end = start.advanced(byNanoseconds: Int64((seconds.doubleValue * 1e9).rounded()))
    var fields = Sample.WorkoutFields()
    fields.duration = activity.figures.moving ?? seconds
    fields.durationUnit = "s"
    activity.figures.complete(&fields, of: sport, from: start, to: end)
    var metadata = Metadata()
    metadata.entries = activity.metadata + places(activity.type)
    if sport == .other { metadata.state(.exercise, activity.type) }
    if isManual { metadata.entries.insert(MetadataEntry(key: .wasUserEntered, true), at: 0) }
    let descriptor = SampleDescriptor(type: .workout(sport), source: Source(name: "Strava"))
    return Workout(
      header: SampleHeader(descriptor: descriptor, start: start, end: end, metadata: metadata),
      fields: fields)
  }
}

extension StravaList {
  /// What the list states of an activity, in seconds, meters, kilocalories and beats a minute.
  struct Figures {
    var elapsed: Number?
    var moving: Number?
    var distance: Number?
    var energy: Number?
    var averageHeartRate: Number?
    var maximumHeartRate: Number?

    /// Adds the totals and heart rates that a workout lacks.
    fileprivate func complete(
      _ fields: inout Sample.WorkoutFields, of sport: WorkoutActivityType, from start: Timestamp,
      to end: Timestamp
    ) {
      func statistics(_ type: String, _ unit: String) -> WorkoutStatistics {
        var statistics = WorkoutStatistics()
        (statistics.type, statistics.unit) = (type, unit)
        (statistics.startDate, statistics.endDate) = (start, end)
        return statistics
      }
      let sums = fields.statistics.filter { $0.sum != nil }.compactMap(\.type)
      if let distance, distance > Number(0), fields.totalDistance == nil,
        !sums.contains(where: { $0.hasPrefix(WorkoutTotals.distancePrefix) })
      {
        if let type = RouteActivity.distance(of: sport)?.identifier {
          var total = statistics(type, "m")
          total.sum = distance
          fields.statistics.append(total)
        } else {
          (fields.totalDistance, fields.totalDistanceUnit) = (distance, "m")
        }
      }
      if let energy, energy > Number(0), fields.totalEnergyBurned == nil,
        !sums.contains(WorkoutTotals.energyType)
      {
        var total = statistics(WorkoutTotals.energyType, "kcal")
        total.sum = energy
        fields.statistics.append(total)
      }
      guard averageHeartRate != nil || maximumHeartRate != nil else { return }
      let index = fields.statistics.firstIndex { $0.type == WorkoutTotals.heartRateType }
      var rate =
        index.map { fields.statistics[$0] }
        ?? statistics(WorkoutTotals.heartRateType, WorkoutTotals.heartRateUnit)
      guard rate.unit == WorkoutTotals.heartRateUnit else { return }
      rate.average = rate.average ?? averageHeartRate
      rate.maximum = rate.maximum ?? maximumHeartRate
      if let index { fields.statistics[index] = rate } else { fields.statistics.append(rate) }
    }

    /// Whether a workout is the whole activity, by its length: a file may have several, or more than the person kept.
    private func isWhole(_ seconds: Double) -> Bool {
      guard let elapsed else { return moving.map { $0.doubleValue <= seconds + 10 } ?? false }
      return [elapsed, moving].compactMap { $0?.doubleValue }.contains { stated in
        abs(seconds - stated) <= max(10, stated / 10)
      }
    }

    /// The workout of a file, with what only a list states of it.
    ///
    /// - Parameters:
    ///   - metadata: Entries that the workout gets.
    ///   - listed: The activity in the list, for a workout of a file that states none.
    ///   - type: The type in the list, which is metadata if it is not known, either.
    func joined(
      to workout: Workout, _ metadata: [MetadataEntry], sport listed: WorkoutActivityType,
      type: String?
    ) -> Workout {
      var (header, fields) = (workout.header, workout.fields)
      header.metadata.entries += metadata
      var sport = workout.activityType
      if sport == .other {
        sport = listed
        if sport == .other {
          header.metadata.state(.exercise, type)
        } else {
          let old = header.descriptor
          header.descriptor = SampleDescriptor(
            type: .workout(sport), source: old.source, device: old.device)
        }
      }
      let seconds = Double(workout.end.secondsSince1970) - Double(workout.start.secondsSince1970)
      if isWhole(seconds) {
        complete(&fields, of: sport, from: workout.start, to: workout.end)
        // Both are without pauses.
        if fields.duration == nil, let moving, moving > Number(0),
          moving.doubleValue <= seconds + 1
        {
          (fields.duration, fields.durationUnit) = (moving, "s")
        }
      }
      return Workout(header: header, fields: fields)
    }
  }
}

extension StravaList.Activity {
  /// The workout of its file, with what only the list states.
  func joined(_ workout: Workout) -> Workout {
    let own = workout.header.metadata
    return figures.joined(
      to: workout, metadata + StravaList.places(type).filter { own[$0.key] == nil },
      sport: StravaList.sport(type), type: type)
  }
}
