// A comparison shares no code with the readers and writers that it tests: `SampleDigester` visits the model and
// hashes each part of a sample, in one of four fidelities (`meaning`, `saved`, `content`, `exact`). Entries of some
// 80 bytes are sorted by identity and content and joined. The value is part of the identity, so a missing and a new
// sample also count as one changed sample if they are the only ones of their type, start and source. A test changes
// every field of every kind in turn and requires that the change is found and named.

import HealthBytes
package import HealthModel
import HealthUnits

/// Makes digests of samples: a walk over the model of its own, which shares nothing with the readers and
/// writers that it is to judge.
package final class SampleDigester {
  /// How exactly samples are compared.
  package let fidelity: Fidelity
  /// The parts that many samples share, worked out once for each descriptor.
  private var shared = DescriptorTable<SampleDigest>()
  /// The same as one hash, for stores.
  private var hashes = DescriptorHashes()

  package init(_ fidelity: Fidelity) { self.fidelity = fidelity }

  package func digest(_ sample: Sample) -> SampleDigest {
    defer { if shared.isLarge { _ = shared.takeEntries() } }
    switch sample {
    case .quantity(let sample): return quantity(sample)
    case .category(let sample): return category(sample)
    case .correlation(let sample): return correlation(sample)
    case .unknown(let element):
      var digest = SampleDigest()
      digest.set(.value) {
        $0.combine(element)
        if let participant = element.participant { $0.combine(participant) }
      }
      return digest
    default:
      guard let fields = sample.structured else { return SampleDigest() }
      return structured(fields, sample.kind)
    }
  }

  /// One hash of a sample, including its type.
  ///
  /// What a store distinguishes includes the UUID that a sample at top level states: its hash is combined last, so that
  /// combining it again gives the hash without it (``SampleUUID/hash``). A sample with a sync identifier has versions,
  /// whatever UUIDs they have.
  package func total(_ sample: Sample) -> UInt64 {
    let hash = totalWithoutUUID(sample)
    guard fidelity == .saved, let uuid = sample.header?.uuid, sample.syncVersion == nil else {
      return hash
    }
    return hash ^ uuid.hash
  }

  private func totalWithoutUUID(_ sample: Sample) -> UInt64 {
    if fidelity == .saved {
      switch sample {
      case .quantity(let sample): return hashes.total(sample, self)
      case .category(let sample): return hashes.total(sample, self)
      default: break
      }
    }
    var hash = ContentHash()
    hash.combine(sample.kind.rawValue)
    hash.combine(sample.descriptor?.type.identifier)
    hash.combine(digest(sample).total)
    return hash.state
  }

  /// One hash of a nested sample. Whether it is also at top level follows from other rows: stores do not keep it.
  func total(_ member: NestedSample) -> UInt64 {
    var hash = ContentHash()
    if fidelity != .saved { hash.combine(member.membership.rawValue) }
    hash.combine(totalWithoutUUID(member.sample))
    return hash.state
  }

  private func quantity(_ sample: QuantitySample) -> SampleDigest {
    var digest = header(sample.header, .quantity)
    digest.set(.value) {
      if fidelity == .meaning {
        let (digits, exponent) = sample.canonicalValue
        $0.combine(UInt64(bitPattern: digits))
        $0.combine(exponent)
      } else {
        $0.combine(sample.number, fidelity)
      }
    }
    if !sample.beats.isEmpty {
      digest.set(.beats) {
        $0.combine(sample.beats.count)
        for beat in sample.beats {
          $0.combine(beat.bpm, fidelity)
          $0.combine(beat.time)
        }
      }
    }
    return digest
  }

  private func category(_ sample: CategorySample) -> SampleDigest {
    var digest = header(sample.header, .category)
    if let value = sample.value {
      digest.set(.value) {
        // Newer exports print old cases under new names.
        if fidelity == .meaning, let number = value.number {
          $0.combine(number)
        } else {
          $0.combine(value.name)
        }
      }
    }
    return digest
  }

  private func correlation(_ sample: Correlation) -> SampleDigest {
    var digest = header(sample.header, .correlation)
    digest.set(.members) {
      var sum: UInt64 = 0
      for member in sample.members {
        let hash = total(member)
        if fidelity == .meaning { sum &+= hash } else { $0.combine(hash) }
      }
      $0.combine(sum)
      $0.combine(sample.members.count)
    }
    return digest
  }

  private func structured(_ sample: some FieldSample, _ kind: SampleKind) -> SampleDigest {
    var visitor = PartDigester(self, header(sample.header, kind))
    var fields = sample.fields
    fields.visit(&visitor)
    return visitor.digest
  }

  private func header(_ header: SampleHeader, _ kind: SampleKind) -> SampleDigest {
    let index = shared.index(of: header.descriptor, kind: kind) { descriptor, _ in
      self.digest(descriptor)
    }
    var digest = shared[index]
    digest.set(.start) { $0.combine(header.start, fidelity) }
    digest.set(.end) { $0.combine(header.end, fidelity) }
    if !header.metadata.isEmpty {
      digest.set(.metadata) { $0.combine(header.metadata, fidelity) }
    }
    if fidelity > .meaning {
      if let created = header.created { digest.set(.created) { $0.combine(created, fidelity) } }
      if let extras = header.extras { digest.set(extras, fidelity) }
    }
    if fidelity > .saved, let uuid = header.uuid {
      digest.set(.uuid) {
        $0.combine(uuid.high)
        $0.combine(uuid.low)
      }
    }
    if fidelity == .exact {
      if let address = header.deviceAddress { digest.set(.deviceAddress) { $0.combine(address) } }
      if header.ordinal != 0 { digest.set(.ordinal) { $0.combine(Int(header.ordinal)) } }
    }
    return digest
  }

  /// The digest of what samples of a descriptor have in common.
  func digest(_ descriptor: SampleDescriptor) -> SampleDigest {
    var digest = SampleDigest()
    if let unit = descriptor.unitText, fidelity > .meaning || !descriptor.hasCanonicalUnit {
      digest.set(.unit) { $0.combine(unit) }
    }
    let source = descriptor.source
    digest.set(.source) {
      $0.combine(source.name)
      if fidelity > .meaning { $0.combine(descriptor.hasSource ? 1 : 0) }
      if let participant = descriptor.participant { $0.combine(participant) }
    }
    let version = [source.version, source.productType, source.operatingSystemVersion]
    if version != [nil, nil, nil] {
      digest.set(.sourceVersion) { for text in version { $0.combine(text) } }
    }
    if let device = descriptor.device {
      digest.set(.device) {
        for text in device.texts { $0.combine(text) }
        if fidelity > .saved { $0.combine(device.creationDate) }
      }
    }
    return digest
  }
}

