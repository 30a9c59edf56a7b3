public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
public import HealthStore
import Synchronization

/// A store of health data: the file of a store, a schema of a PostgreSQL server, or a store in memory.
///
/// ```swift
/// let store = try HKHealthStore.inMemory(from: "export.zip")
/// ```
///
/// `HKHealthStore()` is the store of the program: one in memory until ``use(_:)`` chooses another, so that code
/// written for a device runs unchanged, in tests for example.
///
/// Who opens a store is its owner, and reads and writes everything. With the permission of a client, as an application on a
/// device has it, it is opened by ``client(_:allowing:)``.
public final class HKHealthStore: Sendable {
  /// The store as the library has it.
  public let store: any SampleStore
  /// The folder of a store in memory, which is removed with it.
  private let folder: Folder?
  /// The client that uses it, if it is not the owner.
  let application: Application?

  /// A client of a store.
  struct Application: Sendable {
    let name: String
    let owner: any SampleStore
    let isAllowed: @Sendable (HKObjectType, HKAuthorizationPurpose) -> Bool
  }

  private static let ofProgram = Mutex<HKHealthStore?>(nil)

  /// The store of the program.
  public convenience init() {
    let own = Self.ofProgram.withLock { own in
      let store = own ?? Self.inMemory()
      own = store
      return store
    }
    self.init(own.store, own.folder, own.application)
  }

  /// The store at a path or an address such as `postgres://host/database`. A file that does not exist is made when
  /// something is saved.
  ///
  /// - Throws: `HKError` if it is not a store.
  public convenience init(path: String) throws {
    do { self.init(try StoreKind.open(path, for: .creating), nil) } catch { throw HKError(error) }
  }

  /// A store of the library.
  public convenience init(_ store: any SampleStore) { self.init(store, nil) }

  private init(_ store: any SampleStore, _ folder: Folder?) {
    (self.store, self.folder, self.application) = (store, folder, nil)
  }

  private init(_ store: any SampleStore, _ folder: Folder?, _ application: Application?) {
    (self.store, self.folder, self.application) = (store, folder, application)
  }

  /// The store as an application may use it: nothing is authorized until it is requested, and what it saves has the
  /// application as its source.
  ///
  /// - Parameters:
  ///   - name: The name of the application. Grants are kept in the store under this name.
  ///   - isAllowed: The answer of the person, for each type that is requested and not decided; by default yes.
  public func client(
    _ name: String,
    allowing isAllowed:
      @escaping @Sendable (HKObjectType, HKAuthorizationPurpose) -> Bool = { _, _ in true }
  ) -> HKHealthStore {
    let owner = application?.owner ?? store
    return HKHealthStore(
      owner.client(name), folder, Application(name: name, owner: owner, isAllowed: isAllowed))
  }

  /// An empty store, which ends with the last object that uses it.
  public static func inMemory() -> HKHealthStore {
    do {
      let folder = try Folder()
      return HKHealthStore(try StoreKind.open(folder.path("health.db"), for: .creating), folder)
    } catch { preconditionFailure("a temporary store cannot be made: \(error)") }
  }

  /// A store with the samples of a dataset in any format: an export, CSV files, Parquet, a database.
  ///
  /// - Throws: `HKError` if the dataset cannot be read.
  public static func inMemory(from path: String) throws -> HKHealthStore {
    do {
      let folder = try Folder()
      let file = folder.path("health.db")
      let report = try Conversion(of: Dataset.open(path), to: .sqlite).run(toFile: file)
      if let error = report.readError { throw error }
      return HKHealthStore(try StoreKind.open(file, for: .creating), folder)
    } catch { throw HKError(error) }
  }

  /// Makes a store that of the program, which `HKHealthStore()` is from then on.
  public static func use(_ store: HKHealthStore) { ofProgram.withLock { $0 = store } }

  private final class Folder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(
      path: "healthkit-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }
}

// MARK: Saving and deleting

extension HKHealthStore {
  /// Saves an object. One that breaks a rule, such as a body mass in inches, is refused.
  ///
  /// A sample that equals a stored one in everything is not stored a second time.
  public func save(_ object: HKObject) async throws { try await save([object]) }

  /// Saves objects: all or none.
  public func save(_ objects: [HKObject]) async throws {
    try await onThread { try self.saveNow(objects) }
  }

