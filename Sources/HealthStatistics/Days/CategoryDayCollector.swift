package import HealthBytes
package import HealthModel

/// The values of a category on a day.
package struct CategoryDay: Sendable, Equatable {
  package let type: CategoryType
  /// The date as text, such as `2024-06-01`.
  package let date: String
  /// The days since 1970-01-01.
  package let day: Int64
  /// How many samples there are of each value, by its number in HealthKit.
  package internal(set) var counts: [Int: Int] = [:]
  /// Whether a cycle starts on the day, as the samples state it; `nil` if none states it.
  package internal(set) var startsCycle: Bool?

  /// Whether a value states menstrual flow: any value except "none" (5).
  package var hasFlow: Bool { counts.keys.contains { 1...4 ~= $0 } }

  /// Whether a symptom is present: HealthKit's values for severity, presence and changes of appetite all have 1 for its absence.
  package var isPresent: Bool { counts.keys.contains { $0 != 1 } }

  /// The number of samples that state the presence of a symptom.
  package var presentCount: Int { counts.reduce(0) { $0 + ($1.key == 1 ? 0 : $1.value) } }
}

/// Collects which values categories have on which days, in memory that does not grow with the samples. A sample counts on each
/// day that it lasts.
package struct CategoryDayCollector: ~Copyable {
  private var clocks: ClockTable
  private var types: [CategoryType: Int] = [:]
  private var sorter: ExternalSorter
  private var buffer = ByteBuffer(capacity: 64)
  private let isWanted: (CategoryType) -> Bool
  /// How many samples are left out: without a value, with a date out of range, or longer than a year.
  private var skipped: [CategoryType: Int] = [:]

  private static let mostTypes = 1_024
  private static let longest: Int64 = 366 * 86_400

  /// An empty collector.
  ///
  /// - Parameters:
  ///   - zone: The time zone in which days begin.
  ///   - isWanted: Whether samples of a type are collected.
  /// - Throws: `HealthError` when no temporary file can be made.
  package init(
    zone: DayZone = .record, isWanted: @escaping (CategoryType) -> Bool
  ) throws(HealthError) {
    sorter = try ExternalSorter(memory: 1 << 20, fanIn: 16)
    clocks = ClockTable(zone, .day, .standard)
    self.isWanted = isWanted
  }

  /// Adds a sample. Samples of types that are not wanted are ignored.
  package mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    guard case .category(let category) = copy sample, isWanted(category.type) else { return }
    let type = category.type
    guard let number = number(of: type) else { return }
    let header = category.header
    let start = header.start.secondsSince1970
    let end = max(start, header.end.secondsSince1970)
    guard let value = category.value?.number, 0...255 ~= value,
      StatisticsCollector.seconds.contains(start), StatisticsCollector.seconds.contains(end),
      end - start <= Self.longest
    else {
      skipped[type, default: 0] += 1
      return
    }
    let mark: UInt64 =
      switch header.metadata.isEmpty ? nil : header.metadata[.menstrualCycleStart] {
      case "1", "true": 2
      case .some: 1
      case nil: 0
      }
    let clock = clocks.clock(of: header)
    buffer.removeAll()
    buffer.append(word: UInt64(bitPattern: end))
    buffer.append(word: UInt64(value) | mark << 8 | UInt64(clock) << 16)
    try buffer.withBytes { (bytes) throws(HealthError) in
      try sorter.add(
        SortKey(high: UInt64(number), low: UInt64(bitPattern: start) ^ 1 << 63), bytes)
    }
  }

  private mutating func number(of type: CategoryType) -> Int? {
    if let known = types[type] { return known }
    guard types.count < Self.mostTypes else { return nil }
    types[type] = types.count
    return types.count - 1
  }

  /// Assigns a zone to all samples that name none, as ``DayZone/home(_:)`` does. Call it after all samples, where the zone is
  /// ``DayZone/automatic``.
  package mutating func useZone(_ zone: Zone) { clocks.useZone(zone) }

  /// Sorts the days, after which nothing can be added.
  ///
  /// - Throws: `HealthError` when a temporary file cannot be read.
  package consuming func finish() throws(HealthError) -> CategoryDays {
    let types = types.sorted { $0.value < $1.value }.map(\.key)
    let (skipped, clocks) = (skipped, clocks)
    var buffer = ByteBuffer(capacity: 16)
    var days = try ExternalSorter(memory: 1 << 20, fanIn: 16)
    var samples = try sorter.sorted()
    while try samples.next() {
      let key = samples.key
      let (end, word) = samples.withBytes {
        (Int64(bitPattern: $0.word(at: 0)) * 1_000_000, $0.word(at: 8))
      }
      let (value, mark, clock) = (word & 0xFF, word >> 8 & 0xFF, Int(word >> 16))
      var time = Int64(bitPattern: key.low ^ 1 << 63) * 1_000_000
      var isFirst = true
      while isFirst || time < end {
        let cell = clocks.grids[clock].cell(at: time)
        buffer.removeAll()
        buffer.append(word: value | (isFirst ? mark : min(mark, 1)) << 8)
        try buffer.withBytes { (bytes) throws(HealthError) in
          try days.add(
            SortKey(high: key.high, low: UInt64(bitPattern: cell.index) ^ 1 << 63), bytes)
        }
        time = cell.end
        isFirst = false
      }
    }
    return CategoryDays(try days.sorted(), types, skipped)
  }
}

