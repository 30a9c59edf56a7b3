import HealthModel

/// Searches an output for what identifies the person in the original.
///
/// Texts are compared as readers decode them, folded. The search is first made in the original itself: a class of which it does not
/// find anything there proves nothing about the output. It finds known texts and exact samples; that a person can be recognized
/// otherwise is not excluded.
package struct PolicyCheck {
  /// The result for a class of identifiers.
  package struct Row: Sendable {
    package let kind: FieldClass
    /// How many different texts the original has.
    package let needles: Int
    /// How many of them the search finds in the original: all, unless the search is at fault.
    package let control: Int
    /// How many of them are in the output.
    package let found: Int
  }

  package private(set) var rows: [Row] = []
  /// Samples of the output that are in the original with the same type, instant and value.
  package private(set) var sameSamples = 0
  /// How many samples of the output were compared.
  package private(set) var samples = 0
  /// Whether there are more different texts than are compared.
  package private(set) var isPartial = false

  /// Whether the search found everything in the original.
  package var isProven: Bool { !isPartial && rows.allSatisfy { $0.control == $0.needles } }
  package var hasFindings: Bool { sameSamples > 0 || rows.contains { $0.found > 0 } }

  /// The most different texts, and samples, that are compared.
  private static let most = 1 << 20

  /// The classes whose texts identify.
  private static let identifying: [FieldClass] = [
    .name, .birth, .path, .identifier, .text, .source, .device, .locale, .participant, .unknown,
    .document, .clinical,
  ]

  /// Compares an output with its original.
  package init(
    of output: Dataset, with original: Dataset, _ policy: Policy
  ) throws(HealthError) {
    let old = try Self.read(original.withoutRelease)
    let new = try Self.read(output)
    isPartial = old.isPartial || new.isPartial
    samples = new.count
    let oldTexts = Array(old.texts.keys)
    let newTexts = Array(new.texts.keys)
    for kind in Self.identifying where policy.action(of: kind) != .keep {
      var needles: Set<String> = []
      for (text, kinds) in old.texts where kinds.contains(kind) {
        needles.formUnion(Self.needles(of: text, kind))
      }
      if needles.isEmpty { continue }
      rows.append(
        Row(
          kind: kind, needles: needles.count, control: Self.count(needles, in: oldTexts),
          found: Self.count(needles, in: newTexts)))
    }
    if policy.settings.dates != .keep {
      sameSamples = new.instants.intersection(old.instants).count
    }
  }

  private struct Contents {
    var texts: [String: Set<FieldClass>] = [:]
    var instants: Set<SampleID> = []
    var count = 0
    var isPartial = false
  }

  private final class Box { var contents = Contents() }

  private static func read(_ dataset: Dataset) throws(HealthError) -> Contents {
    let box = Box()
    var collector = TextCollector { text, kind in
      if box.contents.texts.count < most {
        box.contents.texts[folded(text), default: []].insert(kind)
      } else {
        box.contents.isPartial = true
      }
    }
    var samples = try dataset.samples()
    collector.collect(samples.info)
    while let sample = try samples.next() {
      collector.collect(sample)
      box.contents.count += 1
      guard case .quantity(let quantity) = sample else { continue }
      if box.contents.instants.count < most {
        box.contents.instants.insert(valueID(of: quantity))
      } else {
        box.contents.isPartial = true
      }
    }
    return box.contents
  }

  /// The identity of a value at an instant, without its source.
  private static func valueID(of quantity: QuantitySample) -> SampleID {
    let header = quantity.header
    return QuantitySample.id(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: header.descriptor.type, unitText: header.descriptor.unitText, source: nil),
        start: header.start, end: header.end), number: quantity.number)
  }

  private static func count(_ needles: Set<String>, in texts: [String]) -> Int {
    let whole = Set(texts)
    return needles.count { needle in
      whole.contains(needle) || texts.contains { $0.contains(needle) }
    }
  }

  /// A text in the form in which texts are compared.
  static func folded(_ text: String) -> String {
    Source(name: text).foldedName.replacing("\u{2019}", with: "'")
  }

  /// What of a folded text is searched for: nothing of texts that many people's data have.
  static func needles(of text: String, _ kind: FieldClass) -> [String] {
    var needles: [String] = []
    func isPublic(_ text: String) -> Bool {
      text.count < 3 || Origins.product(named: text) != nil || PublicWords.isCode(text)
        || PublicWords.isUnit(text) || PublicWords.isType(text) || Number(text) != nil
        || Origins.manufacturer(text) != nil || publicTexts.contains(text)
        || Origins.model(text) != nil
    }
    if kind == .source || kind == .device, let end = text.firstRange(of: "'s ") {
      needles.append(String(text[..<end.lowerBound]))
    }
    // A name that is only that of a family, such as 'apple watch', is not whose it is.
    if kind != .device || Origins.family(of: text) == nil { needles.append(text) }
    return needles.filter { !isPublic($0) }
  }

  private static let publicTexts: Set<String> = [
    "apple inc.", "apple", "watch", "iphone", "apple watch", "source", "garmin", "polar",
    "withings",
    // The path that exports in English have, and all exports that are written here.
    "apple_health_export/export.xml",
  ]
}
