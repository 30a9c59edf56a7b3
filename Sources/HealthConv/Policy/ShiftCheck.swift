import HealthFormats
import HealthModel

/// Checks that the dates of an output are those of the original, moved by one time for each participant.
///
/// A sample of the output is compared with the samples of the original that have the same type, local time of day, duration and
/// value: policies move by whole days of the local clock. The shift of a participant is that of most samples, so that neither
/// the key nor the pseudonyms are needed. It must be one that the policy allows, and the shift of all samples. All other dates must
/// be as far from their sample as in the original: not all were moved if they are not.
struct ShiftCheck {
  /// A sample of the output, or another date that moves with the participant.
  private struct Item {
    let look: Int
    let day: Int64
    let isSample: Bool
  }

  /// What a sample has in common with its original, as hashes.
  private struct Look {
    /// On whatever day.
    let timed: Int
    /// At whatever time.
    let timeless: Int
  }

  /// What the output has of a participant.
  private struct Person {
    var samples = 0
    /// What can be compared with the original.
    var items: [Item] = []
    /// Samples that are not like any of the original at their time of day, with their local times.
    var strays: [(look: Int, time: Int64)] = []
    var torn = 0

    /// Whether most samples are like those of the original. Only some are of another person, and in a format with few details.
    var isSame: Bool { items.count * 2 > samples }
  }

  private let settings: Policy.Settings
  /// Rounded values are not those of the original.
  private let hasValues: Bool
  private let most: Int
  /// The day of the samples of the original that look alike, or `severalDays`.
  private var days: [Int: Int64] = [:]
  /// All of their days, and those on which a sample is granted.
  private var known: Set<Int> = []
  private var granted: Set<Int> = []
  /// The local times of the samples of the original.
  private var times: Set<Int> = []
  /// The first day of each participant.
  private var firstDays: [String: Int64] = [:]
  /// The dates of the original that are far from their sample, by its look and their path.
  private var distances: [Int: ClosedRange<Int64>] = [:]
  private var people: [String: Person] = [:]
  private var count = 0
  private(set) var isPartial = false

  /// How many samples of the output were compared.
  private(set) var compared = 0
  /// How many samples and dates of exports have another shift than the rest, or one that the policy does not allow.
  private(set) var misplaced = 0
  /// How many samples are not granted in the original.
  private(set) var ungranted = 0
  /// How many dates are moved by another time than their sample.
  private(set) var torn = 0

  private static let severalDays = Int64.min

  init(_ policy: Policy, most: Int) {
    settings = policy.settings
    hasValues = policy.roundings.isEmpty
    self.most = most
  }

  // MARK: The original

  /// Adds a sample of the original.
  ///
  /// - Parameter parts: What of it is granted.
  mutating func add(original sample: Sample, granted parts: [Sample]) {
    for part in parts {
      add(part, isGranted: true)
      guard let start = part.start, start.isKnown else { continue }
      let (day, participant) = (DateMove.localDay(start), part.participant ?? "")
      firstDays[participant] = min(firstDays[participant] ?? day, day)
    }
    if parts.first != sample { add(sample, isGranted: false) }
  }

  /// Adds the facts about the original.
  mutating func add(original info: DatasetInfo) {
    for facts in info.listed {
      if let date = facts.exportDate { add(Self.exportLook(date), date, isGranted: true) }
    }
  }

  private mutating func add(_ sample: Sample, isGranted: Bool) {
    if sample.canHoldSamples {
      for member in sample.members { add(member.sample, isGranted: isGranted) }
    }
    guard let start = sample.start, let look = look(of: sample) else { return }
    add(look.timed, start, isGranted: isGranted)
    if times.count < most { times.insert(Self.hash(look.timeless, start.localSeconds)) }
    for (path, span) in DistantDates(sample, from: start).spans where distances.count < most {
      let place = Self.hash(look.timed, path)
      let other = distances[place] ?? span
      distances[place] =
        min(span.lowerBound, other.lowerBound)...max(span.upperBound, other.upperBound)
    }
  }

  private mutating func add(_ look: Int, _ date: Timestamp, isGranted: Bool) {
    guard known.count < most, distances.count < most else {
      isPartial = true
      return
    }
    let day = DateMove.localDay(date)
    days[look] = days[look, default: day] == day ? day : Self.severalDays
    known.insert(Self.hash(look, day))
    if isGranted { granted.insert(Self.hash(look, day)) }
  }

  // MARK: The output

  /// Adds a sample of the output, after the original.
  mutating func add(output sample: Sample) {
    guard let start = sample.start, let look = look(of: sample) else { return }
    let participant = sample.participant ?? ""
    people[participant, default: Person()].samples += 1
    guard add(look.timed, start, of: participant, isSample: true) else {
      if count < most {
        count += 1
        people[participant, default: Person()].strays.append((look.timeless, start.localSeconds))
      }
      return
    }
    for (path, span) in DistantDates(sample, from: start).spans {
      let expected = distances[Self.hash(look.timed, path)]
      if expected.map({ DistantDates.isNear(span, $0) }) != true {
        people[participant, default: Person()].torn += 1
      }
    }
  }

