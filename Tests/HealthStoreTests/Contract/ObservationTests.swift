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
  private final class ClosedStore: StoreWrapper {
    let store: any SampleStore = MemoryStore()
    private let isOpen = Atomic(false)
    private let waiting = Atomic(0)

    var waitingCalls: Int { waiting.load(ordering: .relaxed) }
    func open() { isOpen.store(true, ordering: .relaxed) }

    func anchor() throws(HealthError) -> StoreAnchor {
      waiting.add(1, ordering: .relaxed)
      while !isOpen.load(ordering: .relaxed) { Pause.sleep(milliseconds: 1) }
      return try store.anchor()
    }
  }

  /// More observers wait for the store than the machine has cores. The task that opens it runs all the same: with a
  /// look-up on the threads of the pool, none would be left for it.
  @Test(.timeLimit(.minutes(10))) func observersThatWaitBlockNoTask() async throws {
    let store = ClosedStore()
    let observers = 64
    let begin = try await MemoryStore().anchor()
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
    try await store.save([Inputs.heartRate(60)])
    for (number, task) in tasks.enumerated() {
      if number % 2 == 0 {
        // The anchor is that of another store.
        await #expect(throws: HealthError.self) { try await task.value }
      } else {
        task.cancel()
        _ = try await task.value
      }
    }
  }
}
