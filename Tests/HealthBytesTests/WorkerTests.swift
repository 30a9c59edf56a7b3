import HealthBytes
import Synchronization
import Testing

/// A thread works off what it is given, and is gone with all that it held when it has ended.
struct WorkerTests {
  private final class Sum: Sendable {
    let value = Mutex(0)
  }

  private struct Fault: Error {}

  @Test func jobsAreDoneInTheirOrder() throws {
    let sum = Sum()
    let worker = try Worker<Int> { job in sum.value.withLock { $0 = $0 * 3 + job } }
    for job in 0..<20 { try worker.send(job) }
    try worker.finish()
    #expect(sum.value.withLock { $0 } == (0..<20).reduce(0) { $0 * 3 + $1 })
  }

  @Test func nothingIsDoneAfterAnError() throws {
    let sum = Sum()
    let worker = try Worker<Int> { job in
      if job == 3 { throw Fault() }
      sum.value.withLock { $0 += 1 }
    }
    #expect(throws: Fault.self) {
      for job in 0..<20 { try worker.send(job) }
      try worker.finish()
    }
    #expect(throws: Fault.self) { try worker.finish() }
    #expect(sum.value.withLock { $0 } == 3)
  }

  @Test func cancellingDropsWhatWaitsAndWaitsForTheCurrentJob() throws {
    let sum = Sum()
    let begun = Monitor(false)
    let worker = try Worker<Int>(capacity: 4) { job in
      begun.withLock { $0 = true }
      Pause.sleep(milliseconds: 100)
      sum.value.withLock { $0 += job }
    }
    for job in 1...3 { try worker.send(job) }
    begun.wait(until: { $0 }) { _ in }
    worker.cancel()
    #expect(sum.value.withLock { $0 } == 1)
    worker.cancel()
    try worker.finish()
  }

  /// The thread itself may end later, even after the program. What is to be closed cannot wait for that.
  @Test func theEndLetsGoOfEverything() throws {
    weak var held: Sum?
    let worker: Worker<Int>
    do {
      let sum = Sum()
      held = sum
      worker = try Worker { job in sum.value.withLock { $0 += job } }
    }
    try worker.send(1)
    #expect(held != nil)
    try worker.finish()
    #expect(held == nil)
  }
}
