public import HealthUnits
import Synchronization

/// The properties that thousands of samples share: type, unit, source and device.
///
/// A reader makes one for each combination it meets and shares it, so that a sample carries one
/// reference in place of a dozen strings, and a writer can keep what it printed for it.
public final class SampleDescriptor: Sendable {
  /// The type of the samples.
  public let type: SampleType
  /// The exact text of the unit, if one is stated.
  public let unitText: String?
  /// The unit; `nil` if its text is not a valid unit.
  public let unit: HealthUnit?
  /// The app or device that wrote the samples.
  public let source: Source
  /// Whether a source was named at all.
  public let hasSource: Bool
  /// The device that measured them, if known.
  public let device: Device?
  /// The id of the participant whose samples they are, given by the user; `nil` for data of one person.
  public let participant: String?
  @usableFromInline let hasDevice: Bool
  /// The start of every identity: type, source and participant.
  @usableFromInline let identitySeed: IdentityHash
  /// A hash of type and source name, alike in every run: identifies a series of samples.
  package var seriesHash: UInt64 { identitySeed.high }
  /// A number that differs for most descriptors: the slot of this one in a cache of fixed size.
  @inlinable package var cacheSlot: Int { Int(truncatingIfNeeded: slot) }
  @usableFromInline let slot: UInt64
  /// About how many bytes it takes. Texts may be of any length: a cache that is to stay small keeps
  /// nothing for a descriptor that ``isHeavy``.
  @usableFromInline package let weight: Int
  /// How a value becomes one in the canonical unit.
  let canonical: CanonicalScale

  /// Describes samples.
  ///
  /// - Parameters:
  ///   - unitText: The exact text of the unit, even if the unit is unknown.
  ///   - source: The app or device that wrote them; `nil` if not stated.
  ///   - participant: The id of the participant. It is part of each identity: samples of two people are never the same.
  public init(
    type: SampleType, unitText: String? = nil, source: Source?, device: Device? = nil,
    participant: String? = nil
  ) {
    self.type = type
    self.unitText = unitText
    self.source = source ?? Source(name: "")
    self.hasSource = source != nil
    self.device = device
    self.participant = participant
    hasDevice = device != nil
    let scale = unitText.map { UnitScales.entry(of: $0, type) }
    unit = scale?.unit
    canonical = scale?.canonical ?? .power(0)
    var seed = Self.seed(type.identifier, source, participant)
    identitySeed = seed
    seed.combine(unitText ?? "")
    seed.combine(self.source.version ?? "")
    seed.combine(device?.hardwareVersion ?? "")
    slot = seed.high
    var weight = 256 + type.identifier.utf8.count + (unitText?.utf8.count ?? 0)
    if let source { weight += source.weight }
    if let device { weight += device.weight }
    if let participant { weight += participant.utf8.count }
    self.weight = weight
  }

  private static func seed(
    _ type: String, _ source: Source?, _ participant: String?
  ) -> IdentityHash {
    var seed = IdentityHash()
    seed.combine(type)
    seed.combine(source?.name ?? "")
    if let participant { seed.combine(participant: participant) }
    return seed
  }

  /// The start of identities by a sync identifier. All workouts are of one type: the activity of one may be edited.
  var syncSeed: IdentityHash {
    guard case .workout = type else { return identitySeed }
    return Self.seed("HKWorkoutTypeIdentifier", hasSource ? source : nil, participant)
  }
}

extension SampleDescriptor {
  /// The name of the source; `nil` if no source was named.
  package var sourceName: String? { hasSource ? source.name : nil }

  /// Whether its texts are longer than those of real data ever are.
  @inlinable package var isHeavy: Bool { weight > 1 << 13 }

  /// The same with another type and unit.
  package func replacing(type: SampleType, unitText: String?) -> SampleDescriptor {
    SampleDescriptor(
      type: type, unitText: unitText, source: hasSource ? source : nil, device: device,
      participant: participant)
  }

