public import HealthModel

/// The state of a store at one moment (`HKQueryAnchor`).
public struct StoreAnchor: Sendable, Hashable, CustomStringConvertible {
  /// Which store, as 32 hexadecimal digits drawn when it was made.
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

/// One change of a store.
public enum StoreChange: Sendable, Equatable {
  /// A sample is new, or in the place of what had its key.
  case added(Sample, key: SampleKey)
  /// A sample is gone (`HKDeletedObject`).
  case deleted(DeletedSample)
}

/// What is remembered of a sample that was deleted.
public struct DeletedSample: Sendable, Equatable {
  /// Its key.
  public let key: SampleKey
  /// Its kind.
  public let kind: SampleKind
  /// The identifier of its type; the name of an unknown element.
  public let type: String

  /// Remembers a sample.
  public init(key: SampleKey, kind: SampleKind, type: String) {
    self.key = key
    self.kind = kind
    self.type = type
  }
}

/// Changes of a store, and how to go on.
public struct StoreChanges: Sendable {
  /// The changes, in the order in which they were made.
  public let changes: [StoreChange]
  /// The anchor for the next request.
  public let anchor: StoreAnchor
  /// Whether further changes exist beyond the limit.
  public let hasMore: Bool

  /// Changes, and how to go on.
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
