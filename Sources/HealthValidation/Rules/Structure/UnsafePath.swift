import HealthBytes
import HealthModel

extension Rule {
  static let unsafePath = Rule(
    "unsafe-path", .structure, .warning,
    title: "path of a file leads out of the export",
    explanation: """
      The path of a file next to the export, or a reference to one, leads out of the export with \
      `..`, has empty parts, or is longer than file systems allow. A program that unpacks it may \
      overwrite files elsewhere. This program writes such a file under a safe part of its name.
      """,
    exceptions: """
      A leading slash means the folder of the export.
      """,
    examples: Examples(
      bad: """
        {"kind":"document","type":"Document","start":"2024-06-01T09:00:00+02:00",\
        "end":"2024-06-01T09:00:00+02:00","path":"../../note.txt","size":2,"data":"aGk="}
        """,
      good: """
        {"kind":"document","type":"Document","start":"2024-06-01T09:00:00+02:00",\
        "end":"2024-06-01T09:00:00+02:00","path":"/notes/note.txt","size":2,"data":"aGk="}
        """),
    kinds: [.document, .workout, .clinicalRecord, .electrocardiogram]
  ) { UnsafePath() }
}

private struct UnsafePath: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let isUnsafe =
      switch sample.sample {
      // Of a long file, the first part.
      case .document(let document) where document.fields.offset?.doubleValue ?? 0 == 0:
        Self.isUnsafe(document.fields.path)
      case .workout(let workout):
        workout.fields.routes.contains { $0.files.contains { Self.isUnsafe($0.path) } }
      case .clinicalRecord(let record): Self.isUnsafe(record.fields.resourceFilePath)
      case .electrocardiogram(let recording): Self.isUnsafe(recording.fields.path)
      default: false
      }
    if isUnsafe { findings.add("the path of a file leads out of the export", on: sample) }
  }

  private static func isUnsafe(_ path: String?) -> Bool {
    guard let path else { return false }
    return !OutputContainer.isSafe(path.hasPrefix("/") ? String(path.dropFirst()) : path)
  }
}
