package import HealthBytes
public import HealthModel

/// A query for samples of a store, with order and limit (`HKSampleQuery`).
public struct SampleQuery: Sendable {
  /// The condition that samples must meet.
  public var predicate: SamplePredicate
  /// The order of the samples; those that are equal in it are in the order in which they were saved.
  public var order: SampleOrdering
  /// How many at most; ``noLimit`` and anything less for all.
  public var limit: Int
  /// Whether samples that are nested in a correlation or a workout are found on their own, where what holds them does
  /// not match.
  public var findsNested = true

  /// Asks for samples.
  ///
  /// - Parameters:
  ///   - predicate: The condition that samples must meet; all samples by default.
  ///   - order: The order of the samples; by default that in which they were saved.
  ///   - limit: How many at most; all by default.
  public init(
    _ predicate: SamplePredicate = .all, order: SampleOrdering = .saved, limit: Int = noLimit
  ) {
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }
}

extension SampleQuery {
  /// No limit, as `HKObjectQueryNoLimit` is: 0. Wherever stores have a limit, 0 and less mean the same.
  public static let noLimit = 0

  /// How many at most.
  package var most: Int { Self.most(limit) }

  /// The largest number of samples for a limit.
  package static func most(_ limit: Int) -> Int { limit > noLimit ? limit : .max }

  /// The scope of a scan for it.
  package var scope: ScanScope { findsNested ? .samples : .stored }
}

/// An order of samples.
public struct SampleOrdering: Sendable, Equatable {
  /// The key of the comparison.
  public enum Key: String, Sendable, CaseIterable {
    /// When they were saved in the store; of a file, the order of the file.
    case saved
    /// When they began. Samples without dates (documents, unknown elements) are last.
    case start
    /// When they ended. Samples without dates come last.
    case end
    /// Their number, in the canonical unit of the type. Samples without one come last.
    case value
  }

  /// The key of the comparison.
  public var key: Key
  /// Whether the largest comes first. Samples that have nothing to compare come last all the same.
  public var isDescending: Bool

  /// An order.
  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// In the order in which they were saved.
  public static let saved = SampleOrdering(.saved)
  /// The earliest first.
  public static let start = SampleOrdering(.start)
}

extension SampleOrdering {
  /// Returns the key by which samples are sorted; samples with equal keys remain in the order in which they were saved.
  package func sortKey(of sample: Sample, at position: UInt64) -> SortKey {
    switch key {
    case .saved: SortKey(high: isDescending ? ~position : position, low: 0)
    case .start: sortKey(sample.kind == .document ? nil : sample.start)
    case .end: sortKey(sample.kind == .document ? nil : sample.end)
    case .value: sortKey(sample.canonicalNumber)
    }
  }

  /// After all others, in both directions.
  private static var last: SortKey { SortKey(high: .max, low: 0) }

  private func sortKey(_ time: Timestamp?) -> SortKey {
    guard let time else { return Self.last }
    let bound: Int64 = 1 << 61
    let second = UInt64(bitPattern: max(-bound, min(bound, time.secondsSince1970)) &+ bound)
    let rest = UInt64(max(0, min(999_999_999, time.nanoseconds)))
    return isDescending
      ? SortKey(high: 1 << 62 &- second, low: 999_999_999 &- rest)
      : SortKey(high: second, low: rest)
  }

  private func sortKey(_ number: Double?) -> SortKey {
    guard let number else { return Self.last }
    // The bits of negative numbers turned over and the sign of the others set, numbers sort as unsigned words.
    let bits = number.bitPattern
    let sorted = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    let word = isDescending ? ~sorted : sorted
    return SortKey(high: word >> 1, low: word << 63)
  }
}

extension Sample {
  /// The number of a quantity in the canonical unit of its type.
  fileprivate var canonicalNumber: Double? {
    guard case .quantity(let sample) = self else { return nil }
    let (digits, exponent) = sample.canonicalValue
    return Int16(exactly: exponent).map { Number(digits: digits, exponent: $0).doubleValue }
  }
}

/// A type that supplies the samples of a store, one at a time.
///
/// Pull until `next()` gives `nil`. Memory does not grow with the store. One thread at a time may use it.
public protocol SampleCursor: AnyObject {
  /// The next sample; `nil` at the end and after it. Its ordinal is that of its key.
  func next() throws(HealthError) -> Sample?

  /// The key of the sample that `next()` gave last; `nil` before that, at the end, and for a nested sample, which is
  /// saved and deleted with what holds it.
  var key: SampleKey? { get }
}

extension SampleCursor {
  /// All that are left, in memory.
  public func all() throws(HealthError) -> [Sample] {
    var samples: [Sample] = []
    while let sample = try next() { samples.append(sample) }
    return samples
  }
}

/// A descriptor, and the number of samples that have it.
public struct DescriptorCount: Sendable, Equatable {
  /// The descriptor of the samples.
  public let descriptor: SampleDescriptor
  /// Their kind.
  public let kind: SampleKind
  /// How many there are, with nested samples that are not also at top level.
  public let count: Int

  /// Counts samples.
  public init(descriptor: SampleDescriptor, kind: SampleKind, count: Int) {
    self.descriptor = descriptor
    self.kind = kind
    self.count = count
  }
}
