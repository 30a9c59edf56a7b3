import HealthBytes
import HealthModel

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
