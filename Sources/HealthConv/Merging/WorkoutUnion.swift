import HealthFormats
public import HealthModel

/// A workout that is completed by others which are the same: what it does not state is taken from the first that does.
///
/// A value that it states stays, even if others state another one: the sum of two sources would be a third value that was not
/// measured. Pauses are taken only together with the duration, which is without them.
struct WorkoutUnion {
  /// How many things of workouts that were left out are in no workout that is written.
  struct Losses: Sendable, Equatable {
    var routes = 0
    var figures = 0
    var details = 0
  }

  private let id: SampleID
  private var header: SampleHeader
  private var fields: Sample.WorkoutFields
  /// The lines of the links, whose entry is the last, so that the order of the others does not depend on what was merged
  /// first.
  private var links: [String]
  private var linked: Set<SampleID>

  /// A workout that is not completed yet.
  init(_ workout: Workout) {
    (id, header, fields) = (workout.id, workout.header, workout.fields)
    links = header.metadata.sameWorkoutLines.map(String.init)
    linked = Set(header.metadata.sameWorkoutLinks.map(\.id)).union([id])
    header.metadata.entries.removeAll { $0.key == .sameWorkout }
  }

  /// The completed workout.
  var workout: Workout {
    var header = header
    if !links.isEmpty {
      header.metadata.entries.append(
        MetadataEntry(key: .sameWorkout, value: links.joined(separator: "\n")))
    }
    return Workout(header: header, fields: fields)
  }

  /// Completes the workout by another one.
  ///
  /// - Parameter losses: Counts what the other one has and the result does not. Nothing is lost of another version of the same
  ///   sample: the one that is written replaces it.
  mutating func add(_ other: Workout, _ losses: inout Losses) {
    var lost = Losses()
    addTotals(of: other, &lost)
    addLists(of: other.fields, &lost)
    addMetadata(of: other, &lost)
    addLinks(of: other)
    guard other.id != id else { return }
    losses.routes += lost.routes
    losses.figures += lost.figures
    losses.details += lost.details
  }

  // MARK: Figures

  private mutating func addTotals(of other: Workout, _ lost: inout Losses) {
    let (known, new) = (Workout(header: header, fields: fields), other.fields)
    let (distance, energy) = (known.distance, known.energyBurned)
    if fields.duration == nil {
      (fields.duration, fields.durationUnit) = (new.duration, new.durationUnit)
      if fields.duration != nil { addPauses(of: new) }
    } else if new.duration != nil,
      (new.duration, new.durationUnit) != (fields.duration, fields.durationUnit)
    {
      lost.figures += 1
    }
    func add(
      _ total: Number?, _ unit: String?, unless stated: (number: Number, unit: String?)?
    ) -> Bool {
      guard let total else { return false }
      guard let stated else { return true }
      if (total, unit) != (stated.number, stated.unit) { lost.figures += 1 }
      return false
    }
    if add(new.totalDistance, new.totalDistanceUnit, unless: distance) {
      (fields.totalDistance, fields.totalDistanceUnit) = (new.totalDistance, new.totalDistanceUnit)
    }
    if add(new.totalEnergyBurned, new.totalEnergyBurnedUnit, unless: energy) {
      fields.totalEnergyBurned = new.totalEnergyBurned
      fields.totalEnergyBurnedUnit = new.totalEnergyBurnedUnit
    }
    for statistics in new.statistics {
      if let own = fields.statistics.first(where: { $0.type == statistics.type }) {
        if !own.hasValues(of: statistics) { lost.figures += 1 }
      } else if statistics.type?.hasPrefix(WorkoutTotals.distancePrefix) == true {
        if add(statistics.sum, statistics.unit, unless: distance) {
          fields.statistics.append(statistics)
        }
      } else if statistics.type == WorkoutTotals.energyType {
        if add(statistics.sum, statistics.unit, unless: energy) {
          fields.statistics.append(statistics)
        }
      } else {
        fields.statistics.append(statistics)
      }
    }
  }

  private mutating func addPauses(of new: Sample.WorkoutFields) {
    guard !fields.events.contains(where: \.isPause) else { return }
    fields.events += new.events.filter(\.isPause)
  }

  // MARK: Lists

  private mutating func addLists(of new: Sample.WorkoutFields, _ lost: inout Losses) {
    if !fields.hasRoutePoints, new.hasRoutePoints || fields.routes.isEmpty {
      fields.routes += new.routes
    } else if new.hasRoutePoints, new.routes != fields.routes {
      lost.routes += new.routes.count
    }
    if fields.events.allSatisfy(\.isPause) {
      fields.events += new.events.filter { !$0.isPause }
    }
    lost.details += new.events.count { !fields.events.contains($0) }
    if fields.activities.isEmpty {
      fields.activities = new.activities
    } else {
      lost.details += new.activities.count { !fields.activities.contains($0) }
    }
    for group in new.zoneGroups where !fields.zoneGroups.contains(group) {
      if fields.zoneGroups.contains(where: { $0.type == group.type }) {
        lost.details += 1
      } else {
        fields.zoneGroups.append(group)
      }
    }
    var ids = Set(fields.samples.map(\.sample.id))
    for member in new.samples where ids.insert(member.sample.id).inserted {
      fields.samples.append(member)
    }
  }

