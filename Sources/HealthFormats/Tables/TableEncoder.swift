import HealthBytes
import HealthModel

/// Turns samples into rows of tables, which go to a sink cell by cell.
///
/// The cells of a structure's own row come first, then the rows nested in it. So a row is complete before
/// another begins, even if a sample contains samples.
struct TableEncoder<Sink: TableSink & ~Copyable>: ~Copyable {
  var sink: Sink
  /// The content of the current row that has no column.
  var rest = ExtrasText()
  /// The last number assigned.
  var count: Int64 = 0
  /// The last number assigned by any encoder, if several threads encode.
  var numbers: RowNumbers?
  /// Whether a sample contains another with a list in the same table. Tables cannot represent this, because
  /// the rows of a list must follow one another.
  var nestsItself = false
  /// How the sample being written is nested, if it is.
  private var nested: NestedMark?
  private let size = SampleSize()
  /// The limit that a row of the sample, or all of its rows, exceed. The following rows are then not written.
  private var excess: Limit?
  /// Whether a sample has a participant, and the tables have no column for it.
  private var hasUnlistedParticipant = false

  init(_ sink: consuming Sink) {
    self.sink = sink
  }

  /// Writes the rows of a sample that is not nested in another.
  mutating func writeWhole(_ sample: Sample) throws(HealthError) {
    size.reset()
    if let numbers { count = numbers.last }
    write(sample)
    if let numbers { numbers.last = count }
    sink.endSample()
    if let excess { throw HealthError(beyond: excess) }
    guard !hasUnlistedParticipant else {
      throw HealthError(
        .malformed, rule: "unlisted-participant",
        "found a sample of a participant that the facts about the dataset do not list")
    }
    guard !nestsItself else {
      throw HealthError(
        .unsupported,
        "a correlation in a correlation, or a workout in a workout, cannot be written as tables; JSON Lines can hold it"
      )
    }
  }

  @discardableResult
  mutating func write(_ sample: Sample) -> Int64 {
    switch sample {
    case .quantity(let sample): return quantity(sample)
    case .category(let sample): return category(sample)
    case .correlation(let sample): return correlation(sample)
    case .unknown(let element): return unknown(element, id: sample.id)
    default:
      // All that is generic over the kind ends here: what follows is specialized for each sink.
      guard let structured = sample.structured else { return 0 }
      let kind = sample.kind
      return write(
        Sample.Field.list(of: structured.fields), structured.header, structured.id, kind,
        hasDates: !structured.hasImpliedDates(kind))
    }
  }

  // MARK: Kinds

  private mutating func quantity(_ sample: QuantitySample) -> Int64 {
    let table = sink.tables[SampleKind.quantity.index]
    let shared = begin(sample.header, sample.id, .quantity)
    sink.append(sample.number, field: "value", &rest)
    let number = end(sample.header, shared, table)
    if !sample.header.metadata.isEmpty {
      write(sample.header.metadata, of: number, to: table.children[0])
    }
    for beat in sample.beats {
      sink.append(number)
      sink.append(beat.bpm, field: "bpm", &rest)
      sink.append(beat.time)
      endPlainRow(table.children[1])
    }
    return number
  }

  private mutating func category(_ sample: CategorySample) -> Int64 {
    let table = sink.tables[SampleKind.category.index]
    let shared = begin(sample.header, sample.id, .category)
    if let value = sample.value { sink.append(value.name) } else { sink.appendNone() }
    let number = end(sample.header, shared, table)
    if !sample.header.metadata.isEmpty {
      write(sample.header.metadata, of: number, to: table.children[0])
    }
    return number
  }

  private mutating func correlation(_ sample: Correlation) -> Int64 {
    let table = sink.tables[SampleKind.correlation.index]
    let shared = begin(sample.header, sample.id, .correlation)
    let number = end(sample.header, shared, table)
    write(sample.header.metadata, of: number, to: table.children[0])
    write(sample.members, of: number, to: table.children[1])
    return number
  }

  /// Writes nested samples, and for each a row of a list.
  mutating func write(_ members: [NestedSample], of number: Int64, to list: Sink.Table) {
    if list.isOpen { nestsItself = true }
    let outer = nested
    for member in members {
      list.isOpen = true
      nested = NestedMark(member.membership, in: outer)
      let inside = write(member.sample)
      list.isOpen = false
      sink.append(number)
      sink.append(inside)
      endPlainRow(list)
    }
    nested = outer
  }

  private mutating func write(
    _ fields: [Sample.Field], _ header: SampleHeader, _ id: SampleID, _ kind: SampleKind,
    hasDates: Bool
  ) -> Int64 {
    let table = sink.tables[kind.index]
    let shared = begin(header, id, kind, hasDates: hasDates)
    origin(header, shared)
    append(fields)
    let number = endSample(header, table)
    write(header.metadata, of: number, to: table.children[0])
    write(fields, of: number, to: table.children[1...])
    return number
  }

  private mutating func unknown(_ element: Element, id: SampleID) -> Int64 {
    beginRow(id)
    sink.appendJSON { ExtrasText.append(element, to: &$0) }
    if sink.hasParticipants {
      if let participant = element.participant {
        sink.append(participant)
      } else {
        sink.appendNone()
      }
    } else if element.participant != nil {
      hasUnlistedParticipant = true
    }
    endRow(sink.tables[SampleKind.unknown.index])
    return count
  }

  // MARK: Rows