  /// The same of a participant.
  package func with(participant: String?) -> SampleDescriptor {
    SampleDescriptor(
      type: type, unitText: unitText, source: hasSource ? source : nil, device: device,
      participant: participant)
  }
}

extension SampleDescriptor: Hashable {
  /// Whether two descriptors describe the same.
  public static func == (a: SampleDescriptor, b: SampleDescriptor) -> Bool {
    a === b
      || (a.type == b.type && a.unitText == b.unitText && a.source == b.source
        && a.hasSource == b.hasSource && a.device == b.device
        && a.participant == b.participant)
  }

  /// Feeds what makes two descriptors equal to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(unitText)
    hasher.combine(source)
    hasher.combine(device)
    hasher.combine(participant)
  }
}

/// The type of a sample (`HKSampleType`).
public enum SampleType: Hashable, Sendable {
  /// A quantity, such as heart rate.
  case quantity(QuantityType)
  /// A category, such as sleep analysis.
  case category(CategoryType)
  /// Samples that belong together, such as the two of a blood pressure.
  case correlation(CorrelationType)
  /// A workout of some activity.
  case workout(WorkoutActivityType)
  /// A clinical record: the FHIR resource type.
  case clinicalRecord(String)
  /// A type of its own, such as `HKDataTypeIdentifierAudiogram`.
  case other(String)

  /// The full identifier, as an export writes it.
  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .workout(let type): type.identifier
    case .clinicalRecord(let identifier), .other(let identifier): identifier
    }
  }
}

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

/// How a value of some unit becomes one in the canonical unit of its type, for identities.
///
/// One phone prints the same sample in the unit its user prefers at the time of the export. Between units a power of
/// ten apart (`Cal` and `kcal`, `m` and `km`) the decimal digits stay the same and the identity is exact. Between
/// others (`lb` and `kg`) each export rounds separately to six digits, so the converted value is rounded to five: it
/// equals the canonical one if that has at most five digits, as 70.5 kg does when it was read as 155.426 lb.
enum CanonicalScale: Sendable, Equatable {
  case power(Int)
  case linear(factor: Double, offset: Double)

  init(_ unit: HealthUnit?, to canonical: String?) {
    guard let unit, let canonical = canonical.flatMap({ try? HealthUnit($0) }) else {
      self = .power(0)
      return
    }
    if let power = unit.powerOfTen(to: canonical) {
      self = .power(power)
    } else if let zero = try? unit.convert(0, to: canonical),
      let one = try? unit.convert(1, to: canonical)
    {
      self = .linear(factor: one - zero, offset: zero)
    } else {
      self = .power(0)  // of another dimension than the type's: compared without conversion
    }
  }

  /// The value in the canonical unit, without trailing zeros.
  func value(of number: Number) -> (digits: Int64, exponent: Int) {
    switch self {
    case .power(let power):
      let (digits, exponent) = number.normalized
      return (digits, digits == 0 ? 0 : exponent &+ power)
    case .linear(let factor, let offset):
      return Self.fiveDigits(number.doubleValue * factor + offset).normalized
    }
  }

  func combine(_ number: Number, into hash: inout IdentityHash) {
    let (digits, exponent) = value(of: number)
    hash.combine(UInt64(bitPattern: digits))
    hash.combine(UInt64(bitPattern: Int64(exponent)))
  }

  /// A value rounded to five significant digits.
  private static func fiveDigits(_ value: Double) -> Number {
    var magnitude = value.magnitude
    guard magnitude > 1e-20, magnitude < 1e20 else { return Number(digits: 0, exponent: 0) }
    var exponent = 0
    while magnitude >= 1e5 {
      magnitude /= 10
      exponent += 1
    }
    while magnitude < 1e4 {
      magnitude *= 10
      exponent -= 1
    }
    let digits = Int64(magnitude.rounded())
    return Number(digits: value < 0 ? -digits : digits, exponent: Int16(exponent))
  }
}
