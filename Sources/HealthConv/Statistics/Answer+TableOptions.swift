import HealthBytes
import HealthModel
import HealthStatistics

extension Answer {
  /// The columns and rows of an answer to write, and their order.
  public struct TableOptions: Sendable, Equatable {
    /// A column that rows are sorted by.
    public struct Order: Sendable, Equatable {
      /// The name of the column.
      public var column: String
      /// Whether the largest value comes first.
      public var isDescending: Bool

      /// Rows by a column, the smallest value first by default.
      public init(_ column: String, isDescending: Bool = false) {
        (self.column, self.isDescending) = (column, isDescending)
      }
    }

    /// The names of the columns, in the order in which they are written; empty for all. Facts such as `zone` can be among
    /// them; where facts are columns, only those are.
    public var columns: [String] = []
    /// What rows are sorted by, the most important column first: numbers by number, texts by their UTF-8. Rows without a
    /// value come last.
    public var order: [Order] = []
    /// How many rows are written; `nil` for all.
    public var limit: Int?
    /// How many characters a line of text has at most: columns without values are left out first, then the least important
    /// ones. Has no effect with ``columns``; `nil` for any number.
    public var width: Int?

    /// Whether CSV is for spreadsheet programs: with a byte order mark, the columns with a value, local times with the offset in the
    /// next column, and texts that are no formulas. The locale of the answer decides the mark before decimals.
    public var isForSpreadsheet = false
    /// Whether decimals for spreadsheet programs have a comma, and columns a semicolon, unless the answer has a locale.
    public var hasDecimalComma = false

    /// All columns and rows.
    public init() {}
  }
}

/// The options of a table applied to its columns.
struct AnswerShape {
  /// The columns, and after them the facts that are shown as columns.
  let columns: [AnswerColumn]
  /// The facts that are not shown as columns.
  let facts: [AnswerFact]
  /// The values of the facts among the columns.
  let values: [AnswerValue]
  /// The columns that are shown, in their order; `nil` for all.
  let places: [Int]?
  let keys: [AnswerSorter.Key]

  init(
    _ options: Answer.TableOptions, _ columns: [AnswerColumn], _ facts: [AnswerFact],
    _ format: AnswerFormat
  ) throws(HealthError) {
    let named = options.columns + options.order.map(\.column)
    let extra = facts.filter { fact in
      named.contains { AnswerColumn(fact.name).isNamed($0) }
        && !columns.contains { $0.name == fact.name }
    }
    let all = columns + extra.map { AnswerColumn($0.name) }
    func index(of name: String) throws(HealthError) -> Int {
      if let index = all.firstIndex(where: { $0.isNamed(name) }) { return index }
      let names = (columns + facts.map { AnswerColumn($0.name) }).map(\.name)
      throw HealthError(
        .usage,
        "the table has no column '\(name.printableName)'.\(NearMiss.question(AnswerColumn.plain(name), names)) Its columns are "
          + "\(names.joined(separator: ", "))")
    }
    var places: [Int] = []
    for name in options.columns { places.append(try index(of: name)) }
    var keys: [AnswerSorter.Key] = []
    for order in options.order {
      let index = try index(of: order.column)
      keys.append(
        AnswerSorter.Key(
          place: index, isText: all[index].isText, isDescending: order.isDescending))
    }
    self.columns = all
    self.keys = keys
    values = extra.map { .text($0.value) }
    self.places = options.columns.isEmpty ? extra.isEmpty ? nil : Array(columns.indices) : places
    self.facts = !options.columns.isEmpty && format.hasFactColumns ? [] : facts
  }

  func selected<Element>(_ all: [Element]) -> [Element] { places?.map { all[$0] } ?? all }
}

extension AnswerColumn {
  /// A name without the differences between `heart rate`, `heart-rate` and `Heart_Rate`.
  fileprivate static func plain(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
  }

  /// Whether a person means the column: by its name, or by its name with the unit.
  fileprivate func isNamed(_ name: String) -> Bool {
    let wanted = Self.plain(name)
    return wanted == self.name.lowercased() || wanted == key.lowercased()
  }
}

