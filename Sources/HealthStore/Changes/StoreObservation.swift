/// Wakes when matching samples of a store change, whoever changes them (`HKObserverQuery`).
///
/// ```swift
/// for try await changes in try store.observe(.type("HKQuantityTypeIdentifierHeartRate")) { … }
/// ```
///
/// The store is asked for its state at an interval: one look-up, that any database answers from memory.
public struct StoreObservation: AsyncSequence {
  /// What changed since the last element.
  public typealias Element = StoreChanges

  let store: any HealthStore
  let predicate: SamplePredicate
  let anchor: StoreAnchor?
  let interval: Duration
  let limit: Int

  /// Begins to wait.
  public func makeAsyncIterator() -> Iterator { Iterator(observation: self, anchor: anchor) }

  /// Waits for changes, one lot after another.
  public struct Iterator: AsyncIteratorProtocol {
    let observation: StoreObservation
    var anchor: StoreAnchor?

    /// The next changes, never none of them; `nil` when the task is cancelled.
    ///
    /// - Throws: `StoreError`.
    public mutating func next() async throws -> StoreChanges? {
      while !Task.isCancelled {
        let now = try observation.store.anchor()
        if now != anchor {
          let changes = try observation.store.changes(
            since: anchor, matching: observation.predicate, limit: observation.limit)
          anchor = changes.anchor
          if !changes.changes.isEmpty { return changes }
          if changes.hasMore { continue }
        }
        do { try await Task.sleep(for: observation.interval) } catch { return nil }
      }
      return nil
    }
  }
}

extension HealthStore {
  /// The changes of matching samples from now on, or from an anchor on.
  ///
  /// - Parameters:
  ///   - predicate: Which samples.
  ///   - anchor: Since when; by default from now on.
  ///   - interval: How often to look.
  ///   - limit: How many changes an element holds at most.
  /// - Returns: An endless sequence.
  /// - Throws: `StoreError` if the store cannot be read.
  public func observe(
    _ predicate: SamplePredicate = .all, since anchor: StoreAnchor? = nil,
    every interval: Duration = .milliseconds(250), limit: Int = 1_000
  ) throws(StoreError) -> StoreObservation {
    let begin = if let anchor { anchor } else { try self.anchor() }
    return StoreObservation(
      store: self, predicate: predicate, anchor: begin, interval: interval, limit: limit)
  }
}
