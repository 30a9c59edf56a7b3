// There are three layouts of tables, which differ on purpose: `HealthFormats/Tables` for the CSV dataset and Parquet
// (a table for each kind), `HealthStore/Tables` for stores (one table of samples, shared values by number),
// `HealthStoreSQLite/Dogsheep` (the tables of another program). All are derived from one list, `Sample.Field.list(of:)`:
// the fields of an empty structure give the columns and nested tables, and the fields of a sample give its rows. So a new
// field needs no change in these folders. A single value is a cell of the structure's row; a list or a nested structure
// has rows in a table of its own (`workout_activities_events`), or JSON text in `Dogsheep`. A row is complete before its
// nested rows begin. Decoders are visitors that fill each structure in one visit, since a list of values would be a second
// copy of it: cells come first in `visit`, then metadata, then lists (`FieldTests`). Points of routes, of which there are
// many, are written without a list of fields.
//
// `HealthFormats/Tables` converts samples to rows and back, once for the CSV dataset and Parquet. `DatasetTable`
// defines the tables; `TableEncoder` passes the cells of a sample to a `TableSink`; `TableDecoder` makes samples from
// the cells of a `TableRow`. The encoder is specialized for each sink, so that a cell costs no indirect call.
//
// Samples and structures have ascending numbers, and the parts of a sample directly follow it. So the decoder opens all
// tables, keeps one current row of each (`TableCursor`), and reads the row with the number it needs, without an index,
// without sorting, in bounded memory. A row whose parent is missing is never read, which is an error; so is a missing
// table that the dataset lists.

import HealthBytes
import HealthModel

/// Converts rows of tables to samples: the inverse of ``TableEncoder``.
struct TableDecoder<Row: TableRow & ~Copyable>: ~Copyable {
  /// The tables of the kinds, in the order of the kinds.
  let tables: [TableCursor<Row>]
  /// The name of the dataset in messages.
  let name: String
  let isStrict: Bool
  /// Whether the locations of nested rows are recorded.
  var recordsPlaces: Bool { rowPlaces != nil }
  var tally = FindingTally()
  /// Where the last sample begins.
  private(set) var place: Place
  private(set) var sampleNumber: Int64 = 0
  let json = ExtrasReader()
  private var values = TextCache<CategoryValue>()
  private var keys = TextCache<MetadataKey>()
  /// The row whose fields are visited: its file, the next column, the data without a column.
  var file: TableFile<Row>?
  var column = 0
  var rest = ExtrasText()
  /// The table and the number of the row, and which nested table is next.
  var table: TableCursor<Row>
  var number: Int64 = 0
  var child = 0
  /// The locations of the rows nested in the sample, if they are recorded, and the depth of the current row.
  var rowPlaces: [Place.Parts.Entry]?
  var nesting = 0

  private let kinds = SampleKind.allCases

  /// The deepest nesting of samples.
  private static var depthLimit: Int { 64 }
  private var depth = 0

  init(_ tables: [TableCursor<Row>], file: String, isStrict: Bool, recordsPlaces: Bool) {
    self.tables = tables
    self.isStrict = isStrict
    if recordsPlaces { rowPlaces = [] }
    table = tables[0]
    place = Place(file: file)
    name = file
  }

  /// The next sample, `nil` after the last.
  ///
  /// - Parameter end: Samples from this number on are not returned.
  mutating func next(before end: Int64 = .max) throws(HealthError) -> Sample? {
    var index = 0
    for other in tables.indices where tables[other].key < tables[index].key { index = other }
    let table = tables[index]
    if table.key >= end, end < .max { return nil }
    guard let file = table.file else {
      for table in tables { try table.checkEnd() }
      return nil
    }
    guard !file.row.hasValue(SampleColumn.nested) else {
      throw file.row.error(
        "unknown-parent", column: SampleColumn.nested,
        "found a nested sample whose correlation or workout is missing or out of order")
    }
    place = file.row.place(column: 0)
    sampleNumber = table.key
    table.size.reset()
    rowPlaces?.removeAll(keepingCapacity: true)
    note("", file)
    return try sample(kinds[index], table)
  }

  @inline(__always)
  var location: TableBatch.Location {
    guard let rowPlaces, rowPlaces.count > 1 else {
      return TableBatch.Location(place: place, nested: nil)
    }
    return TableBatch.Location(place: place, nested: rowPlaces)
  }

