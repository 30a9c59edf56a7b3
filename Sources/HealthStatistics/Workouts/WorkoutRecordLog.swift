package import HealthBytes
package import HealthModel
import HealthUnits

/// A record that may complete a workout. Times are in microseconds.
struct WorkoutRecord {
  let figure: WorkoutFigures.Figure
  /// The number of its type in ``WorkoutRecordLinks/types``.
  let type: Int
  /// Its entry of the source table.
  let source: Int
  let start: Int64
  let end: Int64
  /// In beats a minute, kilocalories or kilometers, times 10^18.
  let value: Int128
}

/// Finds the records that may complete workouts, and numbers their types and sources.
struct WorkoutRecordLinks {
  /// What records of one descriptor have in common.
  private struct Link {
    let figure: WorkoutFigures.Figure?
    let type: Int
    let source: Int
    let scale: ValueScale
  }

  /// The types of the records.
  let types: [QuantityType]
  private(set) var sources = SourceTable()
  private let numbers: [QuantityType: Int]
  private var links = DescriptorTable<Link>()

  private static let longest: Int64 = 86_400 * 1_000_000
  /// The metadata key of what an app made of the samples of a period.
  private static let aggregateKey = MetadataKey("aggregate")
  /// Its value for the samples of which an app made others.
  private static let partMark = "part"
  /// The longest period whose average heart rate counts as a measurement.
  private static let longestAverage: Int64 = 60 * 1_000_000

  init(_ types: Set<QuantityType>) {
    self.types = types.sorted { $0.identifier < $1.identifier }
    numbers = Dictionary(
      self.types.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A sample as a record; `nil` for one of another type, without a value in the unit, longer than a day, or with a date out of
  /// range, and for an aggregate, other than the average heart rate of a minute and parts.
  @inline(__always)
  mutating func record(of sample: borrowing Sample) -> WorkoutRecord? {
    switch sample {
    case .quantity(let quantity):
      record(of: quantity, links.index(of: sample) ?? newPlace(of: quantity.header.descriptor))
    default: nil
    }
  }

  @inline(__always)
  private mutating func record(of quantity: QuantitySample, _ place: Int) -> WorkoutRecord? {
    let link = links[place]
    guard let figure = link.figure, let value = link.scale.fixedPoint(of: quantity.number),
      StatisticsCollector.seconds.contains(quantity.header.start.secondsSince1970),
      StatisticsCollector.seconds.contains(quantity.header.end.secondsSince1970)
    else { return nil }
    let start = quantity.header.start.microseconds
    let end = max(start, quantity.header.end.microseconds)
    guard end - start <= Self.longest else { return nil }
    if !quantity.header.metadata.isEmpty, let mark = quantity.header.metadata[Self.aggregateKey],
      mark != Self.partMark
    {
      // An instant has a period that is not stated.
      guard figure == .heartRate, start < end, end - start <= Self.longestAverage else {
        return nil
      }
    }
    let source =
      quantity.header.metadata.isEnteredByHand
      ? sources.number(of: quantity.header.descriptor, isEnteredByHand: true) : link.source
    return WorkoutRecord(
      figure: figure, type: link.type, source: source, start: start, end: end, value: value)
  }

  @inline(never)
  private mutating func newPlace(of descriptor: SampleDescriptor) -> Int {
    if links.isLarge { _ = links.takeEntries() }
    var sources = sources
    let place = links.index(of: descriptor, kind: .quantity) { [numbers] descriptor, _ in
      guard case .quantity(let type) = descriptor.type, let number = numbers[type] else {
        return Link(figure: nil, type: 0, source: 0, scale: .unfit)
      }
      let (figure, unit): (WorkoutFigures.Figure, HealthUnit) =
        switch type {
        case .heartRate: (.heartRate, .countPerMinute)
        case .activeEnergyBurned: (.energy, .kilocalorie)
        default: (.distance, .kilometer)
        }
      return Link(
        figure: figure, type: number, source: sources.number(of: descriptor),
        scale: ValueScale(from: descriptor, to: unit))
    }
    self.sources = sources
    return place
  }
}

/// The records that may complete workouts which are not known yet, so that an input need not be read again when they are: 32
/// bytes each, on the disk.
package struct WorkoutRecordLog: ~Copyable {
  private var links: WorkoutRecordLinks
  private let spool: Spool
  private var buffer = ByteBuffer(capacity: flushSize + byteCount)

  private static var byteCount: Int { 32 }
  private static var flushSize: Int { 1 << 16 }

  /// An empty log.
  ///
  /// - Throws: `HealthError` when no temporary file can be made.
  package init() throws(HealthError) {
    let distances = WorkoutTotals.distanceTypes.values.map { QuantityType($0) }
    links = WorkoutRecordLinks(Set(distances + [.activeEnergyBurned, .heartRate]))
    spool = try Spool()
  }

  /// Adds a sample; those of other types are skipped.
  ///
  /// - Throws: `HealthError` when the temporary file cannot be written.
  @inline(__always)
  package mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    guard let record = links.record(of: sample) else { return }
    buffer.append(word: UInt64(bitPattern: record.start))
    // A length is below 2^37, the number of a source below 2^15.
    buffer.append(
      word: UInt64(bitPattern: record.end - record.start) | UInt64(record.source) << 40
        | UInt64(record.type) << 56)
    buffer.append(wide: record.value)
    if buffer.count >= Self.flushSize { try buffer.flush(to: spool) }
  }

  /// Completes workouts by the records.
  ///
  /// - Parameters:
  ///   - workouts: Those that are incomplete (``WorkoutFigures/isIncomplete``).
  ///   - priority: The sources with the highest priority.
  /// - Returns: As ``WorkoutRecords/finish()``.
  /// - Throws: `HealthError` when a temporary file cannot be read, or too many records overlap.
  package consuming func completed(
    _ workouts: [WorkoutFigures], priority: [String]
  ) throws(HealthError) -> (workouts: [WorkoutFigures], skipped: Int) {
    try buffer.flush(to: spool)
    var records = try WorkoutRecords(workouts, priority, links)
    let source = try spool.source()
    var bytes = [UInt8](repeating: 0, count: Self.flushSize)
    var end = 0
    while true {
      let count = try source.read(into: &bytes, at: end)
      if count == 0 { break }
      end += count
      var start = 0
      while start + Self.byteCount <= end {
        try records.add(Self.record(bytes.span, at: start, links.types))
        start += Self.byteCount
      }
      for place in start..<end { bytes[place - start] = bytes[place] }
      end -= start
    }
    return try records.finish()
  }

  private static func record(
    _ bytes: Span<UInt8>, at place: Int, _ types: [QuantityType]
  ) -> WorkoutRecord {
    let start = Int64(bitPattern: bytes.word(at: place))
    let word = bytes.word(at: place + 8)
    let type = Int(word >> 56)
    let figure: WorkoutFigures.Figure =
      switch types[type] {
      case .heartRate: .heartRate
      case .activeEnergyBurned: .energy
      default: .distance
      }
    return WorkoutRecord(
      figure: figure, type: type, source: Int(word >> 40 & 0xFFFF), start: start,
      end: start + Int64(word & 0xFF_FFFF_FFFF), value: bytes.wide(at: place + 16))
  }
}
