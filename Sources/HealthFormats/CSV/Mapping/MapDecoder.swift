import HealthBytes
import HealthModel

/// Makes samples of the rows of a file by a table of a map, and reports what does not fit it.
final class MapDecoder {
  let header: [String]
  let plan: MapPlan
  private let isStrict: Bool
  var tally = FindingTally()
  /// The members of items that the map does not mention and that were reported.
  private var reported: Set<String> = []
  private static let reportLimit = 256

  init(_ header: [String], _ plan: MapPlan, isStrict: Bool) {
    (self.header, self.plan, self.isStrict) = (header, plan, isStrict)
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - output: Gets the samples it becomes: none, one, or several.
  ///   - names: The names of its cells, if they differ from row to row.
  ///   - place: The location of a cell.
  /// - Returns: Whether the map reads such rows.
  func append(
    _ row: MapRow, to output: inout MapOutput, names: [String]? = nil, _ place: (Int) -> Place
  ) throws(HealthError) -> Bool {
    let header = names ?? header
    var (isWanted, isWhole) = (plan.rules.isEmpty, true)
    var (carried, dropped): (Set<Int>, Set<Int>) = ([], [])
    for rule in plan.rules {
      do throws(CellFault) {
        guard try rule.holds(in: row) else { continue }
        isWanted = true
        let count = output.samples.count
        try rule.append(row, to: &output)
        let (columns, hasSamples) = (rule.metadataColumns, output.samples.count > count)
        if !columns.isEmpty, hasSamples { carried.formUnion(columns) }
        if !columns.isEmpty, !hasSamples { dropped.formUnion(columns) }
      } catch {
        // A sample that a row should be cannot be read.
        try note(error, "\(error.message); the row is preserved unchanged", .error, at: place)
        isWhole = false
      }
      for note in output.notes { try self.note(note, note.message, at: place) }
      output.notes.removeAll()
    }
    if row.hasCells(beyond: header.count) {
      let fault = CellFault(
        cell: header.count, rule: "extra-cells", message: "found more cells than the header has")
      try note(fault, "\(fault.message); the row is preserved unchanged", at: place)
      isWhole = false
    }
    guard isWhole else {
      output.samples.append(.unknown(row.element(header)))
      return isWanted
    }
    // Metadata whose samples have no value.
    var columns = dropped.subtracting(carried).filter { row.range($0) != nil }.sorted()
    if isWanted {
      let others =
        names == nil
        ? plan.leftOver
        : (plan.names.count..<header.count).filter { !plan.ignored.contains(header[$0]) }
      if names != nil, plan.unmapped == .report { try report(others, header, place) }
      // What is left of a row without a sample is one row.
      let isAlone = output.samples.isEmpty && plan.unmapped != .report
      keepRest(of: row, isAlone ? others + columns : others, header, &output.samples)
      if isAlone { columns = [] }
    }
    if !columns.isEmpty {
      output.samples.append(.unknown(row.element(header, only: plan.times + columns)))
    }
    return isWanted
  }

  /// Preserves a row that the end of the file cuts off.
  func append(
    truncated row: MapRow, _ message: String, to output: inout MapOutput, _ place: (Int) -> Place
  ) throws(HealthError) {
    let fault = CellFault(cell: row.cells.count, rule: "truncated-row", message: message)
    try note(fault, "\(message); the row is preserved unchanged", .error, at: place)
    output.samples.append(.unknown(row.element(header)))
  }

  /// Reports members that the map does not mention, each once.
  private func report(
    _ columns: [Int], _ header: [String], _ place: (Int) -> Place
  ) throws(HealthError) {
    for column in columns
    where reported.count < Self.reportLimit && reported.insert(header[column]).inserted {
      let message =
        "the member '\(header[column].printableName)' is not in the map; it is left out"
      try note(
        CellFault(cell: column, rule: "unmapped-column", message: message), message, at: place)
    }
  }

  /// Preserves the cells of a row that became no sample, as the map states; the whole row if there is no sample to keep
  /// it with.
  private func keepRest(
    of row: MapRow, _ columns: [Int], _ header: [String], _ samples: inout [Sample]
  ) {
    guard plan.unmapped != .report else { return }
    var entries: [MetadataEntry] = []
    for column in columns {
      guard let text = row.text(column) else { continue }
      entries.append(MetadataEntry(key: MetadataKey(header[column]), value: text))
    }
    if entries.isEmpty { return }
    guard plan.unmapped == .metadata, !samples.isEmpty else {
      return samples.append(.unknown(row.element(header, only: plan.times + columns)))
    }
    for index in samples.indices {
      samples[index].updateHeader { $0.metadata.entries += entries }
    }
  }

  func note(
    _ fault: CellFault, _ message: String, _ severity: Finding.Severity = .warning,
    at place: (Int) -> Place
  ) throws(HealthError) {
    if fault.isFatal || isStrict {
      throw HealthError(
        .malformed, rule: fault.rule, place: place(fault.cell), fault.message,
        remedy: fault.remedy)
    }
    if tally.counts(fault.rule, message) { return }
    tally.add(fault.rule, message, at: place(fault.cell), severity: severity)
  }
}
