import HealthModel

/// A record whose start tag was read and whose end was not yet: it may end in another window.
struct PendingRecord {
  /// The children's kinds, in their usual order.
  enum Child: Int {
    case metadata, beats, other

    var elementName: String {
      switch self {
      case .metadata: AppleHealthVocabulary.metadataEntry
      case .beats: AppleHealthVocabulary.beatList
      case .other: "#other"
      }
    }
  }

  var header: SampleHeader
  var number: Number?
  var category: CategoryValue?
  let isQuantity: Bool
  let canBeMember: Bool
  var beats: [Beat] = []
  var unknownAttributes: [Element.Attribute] = []
  var content: [Element.Node] = []
  /// Runs of children, kept only once their order is not the usual one.
  private var runs: [Extras.ChildRun] = []
  private var counts = (metadata: 0, beats: 0, other: 0)
  private var last = Child.metadata

  init(header: SampleHeader, isQuantity: Bool, canBeMember: Bool) {
    self.header = header
    self.isQuantity = isQuantity
    self.canBeMember = canBeMember
  }

  /// Notes that a child was met.
  mutating func met(_ child: Child, named name: String? = nil) {
    if runs.isEmpty, child.rawValue < last.rawValue { spellOutRuns() }
    if !runs.isEmpty { extendRuns(name ?? child.elementName) }
    switch child {
    case .metadata: counts.metadata += 1
    case .beats: counts.beats += 1
    case .other: counts.other += 1
    }
    last = child
  }

  private mutating func spellOutRuns() {
    if counts.metadata > 0 {
      runs.append(
        Extras.ChildRun(name: AppleHealthVocabulary.metadataEntry, count: counts.metadata))
    }
    if counts.beats > 0 {
      runs.append(Extras.ChildRun(name: AppleHealthVocabulary.beatList, count: counts.beats))
    }
    for node in content {
      if case .element(let element) = node { extendRuns(element.name) } else { extendRuns("#text") }
    }
  }

  private mutating func extendRuns(_ name: String) {
    if let run = runs.last, run.name == name {
      runs[runs.count - 1] = Extras.ChildRun(name: name, count: run.count + 1)
    } else {
      runs.append(Extras.ChildRun(name: name, count: 1))
    }
  }

  /// The sample.
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
