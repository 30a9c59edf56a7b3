import HealthModel

/// Finds samples that repeat one of the same series and start.
struct RepeatedSample: RuleCheck {
  /// What is equal.
  enum Part {
    /// All fields.
    case content
    /// What was measured; the other fields differ.
    case measurement
  }

  private let part: Part
  private let message: String
  private var onset: TimelineEntry.Onset?
  /// The content of the first sample with each hash of the part, for the series and the start of the last sample; empty
  /// before the second.
  private var contents: [UInt64: UInt64] = [:]
  private var last: (hash: UInt64, content: UInt64) = (0, 0)

  private static let limit = 1 << 12

  init(_ part: Part, message: String) {
    self.part = part
    self.message = message
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard entry.role == .sample else { return }
    let hash = part == .content ? entry.content : entry.measurement
    defer { last = (hash, entry.content) }
    guard onset == entry.onset else {
      onset = entry.onset
      if !contents.isEmpty { contents.removeAll(keepingCapacity: true) }
      return
    }
    if contents[last.hash] == nil { contents[last.hash] = last.content }
    if let content = contents[hash], part == .content || content != entry.content {
      findings.add(message, on: entry)
    } else if contents.count >= Self.limit {
      contents.removeAll(keepingCapacity: true)
    }
  }
}
