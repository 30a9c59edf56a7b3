import HealthBytes
import HealthModel

// An input can have several versions of an observation: exports of several days, or pages that were read while
// something changed. Only the latest counts, and none if that was entered in error. Which one it is cannot be known
// before all were read, so ids are read first: a hash of 8 bytes of each, which takes no time worth mentioning. Only if
// ids occur again, the versions of their observations are read, and the number of the latest of each is kept.

/// Hashes of the ids of observations, as their texts state them.
final class FHIRIDs {
  private var hashes: [UInt64] = []
  /// The hashes of the ids that are looked for, in order; `nil` if all ids are collected.
  private let wanted: [UInt64]?
  private var isWanted = true
  /// Whether there are more ids than are looked at.
  private(set) var isFull = false
  private let most: Int

  /// Collects ids.
  init(most: Int = Limits.resourceIDs.value) { (self.most, wanted) = (most, nil) }

  /// Looks for items with some ids.
  init(among wanted: [UInt64]) { (most, self.wanted) = (0, wanted) }

  /// Adds the id of an item, which is a resource or an entry of a bundle; of a bundle in an entry, each id in it.
  ///
  /// - Returns: Whether it has one of the ids that are looked for.
  @discardableResult
  func add(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    isWanted = wanted == nil
    scan(bytes, from: start, to: end)
    return isWanted
  }

  private func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    var (at, depth) = (start, 0)
    // The resource of an entry is a member of it.
    var depthOfID = 1
    var (isBundle, isObservation) = (false, false)
    var found: UInt64?
    scanning: while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let first = at + 1
        let last = Self.end(ofText: bytes, from: first, to: end)
        at = last
        guard isBundle || depth == depthOfID,
          let value = Self.value(bytes, after: last + 1, to: end)
        else { break }
        let count = last - first
        let isText = bytes[value] == UInt8(ascii: "\"")
        if count == 2, isText, ByteScan.equal(bytes, at: first, to: "id") {
          let stop = Self.end(ofText: bytes, from: value + 1, to: end)
          let hash = Self.hash(bytes, value + 1, stop)
          if isBundle {
            insert(hash)
          } else if found == nil {
            found = hash
          }
          at = stop
        } else if count == 12, isText, !isBundle,
          ByteScan.equal(bytes, at: first, to: "resourceType")
        {
          if ByteScan.equal(bytes, at: value, to: "\"Bundle\"") {
            // Its entries may precede the type.
            (isBundle, at, depth) = (true, start, 0)
            continue scanning
          }
          guard ByteScan.equal(bytes, at: value, to: "\"Observation\"") else { return }
          isObservation = true
        } else if count == 8, depth == 1, !isBundle,
          ByteScan.equal(bytes, at: first, to: "resource")
        {
          // What precedes it are members of the entry.
          (depthOfID, found, isObservation) = (2, nil, false)
        }
        if isObservation, found != nil { break scanning }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if !isBundle, depthOfID == 2, depth == 1 { break scanning }
      default: break
      }
      at += 1
    }
    if !isBundle, let found { insert(found) }
  }

  private func insert(_ hash: UInt64) {
    if let wanted {
      if Self.index(of: hash, in: wanted) != nil { isWanted = true }
    } else if hashes.count < most {
      hashes.append(hash)
    } else {
      isFull = true
    }
  }

  /// The index of a hash among others in order; `nil` if it is not among them.
  static func index(of hash: UInt64, in hashes: [UInt64]) -> Int? {
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash ? low : nil
  }

  func removeAll() { hashes = [] }

  /// Removes the hashes, and returns those that occurred more than once, in order.
  func takeRepeated() -> [UInt64] {
    hashes.sort()
    var repeated: [UInt64] = []
    var last: UInt64?
    for hash in hashes {
      if hash == last, hash != repeated.last { repeated.append(hash) }
      last = hash
    }
    hashes = []
    return repeated
  }

  /// 64 bits that identify an id.
  static func hash(_ id: String) -> UInt64 {
    let bytes = id.utf8Span.span
    return hash(bytes, 0, bytes.count)
  }

  /// FNV-1a. An id has only letters, digits, `-` and `.`, so that its text in JSON is the id.
  private static func hash(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in start..<max(start, end) {
      hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
    }
    return hash
  }

  /// Where the quotation mark at the end of a text is.
  private static func end(ofText bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var at = start
    while at < end, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at, end)
  }

  /// Where the value after the name of a member begins; `nil` after a text that is not a name.
  private static func value(_ bytes: Span<UInt8>, after start: Int, to end: Int) -> Int? {
    var at = start
    var hasColon = false
    while at < end {
      switch bytes[at] {
      case 9, 10, 13, 32: break
      case UInt8(ascii: ":") where !hasColon: hasColon = true
      default: return hasColon ? at : nil
      }
      at += 1
    }
    return nil
  }
}

