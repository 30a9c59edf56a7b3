// A store (`SampleStore`) keeps samples by identity and ordinal, in the order in which they were saved. Saving is
// one transaction and idempotent, so an interrupted load is resumed by running it again. A loaded sample is *the
// same* as a stored one if their digests are equal: every detail except what differs between exports of the same
// data (UTC offsets and text forms of dates, addresses of devices). Samples that differ are matched (`IdentityJoin`) after
// the whole load was read: `upsert` replaces a changed sample, `append` keeps the stored one. `add`, the default of
// `save` from code, treats the samples as a set: each content is stored once, and only a higher version replaces
// another. Facts about the store and the person have a digest, too, so that `check()` finds changes to them.
//
// Every change has a number that ascends and is never used again. A sample stores the number of the change that
// added it, so that one number is order, anchor and key. A replaced sample gets a new number, and a deleted one
// leaves a tombstone with a number. `changes(since:)` is therefore a range of numbers. Writers are serialized, so
// numbers are in the order of commits. Tombstones are kept for 400 days; an older anchor has expired. A client that
// starts without an anchor does not need earlier deletions: its anchors contain the change up to which these are
// skipped (`horizon`). An observer polls the newest number: one lookup, four times a second, in any database; this
// costs a thousandth of a core. Notifications (inotify, `LISTEN`) would need a thread for each database and fail on
// network folders and connection poolers, so polling would be needed in addition.
//
// Other shared code is written once: `StoreChanges` merges samples and tombstones that a database returns in order,
// and `check()` reads all samples and names defects (`StoreDefect.Name`). The store in memory of the tests
// implements everything independently and simply; the others are compared with it.
//
// A server has many names, so a store identifies its location (`location()`): the start time of the server, database
// and schema. A store cannot be written to while it is also an input. The identity of the store does not suffice for
// that check, since copies share it.

public import HealthBytes
public import HealthFormats
public import HealthModel

/// A database of samples that can be queried and changed (`HKHealthStore`).
///
/// What is saved is found again by its identity (``SampleKey``) and content, so saving the same twice changes nothing,
/// and no sample takes the place of another that differs, unless that is requested (`SavingMode`).
/// Every change of a store has a number: the numbers rise, none is given twice, and a sample carries that
/// of the change which brought it.
///
/// A store may be used from several threads and by several programs at the same time. One of them writes at a time;
/// others read the state before the write meanwhile.
public protocol SampleStore: AnyObject, Sendable {
  /// Its name in messages. Never holds a password.
  var name: String { get }

  /// Identifies the database: equal for all connections to it, under any name, and different for any other database,
  /// even a copy. Valid until the server restarts; not meant for display.
  func location() throws(HealthError) -> String

  /// Facts about the dataset and the person: characteristics, the date of the newest export.
  func info() throws(HealthError) -> DatasetInfo

  /// Begins to save samples unchecked: all or nothing, when the load is committed. Applications call ``beginSaving(_:_:)``.
  ///
  /// - Parameter mode: How samples are saved that the store already contains.
  /// - Returns: The load, to which samples are added. Dropped without a commit, it does not change the store.
  /// - Throws: `HealthError`: `.busy` while another writes, `.readOnly`.
  func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad

  /// Deletes samples.
  ///
  /// - Parameter keys: The keys; unknown ones are ignored.
  @discardableResult
  func delete(_ keys: [SampleKey]) throws(HealthError) -> Int

  /// Deletes all samples that a predicate matches. A nested sample is part of the correlation or the workout that holds
  /// it: it goes with that one, and stays where that one does not match.
  @discardableResult
  func delete(where predicate: SamplePredicate) throws(HealthError) -> Int

  /// The samples that a query finds: those that match, and nested samples that match where what holds them does not.
  ///
  /// - Parameter query: Which samples, in what order, how many.
  /// - Returns: The samples in the state at the time of the call, regardless of later writes.
  func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor

  /// How many samples a predicate matches, where the store can tell without reading most of them.
  ///
  /// - Returns: Their number; `nil` where they have to be read for it, as ``samples(_:)`` does.
  func knownCount(of predicate: SamplePredicate) throws(HealthError) -> Int?

  /// The sample of a key.
  ///
  /// - Returns: The sample, or `nil` if it is not stored.
  func sample(_ key: SampleKey) throws(HealthError) -> Sample?

  /// The keys of an identity: those of its duplicates, by ordinal. Samples that are only nested in others have none.
  func keys(of id: SampleID) throws(HealthError) -> [SampleKey]