  // MARK: Metadata

  /// Keys that are about the other sample, not about the workout.
  private static let ownKeys: Set<MetadataKey> = Set(
    [
      "HKAlgorithmVersion", "HKDeviceManufacturerName", "HKDeviceName", "HKDeviceSerialNumber",
      "HKDigitalSignature", "HKUDIDeviceIdentifier", "HKUDIProductionIdentifier",
    ].map { MetadataKey($0) }
      + [.externalUUID, .syncIdentifier, .syncVersion, .wasUserEntered, .sameWorkout])

  private mutating func addMetadata(of other: Workout, _ lost: inout Losses) {
    let known = header.metadata
    let keys = Set(known.entries.map(\.key))
    for entry in other.metadata.entries where entry.key != .sameWorkout {
      if !keys.contains(entry.key), !Self.ownKeys.contains(entry.key) {
        header.metadata.entries.append(entry)
      } else if !known.values(of: entry.key).contains(entry.value) {
        lost.details += 1
      }
    }
    if let device = other.device, device != header.descriptor.device { lost.details += 1 }
    if other.source.version != nil, other.source != header.descriptor.source { lost.details += 1 }
    if other.extras != nil { lost.details += 1 }
  }

  private mutating func addLinks(of other: Workout) {
    for link in [SameWorkoutLink(to: other)] + other.metadata.sameWorkoutLinks
    where linked.insert(link.id).inserted {
      links.append(link.text)
    }
  }
}

extension WorkoutUnion.Losses {
  private static let route = Loss(
    "same-workout-routes",
    "routes of workouts that were left out as the same, where the written one has a route"
  )
  private static let figure = Loss(
    "same-workout-figures",
    "totals and statistics of workouts that were left out as the same and that differ from those of the written one"
  )
  private static let detail = Loss(
    "same-workout-details",
    "events, parts, zones, metadata, devices and versions of sources of workouts that were left out as the same, where the written one has others"
  )

  /// What was lost, by name.
  var counts: [Loss.Count] {
    [(Self.route, routes), (Self.figure, figures), (Self.detail, details)].compactMap {
      $1 > 0 ? Loss.Count(loss: $0, count: $1) : nil
    }
  }
}

extension WorkoutEvent {
  fileprivate var isPause: Bool {
    switch type {
    case "HKWorkoutEventTypePause", "HKWorkoutEventTypeMotionPaused", "HKWorkoutEventTypeResume",
      "HKWorkoutEventTypeMotionResumed":
      true
    default: false
    }
  }
}

extension WorkoutStatistics {
  fileprivate func hasValues(of other: WorkoutStatistics) -> Bool {
    unit == other.unit
      && [
        (sum, other.sum), (average, other.average), (minimum, other.minimum),
        (maximum, other.maximum),
      ]
      .allSatisfy { $1 == nil || $0 == $1 }
  }
}

extension MetadataKey {
  /// Links from a workout to the same ones of other sources, which were left out: one in each line of one entry, since
  /// metadata in HealthKit are a dictionary.
  public static let sameWorkout = MetadataKey("HealthConvSameWorkout")
}

/// A workout that was left out because the one with the link is the same: its time, its identity and the name of its source,
/// as in `2024-06-01T08:00:00+02:00/2024-06-01T08:30:00+02:00 0f…9 Garmin`.
struct SameWorkoutLink {
  let start: Timestamp
  let end: Timestamp
  let id: SampleID
  let source: String

  init(to workout: Workout) {
    (start, end, id) = (workout.start, workout.end, workout.id)
    source = workout.source.name
  }

  /// The link of a value of the metadata; `nil` for another text.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    let times = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, times.count == 2, let start = Timestamp(String(times[0])),
      let end = Timestamp(String(times[1])), let id = SampleID(String(parts[1]))
    else { return nil }
    (self.start, self.end, self.id) = (start, end, id)
    source = String(parts[2])
  }

  var text: String {
    let name = source.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(start.text(.iso8601))/\(end.text(.iso8601)) \(id) \(name)"
  }
}

extension Metadata {
  /// The lines of the links to workouts that were left out.
  var sameWorkoutLines: [Substring] {
    isEmpty ? [] : values(of: .sameWorkout).flatMap { $0.split(separator: "\n") }
  }

  /// The links to workouts that were left out.
  var sameWorkoutLinks: [SameWorkoutLink] {
    sameWorkoutLines.compactMap { SameWorkoutLink(String($0)) }
  }
}
