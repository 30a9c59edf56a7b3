import HealthModel

/// Hashes of the parts of a sample: what is compared in place of the sample.
package struct SampleDigest {
  /// The parts there are, a bit for each.
  package private(set) var mask: UInt32 = 0
  private var parts: [32 of UInt64] = .init(repeating: 0)

  /// A part of a sample. From `fields` on these are the fields of the seldom kinds, in the order in which
  /// they are visited; fields past the last place share that.
  package enum Part: Int, CaseIterable {
    case value, unit, start, end, created, source, sourceVersion, device, deviceAddress, metadata
    case beats, members, ordinal, extras, childOrder, fields
  }

  package static let count = 32

  /// The hash of a part, 0 where there is no such part.
  package subscript(index: Int) -> UInt64 { parts[index] }

  /// Notes a part.
  package mutating func set(_ index: Int, _ hash: ContentHash) {
    let index = min(index, Self.count - 1)
    parts[index] = mask & 1 &<< UInt32(index) == 0 ? hash.state : parts[index] &* 31 &+ hash.state
    mask |= 1 &<< UInt32(index)
  }

  /// Notes a part.
  package mutating func set(_ part: Part, _ hash: ContentHash) { set(part.rawValue, hash) }

  /// One hash of all parts.
  package var total: UInt64 {
    var hash = ContentHash()
    hash.combine(UInt64(mask))
    for index in 0..<Self.count where mask & 1 &<< UInt32(index) != 0 { hash.combine(parts[index]) }
    return hash.state
  }
}
