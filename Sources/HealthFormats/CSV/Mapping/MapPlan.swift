import HealthBytes
import HealthModel
import HealthUnits

/// A part of a map, compiled in two steps: the header of a file gives what reads a row. What reads rows is not stored in
/// arrays or optionals as such, but in structures: loading a closure from a generic type allocates memory.
typealias MapPart<Value> =
  @Sendable (MapHeader) throws(HealthError) -> (MapRow) throws(CellFault) -> Value

/// The header of a file, in which the columns of a map are found.
final class MapHeader {
  private(set) var names: [String]
  /// Whether rows have no header of their own, so that all columns of the map are there.
  private let isOpen: Bool
  /// Whether of several columns for a value each row has its own first: those of a table of a database are all there.
  private let isDatabase: Bool
  private let place: Place
  /// The zone for dates that have none, if given.
  let zone: Zone?
  /// What reading ahead found.
  let survey: MapSurvey
  /// The names of the files of the input, for conditions.
  let files: Set<String>
  private let prefix: String
  /// The columns that were found.
  private(set) var used: Set<Int> = []
  private(set) var notes: [CellFault] = []

  init(
    _ names: [String]?, _ place: Place, zone: Zone?, isDatabase: Bool = false, prefix: String = "",
    survey: MapSurvey = MapSurvey(), files: Set<String> = []
  ) {
    self.names = names ?? []
    (self.survey, self.files) = (survey, files)
    self.prefix = prefix
    self.isDatabase = isDatabase
    isOpen = names == nil
    self.place = place
    self.zone = zone
  }

  /// A cell with its columns.
  func find(_ cell: MapCell) -> MapCell {
    var (columns, unit): ([Int], String?) = ([], nil)
    if isOpen {
      for column in cell.names {
        let index = names.firstIndex(of: column.name) ?? names.count
        if index == names.count { names.append(column.name) }
        columns.append(index)
      }
      return MapCell(cell, columns: columns, unit: nil, find)
    }
    for column in cell.names where cell.isJoined || isDatabase || columns.isEmpty {
      guard let index = column.index(in: names, prefix) else {
        if !cell.isJoined { continue }
        columns = []
        break
      }
      used.insert(index)
      columns.append(index)
      if !cell.isJoined, column.hasUnit {
        let name = names[index]
        unit = column.match(name) ?? column.match(String(name.dropFirst(prefix.count)))
      }
    }
    return MapCell(cell, columns: columns, unit: unit, find)
  }

  /// A cell with its columns, which the file must have if the cell has no default.
  func require(_ cell: MapCell) throws(HealthError) -> MapCell {
    let found = find(cell)
    guard found.isAbsent, cell.fallback == nil else { return found }
    let wanted = cell.names.map { "'\($0.name)'" }.joined(separator: " or ")
    // Built-in maps have no lines.
    let line = cell.place.line > 0 ? " at line \(cell.place.line)" : ""
    throw HealthError(
      .malformed, rule: "missing-column", place: place,
      "the header has no column \(wanted), which the map needs\(line)")
  }

  func require(_ cell: MapCell?) throws(HealthError) -> MapCell? {
    guard let cell else { return nil }
    return try require(cell) as MapCell
  }

  /// Notes a unit in the name of a column if it is not known.
  func note(unit: String, _ column: Int) {
    guard (try? HealthUnit(unit)) == nil else { return }
    notes.append(
      CellFault(
        cell: column, rule: "unknown-unit",
        message: "the unit '\(unit.printableName)' is not known; it is preserved unchanged"))
  }
}

/// A table of a map, compiled for one file. Its rules cache what they read last, so that threads cannot share it.
struct MapPlan {
  let rules: [MapRule]
  /// The cell with the kind of an item, by which items that are left out are counted.
  let kind: MapCell?
  let form: MapRow.Form
  let unmapped: MapSettings.Unmapped
  /// The columns that are neither read nor reported.
  let ignored: Set<String>
  /// The columns that the table does not mention, and those that say when a row was.
  let leftOver: [Int]
  let times: [Int]
  /// The findings of the header.
  let notes: [CellFault]
  /// The columns, by their names.
  let names: [String]
  let columns: [String: Int]
  /// The members of which the map reads single items, such as `a` by `a[0]`.
  let listNames: Set<String>
  /// The members of which the map reads members, such as `a` by `a.b`.
  let objectNames: Set<String>

