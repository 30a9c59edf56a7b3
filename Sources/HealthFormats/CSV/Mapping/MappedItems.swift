import HealthBytes
import HealthModel

/// Decodes the items of a JSON text by the tables of a map.
struct MappedItems {
  private var items: JSONItems
  private let tables: [MapDecoder]
  /// What the items of each path are.
  private let routes: [Route]
  /// Of tables of which items replace others, by their index, the times of these items in the current object.
  private var cuts: [Int: MapCuts] = [:]
  private var reported: Set<String> = []
  /// The table of which other files have finer samples of the same days.
  let coarse: CSVMap.Table?
  /// The names of the tables, for messages.
  let tableNames: String
  /// Whether the text has ended, and has content, but no items.
  private(set) var lacksItems = false
  /// Whether there are no other files, so that one that is not read is an error.
  private let isAlone: Bool
  private var output: [Sample] = []
  /// Bytes of all items so far. Items share texts of the objects around them.
  private var text: Int64 = 0
  /// The items that no table reads.
  private var leftOut: [LeftOut] = []
  /// Where the samples that wait are, and that of the sample given last.
  private(set) var place: Place

  private enum Route {
    /// Items of a table, which others may replace in parts.
    case items(table: Int)
    case over(table: Int)
    /// An object with items that replace others; of its members, those with a path.
    case object(table: Int, known: Set<String>)
  }

  /// Items of a kind that no table reads.
  private struct LeftOut {
    /// The kind; `nil` if no table states it.
    let kind: String?
    /// The location of the first.
    let place: Place
    var count = 1
  }

