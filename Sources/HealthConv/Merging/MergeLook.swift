/// The first look at datasets that are merged: finds the samples that are not to be written.
struct MergeLook: ~Copyable {
  /// What is known of the dataset as a whole: what the export says that was made last.
  private(set) var info = DatasetInfo()
  private(set) var report = MergeReport()
  private let preference: Merge.Preference
  private let digester = SampleDigester(.meaning)
  private var entries: ExternalSorter
  private var buffer = ByteBuffer(capacity: 32)

  /// A sample in a record on the disk.
  private struct Entry {
    let content: UInt64
    let input: Int
    let position: UInt64
    /// Whether it is a part of a file: the parts of one file belong together.
    let isFile: Bool
  }

  /// The most samples of one identity that are looked at together.
  private static let limit = 1 << 16

  init(_ preference: Merge.Preference) throws(ConversionError) {
    self.preference = preference
    entries = try onDisk { () throws(ByteError) in try ExternalSorter() }
  }

  /// Reads the next dataset to its end.
  mutating func read(
    _ dataset: Dataset, _ selection: Selection, _ use: SelectionUse,
    _ onProgress: (ConversionProgress) -> Void
  ) throws(ConversionError) {
    var samples = try dataset.openSamples()
    let input = report.inputs.count
    report.inputs.append(.init(name: dataset.name))
    let (known, date) = (info.exportDate, samples.info.exportDate)
    if input == 0 || date.map({ date in known.map { $0 < date } ?? true }) == true {
      info = samples.info
    }
    var counter = SampleCounter(selection, use: use)
    var position: UInt64 = 0
    var ticks = ProgressTicks()
    while true {
      let nested = counter.takeNested()
      guard let sample = try nested == nil ? samples.nextSample() : nested else { break }
      if nested != nil || counter.admit(sample) {
        report.inputs[input].read += 1
        do throws(ByteError) { try add(sample, input, position) } catch {
          throw ConversionError(temporary: error)
        }
      }
      position += 1
      counter.settle()
      if ticks.isDue(after: sample) {
        report.findings.add(samples.takeFindings())
        onProgress(ConversionProgress(bytes: samples.progress, samples: ticks.samples))
      }
    }
    report.findings.add(samples.takeFindings())
  }

  private mutating func add(
    _ sample: Sample, _ input: Int, _ position: UInt64
  ) throws(ByteError) {
    var key = SortKey(sample.id)
    var isFile = false
    if case .document(let document) = sample, let path = document.fields.path {
      var hash = ContentHash()
      hash.combine(path)
      key = SortKey(high: hash.state, low: 0)
      isFile = true
    }
    buffer.removeAll()
    buffer.append(word: digester.total(sample))
    buffer.append(word: position)
    buffer.append(word: UInt64(input), count: 4)
    buffer.append(isFile ? 1 : 0)
    try buffer.withBytes { (bytes) throws(ByteError) in try entries.add(key, bytes) }
  }

  /// Finds what is not to be written.
  ///
  /// - Parameter report: Gets the counts.
  /// - Returns: The positions, an input and a place in it each.
  /// - Throws: `ByteError` when a temporary file cannot be written or read.
  consuming func finish(_ report: inout MergeReport) throws(ByteError) -> PositionList {
    var records = try entries.sorted()
    var unwanted = try ExternalSorter(memory: 1 << 20)
    var group: [Entry] = []
    var key: SortKey?
    while try records.next() {
      if records.key != key || group.count >= Self.limit {
        try Self.settle(&group, preference, &report, &unwanted)
      }
      key = records.key
      group.append(records.withBytes { Self.entry($0) })
    }
    try Self.settle(&group, preference, &report, &unwanted)
    report.written = report.inputs.reduce(0) { $0 + $1.read } - unwanted.count
    return try PositionList(unwanted)
  }

  private static func entry(_ bytes: Span<UInt8>) -> Entry {
    Entry(
      content: bytes.word(at: 0), input: Int(bytes.word(at: 16, count: 4)),
      position: bytes.word(at: 8), isFile: bytes[20] == 1)
  }

  /// Decides about the samples of one identity, or the parts of one file.
  private static func settle(
    _ group: inout [Entry], _ preference: Merge.Preference, _ report: inout MergeReport,
    _ unwanted: inout ExternalSorter
  ) throws(ByteError) {
    var kept: [Entry] = []
    var rest = group[...]
    while let first = rest.first {
      let new = Array(rest.prefix { $0.input == first.input })
      rest = rest.dropFirst(new.count)
      let loss =
        kept.isEmpty
        ? Outcome(kept: new)
        : first.isFile ? file(new, kept, preference) : twins(new, kept, preference)
      kept = loss.kept
      report.inputs[first.input].same += loss.same
      report.inputs[first.input].conflicts += loss.conflicts
      for entry in loss.unwanted {
        try unwanted.add(SortKey(high: UInt64(entry.input), low: entry.position), Span())
      }
    }
    group.removeAll(keepingCapacity: true)
  }

  /// What comes of samples that meet others of their identity.
  private struct Outcome {
    var kept: [Entry]
    var unwanted: [Entry] = []
    var same = 0
    var conflicts = 0
  }

  /// A file is taken as it is in one dataset, whole.
  private static func file(
    _ new: [Entry], _ kept: [Entry], _ preference: Merge.Preference
  ) -> Outcome {
    if new.map(\.content) == kept.map(\.content) {
      return Outcome(kept: kept, unwanted: new, same: new.count)
    }
    return preference == .first
      ? Outcome(kept: kept, unwanted: new, conflicts: new.count)
      : Outcome(kept: new, unwanted: kept, conflicts: new.count)
  }

  /// Equal samples pair, then others by number; what has no partner is new.
  private static func twins(
    _ new: [Entry], _ kept: [Entry], _ preference: Merge.Preference
  ) -> Outcome {
    var outcome = Outcome(kept: kept)
    let matches = Twins.matches(new.map(\.content), in: kept.map(\.content))
    let matched = Set(matches.compactMap { $0 })
    var free = kept.indices.filter { !matched.contains($0) }[...]
    for (entry, match) in zip(new, matches) {
      if match != nil {
        outcome.same += 1
        outcome.unwanted.append(entry)
      } else if let place = free.popFirst() {
        outcome.conflicts += 1
        outcome.unwanted.append(preference == .first ? entry : kept[place])
        if preference == .last { outcome.kept[place] = entry }
      } else {
        outcome.kept.append(entry)
      }
    }
    return outcome
  }
}
