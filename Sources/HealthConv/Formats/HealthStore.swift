import HealthBytes
public import HealthFormats
public import HealthModel
public import HealthStore
import HealthStoreSQLite

#if PostgreSQL
  import HealthStorePostgres
#endif

/// A store of health data at a path or an address: `HKHealthStore` of HealthKit.
///
/// ```swift
/// let store = try HealthStore("health.db", for: .creating)
/// try await store.save(weight)
/// ```
///
/// All calls are those of the protocol `SampleStore`, which other kinds of stores have in common with it. Its name is also
/// that of the module of the protocol: where `HealthConv` is imported, a qualified name such as `HealthStore.SampleQuery`
/// is looked up in the class. Write the name alone, `HealthConv.SampleQuery`, or `HealthStore::SampleQuery` (Swift 6.3).
public final class HealthStore: SampleStore {
  /// The store as its database has it, which can have more protocols.
  let base: any SampleStore

  /// Opens a store.
  ///
  /// - Parameter path: The path of a file, or an address such as `postgres://host/database`.
  /// - Throws: `HealthError`: `.usage` if no kind of store matches the path, and errors of opening it.
  public init(_ path: String, for access: StoreKind.Access) throws(HealthError) {
    base = try StoreKind.open(path, for: access)
  }

  /// Its name in messages.
  public var name: String { base.name }
  /// The place of the database.
  public func location() throws(HealthError) -> String { try base.location() }
  /// Facts about the dataset and the person.
  public func info() throws(HealthError) -> DatasetInfo { try base.info() }

  /// Begins to save samples unchecked.
  public func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
    try base.beginLoad(mode)
  }
  /// Deletes samples by their keys; unknown ones are ignored.
  @discardableResult
  public func delete(_ keys: [SampleKey]) throws(HealthError) -> Int { try base.delete(keys) }
  /// Deletes all samples that a predicate matches.
  @discardableResult
  public func delete(where predicate: SamplePredicate) throws(HealthError) -> Int {
    try base.delete(where: predicate)
  }

  /// The samples that a query finds.
  public func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    try base.samples(query)
  }
  /// How many samples a predicate matches, if that is known without reading them.
  public func knownCount(of predicate: SamplePredicate) throws(HealthError) -> Int? {
    try base.knownCount(of: predicate)
  }
  /// The sample of a key; `nil` if it is not stored.
  public func sample(_ key: SampleKey) throws(HealthError) -> Sample? { try base.sample(key) }
  /// The keys of an identity, by ordinal.
  public func keys(of id: SampleID) throws(HealthError) -> [SampleKey] { try base.keys(of: id) }
  /// What samples have in common.
  public func descriptors() throws(HealthError) -> [DescriptorCount] { try base.descriptors() }
  /// How many samples there are of each type.
  public func contents(limit: Int) throws(HealthError) -> StoreContents {
    try base.contents(limit: limit)
  }

  /// The state of the store now.
  public func anchor() throws(HealthError) -> StoreAnchor { try base.anchor() }
  /// What was added and deleted since an anchor.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges {
    try base.changes(since: anchor, matching: predicate, limit: limit)
  }
  /// Removes records of deletions before an instant.
  public func forgetDeleted(before instant: Timestamp) throws(HealthError) {
    try base.forgetDeleted(before: instant)
  }
  /// The anchor that is kept under a name.
  public func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
    try base.anchor(named: name)
  }
  /// Keeps an anchor under a name.
  public func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    try base.keep(anchor, as: name)
  }

  /// The clients of the store and what they may do.
  public func grants() throws(HealthError) -> [ClientGrant] { try base.grants() }
  /// Replaces what a client may do.
  public func setGrant(_ grant: ClientGrant) throws(HealthError) { try base.setGrant(grant) }
  /// Removes a client.
  public func removeGrant(of client: String) throws(HealthError) {
    try base.removeGrant(of: client)
  }

  /// Checks for damage.
  public func check() throws(HealthError) -> [StoreDefect] { try base.check() }
}

extension StoreKind {
  /// Every kind of store, in the order in which help and documentation list them.
  public static let all: [StoreKind] = {
    #if PostgreSQL
      [.sqlite, .postgres]
    #else
      [.sqlite]
    #endif
  }()

  /// Opens the store at a path or an address.
  ///
  /// - Parameter path: The path of a file, or an address such as `postgres://host/database`.
  /// - Throws: `HealthError`: `.usage` if no kind of store matches the path, and errors of opening it.
  public static func open(
    _ path: String, for access: Access
  ) throws(HealthError) -> any SampleStore {
    let status = FileStatus(path: path, following: true)
    let isMade = (access == .creating || access == .replacing) && status == nil
    // A pipe is not opened: that would block until another process writes.
    let isFile = status?.isRegular ?? (path != "-")
    guard isFile,
      let (kind, location) = isMade
        ? named(path, try Format.forWriting(to: path)) : try find(path)
    else {
      throw HealthError(
        .usage, "'\(path)' is not a store, expected a database such as 'health.db'")
    }
    return try kind.open(location, access)
  }

  /// The kind of store that a path names, if it names one, and where that is.
  ///
  /// - Returns: The kind, and the location to open it by; `nil` for files of other formats.
  /// - Throws: `HealthError` if there is nothing at the path.
  public static func find(
    _ path: String
  ) throws(HealthError) -> (kind: StoreKind, location: String)? {
    let format =
      if let (format, _) = Format.ofAddress(path) { format } else { try Dataset.open(path).format }
    return named(path, format)
  }

  private static func named(_ path: String, _ format: Format) -> (
    kind: StoreKind, location: String
  )? {
    let location = Format.ofAddress(path)?.location ?? path
    return all.first { $0.format.name == format.name }.map { ($0, location) }
  }
}

extension Format {
  /// A store in an SQLite file.
  public static var sqlite: Format { StoreKind.sqlite.format }

  #if PostgreSQL
    /// A store on a PostgreSQL server.
    public static var postgres: Format { StoreKind.postgres.format }
  #endif
}