  /// Begins the row of a sample, up to its dates.
  private mutating func begin(
    _ header: SampleHeader, _ id: SampleID, _ kind: SampleKind, hasDates: Bool = true
  ) -> Sink.Shared {
    beginRow(id)
    if header.descriptor.participant != nil, !sink.hasParticipants { hasUnlistedParticipant = true }
    let shared = sink.shared(header.descriptor, kind)
    sink.appendType(shared)
    sink.append(hasDates ? header.start : nil, field: "startDate", &rest)
    sink.append(hasDates ? header.end : nil, field: "endDate", &rest)
    sink.append(header.created, field: "creationDate", &rest)
    return shared
  }

  @inline(__always)
  private mutating func beginRow(_ id: SampleID) {
    count += 1
    sink.append(count)
    sink.append(id)
    if let nested { sink.append(nested.rawValue) } else { sink.appendNone() }
  }

  private mutating func origin(_ header: SampleHeader, _ shared: Sink.Shared) {
    sink.appendOrigin(shared)
    sink.append(address: header.deviceAddress)
    if header.ordinal != 0 { sink.append(Int64(header.ordinal)) } else { sink.appendNone() }
    if let device = header.descriptor.device, device == Device() { rest.hasDevice = true }
  }

  /// Ends the row of a sample whose fields are all written.
  private mutating func end(
    _ header: SampleHeader, _ shared: Sink.Shared, _ table: Sink.Table
  ) -> Int64 {
    origin(header, shared)
    return endSample(header, table)
  }

  private mutating func endSample(_ header: SampleHeader, _ table: Sink.Table) -> Int64 {
    let number = count
    rest.uuid = header.uuid
    endStructure(header.extras, table)
    return number
  }

  /// Ends a row; content without a column is its last cell.
  mutating func endStructure(_ extras: Extras?, _ table: Sink.Table) {
    rest.extras = extras
    sink.append(&rest)
    if !rest.isEmpty { rest = ExtrasText() }
    endRow(table)
  }

  /// Ends a row of a table that has no column for other content.
  mutating func endPlainRow(_ table: Sink.Table) {
    sink.endPlain(&rest)
    endRow(table)
  }

  private mutating func endRow(_ table: Sink.Table) {
    let count = sink.endRow(table)
    if count >= Limits.rowBytes.value { excess = Limits.rowBytes }
    if !size.add(count) { excess = excess ?? Limits.rowsBytes }
    if excess != nil { sink.isDiscarding = true }
  }

  mutating func write(_ metadata: Metadata, of number: Int64, to table: Sink.Table) {
    for entry in metadata.entries {
      sink.append(number)
      sink.append(entry.key.identifier)
      sink.append(entry.value)
      endPlainRow(table)
    }
  }
}

/// Writes the fields of a structure: the cells of its own row, then the rows nested in it.
extension TableEncoder where Sink: ~Copyable {
  /// Appends the cells of a row.
  mutating func append(_ fields: [Sample.Field]) {
    for field in fields {
      switch field.value {
      case .number(let number?): sink.append(number, field: field.name, &rest)
      case .date(let date): sink.append(date, field: field.name, &rest)
      case .text(let text?): sink.append(text)
      case .bytes(let bytes) where !bytes.isEmpty: sink.append(bytes)
      case .number, .text, .bytes: sink.appendNone()
      case .metadata, .numbers, .list, .sideFile, .samples: break
      }
    }
  }

  /// Writes the rows that are nested in the row with this number, to their tables.
  mutating func write(
    _ fields: [Sample.Field], of number: Int64, to tables: ArraySlice<Sink.Table>
  ) {
    var tables = tables
    for field in fields {
      switch field.value {
      case .number, .date, .text, .bytes: continue
      case .metadata(let metadata): write(metadata, of: number, to: tables.removeFirst())
      case .numbers(let numbers): write(numbers, of: number, to: tables.removeFirst())
      case .samples(let members): write(members, of: number, to: tables.removeFirst())
      case .list(let list), .sideFile(let list):
        let table = tables.removeFirst()
        if let points = list.points {
          write(points, of: number, to: table)
        } else {
          for index in 0..<list.count { write(list[index], of: number, to: table) }
        }
      }
    }
  }

  private mutating func write(_ numbers: [Number], of number: Int64, to table: Sink.Table) {
    for found in numbers {
      sink.append(number)
      sink.append(found, field: "number", &rest)
      endPlainRow(table)
    }
  }

  private mutating func write(
    _ structure: (fields: [Sample.Field], extras: Extras?), of parent: Int64, to table: Sink.Table
  ) {
    count += 1
    let number = count
    sink.append(number)
    sink.append(parent)
    append(structure.fields)
    endStructure(structure.extras, table)
    if !table.children.isEmpty { write(structure.fields, of: number, to: table.children[...]) }
  }

  /// Writes the points of a route. To be fast, it does not list the fields of a usual point.
  private mutating func write(
    _ points: [RouteLocation], of parent: Int64, to table: Sink.Table
  ) {
    for index in points.indices {
      let point = points[index]
      guard point.isPlain else {
        write((Sample.Field.list(of: point), point.extras), of: parent, to: table)
        continue
      }
      count += 1
      sink.append(count)
      sink.append(parent)
      sink.append(point.date, field: "date", &rest)
      for slot in RouteLocation.Slot.numbers.indices {
        if let number = point.plain(RouteLocation.Slot.numbers[slot]) {
          sink.append(Number(number), field: RouteLocation.Slot.names[slot], &rest)
        } else {
          sink.appendNone()
        }
      }
      endStructure(nil, table)
    }
  }
}
