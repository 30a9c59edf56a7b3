import HealthBytes
public import HealthModel
import Synchronization

/// The state of a store at one moment (`HKQueryAnchor`).
public struct StoreAnchor: Sendable, Hashable, CustomStringConvertible {
  /// The identity of the store: 32 random hexadecimal digits.
  public let store: String
  /// The number of the last change before it; 0 for an empty store.
  public let change: Int64
  /// The number of the last change at the client's first request: it never received samples deleted up to then, and
  /// needs not hear. The change itself, once all of that has been seen.
  public let horizon: Int64

  /// The state after a change.
  ///
  /// - Parameter horizon: The number of the last change when its owner began to ask, if that is later.
  public init(store: String, change: Int64, horizon: Int64 = 0) {
    self.store = store
    self.change = change
    self.horizon = max(change, horizon)
  }

  /// The state after some of the changes since an anchor.
  package init(after change: Int64, since anchor: StoreAnchor?, now: StoreAnchor) {
    self.init(store: now.store, change: change, horizon: anchor?.horizon ?? now.change)
  }

  /// `store:change`, with a horizon that is later `store:change:horizon`, for the command line.
  public var description: String {
    horizon == change ? "\(store):\(change)" : "\(store):\(change):\(horizon)"
  }

  /// The anchor that a text spells, or `nil`.
  ///
  /// - Parameter text: As ``description`` has it.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts[0].utf8.count == 32,
      parts[0].utf8.allSatisfy(Self.isDigit), let change = Int64(parts[1]), change >= 0,
      let horizon = parts.count == 3 ? Int64(parts[2]) : change
    else { return nil }
    self.init(store: String(parts[0]), change: change, horizon: horizon)
    // One anchor has one spelling.
    guard description == text else { return nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}

// Stored by programs as its text.
extension StoreAnchor: LosslessStringConvertible, Codable {
  /// Reads the text of an anchor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let anchor = StoreAnchor(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "found '\(text)', expected the text of an anchor")
    }
    self = anchor
  }

  /// Writes the text of the anchor.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// One change of a store.
public enum StoreChange: Sendable, Equatable {
  /// A sample is new, or in the place of what had its key.
  case added(Sample, key: SampleKey)
  /// A sample is gone (`HKDeletedObject`).
  case deleted(DeletedSample)
}

/// The record of a deleted sample.
public struct DeletedSample: Sendable, Equatable {
  /// Its key.
  public let key: SampleKey
  /// Its kind.
  public let kind: SampleKind
  /// The identifier of its type; the name of an unknown element.
  public let type: String
  /// The UUID that it had.
  public let uuid: SampleUUID
  /// The id of its participant; `nil` in data of one person.
  public let participant: String?

  /// Remembers a sample.
  ///
  /// - Parameter uuid: The UUID that it stated; by default it stated none.
  public init(
    key: SampleKey, kind: SampleKind, type: String, uuid: SampleUUID? = nil,
    participant: String? = nil
  ) {
    self.key = key
    self.kind = kind
    self.type = type
    self.participant = participant
    self.uuid = uuid ?? SampleUUID(id: key.id, ordinal: key.ordinal)
  }
}

/// Changes of a store, and the anchor of the next query.
public struct StoreChanges: Sendable {
  /// The changes, in the order in which they were made.
  public let changes: [StoreChange]
  /// The anchor for the next request.
  public let anchor: StoreAnchor
  /// Whether further changes exist beyond the limit.
  public let hasMore: Bool

  /// Changes, and the anchor of the next query.
  ///
  /// - Parameters:
  ///   - changes: The changes, in the order in which they were made.
  ///   - hasMore: Whether further changes exist beyond the limit.
  public init(changes: [StoreChange], anchor: StoreAnchor, hasMore: Bool) {
    self.changes = changes
    self.anchor = anchor
    self.hasMore = hasMore
  }
}

/// A sample with the number of the change that brought it.
package typealias AddedChange = (number: Int64, sample: Sample, key: SampleKey)
typealias DeletedChange = (number: Int64, sample: DeletedSample)

/// Limits the bytes of replies that continue one another (``Limits/ratio``), since samples share texts; each handle of a
/// store has one.
package final class ChangeSizeGuard: Sendable {
  private let latest = Mutex<(anchor: StoreAnchor, bytes: Int64)?>(nil)

  package init() {}

  /// Adds a reply.
  ///
  /// - Parameters:
  ///   - start: The anchor of the request.
  ///   - end: The anchor for the next reply; `nil` after the last one.
  ///   - size: The bytes of the store.
  fileprivate func add(
    _ bytes: Int, from start: StoreAnchor?, to end: StoreAnchor?, _ store: String,
    size: () throws(HealthError) -> Int64
  ) throws(HealthError) {
    let before = latest.withLock { latest in
      defer { latest = nil }
      return latest.flatMap { $0.anchor == start ? $0.bytes : nil } ?? 0
    }
    let total = before + Int64(bytes)
    if total > RatioGuard.allowance, total > RatioGuard.mostText(of: try size()) {
      throw .expansion(of: store)
    }
    if let end { latest.withLock { $0 = (end, total) } }
  }
}

