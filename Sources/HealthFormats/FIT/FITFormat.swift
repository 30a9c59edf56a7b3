import HealthBytes
import HealthModel
import HealthValidation

extension Format {
  /// FIT: activities, monitoring and measurements of sports watches.
  public static let fit = Format(
    name: "fit", title: "FIT activities; read only: monitoring, sleep, weight, blood pressure",
    extensions: ["fit"],
    isText: false,
    layouts: [
      Format.Layout(
        "activity-files", "a file for each workout", outputs: [.file, .folder, .archive])
    ],
    losses: RouteLoss.allCases.map(\.fitLoss),
    rules: fitRules + tcxRules.filter { $0.name == "no-activity" },
    confidence: { preview in
      guard preview.kind == .file else {
        if preview.paths.contains(where: { $0.lowercased().hasSuffix(".xml") }) { return .no }
        return preview.paths.contains { isFITName($0) } && !CSVMap.isBuiltIn(for: preview.paths)
          ? .certain : .no
      }
      let bytes = preview.firstBytes
      return bytes.count >= 12 && Array(bytes[8..<12]) == Array(".FIT".utf8) ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in
      let (files, copies) = try input.distinctFiles(missing: "it contains no FIT file") {
        isFITName($0.path)
      }
      let unread = input.unread { isFITName($0.path) }
      return FITReader(
        files, options, unread: unread.counts, findings: copies + unread.findings)
    },
    makeWriter: { (output, _) throws(HealthError) in FITWriter(output) })
}

private func isFITName(_ path: String) -> Bool {
  let path = path.lowercased()
  return path.hasSuffix(".fit") || path.hasSuffix(".fit.gz")
}

/// Findings of the reader in a FIT file.
let fitRules: [Rule] = [
  duplicateFileRule,
  Rule(
    reader: "not-fit", .error, title: "file is not FIT",
    explanation: """
      The file does not begin with the header of a FIT file, or it is empty or ends in the header.
      """),
  Rule(
    reader: "fit-trailing", .warning, title: "bytes follow the end of a FIT file",
    explanation: """
      Bytes that are not another FIT file follow the end of a FIT file, such as text that a server added. What precedes \
      them was read; they were skipped. Zeros are skipped without a finding.
      """),
  Rule(
    reader: "fit-truncated", .warning, title: "FIT file ends in the middle of its content",
    explanation: """
      The file ends before the end that its header states, as after a device lost its power. What \
      precedes the end was read.
      """),
  Rule(
    reader: "fit-damaged", .warning, title: "FIT file is damaged",
    explanation: """
      A message has a type that the file does not define. What precedes it was read; the rest of \
      the file was skipped.
      """),
  Rule(
    reader: "fit-checksum", .warning, title: "checksum of a FIT file differs or is missing",
    explanation: """
      The checksum at the end of the file differs from that of its content, or there is none. The \
      content was read.
      """),
  Rule(
    reader: "fit-unread", .info, title: "content of a FIT file has no field",
    explanation: """
      Messages or values of a FIT file are not read: HealthKit has no type for them, or their \
      meaning is not published.
      """),
  Rule(
    reader: "long-activity", .info, title: "activity has more points than one workout can hold",
    explanation: """
      The route of an activity has more points than one workout can hold. It is read as several workouts, which follow \
      one another: each gets the distance that was measured in it, and energy and steps by its time. Averages, greatest values and \
      ascents of the whole are not read.
      """),
]
