import HealthBytes
import HealthFormats
package import HealthModel

/// Turns rows back into samples: the mirror of ``RowEncoder``.
///
/// What samples share is cached. Memory is fixed, except for the content of one sample.
package struct RowDecoder: ~Copyable {
  let source: any RowSource
  let store: String
  var shared: DictionaryDecoder
  private let json = ExtrasReader()
  /// The cursors of tables of parts, by the place of the table among all.
  var cursors: [PartCursor?]
  /// The parts of the current sample, and the samples nested in it, by their changes.
  var parts: Int64 = 0
  var members: [Int64: NestedSample] = [:]
  private var depth = 0
  /// What the columns of the current row do not tell.
  var exact = ExactText()
  var decimals: Int?
  /// The row whose fields are visited: the next column, and the tables inside that are still to be read.
  var cursor: PartCursor?
  var column = 0
  var tables: ArraySlice<PartTable> = []

  /// How deep samples may be nested: as deep as in any format.
  private static let depthLimit = 640

  /// A decoder for one snapshot of a store, in which numbers of rows do not change their meaning.
  package init(_ source: any RowSource, store: String) {
    self.source = source
    self.store = store
    shared = DictionaryDecoder(source, store: store)
    cursors = Array(repeating: nil, count: StoreTable.all.count)
  }

  /// Returns the descriptor of a series.
  package func descriptor(
    ofSeries series: Int64
  ) throws(HealthError) -> (descriptor: SampleDescriptor, kind: SampleKind) {
    try shared.descriptor(ofSeries: series)
  }

  /// Rows that others refer to.
  var rows: SharedRows { shared.rows }

  /// The sample of a row. Asks the source for what else there is of it.
  package mutating func sample(_ row: borrowing SampleRow) throws(HealthError) -> Sample {
    if depth == 0 { shared.size.reset() }
    switch row.kind {
    case .quantity: return .quantity(try quantity(row))
    case .category: return .category(try category(row))
    case .correlation: return .correlation(try correlation(row))
    default:
      guard let fields = row.kind.fields else { return .unknown(try unknown(row)) }
      return try structured(fields, row)
    }
  }

  // MARK: Kinds

  private mutating func quantity(_ row: borrowing SampleRow) throws(HealthError) -> QuantitySample {
    let header = try header(row)
    guard let number = row.value.flatMap({ exact.number($0, "value") }) else {
      throw StoreTable.sample.valueError("value", "a number", row: [row.change], of: store)
    }
    if row.parts == 0 { return QuantitySample(header: header, number: number) }
    return QuantitySample(header: header, number: number, beats: try beats(row.change))
  }

  private mutating func beats(_ change: Int64) throws(HealthError) -> [QuantitySample.Beat] {
    let cursor = try begin(.quantity, change)
    var beats: [QuantitySample.Beat] = []
    while !cursor.row.isEmpty {
      _ = try readExact(cursor)
      guard let bpm = cursor.row[2].real.flatMap({ exact.number($0, "bpm", decimals: decimals) })
      else { throw shared.damage(cursor, "bpm", "a number") }
      guard let time = cursor.row[3].text else { throw shared.damage(cursor, "time", "a text") }
      beats.append(QuantitySample.Beat(bpm: bpm, time: time))
      try cursor.advance()
    }
    return beats
  }

  private mutating func category(_ row: borrowing SampleRow) throws(HealthError) -> CategorySample {
    var value: CategoryValue?
    if let number = row.category { value = try shared.value(number) }
    return CategorySample(header: try header(row), value: value)
  }

  private mutating func correlation(_ row: borrowing SampleRow) throws(HealthError) -> Correlation {
    var members: [NestedSample] = []
    if row.parts != 0 {
      let inside = try samples(inside: row.change)
      let cursor = try begin(.correlation, row.change)
      while !cursor.row.isEmpty {
        guard let member = cursor.row[2].integer.flatMap({ inside[$0] }) else {
          throw shared.damage(cursor.table.table, "without a member")
        }
        members.append(member)
        try cursor.advance()
      }
      guard members.count == inside.count else {
        throw shared.damage(.sample, "nested in a correlation that does not list it")
      }
    }
    return Correlation(header: try header(row), members: members)
  }

  private mutating func unknown(_ row: borrowing SampleRow) throws(HealthError) -> Element {
    let cursor = try begin(.unknown, row.change)
    guard cursor.row.count == 3, let text = cursor.row[2].text else {
      throw shared.damage(.sample, "without its element")
    }
    let participant = try shared.participant(ofSeries: row.series)
    do throws(JSONFault) {
      var element = try json.element(text.utf8Span.span)
      element.participant = participant
      return element
    } catch {
      throw malformed(error)
    }
  }

  private mutating func structured<Fields: Sample.Fields>(
    _: Fields, _ row: borrowing SampleRow
  ) throws(HealthError) -> Sample {
    guard let table = StoreTable.kinds[Int(row.kind.code)] else {
      throw shared.damage(.sample, "of a kind without a table")
    }
    // Samples inside come first: each table is read for one sample at a time.
    let hasMembers = row.parts & table.memberBits != 0
    let inside = hasMembers ? try samples(inside: row.change) : [:]
    members = inside
    parts = row.parts
    for part in table.all where parts & part.bit != 0 { try begin(part, row.change) }
    guard let cursor = cursors[table.table.index], parts & table.bit != 0, !cursor.row.isEmpty
    else { throw shared.damage(.sample, "without a row of its kind") }
    var extras: Extras?
    let fields: Fields = try self.fields(cursor, inside: false, &extras)
    members = [:]
    for part in table.all where row.parts & part.bit != 0 {
      guard cursors[part.table.index]?.row.isEmpty != false else {
        throw shared.damage(part.table, "nested in a missing row")
      }
    }
    return Fields.sample(StructuredSample(header: try header(row), fields: fields))
  }

  /// The samples nested in another, by their changes.
  private mutating func samples(inside change: Int64) throws(HealthError) -> [Int64: NestedSample] {
    guard depth < Self.depthLimit else {
      throw shared.damage(.sample, "nested too deeply")
    }
    depth += 1
    defer { depth -= 1 }
    var rows: [NestedRow] = []
    try source.samples(inside: change) { (nested) throws(HealthError) in
      try shared.size.add(nested.row.size, of: store)
      rows.append(nested)
    }
    var samples: [Int64: NestedSample] = [:]
    for (row, isAlsoTopLevel) in rows {
      guard row.change > change else {
        throw shared.damage(.sample, "nested in a sample that was saved later")
      }
      samples[row.change] = NestedSample(
        sample: try sample(row), membership: isAlsoTopLevel ? .alsoTopLevel : .nestedOnly)
    }
    return samples
  }

  // MARK: Rows

  /// What every sample has. Afterwards the exact texts of the row are in ``exact``.
  @inline(__always)
  mutating func header(_ row: borrowing SampleRow) throws(HealthError) -> SampleHeader {
    var extras: Extras?
    if row.exact != nil || !exact.isEmpty || row.extras != nil {
      extras = try readTexts(exact: row.exact, extras: row.extras)
    }
    return SampleHeader(
      descriptor: try shared.descriptor(row.series, row.kind),
      start: try date(row.start, "start_date", row.kind),
      end: try date(row.end, "end_date", row.kind),
      created: row.created.map { exact.date($0, "creation_date") },
      deviceAddress: row.deviceAddress.map { UInt64(bitPattern: $0) },
      metadata: try shared.metadata(row.metadata), extras: extras, ordinal: row.ordinal,
      uuid: row.uuid)
  }

  @inline(__always)
  private func date(
    _ time: Timestamp?, _ column: @autoclosure () -> String, _ kind: SampleKind
  ) throws(HealthError) -> Timestamp {
    if let time { return exact.date(time, column()) }
    guard let time = exact.date(column()) ?? (kind == .document ? .unknown : nil) else {
      throw shared.damage(.sample, "without a date")
    }
    return time
  }

  /// Reads the JSON texts of a row.
  private mutating func readTexts(
    exact: String?, extras: String?
  ) throws(HealthError) -> Extras? {
    do throws(JSONFault) {
      self.exact =
        try exact.map { (text) throws(JSONFault) in try ExactText(text, json) }
        ?? ExactText()
      return try extras.map { (text) throws(JSONFault) in
        try json.extras(text.utf8Span.span).extras
      } ?? nil
    } catch { throw malformed(error) }
  }

  private func malformed(_ fault: JSONFault) -> HealthError {
    HealthError(.damaged, store, "found malformed JSON text in a row: \(fault.message)")
  }

  /// Reads what the columns of the current row do not reproduce.
  mutating func readExact(_ cursor: PartCursor) throws(HealthError) -> Extras? {
    let (row, table) = (cursor.row, cursor.table)
    decimals = table.decimals.flatMap { row[$0].integer }.flatMap { Int(exactly: $0) }
    let exact = table.exact.flatMap { row[$0].text }
    let extras = table.extras.flatMap { row[$0].text }
    guard exact != nil || !self.exact.isEmpty || extras != nil else { return nil }
    return try readTexts(exact: exact, extras: extras)
  }

  /// Goes to the first row of the table of a kind.
  private mutating func begin(
    _ kind: SampleKind, _ change: Int64
  ) throws(HealthError) -> PartCursor {
    guard let table = StoreTable.kinds[Int(kind.code)] else {
      throw shared.damage(.sample, "of a kind without a table")
    }
    return try begin(table, change)
  }

  @discardableResult
  private mutating func begin(
    _ table: PartTable, _ change: Int64
  ) throws(HealthError) -> PartCursor {
    let cursor = cursors[table.table.index] ?? PartCursor(table, source, store: store, shared.size)
    cursors[table.table.index] = cursor
    try cursor.begin(inside: change)
    return cursor
  }

  /// Reads the current row of a table, and then what is in it.
  mutating func structure<S: Sample.FieldStructure>(_ own: PartCursor) throws(HealthError) -> S {
    var extras: Extras?
    var structure: S = try fields(own, inside: true, &extras)
    structure.extras = extras
    return structure
  }

  /// Reads the current row of a table, which is kept until the rows nested in it are read.
  @inline(__always)
  private mutating func fields<Fields: Sample.FieldList>(
    _ own: PartCursor, inside: Bool, _ extras: inout Extras?
  ) throws(HealthError) -> Fields {
    let outer = (cursor, tables)
    // Another sample may be read after an error.
    defer { (cursor, tables) = outer }
    var structure = Fields()
    extras = try readExact(own)
    (cursor, column, tables) = (own, inside ? 3 : 2, own.table.children[...])
    try structure.visit(&self)
    try own.advance()
    return structure
  }
}
