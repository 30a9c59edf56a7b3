import HealthBytes
import HealthModel

/// A 64-bit hash of the content of a sample, which distinguishes samples with one identity.
///
/// Its seeds are fixed, so collisions can be made on purpose.
package struct ContentHash {
  package private(set) var state: UInt64 = 0xa409_3822_299f_31d0

  package init() {}

  /// Adds a word.
  package mutating func combine(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    // The word itself stays in the result, so that a zero does not erase what came before.
    state = product.high ^ product.low ^ (state &<< 29 | state &>> 35)
  }

  package mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  /// Adds a text, byte for byte.
  package mutating func combine(_ text: String) {
    let bytes = text.utf8.span
    combine(ByteScan.hash64(bytes, from: 0, to: bytes.count))
  }

  /// Adds a text, or its absence.
  package mutating func combine(_ text: String?) {
    combine(text == nil ? 0 : 1)
    if let text { combine(text) }
  }
}

extension ContentHash {
  mutating func combine(_ number: Number, _ fidelity: Fidelity) {
    if fidelity == .meaning {
      let (digits, exponent) = number.normalized
      combine(UInt64(bitPattern: digits))
      combine(exponent)
    } else if let spelling = number.spelling {
      combine(spelling.text)
    } else {
      // The two determine the printed text, except that `7` with two zeros is printed as `700` without.
      var (digits, exponent) = (number.digits, Int(number.exponent))
      while exponent > 0 {
        let (larger, isOverflow) = digits.multipliedReportingOverflow(by: 10)
        guard !isOverflow else { return combine(number.description) }
        (digits, exponent) = (larger, exponent - 1)
      }
      combine(UInt64(bitPattern: digits))
      combine(exponent)
    }
  }

  mutating func combine(_ time: Timestamp, _ fidelity: Fidelity) {
    combine(Int(time.secondsSince1970 &* 1_000_000_000 &+ Int64(time.nanoseconds)))
    if fidelity > .saved {
      combine(Int(time.offsetMinutes))
      combine(time.spelling?.text)
    }
  }

  /// Adds metadata, in their order unless only the meaning is compared.
  mutating func combine(_ metadata: Metadata, _ fidelity: Fidelity) {
    var sum: UInt64 = 0
    for entry in metadata.entries {
      var hash = ContentHash()
      hash.combine(entry.key.identifier)
      hash.combine(entry.value)
      if fidelity == .meaning { sum &+= hash.state } else { combine(hash.state) }
    }
    combine(sum)
    combine(metadata.entries.count)
  }

  mutating func combine(_ attributes: [Element.Attribute]) {
    combine(attributes.count)
    for attribute in attributes {
      combine(attribute.name)
      combine(attribute.value)
    }
  }

  mutating func combine(_ nodes: [Element.Node]) {
    combine(nodes.count)
    for node in nodes {
      switch node {
      case .text(let text):
        combine(0)
        combine(text)
      case .element(let element):
        combine(1)
        combine(element)
      }
    }
  }

  mutating func combine(_ element: Element) {
    combine(element.name)
    combine(element.attributes)
    combine(element.children)
  }

  /// Adds content without a field, except the order of the children.
  mutating func combine(_ extras: Extras) {
    combine(extras.attributes)
    combine(extras.content)
    combine(extras.renamed.count)
    for renaming in extras.renamed {
      combine(renaming.field)
      combine(renaming.writtenAs)
    }
  }

  mutating func combine(_ order: [Extras.ChildRun]) {
    combine(order.count)
    for run in order {
      combine(run.name)
      combine(run.count)
    }
  }
}

/// Hashes of what samples have in common, stored for each descriptor; the hash of a sample continues from them.
struct DescriptorHashes {
  private var index = DescriptorIndex()
  /// By the numbers of the index, with the kind that each was made for.
  private var hashes: [(kind: SampleKind, hash: ContentHash)] = []

  mutating func total(_ sample: QuantitySample, _ digester: SampleDigester) -> UInt64 {
    var hash = begin(sample, .quantity, digester)
    hash.combine(sample.number, .saved)
    let beats = sample.beats
    hash.combine(beats.count)
    for beat in beats {
      hash.combine(beat.bpm, .saved)
      hash.combine(beat.time)
    }
    return hash.state
  }

  mutating func total(_ sample: CategorySample, _ digester: SampleDigester) -> UInt64 {
    var hash = begin(sample, .category, digester)
    hash.combine(sample.value?.name)
    return hash.state
  }

  /// The fields of both kinds. The fields are taken from the sample one by one: a copy of the header costs as much as
  /// their hashes.
  @inline(__always)
  private mutating func begin<S: HealthSample>(
    _ sample: S, _ kind: SampleKind, _ digester: SampleDigester
  ) -> ContentHash {
    var hash = hash(of: sample.header.descriptor, kind, digester)
    hash.combine(sample.header.start, .saved)
    hash.combine(sample.header.end, .saved)
    if let created = sample.header.created {
      hash.combine(1)
      hash.combine(created, .saved)
    } else {
      hash.combine(0)
    }
    hash.combine(sample.header.metadata, .saved)
    if let extras = sample.header.extras, !extras.isEmpty {
      hash.combine(extras)
      hash.combine(extras.order)
    }
    return hash
  }

  @inline(__always)
  private mutating func hash(
    of descriptor: SampleDescriptor, _ kind: SampleKind, _ digester: SampleDigester
  ) -> ContentHash {
    if let number = index.number(of: descriptor), hashes[number].kind == kind {
      return hashes[number].hash
    }
    return newHash(of: descriptor, kind, digester)
  }

  @inline(never)
  private mutating func newHash(
    of descriptor: SampleDescriptor, _ kind: SampleKind, _ digester: SampleDigester
  ) -> ContentHash {
    var hash = ContentHash()
    hash.combine(kind.rawValue)
    hash.combine(descriptor.type.identifier)
    hash.combine(digester.digest(descriptor).total)
    if index.isLarge { (index, hashes) = (DescriptorIndex(), []) }
    let number = index.insert(descriptor)
    if number == hashes.count { hashes.append((kind, hash)) }
    return hash
  }
}
