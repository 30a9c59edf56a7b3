package import HealthBytes
package import HealthModel

extension Format {
  /// A workbook with a sheet for each kind of samples, for spreadsheet programs.
  public static let spreadsheet = Format(
    name: "xlsx", title: "Workbook of a spreadsheet, a sheet for each kind", extensions: ["xlsx"],
    isText: false,
    layouts: [Format.Layout("workbook", "one file", outputs: [.file])],
    losses: SpreadsheetLoss.allCases.map(\.loss),
    confidence: { _ in .no },
    makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in SpreadsheetWriter(output: output) })
}

/// The losses of a workbook.
enum SpreadsheetLoss: Int, CaseIterable {
  case dataset, unknown, parts, members, origins, extras, dates, texts

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .dataset: CSVTableLoss.dataset.loss
    case .unknown: CSVTableLoss.unknown.loss
    case .parts: CSVTableLoss.parts.loss
    case .members: CSVTableLoss.members.loss
    case .origins: CSVTableLoss.origins.loss
    case .extras: CSVTableLoss.extras.loss
    case .dates: Loss("dates", "the unusual text form of dates, and nanoseconds")
    case .texts: Loss("texts", "the rest of texts of more than 32,767 characters")
    }
  }
}

/// Writes samples as rows of a workbook: a sheet for each kind of samples, a row for each sample, a column for each field that
/// is a single value. Times are local, each with its offset from UTC in the next column.
package struct SpreadsheetWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private let workbook = Workbook()
  private var hasParticipants = false
  private var sheets: [SampleKind: Sheet] = [:]
  private var counts = [Int](repeating: 0, count: SpreadsheetLoss.allCases.count)

  /// A writer into an output, which it does not finish.
  public init(output: OutputContainer) { self.output = output }

  /// Writes nothing: a workbook contains no facts about the dataset.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if dataset != DatasetInfo() { countLoss(.dataset) }
    hasParticipants = dataset.hasParticipants
  }

  /// Writes the row of a sample.
  public mutating func write(_ sample: consuming Sample) throws(HealthError) {
    let kind = sample.kind
    guard kind != .unknown, let header = sample.header else { return countLoss(.unknown) }
    let sheet = try sheet(of: kind)
    let descriptor = header.descriptor
    sheet.append(text: descriptor.type.shortName)
    for date in [header.start, header.end] { append(date, to: sheet) }
    let fields = sample.structured.map { Sample.Field.list(of: $0.fields) } ?? []
    switch sample {
    case .quantity(let quantity):
      sheet.append(number: quantity.number.description)
      if !quantity.beats.isEmpty { countLoss(.parts) }
    case .category(let category): sheet.append(text: category.value?.name)
    case .correlation(let correlation): if !correlation.members.isEmpty { countLoss(.members) }
    default: break
    }
    append(fields, to: sheet)
    if !kind.hasOwnUnit { sheet.append(text: descriptor.unitText) }
    sheet.append(text: descriptor.source.name)
    sheet.append(text: descriptor.source.version)
    sheet.append(text: descriptor.device?.name)
    if hasParticipants { sheet.append(text: descriptor.participant) }
    append(header.created, to: sheet)
    sheet.append(text: header.metadata.isEmpty ? nil : Self.text(of: header.metadata))
    try sheet.endRow()
    count(header)
    if case .correlation(let correlation) = sample {
      for member in correlation.members where member.membership == .nestedOnly {
        try write(member.sample)
      }
    }
  }

  /// Writes the workbook.
  public mutating func finish() throws(HealthError) {
    counts[SpreadsheetLoss.texts.rawValue] = sheets.values.reduce(0) { $0 + $1.cutTexts }
    let file = try output.open("")
    try workbook.write(to: file)
    try file.finish()
  }

  /// The losses so far.
  public var losses: [Loss.Count] {
    SpreadsheetLoss.allCases.map { Loss.Count(loss: $0.loss, count: counts[$0.rawValue]) }
  }

  private mutating func countLoss(_ loss: SpreadsheetLoss) { counts[loss.rawValue] += 1 }

  private mutating func sheet(of kind: SampleKind) throws(HealthError) -> Sheet {
    if let sheet = sheets[kind] { return sheet }
    func dated(_ name: String) -> [String] { [name, name + "_offset"] }
    var columns = ["type"] + dated("start") + dated("end")
    if kind == .quantity || kind == .category { columns.append("value") }
    for field in kind.fields.map({ Sample.Field.list(of: $0) }) ?? [] {
      let name = snakeCase(field.name)
      switch field.value {
      case .number, .text: columns.append(name)
      case .date: columns += dated(name)
      default: break
      }
    }
    if !kind.hasOwnUnit { columns.append("unit") }
    columns +=
      ["source", "source_version", "device"] + (hasParticipants ? ["participant"] : [])
      + dated("created") + ["metadata"]
    let sheet = try workbook.sheet(snakeCase(kind.rawValue), columns)
    sheets[kind] = sheet
    return sheet
  }

  private mutating func append(_ date: Timestamp?, to sheet: Sheet) {
    sheet.append(time: date)
    sheet.append(offset: date)
  }

  private mutating func append(_ fields: [Sample.Field], to sheet: Sheet) {
    var hasParts = false
    for field in fields {
      switch field.value {
      case .number(let number): sheet.append(number: number?.description)
      case .text(let text): sheet.append(text: text)
      case .date(let date): append(date, to: sheet)
      default: if !field.isEmpty { hasParts = true }
      }
    }
    if hasParts { countLoss(.parts) }
  }

  private mutating func count(_ header: SampleHeader) {
    if header.descriptor.device != nil || header.deviceAddress != nil { countLoss(.origins) }
    if header.extras != nil || header.uuid != nil { countLoss(.extras) }
    let dates = [header.start, header.end, header.created].compactMap(\.self)
    if dates.contains(where: { $0.spelling != nil || $0.nanoseconds != 0 }) { countLoss(.dates) }
  }

  /// Metadata as the text `key: value`, a line for each.
  private static func text(of metadata: Metadata) -> String {
    metadata.entries.map { "\($0.key.identifier): \($0.value)" }.joined(separator: "\n")
  }
}
