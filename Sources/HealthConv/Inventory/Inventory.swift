import HealthBytes
import HealthFormats
package import HealthStatistics
import HealthStore
import HealthValidation

/// The contents of a dataset: types, numbers of samples, first and last dates, sources.
///
/// Made in one pass, in memory that does not grow with the input.
public struct Inventory: Sendable {
  /// The samples of one type.
  public struct TypeEntry: Sendable {
    /// The kind of the samples.
    public let kind: SampleKind
    /// The type's identifier.
    public let identifier: String
    /// How many samples there are, each once.
    public internal(set) var count = 0
    /// How many of these are nested in a correlation or a workout and not also at top level.
    public internal(set) var nested = 0
    /// The earliest start.
    public internal(set) var first: Timestamp?
    /// The latest end.
    public internal(set) var last: Timestamp?
    /// The latest start.
    package internal(set) var lastStart: Timestamp?
    /// The units the samples were written with.
    public internal(set) var units = Inventory.NameCounts()
    /// The sources that wrote them.
    public internal(set) var sources = Inventory.NameCounts()
    /// The kinds of sources that wrote them.
    package internal(set) var sourceKinds: Set<SourceClass> = []
  }

  /// The name of the dataset in messages.
  public let name: String
  /// The name of its format.
  public let format: String
  /// Facts about the dataset.
  public let info: DatasetInfo
  /// The types, those with the most samples first.
  public internal(set) var types: [TypeEntry] = []
  /// The offsets from UTC that starts were written with, as `+02:00`.
  public internal(set) var offsets = Inventory.NameCounts()
  /// The names of the unknown elements.
  public internal(set) var unknownElements = Inventory.NameCounts()
  /// Notes on the input.
  public internal(set) var findings = FindingLog()
  /// Counts of what the input contains in addition to samples.
  public internal(set) var notes = ReaderNotes()
  /// Why reading stopped before the end, if it did.
  public internal(set) var readError: HealthError?

  /// How many samples are nested in a correlation or a workout and not also at top level.
  public internal(set) var nestedCount = 0

  /// How many samples there are, each once: with nested and unknown ones.
  public var count: Int {
    types.reduce(0) { $0 + $1.count } + unknownElements.entries.reduce(0) { $0 + $1.count }
      + unknownElements.unlisted
  }

  /// Reads a dataset and counts its content.
  ///
  /// - Parameter onProgress: Receives progress. An error that it throws ends the work.
  /// - Throws: If the input cannot be read from the start; a later error is in `readError`.
  public init(
    of dataset: Dataset, onProgress: Conversion.Progress.Handler = { _ in }
  ) throws(HealthError) {
    try self.init(of: dataset, nil, onProgress)
  }

  /// Reads a dataset.
  ///
  /// - Parameter zones: Counts the zones that samples name.
  init(
    of dataset: Dataset, _ zones: NamedZones?, _ onProgress: Conversion.Progress.Handler = { _ in }
  ) throws(HealthError) {
    let dataset = try dataset.linkingMembers()
    var samples = try dataset.samples()
    name = dataset.name
    format = dataset.format.name
    info = samples.info
    try read(&samples, of: dataset, zones, onProgress)
    while try dataset.finishMemberSearch() {
      (findings, unknownElements, readError) = (FindingLog(), Inventory.NameCounts(), nil)
      samples = try dataset.samples()
      try read(&samples, of: dataset, nil, onProgress)
    }
  }

  private mutating func read(
    _ samples: inout Samples, of dataset: Dataset, _ zones: NamedZones?,
    _ onProgress: Conversion.Progress.Handler
  ) throws(HealthError) {
    var counts = InventoryCounts()
    var ticks = ProgressTicks()
    try samples.readAll(jobs: dataset.jobs) { (samples) throws(HealthError) in
      while let sample = samples.next(storingErrorIn: &readError) {
        counts.add(sample, unknownElements: &unknownElements)
        counts.flushIfLarge()
        zones?.add(sample)
        if ticks.isDue(after: sample) {
          findings.add(samples.takeFindings())
          try ticks.report(samples.progress, to: onProgress)
        }
      }
      return readError == nil
    }
    findings.add(samples.takeFindings())
    notes = samples.notes
    (types, offsets) = counts.totals()
    nestedCount = counts.nestedCount
  }
}

extension Inventory {
  /// The inventory as a JSON document: members in a fixed order, dates in ISO 8601, what is absent left out.
  ///
  /// Its `version` goes up when a member changes its meaning or goes; new members may come without.
  public func json() -> String {
    var members: [(String, JSONText)] = [
      ("name", .string(name)), ("format", .string(format)),
    ]
    members += JSONText.optional("participant", info.participant)
    members += JSONText.optional("exportDate", info.exportDate?.text(.iso8601).description)
    members += JSONText.optional("exportVersion", info.exportVersion)
    members += JSONText.optional("locale", info.locale)
    members += JSONText.optional("deidentified", info.deidentified)
    members += [
      ("samples", .number(count)), ("nestedSamples", .number(nestedCount)),
      JSONText.list("types", types, Self.members),
      ("offsets", Self.json(offsets)),
      ("unknownElements", Self.json(unknownElements)),
      ("findings", findings.json),
    ]
    members += notes.json
    members += JSONText.optional("error", readError?.description)
    return JSONText.document(members)
  }

