public import Foundation
import HealthModel
import HealthStore
import Synchronization

/// A query, which ``HKHealthStore/execute(_:)`` begins and ``HKHealthStore/stop(_:)`` ends.
public class HKQuery: @unchecked Sendable {
  /// The type that it is about, if it is about one.
  public let objectType: HKObjectType?
  /// Its condition.
  public let predicate: NSPredicate?
  private let state = Mutex<(task: Task<Void, Never>?, isStopped: Bool)>((nil, false))

  init(_ objectType: HKObjectType?, _ predicate: NSPredicate?) {
    (self.objectType, self.predicate) = (objectType, predicate)
  }

  /// What the query does; ends where the task is cancelled.
  func run(in store: HKHealthStore) async {}

  /// Whether it was stopped.
  var isStopped: Bool { state.withLock(\.isStopped) }

  func begin(in store: HKHealthStore) {
    state.withLock { state in
      guard state.task == nil, !state.isStopped else { return }
      state.task = Task.detached { await self.run(in: store) }
    }
  }

  func end() {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
  }
}

/// A type with a condition, for queries about several types.
public struct HKQueryDescriptor {
  let selection: QuerySelection

  /// The samples of a type that match a predicate.
  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    selection = QuerySelection(sampleType, predicate)
  }
}

/// Finds samples, once.
public final class HKSampleQuery: HKQuery, @unchecked Sendable {
  /// Gets the samples or an error.
  public typealias Handler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

  private let selection: QuerySelection
  private let sorting: Sorting
  /// How many samples at most.
  public let limit: Int
  private let handler: Handler

  /// Samples of a type.
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int,
    sortDescriptors: [NSSortDescriptor]?, resultsHandler: @escaping Handler
  ) {
    selection = QuerySelection(sampleType, predicate)
    (sorting, self.limit, handler) = (Sorting(sortDescriptors), limit, resultsHandler)
    super.init(sampleType, predicate)
  }

  /// Samples of several types.
  public init(
    queryDescriptors: [HKQueryDescriptor], limit: Int,
    sortDescriptors: [NSSortDescriptor]? = nil, resultsHandler: @escaping Handler
  ) {
    selection = QuerySelection(anyOf: queryDescriptors.map(\.selection))
    (sorting, self.limit, handler) = (Sorting(sortDescriptors), limit, resultsHandler)
    super.init(nil, nil)
  }

  override func run(in store: HKHealthStore) async {
    do {
      let found = try await store.samples(selection, sorting, limit: limit)
      handler(self, found, nil)
    } catch { handler(self, nil, error) }
  }
}

/// Ends the handling of a change. An observer of a type with background delivery waits for it.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// Is called when samples of a type are added or deleted, and once at its beginning.
public final class HKObserverQuery: HKQuery, @unchecked Sendable {
  /// Is called for changes.
  public typealias Handler =
    @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void

  private let selection: QuerySelection
  private let handler: Handler

  /// Observes a type.
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?, updateHandler: @escaping Handler
  ) {
    (selection, handler) = (QuerySelection(sampleType, predicate), updateHandler)
    super.init(sampleType, predicate)
  }

  /// Observes several types.
  public init(
    queryDescriptors: [HKQueryDescriptor],
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
        (any Error)?
      ) -> Void
  ) {
    selection = QuerySelection(anyOf: queryDescriptors.map(\.selection))
    let types = Set(queryDescriptors.flatMap(\.selection.types))
    handler = { updateHandler($0, $2 == nil ? types : nil, $1, $2) }
    super.init(nil, nil)
  }

  override func run(in store: HKHealthStore) async {
    do {
      let (background, anchor) = try await store.onThread { [objectType] in
        let found = try objectType.flatMap { try store.delivery(of: $0) }
        return (found, try found?.delivery.confirmed())
      }
      let changes = try await store.store.observe(selection.predicate, since: anchor)
      handler(self, {}, nil)
      for try await change in changes where !isStopped && selection.concerns(change) {
        let begin = ContinuousClock.now
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        handler(self, { continuation.finish() }, nil)
        guard let background else { continue }
        for await _ in end {}
        if Task.isCancelled { return }
        // If another program writes for long, the change comes again after the next start.
        _ = try await store.onThread { try background.delivery.isConfirmed(change) }
        try? await Task.sleep(until: begin + background.frequency.own.interval)
      }
    } catch { handler(self, {}, HKError(error)) }
  }
}
