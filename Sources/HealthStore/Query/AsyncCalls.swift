public import HealthBytes
public import HealthFormats
public import HealthModel

// The same calls for code that is asynchronous: each waits on a thread of its own, so that it holds neither an actor nor a
// thread of the pool of tasks. Cancelling the task does not end a call that has begun.

extension SampleStore {
  /// Saves samples: all or none.
  @discardableResult
  public func save(
    _ samples: [Sample], _ mode: SavingMode = .add, _ check: SavingCheck = .rules
  ) async throws(HealthError) -> SaveCounts {
    try await onThread { try self.save(samples, mode, check) }
  }

  /// Saves a sample.
  @discardableResult
  public func save(
    _ sample: some HealthSample, _ mode: SavingMode = .add, _ check: SavingCheck = .rules
  ) async throws(HealthError) -> SaveCounts {
    try await save([Sample(sample)], mode, check)
  }

  /// Saves samples of one kind, all or none.
  @discardableResult
  public func save(
    _ samples: [some HealthSample], _ mode: SavingMode = .add, _ check: SavingCheck = .rules
  ) async throws(HealthError) -> SaveCounts {
    try await save(samples.map { Sample($0) }, mode, check)
  }

  /// Deletes samples by their keys; unknown ones are ignored.
  @discardableResult
  public func delete(_ keys: [SampleKey]) async throws(HealthError) -> Int {
    try await onThread { try self.delete(keys) }
  }

  /// Deletes all samples that a predicate matches.
  @discardableResult
  public func delete(where predicate: SamplePredicate) async throws(HealthError) -> Int {
    try await onThread { try self.delete(where: predicate) }
  }

  /// Deletes a stored sample of the same content.
  ///
  /// - Returns: 1, or 0 if it is not stored.
  @discardableResult
  public func delete(_ sample: some HealthSample) async throws(HealthError) -> Int {
    try await delete([Sample(sample)])
  }

  /// Deletes stored samples of the same content; all are of one kind.
  @discardableResult
  public func delete(_ samples: [some HealthSample]) async throws(HealthError) -> Int {
    try await delete(samples.map { Sample($0) })
  }

  /// Deletes stored samples of the same content.
  @discardableResult
  public func delete(_ samples: [Sample]) async throws(HealthError) -> Int {
    try await onThread { try self.delete(samples) }
  }

  /// The sample of a key; `nil` if it is not stored.
  public func sample(_ key: SampleKey) async throws(HealthError) -> Sample? {
    try await onThread { try self.sample(key) }
  }

  /// Samples of a quantity type, in memory.
  public func samples(
    of type: QuantityType, where predicate: SamplePredicate = .all,
    order: SampleOrdering = .start, limit: Int = SampleQuery.noLimit
  ) async throws(HealthError) -> [QuantitySample] {
    try await onThread {
      try self.samples(of: type, where: predicate, order: order, limit: limit)
    }
  }

  /// Samples of a category type, in memory.
  public func samples(
    of type: CategoryType, where predicate: SamplePredicate = .all,
    order: SampleOrdering = .start, limit: Int = SampleQuery.noLimit
  ) async throws(HealthError) -> [CategorySample] {
    try await onThread {
      try self.samples(of: type, where: predicate, order: order, limit: limit)
    }
  }

  /// Workouts of an activity, in memory; of all without one.
  public func workouts(
    of type: WorkoutActivityType? = nil, where predicate: SamplePredicate = .all,
    order: SampleOrdering = .start, limit: Int = SampleQuery.noLimit
  ) async throws(HealthError) -> [Workout] {
    try await onThread {
      try self.workouts(of: type, where: predicate, order: order, limit: limit)
    }
  }

  /// Facts about the dataset and the person.
  public func info() async throws(HealthError) -> DatasetInfo {
    try await onThread { try self.info() }
  }

  /// The sources of samples, of a type or of all.
  public func sources(of type: SampleType? = nil) async throws(HealthError) -> [Source] {
    try await onThread { try self.sources(of: type) }
  }

