import HealthBytes
import HealthModel

/// Writes the fields of a structure: the cells of its own row, then the rows of what is in it.
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

  /// Writes the rows of what is in the row of a number, to its tables.
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

  /// Writes the points of a route, which are many: the fields of a usual one are not listed.
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