  /// Adds the facts about the output, after the original.
  mutating func add(output info: DatasetInfo) {
    for facts in info.listed {
      guard let date = facts.exportDate else { continue }
      _ = add(Self.exportLook(date), date, of: facts.participant ?? "", isSample: false)
    }
  }

  /// - Returns: Whether there is something to compare it with.
  private mutating func add(
    _ look: Int, _ date: Timestamp, of participant: String, isSample: Bool
  ) -> Bool {
    if days[look] == nil { return false }
    guard count < most else {
      isPartial = true
      return false
    }
    count += 1
    people[participant, default: Person()].items.append(
      Item(look: look, day: DateMove.localDay(date), isSample: isSample))
    return true
  }

  /// Compares what was added.
  mutating func finish() {
    for person in people.values {
      guard let shift = shift(of: person) else { continue }
      let isAllowed = isAllowed(shift)
      for item in person.items {
        let place = Self.hash(item.look, item.day + shift)
        if item.isSample { compared += 1 }
        if !isAllowed || !known.contains(place) {
          misplaced += 1
        } else if !granted.contains(place) {
          ungranted += 1
        }
      }
      torn += person.torn
      if person.isSame {
        misplaced += person.strays.count { isOnOtherClock($0.look, $0.time + shift * 86_400) }
      }
    }
  }

  /// Whether a sample of the original has another UTC offset than its date in the output was made with: some quarters of an hour.
  private func isOnOtherClock(_ look: Int, _ time: Int64) -> Bool {
    (-56...56).contains { times.contains(Self.hash(look, time + $0 * 900)) }
  }

  /// By how many days most dates of a participant are moved to the past; `nil` if that cannot be found.
  private func shift(of person: Person) -> Int64? {
    var votes: [Int64: Int] = [:]
    for item in person.items {
      if let day = days[item.look], day != Self.severalDays {
        votes[day - item.day, default: 0] += 1
      }
    }
    if votes.isEmpty, person.isSame {
      // All samples look like those of several days, such as hours with a minute on the feet.
      for shift in candidates {
        let fitting = person.items.count { known.contains(Self.hash($0.look, $0.day + shift)) }
        if fitting * 2 > person.items.count { votes[shift] = fitting }
      }
    }
    guard let most = votes.values.max() else { return nil }
    let agree = most > 1 && most * 2 > votes.values.reduce(0, +)
    guard person.isSame || agree else { return nil }
    let shifts = votes.filter { $0.value == most }.keys.sorted()
    return shifts.first(where: isAllowed) ?? shifts.first
  }

  /// The shifts that are tried.
  private var candidates: [Int64] {
    switch settings.dates {
    case .keep, .year: [0]
    case .dayNumber: [0] + firstDays.values.map { $0 - Release.firstDay }
    case .shiftDays, .shiftWeeks:
      Array(stride(from: 0, through: settings.mostDays, by: Int(settings.shiftStep)))
    }
  }

  private func isAllowed(_ shift: Int64) -> Bool {
    switch settings.dates {
    case .keep, .year: shift == 0
    case .dayNumber: shift != 0
    case .shiftDays, .shiftWeeks:
      shift > 0 && shift <= settings.mostDays && shift % settings.shiftStep == 0
    }
  }

  // MARK: Looks

  /// `nil` for a sample without dates.
  private func look(of sample: Sample) -> Look? {
    guard let header = sample.header, header.start.isKnown, header.end.isKnown else { return nil }
    var hasher = Hasher()
    hasher.combine(sample.kind)
    hasher.combine(header.descriptor.type.identifier)
    hasher.combine(header.end.secondsSince1970 - header.start.secondsSince1970)
    switch sample {
    case .quantity(let quantity) where hasValues: hasher.combine(quantity.number.doubleValue)
    case .category(let category): hasher.combine(category.value?.name)
    case .activitySummary(let summary) where hasValues:
      // One of each day, without a time of day.
      hasher.combine(summary.fields.activeEnergyBurned?.doubleValue)
      hasher.combine(summary.fields.appleExerciseTime?.doubleValue)
      hasher.combine(summary.fields.appleStandHours?.doubleValue)
    default: break
    }
    let timeless = hasher.finalize()
    return Look(timed: Self.hash(timeless, header.start.secondOfDay), timeless: timeless)
  }

  private static func exportLook(_ date: Timestamp) -> Int {
    hash(date.secondOfDay, "exportDate")
  }

  private static func hash(_ first: some Hashable, _ second: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return hasher.finalize()
  }
}

extension Policy.Settings {
  /// The least days of a shift, and the unit of others.
  var shiftStep: Int64 { dates == .shiftWeeks ? 7 : 1 }
  var mostDays: Int64 { Int64(range) * shiftStep }
}

extension Timestamp {
  /// The local time, as if it were UTC.
  fileprivate var localSeconds: Int64 { secondsSince1970 + Int64(offsetMinutes) * 60 }
  /// The local time of day, in seconds.
  fileprivate var secondOfDay: Int64 { localSeconds - DateMove.localDay(self) * 86_400 }
}
