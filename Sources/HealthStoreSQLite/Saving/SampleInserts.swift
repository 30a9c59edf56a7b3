import HealthModel
import HealthStore

/// The statements that insert samples: one for each shape, for one sample and for many at once. Half of what an
/// insertion costs is beginning and ending a statement.
@safe
final class SampleInserts {
  private let connection: Connection
  private var single: [UInt32: Insert] = [:]
  private var multiple: [UInt32: Insert] = [:]
  private var recent: Insert?
  /// Where statements find identities: they look at them when they run.
  private let identities = UnsafeMutablePointer<(UInt64, UInt64)>.allocate(capacity: rowsAtOnce)

  /// How many samples are inserted at once.
  static let rowsAtOnce = 16

  init(_ connection: Connection) {
    self.connection = connection
    unsafe identities.initialize(repeating: (0, 0), count: Self.rowsAtOnce)
  }

  deinit { unsafe identities.deallocate() }

  /// A statement for samples of a shape.
  private final class Insert {
    let shape: UInt32
    let statement: Statement
    /// What is bound in each row to the offset of the start, of the end and of the creation: seldom another.
    var offsets: [(Int16, Int16, Int16)?]

    init(_ shape: UInt32, _ statement: Statement, rows: Int) {
      self.shape = shape
      self.statement = statement
      offsets = Array(repeating: nil, count: rows)
    }
  }

  /// What few samples have, or all but few, a bit for each, in the order in which it is bound. The highest bits of a shape are
  /// the kind: what is the same in all samples of a shape stands in the statement.
  private enum Column: UInt32, CaseIterable {
    case change, parent, ordinal, digest, start, end, created, value, category, parts, exact, extras

    static let kindShift: UInt32 = 24

    var bit: UInt32 { 1 &<< rawValue }

    /// Its names; a date has two columns.
    var names: [String] {
      switch self {
      case .start: ["start_date", "start_offset"]
      case .end: ["end_date", "end_offset"]
      case .created: ["creation_date", "creation_offset"]
      case .category: ["category_value"]
      default: ["\(self)"]
      }
    }
  }

  /// The shape of a sample: its kind, and which columns it has.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - isNumbered: Whether SQLite gives it the number it has.
  /// - Returns: The shape.
  static func shape(of sample: borrowing SampleRow, isNumbered: Bool) -> UInt32 {
    var shape = UInt32(truncatingIfNeeded: sample.kind.code) &<< Column.kindShift
    if !isNumbered { shape |= Column.change.bit }
    if sample.parent != nil { shape |= Column.parent.bit }
    if sample.ordinal != 0 { shape |= Column.ordinal.bit }
    if sample.digest != nil { shape |= Column.digest.bit }
    if sample.start != nil { shape |= Column.start.bit }
    if sample.end != nil { shape |= Column.end.bit }
    if sample.created != nil { shape |= Column.created.bit }
    if sample.value != nil { shape |= Column.value.bit }
    if sample.category != nil { shape |= Column.category.bit }
    if sample.parts != 0 { shape |= Column.parts.bit }
    if sample.exact != nil { shape |= Column.exact.bit }
    if sample.extras != nil { shape |= Column.extras.bit }
    return shape
  }

  /// Inserts a sample.
  func insert(_ sample: borrowing SampleRow, _ shape: UInt32) throws(StoreError) {
    let insert: Insert
    if let recent, recent.shape == shape {
      insert = recent
    } else if let known = single[shape] {
      insert = known
    } else {
      insert = try make(shape, rows: 1)
      single[shape] = insert
    }
    recent = insert
    var place = 1
    bind(sample, insert, 0, &place)
    try insert.statement.run()
  }

  /// Inserts as many samples as go at once.
  func insert(_ samples: [SampleRow], _ shape: UInt32) throws(StoreError) {
    let insert: Insert
    if let known = multiple[shape] {
      insert = known
    } else {
      insert = try make(shape, rows: Self.rowsAtOnce)
      multiple[shape] = insert
    }
    var place = 1
    for row in samples.indices { bind(samples[row], insert, row, &place) }
    try insert.statement.run()
  }

  @inline(__always)
  private func bind(
    _ sample: borrowing SampleRow, _ insert: Insert, _ row: Int, _ place: inout Int
  ) {
    let shape = insert.shape
    let statement = insert.statement
    unsafe identities[row] = (sample.id.high.bigEndian, sample.id.low.bigEndian)
    place &+= 1
    @inline(__always) func bind(_ value: Int64) {
      statement.bind(place, value)
      place &+= 1
    }
    @inline(__always) func bind(_ value: Int64?) {
      if let value { statement.bind(place, value) } else { statement.bindNull(place) }
      place &+= 1
    }
    bind(sample.series)
    bind(sample.deviceAddress)
    bind(sample.metadata)
    let offsets = (
      sample.start?.offsetMinutes ?? 0, sample.end?.offsetMinutes ?? 0,
      sample.created?.offsetMinutes ?? 0
    )
    let isOffset = insert.offsets[row].map { $0 == offsets } ?? false
    @inline(__always) func bind(_ time: Timestamp) {
      statement.bind(place, time)
      if !isOffset { statement.bind(place &+ 1, Int64(time.offsetMinutes)) }
      place &+= 2
    }
    if shape & Column.change.bit != 0 { bind(sample.change) }
    if let parent = sample.parent { bind(parent) }
    if sample.ordinal != 0 { bind(Int64(sample.ordinal)) }
    if let digest = sample.digest { bind(digest) }
    if let start = sample.start { bind(start) }
    if let end = sample.end { bind(end) }
    if let created = sample.created { bind(created) }
    if !isOffset { insert.offsets[row] = offsets }
    if let value = sample.value {
      statement.bind(place, value)
      place &+= 1
    }
    if let category = sample.category { bind(category) }
    if sample.parts != 0 { bind(sample.parts) }
    if let exact = sample.exact {
      statement.bind(place, exact)
      place &+= 1
    }
    if let extras = sample.extras {
      statement.bind(place, extras)
      place &+= 1
    }
  }

  private func make(_ shape: UInt32, rows: Int) throws(StoreError) -> Insert {
    var names = ["id", "series", "device_address", "metadata"]
    names += Column.allCases.filter { $0.bit & shape != 0 }.flatMap(\.names)
    var values = names.map { _ in "?" }
    let bound = values.count
    names.append("kind")
    values.append("\(shape &>> Column.kindShift)")
    for column in [Column.ordinal, .parts] where column.bit & shape == 0 {
      names.append("\(column)")
      values.append("0")
    }
    let list = names.joined(separator: ", ")
    let row = "(\(values.joined(separator: ", ")))"
    let statement = try connection.statement(
      "INSERT INTO sample (\(list)) VALUES "
        + Array(repeating: row, count: rows).joined(separator: ", "))
    for row in 0..<rows {
      unsafe statement.bind(row * bound + 1, identities + row, count: 16)
    }
    return Insert(shape, statement, rows: rows)
  }
}
