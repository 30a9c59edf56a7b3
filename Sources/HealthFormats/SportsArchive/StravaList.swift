import HealthBytes
import HealthModel

/// Strava's list of activities, `activities.csv`: what a person named an activity, by its file, and the activities that
/// have none.
///
/// Its columns have names in the language of the account, but for the order of the first. Names that occur twice are in
/// the units of the person first, and in SI units later.
struct StravaList {
  struct Activity {
    var id: String?
    var name: String?
    var type: String?
    var notes: String?
    var gear: String?

    /// Bytes of its texts.
    fileprivate var count: Int {
      [id, name, type, notes, gear].reduce(64) { $0 + ($1?.utf8.count ?? 0) }
    }

    var metadata: [MetadataEntry] {
      [
        (MetadataKey.externalUUID, id), (MetadataKey("Name"), name), (TCXActivity.notesKey, notes),
        (MetadataKey("Gear"), gear),
      ].compactMap { key, text in text.map { MetadataEntry(key: key, value: $0) } }
    }
  }

  /// By the path of the file, from the folder of the list.
  private(set) var activities: [String: Activity] = [:]
  /// Activities without a file.
  private(set) var manual: [(workout: Workout, place: Place)] = []
  /// The places of activities without a file that are not understood.
  private(set) var unread: [Place] = []

  /// Reads the list.
  ///
  /// - Parameter source: The bytes of the file.
  init(_ source: any ByteSource, name: String) throws(HealthError) {
    var rows = CSVRowReader(source: source, file: name, delimiter: UInt8(ascii: ","))
    guard try rows.next() else { return }
    var first: [String: Int] = [:]
    var last: [String: Int] = [:]
    for index in rows.cells.indices {
      guard let title = rows.text(index) else { continue }
      if first[title] == nil { first[title] = index }
      last[title] = index
    }
    var count = 0
    while try rows.next() {
      func text(_ title: String, at usual: Int? = nil) -> String? {
        (first[title] ?? usual).flatMap { rows.text($0) }
      }
      var activity = Activity()
      activity.id = text("Activity ID", at: 0)
      activity.name = text("Activity Name", at: 2)
      activity.type = text("Activity Type", at: 3)
      activity.notes = text("Activity Description", at: 4)
      activity.gear = text("Activity Gear")
      let file =
        first["Filename"].flatMap { rows.text($0) }
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
        continue
      }
      let place = rows.place(ofCell: 0)
      func number(_ title: String) -> Number? {
        last[title].flatMap { rows.text($0) }.flatMap { Number($0) }
      }
      guard let start = text("Activity Date", at: 1).flatMap({ Self.date($0) }),
        let seconds = number("Elapsed Time"), 0...31_622_400 ~= seconds.doubleValue
      else {
        unread.append(place)
        continue
      }
      manual.append(
        (
          Self.workout(
            activity, start, seconds, moving: number("Moving Time"), meters: number("Distance"),
            energy: number("Calories")), place
        ))
    }
  }

  /// The sport of a name of Strava's.
  static func sport(_ name: String?) -> WorkoutActivityType {
    name.map { RouteActivity.activity(for: $0) } ?? .other
  }

  private static func workout(
    _ activity: Activity, _ start: Timestamp, _ elapsed: Number, moving: Number?, meters: Number?,
    energy: Number?
  ) -> Workout {
    let sport = sport(activity.type)
    let end = start.advanced(byNanoseconds: Int64((elapsed.doubleValue * 1e9).rounded()))
    var fields = Sample.WorkoutFields()
    fields.duration = moving ?? elapsed
    fields.durationUnit = "s"
    let totals = [
      (RouteActivity.distance(of: sport)?.identifier, meters, "m"),
      (WorkoutTotals.energyType, energy, "kcal"),
    ]
    for (type, number, unit) in totals {
      guard let type, let number, number > Number(0) else { continue }
      var statistics = WorkoutStatistics()
      statistics.type = type
      statistics.startDate = start
      statistics.endDate = end
      statistics.sum = number
      statistics.unit = unit
      fields.statistics.append(statistics)
    }
    var metadata = Metadata()
    metadata.entries = [MetadataEntry(key: .wasUserEntered, true)] + activity.metadata
    let descriptor = SampleDescriptor(type: .workout(sport), source: Source(name: "Strava"))
    return Workout(
      header: SampleHeader(descriptor: descriptor, start: start, end: end, metadata: metadata),
      fields: fields)
  }

  /// A date as Strava writes it in English, in UTC: `Oct 7, 2025, 2:43:11 PM`; or as ISO 8601 with a blank.
  static func date(_ text: String) -> Timestamp? {
    let words = text.split { $0.isWhitespace || $0 == "," }
    if words.count == 2 { return Timestamp("\(words[0])T\(words[1])Z") }
    guard words.count == 5, let month = months.firstIndex(of: String(words[0])),
      let day = Int(words[1]), let year = Int(words[2])
    else { return nil }
    let time = words[3].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, 1...12 ~= time[0], words[4] == "AM" || words[4] == "PM" else {
      return nil
    }
    let hour = time[0] % 12 + (words[4] == "PM" ? 12 : 0)
    return Timestamp(
      "\(year)-\((month + 1).twoDigits)-\(day.twoDigits)"
        + "T\(hour.twoDigits):\(time[1].twoDigits):\(time[2].twoDigits)Z")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
