// `StatisticsCollection.Updater` follows the changes of a store. A change matters where the longest sample could
// still overlap it, and, if samples are weighted by time, up to the neighbors; these intervals are calculated again,
// by the same collector, from the samples that overlap them and the samples that overlap those. A test compares the
// result with all samples.

public import HealthBytes
public import HealthModel
public import HealthStatistics
public import HealthStore

extension StatisticsCollection {
  /// Keeps the statistics of a store current (`HKStatisticsCollectionQuery` with its update handler): after a change, only the
  /// intervals around it are read again.
  ///
  /// ```swift
  /// var steps = try StatisticsCollection.Updater(
  ///   quantityType: .stepCount, options: .cumulativeSum, interval: .day, zone: Zone("Europe/Berlin"))
  /// for try await days in steps.updates(of: store) { ... }  // all days, and again when something changed
  /// ```
  ///
  /// The result is always that of a ``StatisticsCollectionQuery`` about all samples. A change can matter beyond the
  /// interval in which it is: a sample may be shared out over several, overlap samples of other sources, and be the
  /// neighbor of a sample that is weighted by time. So what is read again reaches as far as the longest sample lasts and, of
  /// types that are weighted by time, to the samples before and after. All is read again where a new source changes the
  /// order of the others, and where a deleted sample is unknown.
  ///
  /// Memory: the statistics, and the dates of 262,144 samples at most, as a store does not state those of deleted ones.
  public struct Updater: Sendable {
    /// The statistics as of the last update.
    public private(set) var collection = StatisticsCollection()
    private let plan: CollectionPlan
    private let predicate: SamplePredicate
    private var anchor: StoreAnchor?
    /// The dates of samples, and of the samples in which those of the type are nested.
    private var known: [SampleKey: ClosedRange<Timestamp>] = [:]
    private var isKnownComplete = true
    /// How long the longest sample so far lasts, in nanoseconds.
    private var longest: Int64 = 0

    private static let mostKnown = 262_144
    private static let mostSpans = 16_384
    private static let page = 4_096
    /// 30 years in nanoseconds: what lasts longer is read with everything.
    private static let mostLength: Int64 = 30 * 366 * 86_400 * 1_000_000_000

    /// An updater that has read nothing.
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - options: What is calculated.
    ///   - anchor: Where the intervals are anchored.
    ///   - interval: Their length.
    ///   - zone: The zone of the clock by which they begin.
    ///   - sources: How sources that measured the same are merged.
    ///   - priority: The sources with the highest priority.
    /// - Throws: `HealthError`: `.mismatch` for options that the type does not have.
    public init(
      quantityType: QuantityType, options: StatisticsOptions,
      anchor: CalendarAnchor = .standard, interval: CalendarInterval, zone: Zone,
      sources: SourceRule = .priority, priority: [String] = []
    ) throws(HealthError) {
      plan = try CollectionPlan(
        quantityType, options, anchor: anchor, interval: interval, zone: zone, sources: sources,
        priority: priority)
      predicate = .type(quantityType)
    }

    /// Reads what changed in a store since the last update; all, the first time and where the store does not remember.
    ///
    /// - Parameter store: The same store each time.
    /// - Returns: The statistics that are new or other than before. An interval that has no samples anymore is not among them.
    /// - Throws: `HealthError` if the store cannot be read, or the statistics cannot be calculated.
    @discardableResult
    public mutating func update(
      from store: any SampleStore
    ) throws(HealthError) -> [Statistics] {
      let before = collection
      var next = self
      if let spans = try next.changedSpans(in: store) {
        try next.recalculate(spans, in: store)
      } else {
        try next.recalculateAll(in: store)
      }
      self = next
      // Where each source has statistics of its own, several begin at one time.
      let old = Dictionary(grouping: before.statistics(), by: \.startDate)
      return collection.statistics().filter { old[$0.startDate]?.contains($0) != true }
    }

    /// The current collection, and the new one after each change. No change is missed: each reading begins where the
    /// one before ended.
    ///
    /// - Parameters:
    ///   - store: The same store each time.
    ///   - interval: How often the state of the store is looked up, on a thread of the sequence's own.
    public func updates(
      of store: any SampleStore, every interval: Duration = .milliseconds(250)
    ) -> Updates {
      Updates(updater: self, store: store, interval: interval)
    }

    /// The collections that ``updates(of:every:)`` gives.
    public struct Updates: AsyncSequence, Sendable {
      fileprivate let updater: Updater
      fileprivate let store: any SampleStore
      fileprivate let interval: Duration