extension SampleDigest {
  mutating func set(_ part: Part, _ combine: (inout ContentHash) -> Void) {
    var hash = ContentHash()
    combine(&hash)
    set(part, hash)
  }

  /// Adds content without a field, unless only the meaning is compared.
  mutating func set(_ extras: Extras, _ fidelity: Fidelity) {
    guard fidelity > .meaning, !extras.isEmpty else { return }
    if !extras.order.isEmpty { set(.childOrder) { $0.combine(extras.order) } }
    set(.extras) { $0.combine(extras) }
  }
}

extension Device {
  /// Its fields, except the date of its first registration, which changes from export to export.
  fileprivate var texts: [String?] {
    Field.allCases.filter { $0 != .creationDate }.map { self[$0] } + [raw]
  }
}

extension SampleDescriptor {
  /// Whether values are compared in the canonical unit of the type, so that the unit they were written with
  /// does not matter.
  fileprivate var hasCanonicalUnit: Bool {
    guard case .quantity(let type) = type, let unit,
      let canonical = type.canonicalUnit.flatMap({ try? HealthUnit($0) })
    else { return false }
    return (try? unit.convert(1, to: canonical)) != nil
  }
}

/// Hashes of the parts of a sample, which are compared instead of the sample.
@usableFromInline
package struct SampleDigest {
  /// The parts there are, a bit for each.
  @usableFromInline package private(set) var mask: UInt32 = 0
  @usableFromInline var parts: [32 of UInt64] = .init(repeating: 0)

  /// A part of a sample. From `fields` on these are the fields of the rarer kinds, in the order in which
  /// they are visited; fields past the last place share that.
  package enum Part: Int, CaseIterable {
    case value, unit, start, end, created, source, sourceVersion, device, deviceAddress, metadata
    case beats, members, ordinal, extras, childOrder, uuid, fields
  }

  package static let count = 32

  /// Calls a function with the number and the hash of each part that there is, in the order of the numbers.
  @inlinable @inline(__always)
  package func forEachPart(_ body: (Int, UInt64) -> Void) {
    var rest = mask
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      body(index, parts[index])
      rest &= rest &- 1
    }
  }

  package mutating func set(_ index: Int, _ hash: ContentHash) {
    let index = min(index, Self.count - 1)
    parts[index] = mask & 1 &<< UInt32(index) == 0 ? hash.state : parts[index] &* 31 &+ hash.state
    mask |= 1 &<< UInt32(index)
  }

  package mutating func set(_ part: Part, _ hash: ContentHash) { set(part.rawValue, hash) }

  /// One hash of all parts.
  package var total: UInt64 {
    var hash = ContentHash()
    hash.combine(UInt64(mask))
    forEachPart { hash.combine($1) }
    return hash.state
  }
}

/// How exactly two samples are compared.
public enum Fidelity: Int, Sendable, Comparable {
  /// Their meaning: instants, values in canonical units, texts byte for byte. Not the text form of dates and numbers,
  /// the date of saving, the order of metadata, and unknown attributes and elements.
  case meaning
  /// What a store distinguishes: all text, except what differs in another export of the same data: the offsets and
  /// text forms of dates, when a device was first registered, the addresses of devices, the numbers of duplicates.
  case saved
  /// All text, except the addresses of devices, which mean nothing, and the numbers of duplicates.
  case content
  /// All text.
  case exact

  /// Orders from the least exact.
  public static func < (a: Fidelity, b: Fidelity) -> Bool { a.rawValue < b.rawValue }
}
