import HealthBytes
import HealthModel

/// Writes the fields of a structure: the cells of its own row, then the rows of what is in it.
extension TableEncoder: Sample.FieldVisitor where Sink: ~Copyable {
  mutating func number(_ name: String, _ value: inout Number?) {
    guard isInRow else { return }
    if let value { sink.append(value, field: name, &rest) } else { sink.appendNone() }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    if isInRow { sink.append(value, field: name, &rest) }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    guard isInRow else { return }
    if let value { sink.append(value) } else { sink.appendNone() }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    guard isInRow else { return }
    if value.isEmpty { sink.appendNone() } else { sink.append(value) }
  }

  mutating func metadata(_ value: inout Metadata) {
    guard let table = nextTable() else { return }
    metadata(value, table)
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    guard let table = nextTable() else { return }
    for found in value {
      sink.append(number)
      sink.append(found, field: "number", &rest)
      endPlainRow(table)
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    guard let table = nextTable() else { return }
    if let points = S.points(value) { return self.points(points, table) }
    for index in value.indices { structure(&value[index], table) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard let table = nextTable(), var found = value else { return }
    structure(&found, table)
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    guard let list = nextTable() else { return }
    let outer = (table, number, child)
    write(value, of: outer.1, to: list)
    (table, number, child) = outer
  }

  /// The table of the field that is visited, if the rows inside are wanted.
  private mutating func nextTable() -> Sink.Table? {
    guard !isInRow, table.children.indices.contains(child) else { return nil }
    child += 1
    return table.children[child - 1]
  }

  private mutating func structure<S: Sample.FieldStructure>(
    _ structure: inout S, _ own: Sink.Table
  ) {
    let outer = (table, number, child)
    count += 1
    sink.append(count)
    sink.append(number)
    (table, number, child) = (own, count, 0)
    isInRow = true
    structure.visit(&self)
    endStructure(structure.extras, own)
    isInRow = false
    if !own.children.isEmpty { structure.visit(&self) }
    (table, number, child) = outer
  }

  /// Writes the points of a route, which are many: no field of a usual one is visited.
  private mutating func points(_ points: [RouteLocation], _ own: Sink.Table) {
    for index in points.indices {
      guard points[index].isPlain else {
        var point = points[index]
        structure(&point, own)
        continue
      }
      let point = points[index]
      count += 1
      sink.append(count)
      sink.append(number)
      sink.append(point.date, field: "date", &rest)
      for slot in RouteLocation.Slot.numbers.indices {
        if let number = point.plain(RouteLocation.Slot.numbers[slot]) {
          sink.append(Number(number), field: RouteLocation.Slot.names[slot], &rest)
        } else {
          sink.appendNone()
        }
      }
      endStructure(nil, own)
    }
  }
}
