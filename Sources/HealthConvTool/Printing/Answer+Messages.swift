import HealthBytes
import HealthConv

extension Answer.ZoneNote {
  /// Writes it on standard error.
  func write() {
    let hint =
      if case .oneOffset = self {
        ". Name the time zone with --day-zone, such as --day-zone Europe/Berlin."
      } else { "" }
    MessageOutput.write("healthconv: note: \(description)\(hint)\n")
  }
}

extension Answer.Report {
  /// Writes on standard error what was found.
  ///
  /// - Throws: The error that ended reading, if one did.
  func write(isQuiet: Bool) throws {
    FindingList(findings).write(isQuiet: isQuiet)
    selectionNotes.write(isQuiet: isQuiet)
    if !isQuiet { zoneNote?.write() }
    for note in notes { MessageOutput.write("healthconv: note: \(note.printable)\n") }
    if !isQuiet {
      for note in tableNotes { MessageOutput.write("healthconv: note: \(note)\n") }
    }
    if let readError { throw readError }
  }
  /// The content that the table leaves out, and how to get it.
  private var tableNotes: [String] {
    var notes: [String] = []
    if leftOutRows > 0 {
      notes.append("--limit leaves out \(Figures.count(leftOutRows, "row")) of \(rows.grouped)")
    }
    func columns(_ names: [String]) -> String {
      "column\(names.count == 1 ? "" : "s") \(names.joined(separator: ", "))"
    }
    let advice = "Name columns with --columns, or write another format, such as --to csv."
    if !hiddenColumns.isEmpty {
      notes.append("the table is too wide for the \(columns(hiddenColumns)). \(advice)")
    }
    if !cutColumns.isEmpty {
      notes.append(
        "the table is too wide for some texts of the \(columns(cutColumns)), which end with …. \(advice)"
      )
    }
    return notes
  }
}
