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

extension Rule {
  /// Samples that are equal in every field.
  public static let exactDuplicate = Rule(
    "exact-duplicate", .dataset, .warning,
    title: "the same sample occurs twice",
    explanation: """
      A sample is equal to one before it in every field: dates, value, source, device, metadata. \
      Every sum counts it twice. Two exports that overlap were joined, or an app has saved the same \
      measurement again.
      """,
    exceptions: """
      The address of a device and the text form of numbers and dates do not count. A correlation \
      member that is also stored separately is one sample. Of more than 4096 different samples with \
      one type, source and start, the later ones are not compared.
      """,
    examples: Examples(
      bad: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale")),
      good: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
        .quantity("BodyMass", unit: "kg", value: "70", source: "App")))
  ) {
    RepeatedSample(.content, message: "the same sample occurs earlier")
  }
}

extension Rule {
  static let savedTwice = Rule(
    "saved-twice", .dataset, .info,
    title: "the same measurement was saved twice",
    explanation: """
      Two samples have the same type, source, device, start, end, value and metadata. They differ only in the \
      date on which they were saved or in the version of the software. Most often an app has saved one \
      measurement twice; a sum counts it twice.
      """,
    exceptions: """
      Samples that are equal in every field are an exact-duplicate. Samples that differ in a value, the metadata, \
      an identifier, the device or their parts are different samples. Of more than 4096 different samples \
      with one type, source and start, the later ones are not compared.
      """,
    examples: Examples(
      bad: .lines(
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:00:10 +0200"),
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:30:00 +0200")),
      good: .lines(
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:00:10 +0200",
          metadata: ["HKExternalUUID": "A"]),
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:30:00 +0200",
          metadata: ["HKExternalUUID": "B"])))
  ) {
    RepeatedSample(.measurement, message: "the same measurement was saved earlier")
  }
}