  /// Saves an object, and calls a function afterwards.
  public func save(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { save([object], withCompletion: completion) }

  /// Saves objects, all or none, and calls a function afterwards.
  public func save(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { onQueue(completion) { try self.saveNow(objects) } }

  func saveNow(_ objects: [HKObject]) throws { try store.save(stored(objects)) }

  /// The samples of objects, with the application as the source of those that this program has made.
  private func stored(_ objects: [HKObject]) -> [Sample] {
    objects.flatMap { $0.stored.map { own($0) } }
  }

  /// The sample of an object that this program has made, with the application as its source.
  func own(_ sample: Sample) -> Sample {
    guard let application else { return sample }
    return sample.renamingSource(to: application.name) { $0.name == HKSource.default().name }
  }

  /// Deletes an object.
  public func delete(_ object: HKObject) async throws { try await delete([object]) }

  /// Deletes objects.
  ///
  /// - Throws: `HKError` if none of them is stored on its own.
  public func delete(_ objects: [HKObject]) async throws {
    try await onThread { try self.deleteNow(objects) }
  }

  /// Deletes an object, and calls a function afterwards.
  public func delete(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { delete([object], withCompletion: completion) }

  /// Deletes objects, and calls a function afterwards.
  public func delete(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { onQueue(completion) { try self.deleteNow(objects) } }

  private func deleteNow(_ objects: [HKObject]) throws {
    if try store.delete(stored(objects)) == 0, !objects.isEmpty {
      throw HKError(.errorInvalidArgument, "no such object is stored on its own")
    }
  }

  /// Deletes the objects of a type that match a predicate.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func deleteObjects(of type: HKObjectType, predicate: NSPredicate) async throws -> Int {
    let selection = QuerySelection(type as? HKSampleType, predicate)
    return try await onThread { try self.deleteNow(selection) }
  }

  /// Deletes the objects of a type that match a predicate, and calls a function with their number.
  public func deleteObjects(
    of type: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    let selection = QuerySelection(type as? HKSampleType, predicate)
    DispatchQueue.global().async {
      do { completion(true, try self.deleteNow(selection), nil) } catch {
        completion(false, 0, HKError(error))
      }
    }
  }

  private func deleteNow(_ selection: QuerySelection) throws -> Int {
    if selection.isExact { return try store.delete(where: selection.predicate) }
    return try store.delete(samplesNow(selection).flatMap(\.stored).map { SampleKey($0) })
  }

  /// Adds samples to a workout. They become a part of it, also if they were saved before.
  public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await onThread { try self.addNow(samples, to: workout) }
  }

  /// Adds samples to a workout, and calls a function afterwards.
  public func add(
    _ samples: [HKSample], to workout: HKWorkout,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { onQueue(completion) { try self.addNow(samples, to: workout) } }

  private func addNow(_ samples: [HKSample], to workout: HKWorkout) throws {
    let workout = own(workout.sample)
    var stored = try store.stored(workout) ?? workout
    stored.members += self.stored(samples).map { NestedSample(sample: $0) }
    try store.save([stored], .upsert)
  }
}

// MARK: Reading

extension HKHealthStore {
  /// The samples of a selection. What is found of a series of quantities is the whole series, as one sample.
  func samplesNow(
    _ selection: QuerySelection, _ sorting: Sorting = Sorting(nil),
    limit: Int = HKObjectQueryNoLimit
  ) throws -> [HKSample] {
    let found = try quantitiesNow(selection, sorting, limit: limit)
    if !found.contains(where: \.isOfSeries) { return found }
    let all = limit > 0 ? try quantitiesNow(selection, sorting, limit: 0) : found
    let types = Set(all.filter(\.isOfSeries).compactMap { ($0 as? HKQuantitySample)?.quantityType })
    let series = try types.flatMap { try store.quantitySeriesMembers(of: $0.type) }
      .flatMap { HKQuantitySample.objects($0) }.filter { selection.matches($0) }
    let objects = sorting.sorted(all.filter { !$0.isOfSeries } + series)
    return limit > 0 ? Array(objects.prefix(limit)) : objects
  }

  /// The samples of a selection, each quantity of a series as one.
  private func quantitiesNow(
    _ selection: QuerySelection, _ sorting: Sorting, limit: Int
  ) throws -> [HKSample] {
    let isCut = limit > 0 && sorting.compare == nil
    let query = SampleQuery(
      selection.predicate, order: sorting.ordering, limit: isCut && selection.isExact ? limit : 0)
    let cursor = try store.samples(query)
    var found: [HKSample] = []
    while !(isCut && found.count >= limit), let sample = try cursor.next() {
      found += selection.objects(of: sample)
    }
    if let compare = sorting.compare { found.sort { compare($0, $1) == .orderedAscending } }
    return limit > 0 ? Array(found.prefix(limit)) : found
  }

  /// Makes a call on a thread that may wait, and gives its errors as HealthKit's.
  func onThread<Result: Sendable>(
    _ call: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do { continuation.resume(returning: try call()) } catch {
          continuation.resume(throwing: HKError(error))
        }
      }
    }
  }

  func onQueue(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
    _ call: @escaping @Sendable () throws -> Void
  ) {
    DispatchQueue.global().async {
      do {
        try call()
        completion(true, nil)
      } catch { completion(false, HKError(error)) }
    }
  }

  /// Begins a query. Its handlers are called by a task of its own, not on the caller's thread.
  public func execute(_ query: HKQuery) { query.begin(in: self) }

  /// Ends a query: no handler is called for later changes.
  public func stop(_ query: HKQuery) { query.end() }
}
