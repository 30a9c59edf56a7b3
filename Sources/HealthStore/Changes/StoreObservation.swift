import HealthBytes

/// Reports changes of matching samples by any program (`HKObserverQuery`).
///
/// ```swift
/// for try await changes in try await store.observe(.type("HeartRate")) { … }
/// ```
///
/// Polls the anchor of the store at an interval: one query, which databases answer from memory. Each iterator
/// has a thread for that, so that a slow disk or server blocks no other task.
public struct StoreObservation: AsyncSequence, Sendable {
  /// The changes since the last element.
  public typealias Element = StoreChanges

  let store: any SampleStore
  let predicate: SamplePredicate
  let anchor: StoreAnchor
  let interval: Duration
  let limit: Int

  /// Begins to wait.
  public func makeAsyncIterator() -> Iterator { Iterator(observation: self, anchor: anchor) }

  /// Waits for the next changes.
  public struct Iterator: AsyncIteratorProtocol {
    let observation: StoreObservation
    var anchor: StoreAnchor
    private let thread = BlockingThread()

    init(observation: StoreObservation, anchor: StoreAnchor) {
      self.observation = observation
      self.anchor = anchor
    }

    /// The next changes, at least one; `nil` when the task is cancelled.
    public mutating func next() async throws -> StoreChanges? {
      while !Task.isCancelled {
        let (observation, anchor) = (observation, anchor)
        let changes = try await thread.run { try observation.changes(since: anchor) }
        if let changes {
          self.anchor = changes.anchor
          if !changes.changes.isEmpty { return changes }
          if changes.hasMore { continue }
        }
        do { try await Task.sleep(for: observation.interval) } catch { return nil }
      }
      return nil
    }
  }

  /// The changes since an anchor; `nil` if the store has not changed.
  private func changes(since anchor: StoreAnchor) throws(HealthError) -> StoreChanges? {
    if try store.anchor() == anchor { return nil }
    return try store.changes(since: anchor, matching: predicate, limit: limit)
  }
}

extension SampleStore {
  /// The changes of matching samples from now on, or from an anchor on.
  ///
  /// - Parameters:
  ///   - anchor: The state after which changes are reported; by default the current one.
  ///   - limit: How many changes an element holds at most.
  public func observe(
    _ predicate: SamplePredicate = .all, since anchor: StoreAnchor? = nil,
    every interval: Duration = .milliseconds(250), limit: Int = 1_000
  ) async throws -> StoreObservation {
    let begin =
      if let anchor { anchor } else { try await BlockingThread().run { try self.anchor() } }
    return StoreObservation(
      store: self, predicate: predicate, anchor: begin, interval: interval, limit: limit)
  }
}