  /// What samples have in common, with their number: sources, types, units, devices. The order is not stated.
  ///
  /// - Returns: Each descriptor that samples have, once. Memory grows with their number.
  func descriptors() throws(HealthError) -> [DescriptorCount]

  /// How many samples there are of each type.
  ///
  /// - Parameter limit: How many types are listed at most, ``SampleQuery/noLimit`` for all; all are counted.
  /// - Complexity: Linear in the store. Memory grows with the limit only.
  func contents(limit: Int) throws(HealthError) -> StoreContents

  /// The state of the store now, to ask later what has changed since.
  func anchor() throws(HealthError) -> StoreAnchor

  /// What was added and deleted since an anchor, in the order of the changes, each once.
  ///
  /// A sample that was replaced comes as an added one of the same key; one that was added and deleted since
  /// is reported as a deleted one.
  ///
  /// - Parameters:
  ///   - anchor: The state to start from; `nil` for all samples.
  ///   - predicate: Which samples. A correlation or a workout is returned completely if it or a sample nested in it
  ///     matches. Of deleted ones only type and participant are known, so they come if the predicate can match samples
  ///     of these, or samples nested in them.
  ///   - limit: How many changes at most; ``SampleQuery/noLimit`` for as many as fit into memory.
  /// - Throws: `HealthError`: `.expiredAnchor` if what was deleted since is not remembered any more,
  ///   `.foreignAnchor` if it is another store's, or of a state that this one has not come to.
  func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges

  /// Removes records of deletions before an instant, so that anchors from before then expire. By itself a store
  /// does that 400 days after the deletion, when something else is written.
  func forgetDeleted(before instant: Timestamp) throws(HealthError)

  /// The anchor that is kept in the store under a name, of this store or of another one.
  ///
  /// - Returns: The anchor, or `nil` if none is kept.
  func anchor(named name: String) throws(HealthError) -> StoreAnchor?

  /// Keeps an anchor in the store under a name, in the place of the one before. This is no change of the store.
  ///
  /// - Parameter anchor: The anchor; `nil` to keep none.
  func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError)

  /// The clients of the store and what they may do.
  func grants() throws(HealthError) -> [ClientGrant]

  /// Replaces what a client may do, from the next call of the client on.
  func setGrant(_ grant: ClientGrant) throws(HealthError)

  /// Removes a client. What it has saved stays.
  func removeGrant(of client: String) throws(HealthError)

  /// Checks for damage: the database's own integrity check, and samples and facts that differ from what was saved.
  ///
  /// - Returns: What was found; nothing if the store is sound.
  /// - Complexity: Linear in the store.
  func check() throws(HealthError) -> [StoreDefect]
}

/// For how long a store records deletions, in seconds: 400 days, so that a program that synchronizes once a year misses
/// nothing.
package let deletedLifetime: Int64 = 400 * 86_400

extension SampleStore {
  /// The number is unknown.
  public func knownCount(of predicate: SamplePredicate) throws(HealthError) -> Int? { nil }

  /// By default there are no clients.
  public func grants() throws(HealthError) -> [ClientGrant] { [] }
  /// By default there are no clients.
  public func setGrant(_ grant: ClientGrant) throws(HealthError) {
    throw HealthError(.unsupported, name, "keeps no grants of clients")
  }
  /// By default there are no clients.
  public func removeGrant(of client: String) throws(HealthError) {}

  /// By default its name in messages.
  public func location() throws(HealthError) -> String { name }

  /// Begins to save: all or nothing, when it is committed.
  ///
  /// - Parameters:
  ///   - mode: How samples are saved that are there already.
  ///   - check: Whether samples are held to the rules; `.unchecked` for what was read from a file.
  /// - Returns: The load, to which samples are added. It refuses a sample that breaks a rule with `.invalid`, after which
  ///   others can be saved. Dropped without a commit, it does not change the store.
  /// - Throws: `HealthError`: `.busy` while another writes, `.readOnly`.
  public func beginSaving(
    _ mode: SavingMode, _ check: SavingCheck = .rules
  ) throws(HealthError) -> any StoreLoad {
    let load = try beginLoad(mode)
    return switch check {
    case .rules: CheckedLoad(load, of: name, allowing: [])
    case .rulesAllowing(let allowance): CheckedLoad(load, of: name, allowing: allowance)
    case .unchecked: load
    }
  }

