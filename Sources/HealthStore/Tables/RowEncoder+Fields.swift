import HealthFormats
import HealthModel

/// Writes the fields of a structure: its own row, then the rows nested in it.
extension RowEncoder {
  /// Writes the rows of a structure, in the row of a number if it is nested.
  mutating func write(
    _ structure: (fields: [Sample.Field], extras: Extras?), to own: PartTable,
    inside parent: Int64? = nil
  ) throws(HealthError) {
    let number = count
    begin(inside: parent)
    for field in structure.fields {
      switch field.value {
      case .number(let number?): add(number)
      case .number: row.append(.null)
      case .date(let date): add(date, own)
      case .text(let text): row.append(.text(text))
      case .bytes(let bytes): row.append(bytes.isEmpty ? .null : .bytes(bytes))
      case .metadata(let metadata): row.append(.integer(try shared.number(of: metadata)))
      case .numbers, .list, .sideFile, .samples: break
      }
    }
    try endRow(own, structure.extras)
    for (field, table) in own.nested(structure.fields) {
      switch field.value {
      case .numbers(let numbers): try write(numbers, to: table, inside: number)
      case .samples(let members): try write(members, to: table, inside: number)
      case .list(let list), .sideFile(let list):
        if let points = list.points {
          try write(points, to: table, inside: number)
        } else {
          for index in 0..<list.count { try write(list[index], to: table, inside: number) }
        }
      case .number, .date, .text, .bytes, .metadata: break
      }
    }
  }

  private mutating func write(
    _ numbers: [Number], to table: PartTable, inside parent: Int64
  ) throws(HealthError) {
    for number in numbers {
      begin(inside: parent)
      add(number)
      try endRow(table)
    }
  }

  /// Writes the points of a route, which are many: the fields of a usual one are not listed.
  private mutating func write(
    _ points: [RouteLocation], to table: PartTable, inside parent: Int64
  ) throws(HealthError) {
    for index in points.indices {
      let point = points[index]
      guard point.isPlain else {
        try write((Sample.Field.list(of: point), point.extras), to: table, inside: parent)
        continue
      }
      begin(inside: parent)
      add(point.date, table)
      for slot in RouteLocation.Slot.numbers.indices {
        if let number = point.plain(RouteLocation.Slot.numbers[slot]) {
          add(Number(number))
        } else {
          row.append(.null)
        }
      }
      try endRow(table)
    }
  }

  private mutating func add(_ date: Timestamp?, _ table: PartTable) {
    if let date { exact.note(date, table.table.columns[row.count].name) }
    row.append(.instant(date))
    row.append(.offset(date))
  }
}
