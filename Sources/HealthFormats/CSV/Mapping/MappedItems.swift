import HealthBytes
import HealthModel

/// Decodes the items of a JSON text by the tables of a map.
struct MappedItems {
  private var items: JSONItems
  private let tables: [MapDecoder]
  /// Whether there are no other files, so that one that is not read is an error.
  private let isAlone: Bool
  private var output: [Sample] = []
  /// The first item that no table reads, and how many there were.
  private var leftOut: (place: Place, count: Int)?
  /// Where the samples that wait are, and that of the sample given last.
  private(set) var place: Place

  /// Begins to read a text.
  ///
  /// - Returns: The text; `nil` if no table of the map is of JSON files of such a name.
  ///
  /// - Parameter again: Opens the text once more; `nil` if it can be read only once.
  static func open(
    _ source: any ByteSource, file: String, _ map: CSVMap, _ options: ReadOptions, isAlone: Bool,
    again: (() throws(HealthError) -> any ByteSource)?
  ) throws(HealthError) -> MappedItems? {
    let tables = map.tables.filter { $0.items != nil && $0.use != .named && $0.fits(name: file) }
    let paths = tables.compactMap(\.items)
    if paths.isEmpty { return nil }
    let place = Place(file: file)
    let decoders = try tables.map { (table) throws(HealthError) in
      MapDecoder(
        [], try MapPlan(table, nil, place, zone: options.zone), isStrict: options.isStrict)
    }
    var outerNames: Set<String> = []
    for decoder in decoders {
      for name in decoder.plan.columns.keys where name.hasPrefix("^") {
        outerNames.insert(String(name.dropFirst()))
      }
    }
    let items = JSONItems(
      source, file: file, paths: paths, outerNames: outerNames, openAgain: again)
    return MappedItems(items: items, tables: decoders, place: place, isAlone: isAlone)
  }

  private init(items: JSONItems, tables: [MapDecoder], place: Place, isAlone: Bool) {
    (self.items, self.tables, self.place, self.isAlone) = (items, tables, place, isAlone)
  }

  var progress: ByteProgress { items.progress }

  mutating func next() throws(HealthError) -> Sample? {
    while true {
      if !output.isEmpty { return output.removeLast() }
      let item = try items.next()
      for (name, place) in items.takeSkipped() {
        let message = "the member '\(name.printableName)' is not in the map; it is left out"
        let fault = CellFault(cell: 0, rule: "unmapped-column", message: message)
        try tables.first?.note(fault, message, at: { _ in place })
      }
      guard let item else {
        guard items.hasList || !isAlone else {
          throw HealthError(
            .malformed, rule: "unmapped-file", place: place,
            "found no list of items that a table of the map reads. 'jq -s .' makes a list of objects that follow one another"
          )
        }
        return nil
      }
      place = item.place
      var isWanted = false
      for table in item.paths.map({ tables[$0] }) {
        var found = MapOutput()
        let (row, names) = Self.row(item, table.plan)
        if try table.append(row, to: &found, names: names, { _ in item.place }) { isWanted = true }
        output += found.samples
      }
      if !isWanted { leftOut = (leftOut?.place ?? item.place, (leftOut?.count ?? 0) + 1) }
      output.reverse()
    }
  }

  mutating func takeFindings() -> [Finding] {
    var findings: [Finding] = []
    for table in tables { findings += table.tally.takeAll() }
    if let (place, count) = leftOut.take() {
      findings.append(
        Finding(
          rule: "row-left-out", severity: .info, place: place,
          message: "the map leaves out items such as this (\(count))"))
    }
    return findings
  }

  /// The most items of a list that are members of their own, such as `a[0]`.
  private static let listLimit = 16

  /// The members of an item as the cells of a row: those that the map mentions in the order of its columns, then others.
  private static func row(_ item: JSONItems.Item, _ plan: MapPlan) -> (MapRow, [String]) {
    var bytes: [UInt8] = []
    var cells = [CSVCell](
      repeating: CSVCell(start: 0, end: 0, isQuoted: false), count: plan.names.count)
    var names = plan.names
    func append(_ name: String, _ value: JSONText, isOuter: Bool = false) {
      let index = plan.columns[name]
      // An object is read by its members, unless the map names it.
      if case .object(let members) = value, index == nil {
        for (key, inner) in members { append("\(name).\(key)", inner) }
        return
      }
      if case .array(let items) = value, index == nil, plan.listNames.contains(name) {
        for (index, inner) in items.prefix(Self.listLimit).enumerated() {
          append("\(name)[\(index)]", inner)
        }
        return
      }
      if case .literal("null") = value { return }
      if isOuter, index.map({ !cells[$0].isAbsent }) ?? true { return }
      let text: String =
        switch value {
        case .string(let text), .literal(let text): text
        default: value.line
        }
      let start = bytes.count
      bytes += text.utf8
      let cell = CSVCell(start: start, end: bytes.count, isQuoted: false)
      if let index {
        cells[index] = cell
      } else if !cell.isAbsent {
        cells.append(cell)
        names.append(name)
      }
    }
    if case .object(let members) = item.value {
      for (name, value) in members { append(name, value) }
    } else {
      append("value", item.value)
    }
    for (name, value) in item.outer { append("^\(name)", value, isOuter: true) }
    return (MapRow(bytes, cells, plan.form), names)
  }
}
