package import HealthBytes
package import HealthModel
import HealthUnits

/// Collects readings of the blood pressure, in memory that does not grow with the samples.
///
/// A reading is a correlation with one systolic and one diastolic pressure. Pressures that are in no correlation, as other
/// programs write them, are a reading if their source measured both at the same instant. A member of a correlation that is also
/// at top level counts once, wherever it comes.
package struct BloodPressureCollector: ~Copyable {
  /// What a record is about.
  fileprivate enum Part: UInt8 {
    /// A correlation, with both pressures.
    case reading
    /// A pressure in a correlation.
    case memberSystolic, memberDiastolic
    /// A pressure wherever it is.
    case systolic, diastolic
    /// A heart rate.
    case pulse
  }

  fileprivate struct Entry: Equatable {
    let part: Part
    let source: Int
    let clock: Int
    let systolic: Int128
    let diastolic: Int128
  }

  private var clocks: ClockTable
  private var sources = SourceTable()
  private var links = DescriptorTable<(scale: ValueScale, source: Int)>()
  private var sorter: ExternalSorter
  private var buffer = ByteBuffer(capacity: 64)
  private var skipped = 0
  private let findsPulse: Bool

  /// A collector that has seen nothing.
  ///
  /// - Parameters:
  ///   - zone: The clock by which days begin.
  ///   - findsPulse: Whether readings have a pulse. Then all heart rates but those of watches, which do not measure the pressure, wait
  ///     on the disk.
  /// - Throws: `HealthError` when no temporary file can be made.
  package init(zone: DayZone = .record, findsPulse: Bool = false) throws(HealthError) {
    self.findsPulse = findsPulse
    sorter = try ExternalSorter(memory: 1 << 20, fanIn: 16)
    clocks = ClockTable(zone, .day, .standard)
  }

  /// Adds a sample; those that are no blood pressure are skipped. Members of a correlation may come on their own as well.
  package mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    switch copy sample {
    case .quantity(let quantity):
      if findsPulse, quantity.header.descriptor.type == .quantity(.heartRate) {
        return try addPulse(quantity)
      }
      guard let part = Self.part(of: quantity.header.descriptor.type) else { return }
      guard let value = value(of: quantity) else {
        skipped += 1
        return
      }
      try add(part, value, value, quantity.header)
    case .correlation(let correlation) where correlation.type == .bloodPressure:
      try add(correlation)
    default: return
    }
  }

  private mutating func add(_ correlation: Correlation) throws(HealthError) {
    var pressures: [Part: (value: Int128, header: SampleHeader)] = [:]
    var isComplete = true
    for member in correlation.members {
      guard case .quantity(let quantity) = member.sample,
        let part = Self.part(of: quantity.header.descriptor.type)
      else { continue }
      guard let value = value(of: quantity), pressures[part] == nil else {
        isComplete = false
        continue
      }
      pressures[part] = (value, quantity.header)
    }
    guard isComplete, let systolic = pressures[.systolic], let diastolic = pressures[.diastolic]
    else { return }
    try add(.memberSystolic, systolic.value, 0, systolic.header)
    try add(.memberDiastolic, 0, diastolic.value, diastolic.header)
    try add(.reading, systolic.value, diastolic.value, correlation.header)
  }

  private mutating func addPulse(_ quantity: QuantitySample) throws(HealthError) {
    guard SourceClass(quantity.header.descriptor) != .watch, let value = value(of: quantity) else {
      return
    }
    let skipped = skipped
    try add(.pulse, value, 0, quantity.header)
    self.skipped = skipped
  }

  /// Whether samples of a descriptor may be part of a reading, or its pulse.
  package static func isWanted(_ descriptor: SampleDescriptor) -> Bool {
    switch descriptor.type {
    case .correlation(.bloodPressure), .quantity(.heartRate): true
    default: part(of: descriptor.type) != nil
    }
  }

  private static func part(of type: SampleType) -> Part? {
    switch type {
    case .quantity(.bloodPressureSystolic): .systolic
    case .quantity(.bloodPressureDiastolic): .diastolic
    default: nil
    }
  }

  private mutating func link(of descriptor: SampleDescriptor) -> (scale: ValueScale, source: Int) {
    if links.isLarge { _ = links.takeEntries() }
    var sources = sources
    let index = links.index(of: descriptor, kind: .quantity) { descriptor, _ in
      let unit: HealthUnit =
        descriptor.type == .quantity(.heartRate) ? .countPerMinute : .millimeterOfMercury
      // Samples of one name belong together, whatever wrote them.
      let entry = sources.number(of: descriptor)
      return (ValueScale(from: descriptor, to: unit), sources.entries[entry].name)
    }
    self.sources = sources
    return links[index]
  }

  private mutating func value(of quantity: QuantitySample) -> Int128? {
    link(of: quantity.header.descriptor).scale.fixedPoint(of: quantity.number)
  }

  private mutating func add(
    _ part: Part, _ systolic: Int128, _ diastolic: Int128, _ header: SampleHeader
  ) throws(HealthError) {
    guard StatisticsCollector.seconds.contains(header.start.secondsSince1970) else {
      skipped += 1
      return
    }
    let source = link(of: header.descriptor).source
    let clock = clocks.clock(offset: header.start.offsetMinutes, header.metadata)
    buffer.removeAll()
    buffer.append(wide: systolic)
    buffer.append(wide: diastolic)
    buffer.append(word: UInt64(part.rawValue) | UInt64(source) << 8 | UInt64(clock) << 40)
    try buffer.withBytes { (bytes) throws(HealthError) in
      try sorter.add(
        SortKey(high: UInt64(bitPattern: header.start.microseconds) ^ 1 << 63, low: 0), bytes)
    }
  }

  /// Assigns a zone to all samples that name none, as ``DayZone/home(_:)`` does. Call it after all samples, where the zone is
  /// ``DayZone/automatic``.
  package mutating func useZone(_ zone: Zone) { clocks.useZone(zone) }

  /// Finds the readings, after which nothing can be added.
  ///
  /// - Throws: `HealthError` when a temporary file cannot be read.
  package consuming func finish() throws(HealthError) -> BloodPressureReadings {
    let (clocks, names, skipped) = (clocks, sources.names, skipped)
    return BloodPressureReadings(try sorter.sorted(), clocks, names, skipped)
  }
}