      /// Begins to read.
      public func makeAsyncIterator() -> Iterator { Iterator(of: self) }

      /// Waits for changes, one after another.
      public struct Iterator: AsyncIteratorProtocol {
        private var updater: Updater
        private let updates: Updates
        private var isFirst = true
        private let thread = BlockingThread()

        fileprivate init(of updates: Updates) {
          updater = updates.updater
          self.updates = updates
        }

        /// The next collection; `nil` when the task is cancelled.
        public mutating func next() async throws -> StatisticsCollection? {
          while !Task.isCancelled {
            let (before, store) = (updater, updates.store)
            let now = try await thread.run { try before.updated(from: store) }
            if let now {
              updater = now
              if isFirst || now.collection != before.collection {
                isFirst = false
                return now.collection
              }
            }
            do { try await Task.sleep(for: updates.interval) } catch { return nil }
          }
          return nil
        }
      }
    }

    /// The updater after an update; `nil` if the store is in the state that was read.
    private func updated(from store: any SampleStore) throws(HealthError) -> Updater? {
      if try store.anchor() == anchor { return nil }
      var next = self
      try next.update(from: store)
      return next
    }

    // MARK: Changes

    /// The times in which something changed; `nil` if all has to be read.
    private mutating func changedSpans(
      in store: any SampleStore
    ) throws(HealthError) -> [ClosedRange<Timestamp>]? {
      guard var anchor else { return nil }
      var spans: [ClosedRange<Timestamp>] = []
      while true {
        let changes: StoreChanges
        do throws(HealthError) {
          changes = try store.changes(since: anchor, matching: predicate, limit: Self.page)
        } catch {
          if error.code == .expiredAnchor || error.code == .foreignAnchor { return nil }
          throw error
        }
        for change in changes.changes {
          guard record(change, &spans) else { return nil }
        }
        anchor = changes.anchor
        if spans.count > Self.mostSpans { return nil }
        guard changes.hasMore else { break }
      }
      self.anchor = anchor
      return spans
    }

    /// Adds the times of a change; `false` if they are unknown.
    private mutating func record(
      _ change: StoreChange, _ spans: inout [ClosedRange<Timestamp>]
    ) -> Bool {
      switch change {
      case .added(let sample, let key):
        if let replaced = known[key] { spans.append(replaced) }
        // A sample with a sync identifier may replace one with other dates.
        if known[key] == nil, !isKnownComplete, sample.header?.metadata[.syncIdentifier] != nil {
          return false
        }
        guard let span = span(of: sample) else { return true }
        remember(key, span)
        spans.append(span)
        return true
      case .deleted(let sample):
        guard let span = known.removeValue(forKey: sample.key) else { return isKnownComplete }
        spans.append(span)
        return true
      }
    }

    /// The time of a sample or of the samples nested in it; `nil` if they are not of the type.
    private mutating func span(of sample: Sample) -> ClosedRange<Timestamp>? {
      var span: ClosedRange<Timestamp>?
      for part in sample.parts {
        guard case .quantity(let quantity) = part, quantity.type == plan.type else { continue }
        let (start, end) = (quantity.start, max(quantity.start, quantity.end))
        span = min(span?.lowerBound ?? start, start)...max(span?.upperBound ?? end, end)
        longest = max(longest, Self.length(start...end))
      }
      return span
    }

    private static func length(_ span: ClosedRange<Timestamp>) -> Int64 {
      let seconds = span.upperBound.timeInterval(since: span.lowerBound)
      return seconds < Double(mostLength) / 1e9 ? Int64(seconds * 1e9) + 1_000 : mostLength
    }

    private mutating func remember(_ key: SampleKey, _ span: ClosedRange<Timestamp>) {
      if known.count < Self.mostKnown || known[key] != nil {
        known[key] = span
      } else {
        isKnownComplete = false
      }
    }

    // MARK: Calculating

    private mutating func recalculateAll(in store: any SampleStore) throws(HealthError) {
      (known, isKnownComplete, longest) = ([:], true, 0)
      let plan = plan
      var collector = try plan.collector()
      anchor = try store.anchor()
      var query = SampleQuery(predicate)
      query.findsNested = false
      let stored = try store.samples(query)
      while let sample = try stored.next() {
        if let span = span(of: sample) { remember(SampleKey(sample), span) }
      }
      // What nested samples are in is not found without these.
      try readContainers(in: store)
      try Self.add(predicate, of: store, to: &collector)
      collection = try collector.finish()
    }

