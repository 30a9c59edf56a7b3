package import HealthModel

/// A structure is visited twice: for the columns of its own row, then for the rows of what is in it.
extension RowEncoder: Sample.FieldVisitor {
  package typealias Failure = StoreError

  package mutating func number(_ name: String, _ value: inout Number?) {
    guard isInRow else { return }
    if let value { add(value) } else { row.append(.null) }
  }

  package mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard isInRow, let table else { return }
    if let value { exact.note(value, table.table.columns[row.count].name) }
    row.append(.instant(value))
    row.append(.offset(value))
  }

  package mutating func text(_ name: String, _ value: inout String?) {
    if isInRow { row.append(.text(value)) }
  }

  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if isInRow { row.append(value.isEmpty ? .null : .bytes(value)) }
  }

  package mutating func metadata(_ value: inout Metadata) throws(StoreError) {
    if isInRow { row.append(.integer(try shared.number(of: value))) }
  }

  package mutating func numbers(_ name: String, _ value: inout [Number]) throws(StoreError) {
    guard let table = nextTable() else { return }
    for found in value {
      begin()
      row.append(.integer(number))
      add(found)
      endNumbers(table)
      try put(table.table)
    }
  }

  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(StoreError) {
    guard let table = nextTable() else { return }
    if let points = S.points(value) {
      return try self.points(points, table, inside: number)
    }
    for index in value.indices { try structure(&value[index], table, inside: number) }
  }

  /// Writes the points of a route, which are many: no field of a usual one is visited.
  private mutating func points(
    _ points: [RouteLocation], _ own: PartTable, inside parent: Int64
  ) throws(StoreError) {
    for index in points.indices {
      guard points[index].isPlain else {
        var point = points[index]
        try structure(&point, own, inside: parent)
        continue
      }
      let point = points[index]
      begin()
      row.append(.integer(parent))
      let date = point.date
      if let date { exact.note(date, own.table.columns[row.count].name) }
      row.append(.instant(date))
      row.append(.offset(date))
      for slot in RouteLocation.Slot.numbers.indices {
        if let number = point.plain(RouteLocation.Slot.numbers[slot]) {
          add(Number(number))
        } else {
          row.append(.null)
        }
      }
      endNumbers(own)
      if own.extras != nil { row.append(.text(nil)) }
      try put(own.table)
    }
  }

  package mutating func sideFile<S: Sample.FieldStructure>(
    _ name: String, _ value: inout S?
  ) throws(StoreError) {
    guard let table = nextTable(), var found = value else { return }
    try structure(&found, table, inside: number)
  }

  package mutating func samples(
    _ name: String, element: String, _ value: inout [NestedSample]
  ) throws(StoreError) {
    guard let table = nextTable() else { return }
    let parent = number
    try inside(value) { (encoder, change) throws(StoreError) in
      encoder.row.append(.integer(parent))
      encoder.row.append(.integer(change))
      try encoder.put(table.table)
    }
  }

  /// The next table of the row whose inside is visited.
  private mutating func nextTable() -> PartTable? {
    guard !isInRow, let table, child < table.children.count else { return nil }
    child += 1
    return table.children[child - 1]
  }
}