  /// Records the location of the current row of a table under the name of its element.
  func entry(_ element: String, _ file: TableFile<Row>) -> Place.Parts.Entry {
    Place.Parts.Entry(row: file.row.place(column: 0), element, depth: nesting)
  }

  @inline(__always)
  mutating func note(_ element: String, _ file: TableFile<Row>) {
    guard rowPlaces != nil else { return }
    let entry = entry(element, file)
    rowPlaces?.append(entry)
  }

  // MARK: Kinds

  private mutating func sample(
    _ kind: SampleKind, _ table: TableCursor<Row>
  ) throws(HealthError) -> Sample {
    switch kind {
    case .quantity: return .quantity(try quantity(table))
    case .category: return .category(try category(table))
    case .correlation: return .correlation(try correlation(table))
    default:
      guard let fields = kind.fields else { return .unknown(try unknown(table)) }
      return try structured(fields, kind, table)
    }
  }

  private mutating func quantity(_ table: TableCursor<Row>) throws(HealthError) -> QuantitySample {
    guard let file = table.file else { throw ended(table) }
    var header = try header(.quantity, file, origin: SampleColumn.first + 1)
    let column = SampleColumn.first
    guard let value = try file.row.number(column) else {
      throw file.row.error(
        "missing-value", column: column, "found an empty cell in the column value")
    }
    let number = table.key
    // Metadata may be part of the identity.
    header.metadata = try metadata(table.children[0], of: number)
    let id = QuantitySample.id(header: header, number: value)
    try compare(id, file)
    try table.advance()
    var beats: [QuantitySample.Beat] = []
    let list = table.children[1]
    while try list.isChild(ofRow: number), let file = list.file {
      guard let bpm = try file.row.number(1) else {
        throw file.row.error("missing-value", column: 1, "found an empty cell in the column bpm")
      }
      beats.append(QuantitySample.Beat(bpm: bpm, time: try file.row.requiredText(2)))
      try list.advance()
    }
    return QuantitySample(header: header, number: value, beats: beats, id: id)
  }

  private mutating func category(_ table: TableCursor<Row>) throws(HealthError) -> CategorySample {
    guard let file = table.file else { throw ended(table) }
    var header = try header(.category, file, origin: SampleColumn.first + 1)
    let value = try self.value(file)
    let number = table.key
    header.metadata = try metadata(table.children[0], of: number)
    try compare(CategorySample.id(header: header, value: value), file)
    try table.advance()
    return CategorySample(header: header, value: value)
  }

  private mutating func value(_ file: TableFile<Row>) throws(HealthError) -> CategoryValue? {
    try file.row.value(SampleColumn.first, &values) { CategoryValue($0) }
  }

  private mutating func correlation(_ table: TableCursor<Row>) throws(HealthError) -> Correlation {
    guard let file = table.file else { throw ended(table) }
    var header = try header(.correlation, file, origin: SampleColumn.first)
    let number = table.key
    try table.advance()
    header.metadata = try metadata(table.children[0], of: number)
    var members: [NestedSample] = []
    let list = table.children[1]
    while try list.isChild(ofRow: number), let file = list.file {
      members.append(try member(file))
      try list.advance()
    }
    return Correlation(header: header, members: members)
  }

  /// The sample that a row of a list names by its number, with its membership.
  mutating func member(_ file: TableFile<Row>) throws(HealthError) -> NestedSample {
    let wanted = try file.row.count(1)
    guard let index = tables.firstIndex(where: { $0.key == wanted }), depth < Self.depthLimit,
      let own = tables[index].file
    else {
      throw file.row.error(
        "unknown-member", column: 1,
        "found the number of a sample that is missing or out of order")
    }
    depth += 1
    nesting += 1
    defer { (depth, nesting) = (depth - 1, nesting - 1) }
    note("Record", own)
    guard let text = try own.row.text(SampleColumn.nested), let mark = NestedMark(rawValue: text)
    else {
      throw own.row.error(
        "malformed-value", column: SampleColumn.nested,
        "found \(own.row.hasValue(SampleColumn.nested) ? "another word" : "an empty cell") in the column nested, expected 'alsoTopLevel', 'nestedOnly' or 'alsoNested'"
      )
    }
    return NestedSample(
      sample: try sample(kinds[index], tables[index]), membership: mark.membership)
  }