/// The version of a resource, as a server states it.
struct FHIRVersion: Comparable {
  /// When it was changed last, in microseconds since 1970.
  private let updated: Int64?
  /// The version, if the server counts versions.
  private let number: Int64?

  init(_ resource: JSONValue) {
    let meta = resource["meta"]
    let date = meta?["lastUpdated"]?.string.flatMap { Timestamp(fhir: $0) }
    updated = date.map { $0.secondsSince1970 * 1_000_000 + Int64($0.nanoseconds) / 1_000 }
    number = meta?["versionId"]?.string.flatMap { Int64($0) }
  }

  /// The version of a resource that states none; it precedes all others.
  static let unstated = FHIRVersion(updated: nil, number: nil)
  /// The version after which there are no others.
  static let last = FHIRVersion(updated: .max, number: nil)

  private init(updated: Int64?, number: Int64?) { (self.updated, self.number) = (updated, number) }

  /// A number that is higher for later versions; `nil` without a version.
  var order: Int64? { updated ?? number }

  static func < (a: FHIRVersion, b: FHIRVersion) -> Bool {
    (a.updated ?? .min, a.number ?? .min) < (b.updated ?? .min, b.number ?? .min)
  }
}

/// The latest versions of the observations whose ids occur more than once.
struct FHIRVersions {
  /// Whether an observation counts.
  enum Answer {
    case counts, isEarlier
    /// Others have its id, and no version states which is the latest.
    case isUnknown
  }

  /// The hashes of these ids, in order.
  private let ids: [UInt64]
  /// The latest version of each.
  private var versions: [FHIRVersion]
  /// Which of the observations with one of these ids it is.
  private var positions: [Int32]
  /// Whether several observations have it: of resources of other types, ids may be the same.
  private var areSeveral: [Bool]
  /// How many of each there were so far.
  private var counts: [Int32]

  /// The statuses of observations that do not count.
  static let invalidStatuses: Set<String> = ["entered-in-error", "cancelled"]

  init(_ ids: [UInt64] = []) {
    self.ids = ids
    versions = Array(repeating: .unstated, count: ids.count)
    positions = Array(repeating: 0, count: ids.count)
    areSeveral = Array(repeating: false, count: ids.count)
    counts = Array(repeating: 0, count: ids.count)
  }

  var isEmpty: Bool { ids.isEmpty }

  /// Adds a resource in the first pass.
  mutating func add(_ resource: JSONValue) {
    guard let index = index(resource) else { return }
    counts[index] &+= 1
    if positions[index] != 0 { areSeveral[index] = true }
    var version = FHIRVersion(resource)
    if version == .unstated, resource["status"]?.string.map(Self.invalidStatuses.contains) == true {
      version = .last
    }
    if version >= versions[index] { (versions[index], positions[index]) = (version, counts[index]) }
  }

  /// Begins the second pass, which must have the resources of the first in the same order.
  mutating func rewind() { counts = Array(repeating: 0, count: ids.count) }

  /// Whether the next resource of the second pass counts.
  mutating func answer(_ resource: JSONValue) -> Answer {
    guard let index = index(resource), areSeveral[index] else { return .counts }
    counts[index] &+= 1
    if versions[index] == .unstated { return .isUnknown }
    return positions[index] == counts[index] ? .counts : .isEarlier
  }

  /// Whether the id of an observation occurs more than once.
  func contains(_ resource: JSONValue) -> Bool { index(resource) != nil }

  /// The index of the id of an observation; `nil` for an id that occurs once.
  private func index(_ resource: JSONValue) -> Int? {
    guard !ids.isEmpty, resource["resourceType"]?.isText("Observation") == true,
      let id = resource["id"]?.string
    else { return nil }
    return FHIRIDs.index(of: FHIRIDs.hash(id), in: ids)
  }
}
