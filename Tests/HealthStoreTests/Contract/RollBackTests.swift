import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Synchronization
import Testing

/// Samples are saved on a thread of their own, and a load is used by one thread at a time.
struct RollBackTests {
  /// A load that is slow, and counts the calls that come while it is in use.
  private final class SlowLoad: StoreLoad {
    struct State {
      var isSaving = false
      var saved = 0
      var overlaps = 0
      var rollBacks = 0
    }

    let state = Monitor(State())

    func describe(_ info: DatasetInfo) {}

    func save(_ samples: [Sample]) {
      state.withLock { $0.isSaving = true }
      Pause.sleep(milliseconds: 100)
      state.withLock { state in
        state.isSaving = false
        state.saved += samples.count
      }
    }

    func commit() -> SaveCounts { SaveCounts() }

    func rollBack() {
      state.withLock { state in
        if state.isSaving { state.overlaps += 1 }
        state.rollBacks += 1
      }
    }
  }

  private final class Store: StoreWrapper {
    let store: any SampleStore = MemoryStore()
    fileprivate let load = SlowLoad()

    func beginLoad(_ mode: SavingMode) -> any StoreLoad { load }
  }

  @Test func aLoadIsRolledBackWhenItsThreadHasLeftIt() throws {
    let store = Store()
    let database = DatabaseOutput("memory")
    var writer = try StoreWriter(
      OutputContainer(database: database), WriteOptions(), open: { _, _ in store })
    let sample = try #require(Inputs.marked.first)
    for _ in 0..<1_024 { try writer.write(sample) }
    store.load.state.wait(until: { $0.isSaving }) { _ in }
    for _ in 0..<1_024 { try writer.write(sample) }
    database.rollBack()
    let state = store.load.state.withLock { $0 }
    #expect(state.overlaps == 0)
    #expect(state.rollBacks == 1)
    #expect(state.saved == 1_024)
  }
}
