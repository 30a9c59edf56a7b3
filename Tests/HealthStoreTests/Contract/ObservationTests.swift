import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Synchronization
import Testing

/// Waiting for a store keeps no thread that other tasks need.
struct ObservationTests {
  /// A store that answers nothing until it is opened, as one on a server that hangs.
  private final class ClosedStore: SampleStore {
    let name = "closed"
    private let store = MemoryStore()
    private let isOpen = Atomic(false)
    private let waiting = Atomic(0)

    var waitingCalls: Int { waiting.load(ordering: .relaxed) }
    func open() { isOpen.store(true, ordering: .relaxed) }

    func anchor() throws(StoreError) -> StoreAnchor {
      waiting.add(1, ordering: .relaxed)
      while !isOpen.load(ordering: .relaxed) { Pause.sleep(milliseconds: 1) }
      return try store.anchor()
    }

    func changes(
      since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
    ) throws(StoreError) -> StoreChanges {
      try store.changes(since: anchor, matching: predicate, limit: limit)
    }

    func info() throws(StoreError) -> DatasetInfo { try store.info() }
    func beginLoad(_ mode: SavingMode) throws(StoreError) -> any StoreLoad {
      try store.beginLoad(mode)
    }
    func delete(_ keys: [SampleKey]) throws(StoreError) -> Int { try store.delete(keys) }
    func delete(where predicate: SamplePredicate) throws(StoreError) -> Int {
      try store.delete(where: predicate)
    }
    func samples(_ query: SampleQuery) throws(StoreError) -> any SampleCursor {
      try store.samples(query)
    }
    func sample(_ key: SampleKey) throws(StoreError) -> Sample? { try store.sample(key) }
    func descriptors() throws(StoreError) -> [DescriptorCount] { try store.descriptors() }
    func contents(limit: Int) throws(StoreError) -> StoreContents {
      try store.contents(limit: limit)
    }
    func forgetDeleted(before instant: Timestamp) throws(StoreError) {
      try store.forgetDeleted(before: instant)
    }
    func check() throws(StoreError) -> [StoreDefect] { try store.check() }
  }

  /// More observers wait for the store than the machine has cores. The task that opens it runs all the same: with a
  /// look-up on the threads of the pool, none would be left for it.
  @Test(.timeLimit(.minutes(10))) func observersThatWaitBlockNoTask() async throws {
    let store = ClosedStore()
    let observers = 64
    let begin = try MemoryStore().anchor()
    let tasks = (0..<observers).map { number in
      Task {
        // Half of them wait for the first anchor, half for a change.
        let anchor = number % 2 == 0 ? StoreAnchor(store: begin.store, change: 0) : nil
        var iterator = try await store.observe(since: anchor, every: .milliseconds(1))
          .makeAsyncIterator()
        return try await iterator.next()
      }
    }
    while store.waitingCalls < observers { try await Task.sleep(for: .milliseconds(1)) }
    store.open()
    try store.save([Inputs.heartRate(60)])
    for (number, task) in tasks.enumerated() {
      if number % 2 == 0 {
        // The anchor is that of another store.
        await #expect(throws: StoreError.self) { try await task.value }
      } else {
        task.cancel()
        _ = try await task.value
      }
    }
  }
}