  /// Begins to read a text.
  ///
  /// - Returns: The text; `nil` if no table of the map is of JSON files of such a name.
  ///
  /// - Parameter again: Opens the text once more; `nil` if it can be read only once.
  static func open(
    _ source: any ByteSource, file: String, _ map: CSVMap, _ options: ReadOptions, isAlone: Bool,
    again: (() throws(HealthError) -> any ByteSource)?
  ) throws(HealthError) -> MappedItems? {
    let tables = map.tables.filter { table in
      table.items != nil && table.fits(name: file)
        && (table.use == .always || table.use == .alone && isAlone)
    }
    if tables.isEmpty { return nil }
    let (paths, routes) = Self.paths(of: tables)
    // Without other tables, the object is read in any case.
    let fallbacks: [Int] =
      tables.allSatisfy(\.isFallback)
      ? []
      : routes.indices.filter { index in
        if case .items(let table) = routes[index] { tables[table].isFallback } else { false }
      }
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
      source, file: file, paths: paths, fallbacks: fallbacks, outerNames: outerNames,
      openAgain: again)
    return MappedItems(
      items: items, tables: decoders, routes: routes, place: place, isAlone: isAlone,
      coarse: tables.first { !$0.finer.isEmpty },
      tableNames: tables.map(\.name).joined(separator: ", "))
  }

  private init(
    items: JSONItems, tables: [MapDecoder], routes: [Route], place: Place, isAlone: Bool,
    coarse: CSVMap.Table?, tableNames: String
  ) {
    (self.items, self.tables, self.routes, self.place) = (items, tables, routes, place)
    (self.isAlone, self.coarse, self.tableNames) = (isAlone, coarse, tableNames)
  }

  /// The paths of tables, in the order in which the items of an object are read: first those that replace others.
  private static func paths(of tables: [CSVMap.Table]) -> ([JSONItemPath], [Route]) {
    var (paths, routes): ([JSONItemPath], [Route]) = ([], [])
    for (index, table) in tables.enumerated() {
      guard let items = table.items, let over = table.over,
        let object = items.object(sharedWith: over)
      else { continue }
      let known = (tables.map(\.items) + tables.map(\.over)).compactMap {
        $0?.member(at: object.steps.count)
      }
      paths += [object, over]
      routes += [.object(table: index, known: Set(known)), .over(table: index)]
    }
    for (index, table) in tables.enumerated() {
      guard let items = table.items else { continue }
      paths.append(items)
      routes.append(.items(table: index))
    }
    return (paths, routes)
  }

  var progress: ByteProgress { items.progress }

  mutating func next() throws(HealthError) -> Sample? {
    while true {
      if !output.isEmpty { return output.removeLast() }
      let item = try items.next()
      for (name, place) in items.takeSkipped() { try report(name, place) }
      guard let item else {
        guard items.hasList || !isAlone else {
          throw HealthError(
            .malformed, rule: "unmapped-file", place: place,
            "found no list of items that a table of the map reads. 'jq -s .' makes a list of objects that follow one another"
          )
        }
        lacksItems = items.lacksItems
        return nil
      }
      place = item.place
      var (isWanted, kind) = (false, String?.none)
      for route in item.paths.map({ routes[$0] }) {
        switch route {
        case .object(let table, let known):
          isWanted = true
          cuts[table, default: MapCuts()].begin()
          try reportMembers(of: item, but: known.union(tables[table].plan.ignored))
        case .over(let table):
          let samples = try read(item, tables[table], &isWanted, &kind)
          for sample in samples { try cuts[table]?.add(sample, at: place) }
          output += samples
        case .items(let table):
          for sample in try read(item, tables[table], &isWanted, &kind) {
            output += try cuts[table]?.parts(of: sample, at: place) ?? [sample]
          }
        }
      }
      if !isWanted { leaveOut(kind, item.place) }
      output.reverse()
    }
  }

  /// Reads an item with a table.
  ///
  /// - Parameters:
  ///   - isWanted: Becomes true if the table reads such items.
  ///   - kind: Gets the kind of an item that the table leaves out, if the table states it.
  private mutating func read(
    _ item: JSONItems.Item, _ table: MapDecoder, _ isWanted: inout Bool, _ kind: inout String?
  ) throws(HealthError) -> [Sample] {
    var found = MapOutput()
    let (row, names) = Self.row(item, table.plan)
    text += Int64(row.bytes.count)
    if text > RatioGuard.mostText(of: items.progress.consumed) {
      throw RatioGuard.excess(place.file).reading(at: item.place)
    }
    if try table.append(row, to: &found, names: names, { _ in item.place }) {
      isWanted = true
    } else if let text = try? table.plan.kind?.text(in: row) {
      kind = text
    }
    return found.samples
  }

  /// Counts an item that no table reads.
  private mutating func leaveOut(_ kind: String?, _ place: Place) {
    if let index = leftOut.firstIndex(where: { $0.kind == kind }) {
      leftOut[index].count += 1
    } else if kind == nil || leftOut.count < Self.kindLimit {
      leftOut.append(LeftOut(kind: kind, place: place))
    } else {
      leaveOut(nil, place)
    }
  }

  /// The most kinds of items that are counted separately.
  private static let kindLimit = 64

  private func report(_ name: String, _ place: Place) throws(HealthError) {
    let message = "the member '\(name.printableName)' is not in the map; it is left out"
    let fault = CellFault(cell: 0, rule: "unmapped-column", message: message)
    try tables.first?.note(fault, message, at: { _ in place })
  }

  /// Reports the objects and lists of an object that no path leads to, each once.
  private mutating func reportMembers(
    of item: JSONItems.Item, but known: Set<String>
  ) throws(HealthError) {
    guard case .object(let members) = item.value else { return }
    for (name, value) in members where !known.contains(name) {
      let isEmpty =
        switch value {
        case .object(let inner): inner.isEmpty
        case .array(let inner): inner.isEmpty
        default: true
        }
      guard !isEmpty, reported.count < Self.reportLimit, reported.insert(name).inserted else {
        continue
      }
      try report(name, item.place)
    }
  }

  private static let reportLimit = 256

  mutating func takeFindings() -> [Finding] {
    var findings: [Finding] = []
    for table in tables { findings += table.tally.takeAll() }
    for items in leftOut {
      let kind = items.kind.map { ", of the kind '\($0.printableName)'" } ?? ""
      findings.append(
        Finding(
          rule: "row-left-out", severity: .info, place: items.place,
          message: "the map leaves out items such as this\(kind) (\(items.count))"))
    }
    leftOut.removeAll()
    return findings
  }

  /// The most items of a list that are members of their own, such as `a[0]`.
  static let listLimit = 16

  /// The items of a list, also of one that is the JSON in a text; `nil` for another value.
  private static func items(of value: JSONText) -> [JSONText]? {
    switch value {
    case .array(let items): items
    case .literal(let text) where text.hasPrefix("["): list(in: text)
    case .string(let text) where text.hasPrefix("["): list(in: text)
    default: nil
    }
  }

  /// The items of the list that a text is as JSON; `nil` for another text.
  private static func list(in text: String) -> [JSONText]? {
    // A line feed is only between the parts of JSON, where it means the same as a space.
    let bytes: [UInt8] = text.utf8.map { $0 == 10 ? 32 : $0 }
    guard case .array(let items)? = JSONText(parsing: bytes, takesNaN: true) else { return nil }
    return items
  }

  /// The members of an item as the cells of a row: those that the map mentions in the order of its columns, then others.
  private static func row(_ item: JSONItems.Item, _ plan: MapPlan) -> (MapRow, [String]) {
    var bytes: [UInt8] = []
    var cells = [CSVCell](
      repeating: CSVCell(start: 0, end: 0, isQuoted: false), count: plan.names.count)
    var names = plan.names
    func append(_ name: String, _ value: JSONText, isOuter: Bool = false) {
      let index = plan.columns[name]
      // An object is read by its members, unless the map names only the object.
      if case .object(let members) = value, index == nil || plan.objectNames.contains(name) {
        for (key, inner) in members { append("\(name).\(key)", inner) }
        return
      }
      if index == nil, plan.listNames.contains(name), let items = Self.items(of: value) {
        for (index, inner) in items.prefix(Self.listLimit).enumerated() {
          append("\(name)[\(index)]", inner)
        }
        // The items that no name leads to are preserved with the whole list.
        if items.count <= Self.listLimit { return }
      }
      guard let text = value.cell else { return }
      if isOuter, index.map({ !cells[$0].isAbsent }) ?? true { return }
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