  /// Saves samples: all or none. By default, a sample that is stored already is not stored again, and nothing that is
  /// stored is replaced, but by a higher version of a sample with a sync identifier.
  ///
  /// ```swift
  /// try store.save([weight])  // one new
  /// try store.save([weight, weight])  // two the same
  /// try store.save([corrected], .upsert)  // replaces a stored sample of the same identity, if there is one
  /// ```
  ///
  /// - Parameters:
  ///   - mode: How they are saved; `.upsert` and `.append` treat them as a dataset.
  ///   - check: Whether samples are held to the rules; `.unchecked` for what was read from a file.
  /// - Returns: How many were new, the same, changed, and how many of the store were not among them.
  /// - Throws: `HealthError`: nothing is saved then. `.invalid` for a sample in which a rule finds an error.
  @discardableResult
  public func save(
    _ samples: [Sample], _ mode: SavingMode = .add, _ check: SavingCheck = .rules
  ) throws(HealthError) -> SaveCounts {
    let load = try beginSaving(mode, check)
    try load.save(samples)
    return try load.commit()
  }
}

extension DatasetInfo {
  /// Adds the facts of another dataset. Those of the newest export take precedence; facts that it does not state
  /// are unchanged.
  package mutating func update(with other: DatasetInfo) {
    if self == DatasetInfo() {
      self = other
    } else if participantIDs != other.participantIDs || !participants.isEmpty {
      // What is known of a participant is not what is known of another.
      self = DatasetInfo(of: listed + other.listed)
    } else if let own = exportDate, let new = other.exportDate, new < own {
      var older = other
      older.follow(self)
      self = older
    } else {
      follow(other)
    }
  }

  /// The facts about each participant; of a dataset without any, its own.
  package var listed: [DatasetInfo] { participants.isEmpty ? [self] : participants }

  /// The facts about datasets, for each participant the united ones.
  package init(of infos: [DatasetInfo]) {
    var places: [String?: Int] = [:]
    var united: [DatasetInfo] = []
    for info in infos {
      if let place = places[info.participant] {
        united[place].update(with: info)
      } else {
        places[info.participant] = united.count
        united.append(info)
      }
    }
    self = united.count == 1 ? united[0] : DatasetInfo()
    guard united.count > 1 else { return }
    participants = united
    exportDate = united.compactMap(\.exportDate).max()
  }

  private mutating func follow(_ newer: DatasetInfo) {
    let policy = deidentified == newer.deidentified ? deidentified : nil
    exportDate = newer.exportDate ?? exportDate
    locale = newer.locale ?? locale
    exportVersion = newer.exportVersion ?? exportVersion
    path = newer.path ?? path
    for characteristic in newer.characteristics {
      guard let index = characteristics.firstIndex(where: { $0.type == characteristic.type }) else {
        characteristics.append(characteristic)
        continue
      }
      if characteristic.isSet { characteristics[index] = characteristic }
    }
    for attribute in newer.attributes {
      if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
        attributes[index] = attribute
      } else {
        attributes.append(attribute)
      }
    }
    deidentified = policy
  }
}

/// What a sample is found by in a store: its identity, and which of duplicates it is.
public struct SampleKey: Hashable, Sendable, Comparable {
  /// The identity.
  public let id: SampleID
  /// How many duplicates came before it.
  public let ordinal: UInt32

  /// The key of a duplicate.
  public init(id: SampleID, ordinal: UInt32 = 0) {
    self.id = id
    self.ordinal = ordinal
  }

  /// The key of a sample.
  public init(_ sample: Sample) {
    self.init(id: sample.id, ordinal: sample.ordinal)
  }

  /// Orders by identity, then by ordinal.
  public static func < (a: SampleKey, b: SampleKey) -> Bool {
    (a.id, a.ordinal) < (b.id, b.ordinal)
  }
}

extension SampleKey: CustomStringConvertible {
  /// The identity as 32 hexadecimal digits, for a duplicate with `-` and its ordinal.
  public var description: String { ordinal == 0 ? "\(id)" : "\(id)-\(ordinal)" }

  /// The key that a text spells, or `nil`.
  ///
  /// - Parameter text: As ``description`` has it.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let id = SampleID(String(parts[0])) else { return nil }
    guard parts.count == 2 else {
      self.init(id: id)
      return
    }
    guard let ordinal = UInt32(parts[1]), ordinal > 0, "\(ordinal)" == parts[1] else { return nil }
    self.init(id: id, ordinal: ordinal)
  }
}
