import HealthBytes
import HealthFormats
package import HealthModel

/// Turns samples into rows.
///
/// One encoder serves one load: it remembers numbers of rows, which are void when the load is rolled back. Memory
/// is fixed but for what one sample holds.
package struct RowEncoder: ~Copyable {
  let sink: any RowSink
  var shared: DictionaryEncoder
  var exact = ExactText()
  private let digester = SampleDigester(.saved)
  /// The row of the current sample, made in place: it has the size of twenty others.
  private var sampleRow = SampleRow(
    change: 0, id: SampleID(high: 0, low: 0), kind: .unknown, series: 0)
  private var next: Int64 = 0
  /// The change of the current sample, and the number of the next row of its parts.
  private var sample: Int64 = 0
  var count: Int64 = 0
  var row: [StoreValue] = []

  /// An encoder for one load.
  package init(_ sink: any RowSink) {
    self.sink = sink
    shared = DictionaryEncoder(sink)
  }

  /// Hands over the rows of samples.
  ///
  /// - Parameters:
  ///   - samples: The samples, each saved under its own ordinal.
  ///   - digests: Their digests; made here without them.
  ///   - change: The number of the first one's change. Nested samples count, too.
  /// - Throws: What the sink throws; the encoder must not be used afterwards.
  package mutating func encode(
    _ samples: [Sample], digests: [UInt64]? = nil, change: Int64
  ) throws(HealthError) -> Int64 {
    next = change
    let samples = samples.span
    for index in samples.indices {
      let digest = Int64(bitPattern: digests?[index] ?? digester.total(samples[index]))
      try write(
        samples[index], RowPosition(ordinal: samples[index].ordinal, digest: digest, parent: nil))
    }
    return next
  }

  /// Refuses encoded samples that share so much text that readers would not accept the store (``Limits/ratio``).
  /// Half of what they accept leaves them room for other loads, and for text that they read twice.
  ///
  /// - Parameter size: The bytes of the store with all rows.
  package func checkText(_ size: Int64) throws(HealthError) {
    guard Int64(shared.text) > RatioGuard.mostText(of: size) / 2 else { return }
    throw HealthError(.unsupported, sink.name, RatioGuard.refusal)
  }

  /// The digest that a store keeps of a sample.
  package func digest(_ sample: Sample) -> UInt64 { digester.total(sample) }

  /// Hands over the rows of a sample.
  ///
  /// - Throws: What the sink throws; the encoder must not be used afterwards.
  package mutating func encode(
    _ sample: Sample, change: Int64, ordinal: UInt32, digest: UInt64
  ) throws(HealthError) -> Int64 {
    next = change
    try write(
      sample, RowPosition(ordinal: ordinal, digest: Int64(bitPattern: digest), parent: nil))
    return next
  }

  /// Where a sample goes.
  private struct RowPosition {
    let ordinal: UInt32
    let digest: Int64?
    let parent: Int64?
  }

  private mutating func write(_ sample: Sample, _ position: RowPosition) throws(HealthError) {
    if position.parent == nil { shared.size.reset() }
    switch sample {
    case .quantity(let sample): try quantity(sample, position)
    case .category(let sample): try category(sample, position)
    case .correlation(let sample): try correlation(sample, position)
    case .unknown(let element): try unknown(element, position)
    default: if let fields = sample.structured { try structured(fields, sample.kind, position) }
    }
  }

  // MARK: Kinds

  private mutating func quantity(
    _ quantity: QuantitySample, _ position: RowPosition
  ) throws(HealthError) {
    let number = quantity.number
    try begin(quantity, .quantity, position)
    sampleRow.value = number.doubleValue
    exact.note(number, "value")
    let beats = quantity.beats
    guard !beats.isEmpty, let table = StoreTable.kinds[0] else { return try end() }
    sampleRow.parts = table.bit
    try end()
    for beat in beats {
      begin()
      add(beat.bpm)
      row.append(.text(beat.time))
      try endRow(table)
    }
  }

  private mutating func category(
    _ category: CategorySample, _ position: RowPosition
  ) throws(HealthError) {
    try begin(category, .category, position)
    if let value = category.value { sampleRow.category = try shared.number(of: value) }
    try end()
  }

  private mutating func correlation(
    _ correlation: Correlation, _ position: RowPosition
  ) throws(HealthError) {
    try begin(correlation, .correlation, position)
    let members = correlation.members
    guard !members.isEmpty, let table = StoreTable.kinds[Int(SampleKind.correlation.code)]
    else { return try end() }
    sampleRow.parts = table.bit
    try end()
    try write(members, to: table)
  }

  private mutating func unknown(_ element: Element, _ position: RowPosition) throws(HealthError) {
    sampleRow = SampleRow(
      change: next, parent: position.parent, id: element.id, ordinal: position.ordinal,
      digest: position.digest, kind: .unknown, series: try shared.series(of: element))
    guard let table = StoreTable.kinds[Int(SampleKind.unknown.code)] else { return }
    sampleRow.parts = table.bit
    try end()
    begin()
    row.append(.text(ExtrasText.text(of: element)))
    try endRow(table)
  }

  private mutating func structured(
    _ structured: some FieldSample, _ kind: SampleKind, _ position: RowPosition
  ) throws(HealthError) {
    try begin(structured, kind, position)
    guard let table = StoreTable.kinds[Int(kind.code)] else { return }
    let fields = Sample.Field.list(of: structured.fields)
    sampleRow.parts = table.bits(of: fields)
    try end()
    try write((fields, nil), to: table)
  }

  // MARK: Rows

  /// Begins the row of a sample. Its fields are taken one by one: a copy of the header costs as much as the row.
  @inline(__always)
  private mutating func begin<S: HealthSample>(
    _ sample: S, _ kind: SampleKind, _ position: RowPosition
  ) throws(HealthError) {
    sampleRow = SampleRow(
      change: next, parent: position.parent, id: sample.id, ordinal: position.ordinal,
      digest: position.digest, kind: kind,
      series: try shared.series(of: sample.header.descriptor, kind))
    if kind != .document {
      sampleRow.startColumns = DateColumns(sample.header.start)
      sampleRow.endColumns = DateColumns(sample.header.end)
      exact.note(sample.header.start, "start_date")
      exact.note(sample.header.end, "end_date")
    } else {
      // Dates of a document select nothing: they are stored, if there are any, where no query looks.
      if sample.header.start.isKnown {
        exact.note(sample.header.start, "start_date", isInColumn: false)
      }
      if sample.header.end.isKnown { exact.note(sample.header.end, "end_date", isInColumn: false) }
    }
    if let created = sample.header.created {
      sampleRow.createdColumns = DateColumns(created)
      exact.note(created, "creation_date")
    }
    if let address = sample.header.deviceAddress {
      sampleRow.deviceAddress = Int64(bitPattern: address)
    }
    sampleRow.metadata = try shared.number(of: sample.header.metadata)
    if let extras = sample.header.extras { sampleRow.extras = ExtrasText(extras).text }
    if let uuid = sample.header.uuid { sampleRow.uuid = uuid }
  }

  /// Hands over the row of the sample in ``sampleRow``.
  @inline(__always)
  private mutating func end() throws(HealthError) {
    if !exact.isEmpty { sampleRow.exact = exact.take() }
    if let digest = sampleRow.digest { sampleRow.digest = digest ^ sampleRow.seal }
    if sampleRow.parent != nil || sampleRow.exact != nil || sampleRow.extras != nil {
      try shared.size.add(sampleRow.size, of: sink.name)
    }
    sample = sampleRow.change
    try sink.insert(&sampleRow)
    next &+= 1
    count = 0
  }

  /// Begins a row of a part of the current sample, in the row of a number if it is nested.
  mutating func begin(inside parent: Int64? = nil) {
    row.removeAll(keepingCapacity: true)
    row.append(.integer(sample))
    row.append(.integer(count))
    count += 1
    if let parent { row.append(.integer(parent)) }
  }

  /// Adds a number to the row.
  mutating func add(_ number: Number) {
    exact.note(number, column: row.count)
    row.append(.real(number.doubleValue))
  }

  /// Adds what the columns of the row do not reproduce, and writes the row.
  mutating func endRow(_ table: PartTable, _ extras: Extras? = nil) throws(HealthError) {
    if table.decimals != nil { row.append(.integer(exact.takeDecimals(table.table.columns))) }
    if table.exact != nil { row.append(.text(exact.take())) }
    if table.extras != nil { row.append(.text(extras.map { ExtrasText($0).text })) }
    try shared.size.add(row, of: sink.name)
    try sink.insert(row, into: table.table)
  }

  /// Writes the samples nested in the current one, and for each a row that links it.
  mutating func write(
    _ members: [NestedSample], to table: PartTable, inside parent: Int64? = nil
  ) throws(HealthError) {
    for member in members {
      let (outer, count, change) = (self.sample, self.count, next)
      let sample = member.sample
      try write(sample, RowPosition(ordinal: sample.ordinal, digest: nil, parent: outer))
      (self.sample, self.count) = (outer, count)
      begin(inside: parent)
      row.append(.integer(change))
      try endRow(table)
    }
  }
}

/// Receives the rows of samples: the part of saving that each database implements.
package protocol RowSink: AnyObject {
  /// The name of the store, for errors.
  var name: String { get }

  /// The number of a row of a dictionary; a row that is not there gets one.
  ///
  /// - Parameter row: The row without its number.
  /// - Returns: The number, and whether the row was not there: then its nested rows follow. A sink that does not
  ///   know yet returns `true`.
  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(HealthError) -> (number: Int64, isNew: Bool)

  /// Adds a sample. The rows that it refers to are there already; its nested rows follow.
  ///
  /// - Parameter sample: Its row, which must not be changed. It is passed by reference because a copy costs as much as
  ///   all the rest.
  func insert(_ sample: inout SampleRow) throws(HealthError)

  /// Adds a row of a table of parts.
  ///
  /// - Parameter row: A value for each column. The array is used again for the next row.
  func insert(_ row: [StoreValue], into table: StoreTable) throws(HealthError)
}