  /// Finds the columns of a table in a header.
  ///
  /// - Parameters:
  ///   - names: The header; `nil` for items, of which each has its own members.
  ///   - zone: The zone for dates that have none, if given.
  ///   - survey: What reading ahead found.
  init(
    _ table: CSVMap.Table, _ names: [String]?, _ place: Place, zone: Zone?,
    survey: MapSurvey = MapSurvey()
  ) throws(HealthError) {
    let isOpen = names == nil
    let prefix = table.settings.prefix
    let header = MapHeader(
      names, place, zone: zone, isDatabase: table.source != nil, prefix: prefix, survey: survey,
      files: table.files)
    var rules: [MapRule] = []
    for sample in table.samples {
      if let rule = try sample.rule(header) { rules.append(rule) }
    }
    kind = table.kinds.map(header.find)
    let names = header.names
    self.names = names
    columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    listNames = Set(
      names.compactMap { name in
        name.firstIndex(of: "[").map { String(name[..<$0]) }
      })
    objectNames = Set(
      names.compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) } })
    self.rules = rules
    form = MapRow.Form(table.settings, takesCommas: survey.takesCommas)
    unmapped = table.settings.unmapped
    let ignored = table.settings.ignored.union(table.source?.references ?? [])
    self.ignored = ignored
    leftOver =
      isOpen
      ? []
      : names.indices.filter {
        !header.used.contains($0) && !names[$0].isEmpty && !ignored.contains(names[$0])
          && !(names[$0].hasPrefix(prefix)
            && ignored.contains(String(names[$0].dropFirst(prefix.count))))
      }
    times = Set(rules.flatMap { $0.times.start?.columns ?? [] }).sorted()
    var notes = header.notes
    if rules.isEmpty {
      notes.append(
        CellFault(
          cell: 0, rule: "unmapped-file",
          message: "the file has none of the columns that the map reads samples from"))
    }
    let repeated =
      isOpen || table.source != nil
      ? []
      : leftOver.filter { index in
        names.firstIndex(of: names[index]).map { header.used.contains($0) } ?? false
      }
    let fate = table.settings.unmapped == .report ? "left out" : "preserved"
    notes += repeated.map {
      CellFault(
        cell: $0, rule: "duplicate-column",
        message:
          "found the column '\(names[$0].printableName)' twice; the first is read, the other is \(fate)"
      )
    }
    if unmapped == .report {
      notes += leftOver.filter { !repeated.contains($0) }.map {
        CellFault(
          cell: $0, rule: "unmapped-column",
          message: "the column '\(names[$0].printableName)' is not in the map; it is left out")
      }
    }
    self.notes = notes
  }
}

/// A row of a file, with what its cells mean by themselves.
///
/// Samples are made from the ranges, texts and numbers of its columns; that they are cells of CSV is known only here.
struct MapRow {
  let bytes: [UInt8]
  private(set) var cells: [CSVCell]
  let form: Form

  init(_ bytes: [UInt8], _ cells: [CSVCell], _ form: Form) {
    self.bytes = bytes
    self.cells = cells
    self.form = form
  }

  /// How a file writes numbers, and nothing.
  struct Form {
    let decimal: UInt8
    let group: UInt8?
    let empty: [[UInt8]]
    /// Whether a number may have a decimal comma in place of the point.
    let takesCommas: Bool

    init(_ settings: MapSettings, takesCommas: Bool = false) {
      decimal = settings.decimal ?? UInt8(ascii: ".")
      group = settings.group
      self.takesCommas = takesCommas
      empty = settings.empty.map { Array($0.utf8) }
    }

    /// Whether numbers are written as the model reads them.
    var isPlain: Bool { decimal == UInt8(ascii: ".") && group == nil }
  }

