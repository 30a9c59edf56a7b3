import HealthBytes
import HealthModel

extension Rule {
  static let unsafePath = Rule(
    "unsafe-path", .structure, .warning,
    title: "paths of files stay in the export",
    explanation: """
      A file beside the export has a path, or something refers to one, that leads out of the export \
      with `..`, has empty parts, or is longer than disks take. A program that unpacks it would write where \
      it was not told to. This program writes such a file under what is left of its name.
      """,
    exceptions: "A slash in front stands for the folder of the export.",
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
