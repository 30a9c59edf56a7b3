public import Foundation
import HealthFoundation
import HealthModel
import HealthStore

/// The state of a store, from which a query continues.
public final class HKQueryAnchor: NSObject, NSSecureCoding, Sendable {
  /// Anchors can be archived.
  public static var supportsSecureCoding: Bool { true }
  let own: StoreAnchor?

  init(_ own: StoreAnchor?) { self.own = own }

  /// The state before every change; other numbers are of no meaning here, and mean the same.
  public convenience init(fromValue value: Int) { self.init(nil) }

  /// The anchor of an archive; `nil` if it has none.
  public init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "anchor") else { return nil }
    own = StoreAnchor(text.description)
  }

  /// Writes the text of the anchor.
  public func encode(with coder: NSCoder) {
    coder.encode(NSString(string: own?.description ?? ""), forKey: "anchor")
  }

  /// Whether both are of one state.
  override public func isEqual(_ object: Any?) -> Bool { (object as? HKQueryAnchor)?.own == own }
  /// Of the state.
  override public var hash: Int { own?.description.hashValue ?? 0 }
}

/// What is known of an object that was deleted.
public struct HKDeletedObject: Hashable, Sendable {
  /// The UUID that it had.
  public let uuid: UUID
  /// Nothing is remembered of its metadata.
  public var metadata: [String: Any]? { nil }

  init(_ deleted: DeletedSample) { uuid = UUID(deleted.uuid) }
}

/// Finds what was added and deleted since an anchor and, with an update handler, what is from then on.
public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
  /// Gets the changes or an error.
  public typealias Handler =
    @Sendable (
      HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
    ) -> Void

  private let selection: QuerySelection
  private let anchor: HKQueryAnchor?
  private let limit: Int
  private let handler: Handler
  /// Gets later changes, if it is set before the query is executed.
  public var updateHandler: Handler?

  /// Changes of a type.
  public init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler: @escaping Handler
  ) {
    selection = QuerySelection(type, predicate)
    (self.anchor, self.limit, handler) = (anchor, limit, resultsHandler)
    super.init(type, predicate)
  }

  /// Changes of several types.
  public init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
    resultsHandler: @escaping Handler
  ) {
    selection = QuerySelection(anyOf: queryDescriptors.map(\.selection))
    (self.anchor, self.limit, handler) = (anchor, limit, resultsHandler)
    super.init(nil, nil)
  }

  override func run(in store: HKHealthStore) async {
    var isFirst = true
    do {
      for try await changes in store.changes(
        selection, since: anchor, limit: limit, follows: updateHandler != nil)
      where !isStopped {
        let handler = isFirst ? handler : updateHandler ?? handler
        isFirst = false
        handler(self, changes.addedSamples, changes.deletedObjects, changes.newAnchor, nil)
      }
    } catch { (isFirst ? handler : updateHandler ?? handler)(self, nil, nil, nil, HKError(error)) }
  }
}

/// What was added and deleted since an anchor.
struct ObjectChanges: Sendable {
  var addedSamples: [HKSample] = []
  var deletedObjects: [HKDeletedObject] = []
  var newAnchor: HKQueryAnchor

  init(_ changes: StoreChanges, _ selection: QuerySelection) {
    for change in changes.changes {
      switch change {
      case .added(let sample, _): addedSamples += selection.objects(inChange: sample)
      case .deleted(let deleted): deletedObjects.append(HKDeletedObject(deleted))
      }
    }
    addedSamples = HKQuantitySample.joined(addedSamples)
    newAnchor = HKQueryAnchor(changes.anchor)
  }

  mutating func add(_ next: ObjectChanges) {
    addedSamples += next.addedSamples
    deletedObjects += next.deletedObjects
    newAnchor = next.newAnchor
  }
}

extension QuerySelection {
  /// Whether a change is one of its samples.
  func concerns(_ changes: StoreChanges) -> Bool {
    let objects = ObjectChanges(changes, self)
    return !objects.addedSamples.isEmpty || !objects.deletedObjects.isEmpty
  }
}

extension HKHealthStore {
  /// The samples of a selection, read on a thread that may wait.
  func samples(
    _ selection: QuerySelection, _ sorting: Sorting = Sorting(nil),
    limit: Int = HKObjectQueryNoLimit
  ) async throws -> [HKSample] {
    try await onThread { try self.samplesNow(selection, sorting, limit: limit) }
  }

  /// What changed since an anchor.
  func changesNow(
    _ selection: QuerySelection, since anchor: HKQueryAnchor?, limit: Int
  ) throws -> ObjectChanges {
    var next = try store.changes(
      since: anchor?.own, matching: selection.predicate, limit: max(0, limit))
    var changes = ObjectChanges(next, selection)
    while limit <= 0, next.hasMore {
      next = try store.changes(since: next.anchor, matching: selection.predicate)
      changes.add(ObjectChanges(next, selection))
    }
    return changes
  }

  /// What changed since an anchor and, where it follows, what changes from then on.
  func changes(
    _ selection: QuerySelection, since anchor: HKQueryAnchor?, limit: Int, follows: Bool
  ) -> AsyncThrowingStream<ObjectChanges, any Error> {
    stream { yield in
      let first = try await self.onThread {
        try self.changesNow(selection, since: anchor, limit: limit)
      }
      yield(first)
      guard follows else { return }
      for try await next in try await self.store.observe(
        selection.predicate, since: first.newAnchor.own)
      {
        let changes = ObjectChanges(next, selection)
        if !changes.addedSamples.isEmpty || !changes.deletedObjects.isEmpty { yield(changes) }
      }
    }
  }

  /// A stream of what a task finds, which is cancelled with it.
  func stream<Element: Sendable>(
    _ body: @escaping @Sendable (@Sendable (Element) -> Void) async throws -> Void
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task.detached {
        do {
          try await body { continuation.yield($0) }
          continuation.finish()
        } catch { continuation.finish(throwing: HKError(error)) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