extension Answer {
  /// Writes statistics in one row for each interval, with columns for each type: its main statistic, or those that are chosen.
  func writeWide(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    guard let interval = plan.interval, plan.sources != .separate else {
      throw HealthError(.usage, "a wide table requires intervals, and sources that are merged")
    }
    var report = Answer.Report()
    var answer = self
    answer.plan.isIntervalFirst = true
    let unmet = makeUnmetConditions()
    var rows = try answer.statisticsRows(&report, unmet)
    let table = StatisticsTable(answer.plan, rows.types, units)
    var types: [StatisticsType] = []
    for type in rows.types where !types.contains(type) { types.append(type) }
    types.sort { ($0.shortName, $0.valueName ?? "") < ($1.shortName, $1.valueName ?? "") }
    // All options means that none was chosen.
    let chosen = plan.options == .values ? nil : plan.options
    let columns = types.flatMap { WideColumn.columns(of: $0, chosen) }
    var places: [StatisticsType: Range<Int>] = [:]
    for (index, column) in columns.enumerated() {
      places[column.type] = (places[column.type]?.lowerBound ?? index)..<(index + 1)
    }
    let hasPartial = answer.plan.hasPartialIntervals
    try output.begin(
      [AnswerColumn(interval)]
        + (hasPartial ? [AnswerColumn("partial")] : [])
        + columns.map { $0.column(in: table.unitName(of: $0.type)) },
      [AnswerFact("zone", plan.zone.name)]
        + (interval.count > 1 ? [AnswerFact("interval", interval.description)] : [])
        + [rows.summary.sourcesFact] + unitFacts)
    var label: String?
    var isPartial = false
    var values: [AnswerValue] = []
    func write(_ output: inout AnswerOutput) throws(HealthError) {
      guard let label else { return }
      try output.row(
        [.text(label)] + (hasPartial ? [AnswerValue(isPartial ? "yes" : nil)] : []) + values)
    }
    while let row = try rows.next() {
      if row.interval != label {
        try write(&output)
        (label, isPartial) = (row.interval, row.isPartial)
        values = columns.map { _ in .none }
      }
      for index in places[row.type] ?? 0..<0 { values[index] = columns[index].value(row, table) }
    }
    try write(&output)
    try output.end()
    report.add(rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}

/// A statistic of a type, as a column.
private struct WideColumn {
  private enum Statistic: String, CaseIterable {
    case sum, average, minimum, maximum, latest, duration

    var option: StatisticsOptions {
      switch self {
      case .sum: .cumulativeSum
      case .average: .discreteAverage
      case .minimum: .discreteMin
      case .maximum: .discreteMax
      case .latest: .mostRecent
      case .duration: .duration
      }
    }
  }

  let type: StatisticsType
  private let statistic: Statistic
  /// Whether the name of the statistic is that of the column, too.
  private let isNamed: Bool

  /// The columns of a type: its sum, its average or its duration, or those that were chosen and that it has.
  static func columns(of type: StatisticsType, _ chosen: StatisticsOptions?) -> [WideColumn] {
    let main: Statistic =
      !type.isQuantity ? .duration : type.style == .cumulative ? .sum : .average
    guard let chosen, type.isQuantity else {
      return [WideColumn(type: type, statistic: main, isNamed: false)]
    }
    return Statistic.allCases.filter { statistic in
      guard chosen.contains(statistic.option) else { return false }
      switch statistic {
      case .sum: return main == .sum
      case .average, .minimum, .maximum: return main == .average
      case .latest, .duration: return true
      }
    }.map { WideColumn(type: type, statistic: $0, isNamed: true) }
  }

  func column(in unit: String?) -> AnswerColumn {
    var name = type.shortName
    if let value = type.valueName { name += "_" + value }
    if isNamed { name += "_" + statistic.rawValue }
    if statistic == .duration { return AnswerColumn(name, .minutes, unit: "min") }
    guard unit != "count" else { return AnswerColumn(name, .count) }
    return AnswerColumn(name, .number, unit: unit)
  }

  func value(_ row: StatisticsRow, _ table: StatisticsTable) -> AnswerValue {
    switch statistic {
    case .sum: table.exact(row.sum, of: type)
    case .average: AnswerValue(table.shown(row.average, of: type))
    case .minimum: table.exact(row.minimum, of: type)
    case .maximum: table.exact(row.maximum, of: type)
    case .latest: table.exact(row.mostRecent, of: type)
    case .duration: AnswerValue(row.duration.map { $0 / 60 })
    }
  }
}

extension FigureUnit {
  func column(_ name: String, _ kind: AnswerColumn.Kind = .number) -> AnswerColumn {
    AnswerColumn(name, kind, unit: unit.description)
  }
}

extension Answer {
  /// States the units, if they are not the canonical ones.
  var unitFacts: [AnswerFact] {
    units.isEmpty ? [] : [AnswerFact("units", units.description)]
  }
}