    /// Records the dates of nested samples under the keys of the correlations and workouts that hold them.
    private mutating func readContainers(in store: any SampleStore) throws(HealthError) {
      var query = SampleQuery(.or([.kind(.correlation), .kind(.workout)]))
      query.findsNested = false
      let containers = try store.samples(query)
      while let sample = try containers.next() {
        if let span = span(of: sample) { remember(SampleKey(sample), span) }
      }
    }

    private mutating func recalculate(
      _ spans: [ClosedRange<Timestamp>], in store: any SampleStore
    ) throws(HealthError) {
      guard !spans.isEmpty else { return }
      guard longest < Self.mostLength else { return try recalculateAll(in: store) }
      var affected: [Range<Timestamp>] = []
      for span in spans {
        guard let range = try affectedRange(span, in: store) else {
          return try recalculateAll(in: store)
        }
        affected.append(range)
      }
      affected.sort { $0.lowerBound < $1.lowerBound }
      var merged: [Range<Timestamp>] = []
      for range in affected {
        if let last = merged.last, range.lowerBound <= last.upperBound {
          merged[merged.count - 1] =
            last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
          merged.append(range)
        }
      }
      let descriptors = try store.descriptors().map(\.descriptor)
      let plan = plan
      for range in merged {
        var collector = try plan.collector()
        for descriptor in descriptors { collector.addSource(of: descriptor) }
        let context = try context(of: range, in: store)
        try Self.add(context, of: store, to: &collector)
        let part = try collector.finish()
        guard isOrderKept(part.sources()) else { return try recalculateAll(in: store) }
        collection = collection.replacing(range, with: part)
      }
    }

    /// The intervals whose statistics may be others because something changed in a time.
    private func affectedRange(
      _ span: ClosedRange<Timestamp>, in store: any SampleStore
    ) throws(HealthError) -> Range<Timestamp>? {
      var first = span.lowerBound.advanced(byNanoseconds: -longest)
      var last = span.upperBound.advanced(byNanoseconds: longest)
      if plan.isWeighted {
        first = min(first, try neighbor(.less, span.lowerBound, in: store) ?? first)
        last = max(last, try neighbor(.greater, span.upperBound, in: store) ?? last)
      }
      guard let begin = plan.interval(at: first), let end = plan.interval(at: last) else {
        return nil
      }
      return begin.lowerBound..<end.upperBound
    }

    /// The samples on which the statistics of some intervals depend.
    private func context(
      of range: Range<Timestamp>, in store: any SampleStore
    ) throws(HealthError) -> SamplePredicate {
      var (first, last) = (range.lowerBound, range.upperBound)
      if plan.isWeighted {
        first = try neighbor(.less, first, in: store) ?? first
        last = try neighbor(.greater, last, in: store) ?? last
      }
      // Samples that overlap the intervals, and samples that overlap these.
      for _ in 0..<2 {
        first = first.advanced(byNanoseconds: -longest)
        last = last.advanced(byNanoseconds: longest)
      }
      return SamplePredicate.all(
        [predicate, .start(.greaterOrEqual, first), .start(.lessOrEqual, last)])
    }

    /// When the sample begins that is the next to a time, before or after it.
    private func neighbor(
      _ comparison: SamplePredicate.Comparison, _ time: Timestamp, in store: any SampleStore
    ) throws(HealthError) -> Timestamp? {
      let query = SampleQuery(
        .all([predicate, .start(comparison, time)]),
        order: SampleOrdering(.start, isDescending: comparison == .less), limit: 1)
      return try store.samples(query).next()?.start
    }

    private static func add(
      _ predicate: SamplePredicate, of store: any SampleStore, to collector: inout CollectorPair
    ) throws(HealthError) {
      let samples = try store.samples(SampleQuery(predicate))
      while true {
        let sample = try samples.next()
        guard let sample else { return }
        try collector.add(sample)
      }
    }

    /// Whether the sources that were there before are in the same order as before.
    private func isOrderKept(_ sources: [String]) -> Bool {
      let (old, new) = (Set(collection.sources()), Set(sources))
      return collection.sources().filter(new.contains) == sources.filter(old.contains)
    }
  }
}

extension SamplePredicate {
  fileprivate static func all(_ parts: [SamplePredicate]) -> SamplePredicate {
    SamplePredicate(.and(parts.map(\.form)))
  }
}

extension Sample {
  /// The sample and the samples nested in it, also those that are at top level as well.
  fileprivate var parts: [Sample] { [self] + members.flatMap(\.sample.parts) }
}