  /// The content of a cell without surrounding spaces; `nil` if it is absent or empty.
  func range(_ index: Int) -> Range<Int>? {
    guard index < cells.count else { return nil }
    let cell = cells[index]
    var (start, end) = (cell.start, cell.end)
    while start < end, bytes[start] == UInt8(ascii: " ") { start &+= 1 }
    while start < end, bytes[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
    guard start < end else { return nil }
    for text in form.empty
    where text.count == end - start && ByteScan.equal(bytes.span, at: start, to: text) {
      return nil
    }
    return start..<end
  }

  /// The content of a cell whose bytes are its text.
  func plainRange(_ index: Int) -> Range<Int>? {
    range(index).flatMap { cells[index].hasQuotes ? nil : $0 }
  }

  /// Cuts a cell down to an item of its list.
  mutating func replace(_ index: Int, with range: Range<Int>) {
    cells[index] = CSVCell(start: range.lowerBound, end: range.upperBound, isQuoted: false)
  }

  /// Whether all cells are empty, as in rows that spreadsheets add.
  var isEmpty: Bool { cells.allSatisfy { $0.start == $0.end } }

  /// Whether the row has cells beyond the columns of the header.
  func hasCells(beyond count: Int) -> Bool { cells.dropFirst(count).contains { !$0.isAbsent } }

  /// The text of a cell without surrounding spaces; `nil` if the cell is absent.
  func text(_ index: Int) -> String? {
    guard let range = range(index) else { return nil }
    guard cells[index].hasQuotes else { return JSONTape.text(bytes.span, range) }
    return cells[index].text(in: bytes.span)
  }

  /// The number in a range of the row; `nil` if it is not a number. A group has three digits, so that the decimal comma of another
  /// language is not taken for the mark of a group.
  func number(_ range: Range<Int>) -> Number? {
    let span = bytes.span
    guard !form.isPlain else {
      let number = Number(parsing: span.extracting(range))
      return number == nil && form.takesCommas ? numberWithComma(range) : number
    }
    var digits: [UInt8] = []
    // The digits since a mark; `nil` before the first.
    var grouped: Int?
    for at in range {
      let byte = span[at]
      let isMark = byte == form.group
      if isMark || byte == form.decimal {
        if let grouped, grouped != 3 { return nil }
        grouped = isMark ? 0 : nil
        if isMark { continue }
      } else if let count = grouped {
        grouped = count + 1
      }
      digits.append(byte == form.decimal ? UInt8(ascii: ".") : byte)
    }
    if let grouped, grouped != 3 { return nil }
    return Number(parsing: digits.span)
  }

  /// The number in a range that has a decimal comma between two digits, and no point.
  private func numberWithComma(_ range: Range<Int>) -> Number? {
    var text = Array(bytes[range])
    guard text.count < 64, !text.contains(UInt8(ascii: ".")),
      let comma = text.firstIndex(of: UInt8(ascii: ",")), comma > 0, comma + 1 < text.count,
      text[comma - 1] &- 48 < 10, text[comma + 1] &- 48 < 10
    else { return nil }
    text[comma] = UInt8(ascii: ".")
    return Number(parsing: text.span)
  }

  /// The row as an unknown element, which loses nothing.
  ///
  /// - Parameter columns: Which cells to keep; `nil` for all.
  /// - Returns: The element, with a child for each cell that is not empty.
  func element(_ header: [String], only columns: [Int]? = nil) -> Element {
    var element = Element(name: "Row")
    for index in columns ?? Array(cells.indices) {
      guard index < cells.count, !cells[index].isAbsent else { continue }
      let name = index < header.count ? header[index] : ""
      let cell = Element(
        name: "Cell",
        attributes: [
          Element.Attribute(name: "column", value: name),
          Element.Attribute(name: "value", value: cells[index].text(in: bytes.span)),
        ])
      element.children.append(.element(cell))
    }
    return element
  }
}

struct CellFault: Error, Equatable {
  /// The cell, from 0.
  let cell: Int
  let rule: String
  let message: String
  /// Whether reading cannot go on.
  var isFatal = false
  /// A way to handle it.
  var remedy: HealthError.Remedy?
  /// How severe it is in a row that is read nevertheless.
  var severity = Finding.Severity.warning
}

extension CellFault {
  /// An activity of a name that is not known.
  static func unknownActivity(_ name: String, cell: Int) -> CellFault {
    CellFault(
      cell: cell, rule: "unknown-activity",
      message:
        "the activity '\(name.printableName)' is not known; it is read as the activity 'other'",
      severity: .info)
  }
}
