import HealthBytes
import HealthModel

/// A list of activities that a map reads, next to the files of the activities.
///
/// A row whose activity has a file completes the workout of the file; of any other row, its workout is returned. The list names the
/// file, or the workout of the file starts when the row does. Rows are in memory until all files were read.
struct MappedList {
  /// A list of some service.
  struct Kind {
    let map: String
    let table: String
    /// The key of the metadata with the name of an activity's file. Such a list states local times, without pauses.
    var file: String?
  }

  static let kinds = [
    Kind(map: "garmin", table: "json-activities"),
    Kind(map: "runkeeper", table: "activities", file: "GPX File"),
  ]

  private struct Row {
    let workout: Workout
    let place: Place
    var hasFile = false

    var start: Int64 { workout.start.secondsSince1970 }
    var end: Int64 { workout.end.secondsSince1970 }
  }

  private let kind: Kind
  private let map: CSVMap
  /// The keys of metadata that the map names; others are values that files have, too.
  private let keys: Set<String>
  /// Whether the times of the rows are known.
  private let isTimed: Bool
  private var rows: [Row] = []
  private var count = 0
  private var others: [(sample: Sample, place: Place)] = []
  private var nextRow = 0
  private var nextOther = 0
  /// The rows by the names of their files.
  private var files: [String: Int] = [:]

  /// How many rows have a file.
  var joinedCount: Int { rows.count { $0.hasFile } }
  /// How many rows without a file are not read, because their times are not known.
  var untimedCount: Int { isTimed ? 0 : rows.count { !$0.hasFile } }
  /// The location of the first row.
  var place: Place? { rows.first?.place }

  /// The longest time between the starts of a row and of the workout of its file, in seconds.
  private static let longestGap: Int64 = 60
  /// The longest time in which rows can be parts of a workout, in seconds.
  private static let longestParts: Int64 = 86_400

  init?(_ kind: Kind, _ options: ReadOptions) {
    guard let map = CSVMap.allBuiltIn.first(where: { $0.name == kind.map })?.only(kind.table)
    else { return nil }
    (self.kind, self.map) = (kind, map)
    keys = Set(map.tables.flatMap(\.samples).flatMap { $0.settings.metadata.map { $0.key } })
    isTimed = kind.file == nil || options.zone != nil
  }

  /// Whether a file is such a list.
  func isList(_ path: String) -> Bool {
    JunkFiles.kind(of: path) == nil && map.tables.contains { $0.fits(name: path) }
      && (kind.map != "garmin" || SportsArchive.isGarmin(path))
  }

  /// Reads a file of the list.
  mutating func read(
    _ source: any ByteSource, name: String, _ options: ReadOptions, _ findings: inout [Finding]
  ) throws(HealthError) {
    var options = options
    // Rows that name their file need no time.
    if !isTimed { options.zone = try Zone("UTC") }
    var reader = CSVMapReader(source: source, name: name, map: map, options: options)
    do throws(HealthError) {
      while let sample = try reader.next() { try add(sample, at: reader.place) }
    } catch {
      findings += reader.takeFindings()
      throw error
    }
    findings += reader.takeFindings()
  }

  private mutating func add(_ sample: Sample, at place: Place) throws(HealthError) {
    guard case .workout(let workout) = sample else {
      count += 1_024
      others.append((sample, place))
      return try check(place)
    }
    count += workout.header.metadata.entries.reduce(512) { $0 + 64 + $1.value.utf8.count }
    rows.append(Row(workout: workout, place: place))
    try check(place)
  }

  private func check(_ place: Place) throws(HealthError) {
    guard count <= Limits.activityList.value else {
      throw HealthError(
        .tooLarge, rule: "limit", place: place, "found \(Limits.activityList.excess)")
    }
  }

  /// Ends the list, after its last file was read.
  mutating func finish() {
    rows.sort { $0.workout.start < $1.workout.start }
    guard let key = kind.file.map({ MetadataKey($0) }) else { return }
    for (index, row) in rows.enumerated() {
      if let name = row.workout.header.metadata[key], !name.isEmpty { files[name] = index }
    }
  }

  /// The activity of the row that names a file.
  func activity(ofFile path: String) -> WorkoutActivityType? {
    files[CSVMap.name(in: path)].map { rows[$0].workout.activityType }
  }

  /// The workout of a file, with what only its row states.
  mutating func joined(_ workout: Workout, file path: String) -> Workout {
    let found =
      kind.file == nil ? takeRow(startingWith: workout) : files[CSVMap.name(in: path)]
    guard let found else { return workout }
    rows[found].hasFile = true
    let row = rows[found].workout
    let own = workout.header.metadata
    let entries = row.header.metadata.entries.filter { entry in
      keys.contains(entry.key.identifier) && entry.key.identifier != kind.file
        && own[entry.key] == nil
    }
    return StravaList.Figures(row, isWithoutPauses: kind.file != nil).joined(
      to: workout, entries, sport: row.activityType, type: nil)
  }

  /// The row that starts with a workout, if possible one of its activity. That row and the rows of its parts have a file.
  private mutating func takeRow(startingWith workout: Workout) -> Int? {
    let start = workout.start.secondsSince1970
    // A wrong end would cover the rows after it.
    let end = min(workout.end.secondsSince1970, start + Self.longestParts)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].start < start - Self.longestGap { low = middle + 1 } else { high = middle }
    }
    var best: Int?
    while low < rows.count, rows[low].start <= max(start, end) + Self.longestGap {
      let row = rows[low]
      let distance = abs(row.start - start)
      let isOfActivity = row.workout.activityType == workout.activityType
      if distance <= Self.longestGap {
        rows[low].hasFile = true
        let isBetter =
          best.map { index in
            let other = rows[index]
            let isOther = other.workout.activityType == workout.activityType
            return isOfActivity == isOther ? distance < abs(other.start - start) : isOfActivity
          } ?? true
        if isBetter { best = low }
      } else if row.end <= end + Self.longestGap,
        isOfActivity || workout.activityType == .swimBikeRun
      {
        rows[low].hasFile = true
      }
      low += 1
    }
    return best
  }

  /// The next row without a file, and then what is no workout; `nil` at the end.
  mutating func next() -> (sample: Sample, place: Place)? {
    while isTimed, nextRow < rows.count {
      let row = rows[nextRow]
      nextRow += 1
      if !row.hasFile { return (.workout(row.workout), row.place) }
    }
    guard nextOther < others.count else { return nil }
    nextOther += 1
    return others[nextOther - 1]
  }
}

extension StravaList.Figures {
  /// The figures of a row.
  ///
  /// - Parameter isWithoutPauses: Whether the list states only the time without pauses.
  fileprivate init(_ row: Workout, isWithoutPauses: Bool) {
    self.init()
    let fields = row.fields
    if !isWithoutPauses {
      elapsed = Number(Int(row.end.secondsSince1970 - row.start.secondsSince1970))
    }
    moving = fields.duration?.converted(fields.durationUnit, to: "s")
    distance = fields.totalDistance?.converted(fields.totalDistanceUnit, to: "m")
    energy = fields.totalEnergyBurned?.converted(fields.totalEnergyBurnedUnit, to: "kcal")
    averageHeartRate = row.heartRate.average
    maximumHeartRate = row.heartRate.maximum
  }
}
