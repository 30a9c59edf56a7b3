import HealthBytes
import HealthModel
import HealthParquet

/// Writes rows into files of Parquet, a file for each table.
struct ParquetTableSink: TableSink, ~Copyable {
  static var name: String { "Parquet" }

  let tables: [ParquetTableOutput]
  /// The tables by their numbers.
  private let all: [ParquetTableOutput]
  /// Whether rows are logged for another sink, with numbers of descriptors instead of groups.
  private let isLogging: Bool
  let hasParticipants: Bool
  private var log = ParquetRowLog()
  /// What the numbers in the log mean.
  private var descriptors: [(descriptor: SampleDescriptor, kind: SampleKind)] = []
  private var row = ParquetRow()
  /// The JSON text being written.
  private var scratch = ByteBuffer(capacity: 1 << 8)
  private var groups = DescriptorSlots<Group>()
  /// Rises when the numbers of groups are void and have to be made again.
  private var era = 0
  private var numbers = ExactNumbers()
  /// The count of decimals of the row, and what a row without a column for it has no column for.
  private var decimals: Int64?
  private var plainRest: ExtrasText?
  var isDiscarding = false
  /// Whether row groups should be handed on.
  private(set) var isFull = false
  /// Bytes of rows since memory was looked at.
  private var added = 0

  /// What waits in memory in all tables together is kept below this, as far as whole row groups go.
  static var mostWaiting: Int { 24 << 20 }
  private static var step: Int { 4 << 20 }

  /// The texts that the samples of a descriptor share, as a group of a table's writer, or as a number in the log.
  final class Group {
    var number: Int64 = 0
    /// The era of the number.
    var era = -1
  }

  init(
    isLogging: Bool = false, hasParticipants: Bool, _ cohort: WriteOptions.CohortColumns? = nil
  ) {
    let builder = PageBuilder()
    var number = 0
    tables = DatasetTable.kinds(hasParticipants: hasParticipants).map {
      ParquetTableOutput($0, builder, &number, cohort)
    }
    all = tables.flatMap(\.all)
    self.isLogging = isLogging
    self.hasParticipants = hasParticipants
    scratch.most = Limits.rowBytes.value
    row.limitTexts(to: Limits.rowBytes.value)
  }

  /// Hands on the row groups that are complete, and of those that take most memory as many as it needs.
  mutating func flush(to output: OutputContainer) throws(HealthError) {
    isFull = false
    added = 0
    era += 1
    var waiting: [(table: ParquetTableOutput, bytes: Int)] = []
    for table in tables { try table.flushIfFull(to: output, &waiting) }
    var total = waiting.reduce(0) { $0 + $1.bytes }
    guard total > Self.mostWaiting else { return }
    for (table, bytes) in waiting.sorted(by: { $0.bytes > $1.bytes }) {
      try table.flush(to: output)
      total -= bytes
      if total <= Self.mostWaiting / 2 { break }
    }
  }

  /// Takes the rows that another sink has logged. Pages and row groups end where they do if this sink encodes the samples.
  mutating func append(
    _ other: inout ParquetTableSink, to output: OutputContainer
  ) throws(HealthError) {
    var log = ParquetRowLog()
    swap(&log, &other.log)
    let descriptors = other.takeDescriptors()
    var groups = [(number: Int64, era: Int)](repeating: (0, -1), count: descriptors.count)
    try log.forEach { (number, cells, texts, mask) in
      let table = all[number]
      let endsPage = table.writer.append(cells: cells, texts: texts, mask: mask) { local in
        let index = Int(truncatingIfNeeded: local)
        if groups[index].era != era {
          groups[index] = (shared(descriptors[index].descriptor, descriptors[index].kind), era)
        }
        return groups[index].number
      }
      count(cells.count &+ texts.count, table, endsPage: endsPage)
    } endOfSample: { () throws(HealthError) in
      if isFull { try flush(to: output) }
    }
    log.removeAll()
    swap(&log, &other.log)
  }

  private mutating func takeDescriptors() -> [(descriptor: SampleDescriptor, kind: SampleKind)] {
    defer { descriptors.removeAll(keepingCapacity: true) }
    era += 1
    return descriptors
  }

  @inline(__always)
  mutating func shared(_ descriptor: SampleDescriptor, _ kind: SampleKind) -> Int64 {
    let group = groups.parts(of: descriptor, kind: kind) { Group() }
    if group.era != era {
      group.number = number(descriptor, kind)
      group.era = era
    }
    return group.number
  }

  /// A number for the texts of a descriptor, valid in this era.
  private mutating func number(_ descriptor: SampleDescriptor, _ kind: SampleKind) -> Int64 {
    guard !isLogging else {
      descriptors.append((descriptor, kind))
      return Int64(descriptors.count - 1)
    }
    let table = tables[kind.index]
    return table.writer.group(
      of: [descriptor.type.identifier] + table.table.origin.map { $0.text(of: descriptor) })
  }