extension StoreChanges {
  /// The changes since an anchor: what was added and what was deleted, merged in the order of their numbers. Every
  /// store uses it.
  ///
  /// - Parameters:
  ///   - anchor: The state to start from; `nil` for all samples.
  ///   - empty: The facts of this handle before the store existed. Another handle may have made the store, with an identity
  ///     of its own: all of its samples follow the anchor of the empty store.
  ///   - limit: How many changes at most; fewer if their samples have more bytes than ``mostBytes``.
  ///   - sizes: The replies of the same handle before.
  ///   - added: Seeks to the matching samples added after a change; then returns one after another, `nil` at the end
  ///     and after it.
  /// - Throws: `HealthError`: `.expiredAnchor`, `.foreignAnchor`, what `added` throws.
  package init(
    since anchor: StoreAnchor?, notBefore empty: StoreFacts, matching predicate: SamplePredicate,
    limit: Int, of database: any SQLDatabase, _ store: String, _ sizes: ChangeSizeGuard,
    added: (_ change: Int64) throws(HealthError) -> () throws(HealthError) -> AddedChange?
  ) throws(HealthError) {
    let facts = try StoreFacts(database)
    let now = facts.anchor
    let anchor = anchor == empty.anchor && now.store != empty.identity ? nil : anchor
    if let anchor { try facts.check(anchor, of: store) }
    let matcher = SampleMatcher(predicate)
    let nextAdded = try added(anchor?.change ?? 0)
    // The first reading without an anchor skips earlier deletions.
    let allDeleted = TombstoneScan(after: anchor?.horizon ?? now.change, database)
    func nextDeleted() throws(HealthError) -> DeletedChange? {
      while let (number, sample) = try allDeleted.next() {
        if matcher.canMatch(sample) { return (number, sample) }
      }
      return nil
    }
    var changes: [StoreChange] = []
    var weight = SampleWeight()
    var last: Int64 = 0
    var (sample, tombstone) = (try nextAdded(), try nextDeleted())
    while sample != nil || tombstone != nil {
      guard changes.count < SampleQuery.most(limit), weight.bytes < Self.mostBytes else {
        let next = StoreAnchor(after: last, since: anchor, now: now)
        try sizes.add(weight.bytes, from: anchor, to: next, store, size: database.size)
        self.init(changes: changes, anchor: next, hasMore: true)
        return
      }
      if let found = sample, tombstone.map({ found.number < $0.number }) ?? true {
        changes.append(.added(found.sample, key: found.key))
        weight.add(found.sample)
        last = found.number
        sample = try nextAdded()
      } else if let found = tombstone {
        changes.append(.deleted(found.sample))
        last = found.number
        tombstone = try nextDeleted()
      }
    }
    try sizes.add(weight.bytes, from: anchor, to: nil, store, size: database.size)
    self.init(changes: changes, anchor: now, hasMore: false)
  }

  /// About the most bytes of the samples of an answer.
  private static var mostBytes: Int { 1 << 24 }

  /// The changes of a store that is not there yet: none.
  ///
  /// - Throws: `HealthError`: `.foreignAnchor`.
  package init(
    since anchor: StoreAnchor?, ofEmpty facts: StoreFacts, _ store: String
  ) throws(HealthError) {
    if let anchor { try facts.check(anchor, of: store) }
    self.init(changes: [], anchor: facts.anchor, hasMore: false)
  }
}

/// The deletions after a change, in their order.
final class TombstoneScan {
  private let database: any SQLDatabase
  private let shared: SharedRows
  private var rows: [[StoreValue]] = []
  private var place = 0
  private var last: Int64

  init(after change: Int64, _ database: any SQLDatabase) {
    self.database = database
    shared = SharedRows(database, store: database.name)
    last = change
  }

  /// The next deletion, or `nil` at the end.
  func next() throws(HealthError) -> DeletedChange? {
    if place == rows.count {
      if place > 0, place < rowsAtOnce { return nil }
      rows = try database.rows(
        """
        SELECT t.change, t.id, t.ordinal, s.type, t.uuid,
          substr(s.participant, 1, \(Participant.longest + 1))
        FROM tombstone t LEFT JOIN series s ON s.number = t.series
        WHERE t.change > $1 ORDER BY t.change LIMIT \(rowsAtOnce)
        """, [.integer(last)], as: [.integer, .id, .integer, .integer, .id, .text])
      place = 0
      if rows.isEmpty { return nil }
    }
    let row = rows[place]
    place += 1
    guard let change = row[0].integer, case .id(let id) = row[1],
      let ordinal = row[2].integer.flatMap({ UInt32(exactly: $0) }),
      let number = row[3].integer, row[5].text.map(Participant.isID) ?? true
    else {
      throw HealthError(
        .damaged, database.name, "a row of the table 'tombstone', or its series, is malformed")
    }
    let (kind, type) = try shared.type(number)
    last = change
    let key = SampleKey(id: id, ordinal: ordinal)
    var uuid: SampleUUID?
    if case .id(let bits) = row[4] { uuid = SampleUUID(bits) }
    return (
      change,
      DeletedSample(key: key, kind: kind, type: type, uuid: uuid, participant: row[5].text)
    )
  }
}
