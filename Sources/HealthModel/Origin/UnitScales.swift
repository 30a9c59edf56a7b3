import HealthUnits
import Synchronization

/// Units by their texts, with the scale to the canonical unit of a type, each worked out once: a file may have another
/// source or device in each record, but it has few units.
enum UnitScales {
  struct Entry: Sendable {
    let unit: HealthUnit?
    let canonical: CanonicalScale

    init(_ text: String, of type: QuantityType?) {
      let canonical = type?.canonicalUnit
      unit = type.map { try? HealthUnit(text, of: $0) } ?? (try? HealthUnit(text))
      self.canonical = CanonicalScale(unit, to: canonical)
    }
  }

  private struct Key: Hashable {
    let text: String
    let canonical: String?
    let molarMass: String?
  }

  private static let known = Mutex<[Key: Entry]>([:])
  /// How many are kept, and the longest text of one. All types of the catalog take fewer.
  private static let limit = (count: 1_024, length: 64)

  /// The unit of a text, and its scale.
  static func entry(of text: String, _ type: SampleType) -> Entry {
    let quantity: QuantityType? = if case .quantity(let type) = type { type } else { nil }
    // Outside of ASCII, strings are equal whose bytes differ.
    guard text.utf8.count <= limit.length, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Entry(text, of: quantity)
    }
    let key = Key(
      text: text, canonical: quantity?.canonicalUnit, molarMass: quantity?.molarMass)
    return known.withLock { known in
      if let entry = known[key] { return entry }
      if known.count >= limit.count { known.removeAll(keepingCapacity: true) }
      let entry = Entry(text, of: quantity)
      known[key] = entry
      return entry
    }
  }
}
