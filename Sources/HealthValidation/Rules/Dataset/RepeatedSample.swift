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
  private var last: TimelineEntry?
  /// The content of the first sample with each hash of the part, for the series and the start of the last entry.
  private var contents: [UInt64: UInt64] = [:]

  private static let limit = 1 << 12

  init(_ part: Part, message: String) {
    self.part = part
    self.message = message
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard entry.role == .sample else { return }
    defer { last = entry }
    guard let last, last.sharesSeriesAndStart(with: entry) else {
      contents.removeAll(keepingCapacity: true)
      return
    }
    if contents[hash(last)] == nil { contents[hash(last)] = last.content }
    if let content = contents[hash(entry)], part == .content || content != entry.content {
      findings.add(message, on: entry)
    } else if contents.count >= Self.limit {
      contents.removeAll(keepingCapacity: true)
    }
  }

  private func hash(_ entry: TimelineEntry) -> UInt64 {
    part == .content ? entry.content : entry.measurement
  }
}
