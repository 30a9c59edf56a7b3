import HealthBytes
import HealthFormats
import HealthModel

/// Texts of numbers and dates that the columns of a row do not restore exactly, with the names of the columns.
///
/// A text is used only if it has the value of its column, so that a column changed in the database takes effect.
struct ExactText {
  private var entries: [(column: String, text: String)] = []
  /// The numbers of a row that their columns do not reproduce exactly, with the indexes of the columns.
  private var numbers: [(column: Int, number: Number)] = []
  /// The exponent of all numbers of a row, as long as they have the same.
  private var exponent: Int16?
  private var isFixed = true

  init() {}

  /// Reads the JSON text of a column.
  init(_ text: String, _ reader: ExtrasReader) throws(JSONFault) {
    entries = try reader.entries(text.utf8Span.span)
  }

  var isEmpty: Bool { entries.isEmpty }

  // MARK: Writing

  /// Records a number that its column does not reproduce.
  @inline(__always)
  mutating func note(_ number: Number, _ column: @autoclosure () -> String) {
    if !number.isReal { entries.append((column(), number.description)) }
  }

  /// Records a number of a row of parts, for ``takeDecimals(_:)``.
  mutating func note(_ number: Number, column: Int) {
    isFixed = isFixed && number.isDecimal && number.exponent == exponent ?? number.exponent
    exponent = number.exponent
    if !number.isReal { numbers.append((column, number)) }
  }

  /// The number of decimals, if it and the columns reproduce all numbers of the row. If not, the texts of the numbers that
  /// their columns do not reproduce are recorded. Routes have millions of numbers with six decimals, so those that end in 0
  /// must not need a text each.
  ///
  /// - Returns: The number of decimals, if it is needed.
  mutating func takeDecimals(_ columns: [StoreTable.Column]) -> Int64? {
    defer { (exponent, isFixed) = (nil, true) }
    guard !numbers.isEmpty else { return nil }
    defer { numbers.removeAll(keepingCapacity: true) }
    if isFixed, let exponent { return 0 - Int64(exponent) }
    for (column, number) in numbers {
      entries.append((columns[column].name, number.description))
    }
    return nil
  }

  /// Records a date that its columns do not reproduce, or that has no columns. Not every database stores nanoseconds.
  @inline(__always)
  mutating func note(
    _ time: Timestamp, _ column: @autoclosure () -> String, isInColumn: Bool = true
  ) {
    if time.spelling != nil || time.nanoseconds != 0 || !isInColumn {
      entries.append((column(), time.description))
    }
  }

  /// Removes the recorded texts and returns them as JSON text.
  mutating func take() -> String? {
    guard !entries.isEmpty else { return nil }
    defer { entries.removeAll(keepingCapacity: true) }
    return JSONText.object(entries.map { ($0.column, .string($0.text)) }).line
  }

  // MARK: Reading

  /// The date whose columns are empty, if there is a text for it.
  func date(_ column: String) -> Timestamp? { text(of: column).flatMap { Timestamp($0) } }

  private func text(of column: String) -> String? {
    entries.first { $0.column == column }?.text
  }

  /// The number of a column; `nil` for one that is not finite, and has no text.
  @inline(__always)
  func number(
    _ value: Double, _ column: @autoclosure () -> String, decimals: Int? = nil
  ) -> Number? {
    if let decimals, let number = Number(real: value, decimals: decimals) { return number }
    guard !entries.isEmpty, let exact = text(of: column()).flatMap({ Number($0) }),
      exact.doubleValue == value
    else { return value.isFinite ? Number(real: value) : nil }
    return exact
  }

  @inline(__always)
  func date(_ time: Timestamp, _ column: @autoclosure () -> String) -> Timestamp {
    // A database may round nanoseconds, so only those of a text are used. Without a text there were none.
    guard !entries.isEmpty, let exact = text(of: column()).flatMap({ Timestamp($0) }),
      (exact.secondsSince1970 &- time.secondsSince1970).magnitude <= 1
    else {
      return Timestamp(
        secondsSince1970: time.secondsSince1970, offsetMinutes: time.offsetMinutes)
    }
    return exact
  }
}

/// Writes the fields of a structure: its own row, then the rows nested in it.
extension RowEncoder {
  /// Writes the rows of a structure; if it is nested, with the number of the row that contains it.
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

  /// Writes the points of a route. They are many, so the fields of a plain point are written without a list of them.
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