  /// The rings of some days, the last one included.
  public func activitySummaries(
    from first: CalendarDay, through last: CalendarDay
  ) async throws(HealthError) -> [ActivitySummary] {
    try await onThread { try self.activitySummaries(from: first, through: last) }
  }

  /// Correlations of a type, in memory.
  ///
  /// - Parameter members: What there has to be among the members: for each of these, one that it matches.
  public func correlations(
    of type: CorrelationType, where predicate: SamplePredicate = .all,
    members: [SamplePredicate] = []
  ) async throws(HealthError) -> [Correlation] {
    try await onThread { try self.correlations(of: type, where: predicate, members: members) }
  }

  /// The state of the store now.
  public func anchor() async throws(HealthError) -> StoreAnchor {
    try await onThread { try self.anchor() }
  }

  /// Returns additions and deletions since an anchor, in the order of the changes (`HKAnchoredObjectQuery`).
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate = .all,
    limit: Int = SampleQuery.noLimit
  ) async throws(HealthError) -> StoreChanges {
    try await onThread { try self.changes(since: anchor, matching: predicate, limit: limit) }
  }

  /// The samples that a query finds, read while they are used: memory does not grow with their number.
  ///
  /// ```swift
  /// for try await sample in store.results(SampleQuery(.type(.heartRate))) { … }
  /// ```
  public func results(_ query: SampleQuery = SampleQuery()) -> SampleResults {
    SampleResults(store: self, query: query)
  }

  private func onThread<Result: Sendable>(
    _ call: @escaping @Sendable () throws -> Result
  ) async throws(HealthError) -> Result {
    do { return try await BlockingThread().run(call) } catch let error as HealthError {
      throw error
    } catch { throw HealthError(.failed, name, "\(error)", cause: error) }
  }
}

/// Samples that a query finds, in the state of the store at the first of them.
public struct SampleResults: AsyncSequence, Sendable {
  /// A sample.
  public typealias Element = Sample

  let store: any SampleStore
  let query: SampleQuery

  /// Begins to read. The thread that reads ends with the iterator.
  public func makeAsyncIterator() -> Iterator {
    let (store, query) = (store, query)
    return Iterator(
      batches: BatchIterator {
        let cursor = try store.samples(query)
        return { try cursor.next() }
      })
  }

  /// Reads samples in batches.
  public struct Iterator: AsyncIteratorProtocol {
    var batches: BatchIterator<Sample>

    /// The next sample; `nil` at the end, and when the task is cancelled.
    public mutating func next() async throws -> Sample? { try await batches.next() }
  }
}

/// Reads elements in batches, on a thread that ends with it.
package struct BatchIterator<Element: Sendable>: AsyncIteratorProtocol {
  private let reading: Reading
  private let thread = BlockingThread()
  private var batch: [Element] = []
  private var place = 0

  /// - Parameter open: Called on the thread; returns what gives the next element, or `nil` at the end.
  package init(_ open: @escaping @Sendable () throws -> () throws -> Element?) {
    reading = Reading(open)
  }

  /// The next element; `nil` at the end, and when the task is cancelled.
  package mutating func next() async throws -> Element? {
    if place == batch.count {
      if Task.isCancelled { return nil }
      let reading = reading
      (batch, place) = (try await thread.run { try reading.nextBatch() }, 0)
      if batch.isEmpty { return nil }
    }
    defer { place += 1 }
    return batch[place]
  }

  /// The cursor, which only the thread of the iterator uses.
  private final class Reading: Sendable {
    private let open: @Sendable () throws -> () throws -> Element?
    private let opened = Monitor<(() throws -> Element?)?>(nil)

    init(_ open: @escaping @Sendable () throws -> () throws -> Element?) { self.open = open }

    func nextBatch() throws -> [Element] {
      try opened.withLock { opened in
        let next = try opened ?? open()
        opened = next
        // Enough that a change of threads costs little for each.
        var elements: [Element] = []
        while elements.count < 128, let element = try next() { elements.append(element) }
        return elements
      }
    }
  }
}
