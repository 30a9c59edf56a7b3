import HealthModel

/// A record whose start tag was read, but not yet its end, which may be in another window.
struct PendingRecord: ~Copyable {
  /// The children's kinds, in their usual order.
  enum Child: Int {
    case metadata, beats, kept

    var name: String {
      switch self {
      case .metadata: AppleHealthVocabulary.metadataEntry
      case .beats: AppleHealthVocabulary.beatList
      case .kept: Extras.ChildRun.kept
      }
    }
  }

  var header: SampleHeader
  var number: Number?
  var category: CategoryValue?
  let isQuantity: Bool
  let canBeNested: Bool
  var unknownAttributes: [Element.Attribute] = []
  private(set) var beats: [QuantitySample.Beat] = []
  private(set) var content: [Element.Node] = []
  /// Runs of children; empty while they are in the usual order.
  private var runs: [Extras.ChildRun] = []
  private var last = Child.metadata
  private var beginsShort = false

  init(header: SampleHeader, isQuantity: Bool, canBeNested: Bool) {
    self.header = header
    self.isQuantity = isQuantity
    self.canBeNested = canBeNested
  }

  /// Adds a nested element to the record.
  ///
  /// - Returns: Whether there is a field for it.
  mutating func append(_ element: Element) -> Bool {
    if let entry = MetadataEntry(element), element.name == AppleHealthVocabulary.metadataEntry {
      append(entry)
    } else if canHaveBeats, element.name == AppleHealthVocabulary.beatList,
      let found = [QuantitySample.Beat](element)
    {
      append(found)
    } else {
      append(content: .element(element))
      return false
    }
    return true
  }

  mutating func append(_ entry: MetadataEntry) {
    note(.metadata)
    header.metadata.entries.append(entry)
  }

  /// Whether the record has no children yet.
  var isBare: Bool { header.metadata.isEmpty && beats.isEmpty && content.isEmpty }

  /// Sets the first metadata entry, a short one, if no child precedes it.
  mutating func begin(_ metadata: Metadata) {
    header.metadata = metadata
    beginsShort = true
  }

  /// The short entry, if it is the only child.
  var shortMetadata: Metadata? { beginsShort && childCount == 1 ? header.metadata : nil }

  mutating func append(_ list: [QuantitySample.Beat]) {
    note(.beats)
    beats = list
  }

  /// Adds content without a field.
  mutating func append(content node: Element.Node) {
    note(.kept)
    content.append(node)
  }

  /// Whether a list of beats would be stored as those of the sample.
  var canHaveBeats: Bool { isQuantity && beats.isEmpty }

  /// The number of children, including those of the list of beats.
  var childCount: Int { header.metadata.entries.count + beats.count + content.count }

  /// Records the kind of the next child.
  private mutating func note(_ child: Child) {
    if runs.isEmpty, child.rawValue < last.rawValue { spellOutRuns() }
    if !runs.isEmpty { runs.extend(child.name) }
    last = child
  }

  private mutating func spellOutRuns() {
    let counts: [(Child, Int)] = [
      (.metadata, header.metadata.entries.count), (.beats, beats.isEmpty ? 0 : 1),
      (.kept, content.count),
    ]
    for (child, count) in counts where count > 0 {
      runs.append(Extras.ChildRun(name: child.name, count: count))
    }
  }

  consuming func finish() -> Sample {
    if !unknownAttributes.isEmpty || !content.isEmpty || !runs.isEmpty {
      header.extras = Extras(attributes: unknownAttributes, content: content, order: runs)
    }
    if isQuantity, let number {
      return .quantity(QuantitySample(header: header, number: number, beats: beats))
    }
    return .category(CategorySample(header: header, value: category))
  }
}