/// Days of categories, one at a time: type by type, each in the order of time.
package struct CategoryDays: ~Copyable {
  /// How many samples are left out.
  package let skipped: [CategoryType: Int]
  private var records: SortedRecords
  private let types: [CategoryType]
  private var waiting: (key: SortKey, word: UInt64)?

  fileprivate init(
    _ records: consuming SortedRecords, _ types: [CategoryType], _ skipped: [CategoryType: Int]
  ) {
    self.records = records
    (self.types, self.skipped) = (types, skipped)
  }

  /// The next day; `nil` at the end. Days without samples are not among them.
  ///
  /// - Throws: `HealthError` when a temporary file cannot be read.
  package mutating func next() throws(HealthError) -> CategoryDay? {
    var next = waiting
    if next == nil { next = try read() }
    guard let first = next else { return nil }
    waiting = nil
    let day = CalendarAnchor.standard.day + Int64(bitPattern: first.key.low ^ 1 << 63)
    var found = CategoryDay(
      type: types[Int(first.key.high)],
      date: Timestamp(secondsSince1970: day * 86_400).dayText, day: day)
    found.add(first.word)
    while let next = try read() {
      guard next.key == first.key else {
        waiting = next
        break
      }
      found.add(next.word)
    }
    return found
  }

  private mutating func read() throws(HealthError) -> (key: SortKey, word: UInt64)? {
    guard try records.next() else { return nil }
    return (records.key, records.withBytes { $0.word(at: 0) })
  }
}

extension CategoryDay {
  fileprivate mutating func add(_ word: UInt64) {
    counts[Int(word & 0xFF), default: 0] += 1
    if word >> 8 > 0 { startsCycle = startsCycle == true || word >> 8 == 2 }
  }
}

/// A menstrual cycle: from the start of a menstruation to the start of the next one.
package struct MenstrualCycle: Sendable, Equatable {
  /// The first day, such as `2024-06-01`.
  package let start: String
  /// The first day, in days since 1970-01-01.
  package let day: Int64
  /// The days from this start to the next one; `nil` for the latest cycle, which has no end yet.
  package internal(set) var length: Int?
  /// The days with menstrual flow, until the next start.
  package internal(set) var flowDays = 1
}

/// Finds the cycles among days of menstrual flow.
///
/// A cycle starts on a day that its samples mark as a start (`HKMenstrualCycleStart`). Where they state nothing about it, as those of
/// other programs do not, it starts on a day of flow after at least ten days without flow. Flow before the first start belongs to no
/// cycle.
package struct MenstrualCycleFinder {
  private var current: MenstrualCycle?
  private var lastFlow: Int64?

  /// The days without flow after which unmarked flow starts a cycle.
  private static let pause: Int64 = 10

  package init() {}

  /// Adds a day. Days come in the order of time; those without flow are skipped.
  ///
  /// - Returns: The cycle that ended before the day, if one did.
  package mutating func add(_ day: CategoryDay) -> MenstrualCycle? {
    guard day.hasFlow else { return nil }
    let isAfterPause = lastFlow.map { day.day - $0 > Self.pause } ?? true
    lastFlow = day.day
    guard day.startsCycle ?? isAfterPause else {
      current?.flowDays += 1
      return nil
    }
    defer { current = MenstrualCycle(start: day.date, day: day.day) }
    guard var ended = current else { return nil }
    ended.length = Int(day.day - ended.day)
    return ended
  }

  /// The latest cycle, which has no length; `nil` without any.
  package func finish() -> MenstrualCycle? { current }
}