  private mutating func structured<Fields: Sample.Fields>(
    _ fields: Fields, _ kind: SampleKind, _ table: TableCursor<Row>
  ) throws(HealthError) -> Sample {
    guard let file = table.file else { throw ended(table) }
    var header = try header(kind, file, origin: SampleColumn.first, hasOwnDates: kind.hasOwnDates)
    let number = table.key
    header.metadata = try metadata(table.children[0], of: number)
    var fields = fields
    try visit(
      &fields, file, table, number,
      column: SampleColumn.first + file.row.originCount + 2, child: 1)
    if !kind.hasOwnDates, !file.row.hasValue(SampleColumn.start),
      !file.row.hasValue(SampleColumn.end)
    {
      guard let date = fields.impliedDate else {
        throw file.row.error(
          "missing-value", column: SampleColumn.start, "found an empty cell in the column start")
      }
      header.start = date
      header.end = date
    }
    let sample = StructuredSample(header: header, fields: fields)
    // The identity of some kinds depends on data in other tables.
    if let text = file.row.identity, text != sample.id.description {
      try noteIdentity(file.row.place(column: SampleColumn.id))
    }
    try table.advance()
    return Fields.sample(sample)
  }

  private mutating func unknown(_ table: TableCursor<Row>) throws(HealthError) -> Element {
    guard let file = table.file else { throw ended(table) }
    let json = json
    var element = try file.row.json(SampleColumn.element) { (text) throws(JSONFault) in
      try json.element(text)
    }
    element.participant = try file.row.text(SampleColumn.unknownParticipant)
    try table.advance()
    return element
  }

  // MARK: Headers

  /// Reads the fields that all kinds share, without the metadata, which are in another table.
  private mutating func header(
    _ kind: SampleKind, _ file: TableFile<Row>, origin: Int, hasOwnDates: Bool = true
  ) throws(HealthError) -> SampleHeader {
    rest = try file.row.rest(json, ofSample: true)
    return try file.row.header(kind, originColumn: origin, rest, hasOwnDates: hasOwnDates)
  }

  /// Reports an `id` that differs from the computed identity.
  private mutating func compare(_ id: SampleID, _ file: TableFile<Row>) throws(HealthError) {
    if file.row.isIdentity(id) { return }
    try noteIdentity(file.row.place(column: SampleColumn.id))
  }

  private mutating func noteIdentity(_ place: Place) throws(HealthError) {
    let message = "the id differs from the one computed from the sample; the computed id is used"
    if isStrict { throw HealthError(.malformed, rule: "id-differs", place: place, message) }
    if !tally.counts("id-differs", message) { tally.add("id-differs", message, at: place) }
  }

  mutating func metadata(
    _ table: TableCursor<Row>, of number: Int64
  ) throws(HealthError) -> Metadata {
    var entries: [MetadataEntry] = []
    while try table.isChild(ofRow: number), let file = table.file {
      entries.append(MetadataEntry(key: try key(file), value: try file.row.requiredText(2)))
      try table.advance()
    }
    return Metadata(entries)
  }

  private mutating func key(_ file: TableFile<Row>) throws(HealthError) -> MetadataKey {
    try file.row.value(1, &keys) { MetadataKey($0) } ?? MetadataKey("")
  }

  private func ended(_ table: TableCursor<Row>) -> HealthError {
    HealthError(
      .malformed, rule: "missing-row", place: place,
      "found no row in the table \(table.table.name)")
  }
}

extension Place.Parts.Entry {
  /// The location of the row of a sample, or of an element nested in it.
  init(row place: Place, _ element: String = "", depth: Int = 0) {
    self.init(
      name: element, file: place.file, depth: depth, line: place.line, column: place.column,
      byteOffset: place.byteOffset)
  }
}

extension Place.Parts {
  init(rows entries: [Entry], in file: String) {
    let places = Place.Parts(file: file, entries: entries)
    self.init(file: file, entries: entries) { path in
      guard case .point(_, let number) = path.last else { return nil }
      return places.place(of: path.dropLast() + [.element("Location", number)])
    }
  }
}