/// Readings of the blood pressure, one at a time, in the order of time.
package struct BloodPressureReadings: ~Copyable {
  /// How many pressures are in no reading: without their counterpart, with a unit of another dimension, or with a date out
  /// of range. It is known at the end.
  package private(set) var skipped: Int
  private var records: SortedRecords
  private let clocks: ClockTable
  private let names: [String]
  private var waiting: (time: Int64, entry: BloodPressureCollector.Entry)?
  /// The readings of one instant, the last one first.
  private var readings: [BloodPressureReading] = []

  /// More than are measured at one instant.
  private static let mostEntries = 4_096

  fileprivate init(
    _ records: consuming SortedRecords, _ clocks: ClockTable, _ names: [String], _ skipped: Int
  ) {
    self.records = records
    (self.clocks, self.names, self.skipped) = (clocks, names, skipped)
  }

  /// The next reading; `nil` at the end.
  ///
  /// - Throws: `HealthError` when a temporary file cannot be read.
  package mutating func next() throws(HealthError) -> BloodPressureReading? {
    while readings.isEmpty {
      guard let (time, entries) = try nextInstant() else { return nil }
      pair(entries, at: time)
    }
    return readings.removeLast()
  }

  /// What was measured at the next instant.
  private mutating func nextInstant() throws(HealthError) -> (
    Int64, [BloodPressureCollector.Entry]
  )? {
    var next = waiting
    if next == nil { next = try read() }
    guard let first = next else { return nil }
    waiting = nil
    var entries = [first.entry]
    while let next = try read() {
      guard next.time == first.time else {
        waiting = next
        break
      }
      if entries.count < Self.mostEntries { entries.append(next.entry) } else { skipped += 1 }
    }
    return (first.time, entries)
  }

  private mutating func pair(_ entries: [BloodPressureCollector.Entry], at time: Int64) {
    typealias Part = BloodPressureCollector.Part
    var found = entries.filter { $0.part == .reading }
    for source in Set(entries.map(\.source)) {
      /// The pressures that are in no correlation.
      func values(
        _ part: Part, _ member: Part, _ value: (BloodPressureCollector.Entry) -> Int128
      ) -> [BloodPressureCollector.Entry] {
        let own = entries.filter { $0.source == source }
        var members = own.filter { $0.part == member }.map(value)
        return own.filter { $0.part == part }.sorted { value($0) < value($1) }.filter { entry in
          guard let index = members.firstIndex(of: value(entry)) else { return true }
          members.remove(at: index)
          return false
        }
      }
      let systolic = values(.systolic, .memberSystolic, \.systolic)
      let diastolic = values(.diastolic, .memberDiastolic, \.diastolic)
      skipped += abs(systolic.count - diastolic.count)
      for (a, b) in zip(systolic, diastolic) {
        found.append(
          .init(
            part: .reading, source: source, clock: a.clock, systolic: a.systolic,
            diastolic: b.diastolic))
      }
    }
    let rates = entries.filter { $0.part == .pulse }
    readings = found.map { entry in
      let own = Set(rates.filter { $0.source == entry.source }.map(\.systolic))
      return reading(entry, at: time, pulse: own.count == 1 ? own.first : nil)
    }.sorted { a, b in
      (a.source, a.systolic, a.diastolic) > (b.source, b.systolic, b.diastolic)
    }
  }

  private func reading(
    _ entry: BloodPressureCollector.Entry, at time: Int64, pulse: Int128?
  ) -> BloodPressureReading {
    let second = time.floorDivided(by: 1_000_000)
    let offset = clocks.grids[entry.clock].zone.offset(at: second) / 60
    return BloodPressureReading(
      time: Timestamp(secondsSince1970: second, offsetMinutes: Int16(clamping: offset)),
      systolic: ExactDecimal(scaled: entry.systolic).doubleValue,
      diastolic: ExactDecimal(scaled: entry.diastolic).doubleValue,
      pulse: pulse.map { ExactDecimal(scaled: $0).doubleValue }, source: names[entry.source])
  }

  private mutating func read() throws(HealthError) -> (
    time: Int64, entry: BloodPressureCollector.Entry
  )? {
    guard try records.next() else { return nil }
    let time = Int64(bitPattern: records.key.high ^ 1 << 63)
    return records.withBytes { bytes in
      let word = bytes.word(at: 32)
      return (
        time,
        .init(
          part: .init(rawValue: UInt8(truncatingIfNeeded: word)) ?? .reading,
          source: Int(word >> 8 & 0xFFFF_FFFF), clock: Int(word >> 40),
          systolic: bytes.wide(at: 0), diastolic: bytes.wide(at: 16))
      )
    }
  }
}

/// A reading of the blood pressure: a systolic and a diastolic pressure that were measured together.
package struct BloodPressureReading: Sendable, Equatable {
  /// When it was measured, on the clock by which days begin.
  package let time: Timestamp
  /// In mmHg.
  package let systolic: Double
  /// In mmHg.
  package let diastolic: Double
  /// In beats a minute: a heart rate that its source measured at the same time; `nil` without one, or with several.
  package let pulse: Double?
  /// The name of the source that wrote it.
  package let source: String

  /// The day, such as `2024-06-01`.
  package var date: String { time.dayText }
}