  private static func members(of entry: TypeEntry) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("type", .string(entry.identifier)), ("kind", .string(entry.kind.rawValue)),
      ("count", .number(entry.count)), ("nested", .number(entry.nested)),
    ]
    members += JSONText.optional("first", entry.first?.text(.iso8601).description)
    members += JSONText.optional("last", entry.last?.text(.iso8601).description)
    return members + [("units", json(entry.units)), ("sources", json(entry.sources))]
  }

  private static func json(_ names: Inventory.NameCounts) -> JSONText {
    var members = names.entries.map {
      JSONText.object([("name", .string($0.name)), ("count", .number($0.count))])
    }
    if names.unlisted > 0 { members.append(.object([("unlisted", .number(names.unlisted))])) }
    return .array(members)
  }
}

extension Inventory {
  /// What is in datasets, without the ends of their samples: of a store by its indexes, of other datasets by reading them.
  ///
  /// - Parameter zone: Becomes the zone that samples name, if it is not known.
  package static func describing(
    _ datasets: [Dataset], _ zone: KnownZone
  ) throws(HealthError) -> [Inventory] {
    // Without a named zone, the offsets are needed.
    let zones = zone.named == nil ? NamedZones() : nil
    var inventories: [Inventory] = []
    for dataset in datasets {
      if let inventory = try Inventory(spansOf: dataset, zones) {
        inventories.append(inventory)
      } else {
        let inventory = try Inventory(of: dataset, dataset.isStore ? nil : zones)
        if dataset.isStore { try zones?.add(dataset) }
        inventories.append(inventory)
      }
    }
    if let zones, zone.choice == nil, inventories.allSatisfy({ $0.readError == nil }) {
      zone.choice = .some(zones.choice)
    }
    return inventories
  }

  /// The inventory of a store, read from its indexes; `nil` for other datasets, and if a grant limits the time of samples.
  private init?(spansOf dataset: Dataset, _ zones: NamedZones?) throws(HealthError) {
    guard dataset.grant?.since == nil, dataset.labels == nil else { return nil }
    let opened = try dataset.store()
    guard let store = opened as? any SpanStore else { return nil }
    try zones?.add(dataset)
    var spans: [DescriptorSpan]
    var minutes: [Int] = []
    let info = try store.info()
    self.info = dataset.grant == nil ? info : Grant.filter(info)
    spans = try store.spans().filter { span in
      dataset.grant.map { $0.visible(span.descriptor, kind: span.kind) != .nothing } ?? true
    }
    // All samples are searched for them; they matter only if no zone is named.
    if let zones, zones.choice == nil {
      minutes = try store.offsets(inSeries: spans.filter(\.kind.hasOwnDates).map(\.series))
    }
    (name, format) = (dataset.name, dataset.format.name)
    var totals = TypeTotals<TypeEntry>()
    for span in spans {
      totals.update(span.kind, span.descriptor.type.identifier) { kind, identifier in
        TypeEntry(kind: kind, identifier: identifier)
      } change: { entry in
        entry.count += span.count
        entry.first = [entry.first, span.first].compactMap(\.self).min()
        entry.lastStart = [entry.lastStart, span.last].compactMap(\.self).max()
        if span.descriptor.hasSource { entry.sourceKinds.insert(SourceClass(span.descriptor)) }
      }
    }
    types = Array(totals.values)
    for minutes in minutes {
      offsets.add(InventoryCounts.text(offsetMinutes: minutes), count: 1)
    }
  }
}

extension Inventory {
  /// Names and their counts; names beyond a limit are counted together.
  public struct NameCounts: Sendable, Equatable {
    /// A name and its number of occurrences.
    public struct Entry: Sendable, Equatable {
      /// The name.
      public let name: String
      /// Its number of occurrences.
      public let count: Int
    }

    private var counts: [String: Int] = [:]
    private let limit: Int
    /// The number of occurrences of names that are not listed because the list is full.
    public private(set) var unlisted = 0

    /// No names.
    ///
    /// - Parameter limit: How many names are listed at most.
    init(limit: Int = 100) { self.limit = limit }

    /// The names, the most frequent first.
    public var entries: [Entry] {
      counts.map { Entry(name: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    mutating func add(_ name: String, count: Int) {
      if name.utf8.count <= Limits.nameBytes.value, let known = counts[name] {
        counts[name] = known + count
      } else if counts.count < limit, name.utf8.count <= Limits.nameBytes.value {
        counts[name] = count
      } else {
        unlisted += count
      }
    }
  }
}