  mutating func appendType(_ shared: Int64) { row.append(shared) }

  /// Nothing: the group in the cell of the type has these texts, too.
  mutating func appendOrigin(_ shared: Int64) {}

  mutating func append(_ count: Int64) { row.append(count) }
  mutating func append(_ id: SampleID) { row.append(high: id.high, low: id.low) }
  mutating func append(_ text: String) { row.append(text: text) }
  mutating func append(_ bytes: [UInt8]) { row.append(bytes: bytes.span) }

  mutating func append(address: UInt64?) {
    if let address { row.append(word: address) } else { row.appendNone() }
  }

  mutating func appendJSON(_ write: (inout ByteBuffer) -> Void) {
    write(&scratch)
    scratch.withBytes { row.append(bytes: $0) }
    scratch.removeAll()
  }

  mutating func appendNone() { row.appendNone() }

  mutating func append(_ number: Number, field: String, _ rest: inout ExtrasText) {
    numbers.note(number, field)
    row.append(number.doubleValue)
  }

  mutating func append(_ date: Timestamp?, field: String, _ rest: inout ExtrasText) {
    let isStart = field == "startDate"
    guard let date else {
      if isStart { row.appendNone() }
      row.appendNone()
      row.appendNone()
      return
    }
    let microseconds = date.microseconds
    if isStart { row.append(date.localDays) }
    row.append(microseconds)
    row.append(Int64(date.offsetMinutes))
    if date.spelling != nil || date.nanoseconds % 1_000 != 0 || microseconds == .min
      || microseconds == .max
    {
      rest.spelled.append((field, date.description))
    }
  }

  mutating func append(_ rest: inout ExtrasText) {
    decimals = numbers.take(&rest)
    guard !rest.isEmpty else { return row.appendNone() }
    rest.append(to: &scratch)
    scratch.withBytes { row.append(bytes: $0) }
    scratch.removeAll()
  }

  mutating func endPlain(_ rest: inout ExtrasText) {
    decimals = numbers.take(&rest)
    guard !rest.isEmpty else { return }
    plainRest = rest
    rest = ExtrasText()
  }

  mutating func endRow(_ table: ParquetTableOutput) -> Int {
    if table.layout.addsExtras {
      if let plainRest { appendJSON { plainRest.append(to: &$0) } } else { row.appendNone() }
      plainRest = nil
    }
    if table.layout.hasDecimals {
      if let decimals { row.append(decimals) } else { row.appendNone() }
      decimals = nil
    }
    for text in table.constants { row.append(text: text) }
    let count = row.count
    if isDiscarding || count >= Limits.rowBytes.value {
      row.removeAll()
    } else if isLogging {
      log.append(&row, table: table.number)
    } else {
      let endsPage = table.writer.append(&row)
      self.count(count, table, endsPage: endsPage)
    }
    return count
  }

  /// Counts the bytes of a row that was added to a table.
  @inline(__always)
  private mutating func count(_ bytes: Int, _ table: ParquetTableOutput, endsPage: Bool) {
    added &+= bytes
    // Shared texts are not in the bytes of rows.
    if endsPage { added &+= table.writer.takeNewSharedBytes() }
    if added >= Self.step || endsPage && table.writer.isFull { isFull = true }
    if endsPage, table.hasNewGroups() { era += 1 }
  }

  mutating func endSample() { if isLogging { log.endSample() } }
}

/// The numbers of a row that columns of floating point do not reproduce.
private struct ExactNumbers {
  private var numbers: [(field: String, number: Number)] = []
  /// The exponent of all numbers of the row, as long as they have the same.
  private var exponent: Int16?
  private var isFixed = true

  @inline(__always)
  mutating func note(_ number: Number, _ field: String) {
    isFixed = isFixed && number.isDecimal && number.exponent == exponent ?? number.exponent
    exponent = number.exponent
    if !number.isReal { numbers.append((field, number)) }
  }

  /// The count of decimals, if it gives the numbers of the row back that their columns alone do not; else their texts go
  /// to what has no column.
  @inline(__always)
  mutating func take(_ rest: inout ExtrasText) -> Int64? {
    defer { (exponent, isFixed) = (nil, true) }
    return numbers.isEmpty ? nil : takeSome(&rest)
  }

  private mutating func takeSome(_ rest: inout ExtrasText) -> Int64? {
    defer { numbers.removeAll(keepingCapacity: true) }
    if isFixed, let exponent { return 0 - Int64(exponent) }
    for (field, number) in numbers { rest.spelled.append((field, number.description)) }
    return nil
  }
}
