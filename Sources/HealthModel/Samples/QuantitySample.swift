public import HealthUnits

/// A measured quantity: a number of some unit (`HKQuantitySample`).
///
/// It is one reference, so that moving a sample from reader to writer costs as much as moving a pointer.
public struct QuantitySample: HealthSample {
  @usableFromInline final class Storage: Sendable {
    @usableFromInline let header: SampleHeader
    @usableFromInline let number: Number
    @usableFromInline let beats: [QuantitySample.Beat]
    /// Stored, since the reader, which numbers duplicates, and the writer both need it.
    @usableFromInline let id: SampleID

    @inlinable init(
      header: SampleHeader, number: Number, beats: [QuantitySample.Beat], id: SampleID
    ) {
      self.header = header
      self.number = number
      self.beats = beats
      self.id = id
    }
  }

  @usableFromInline var storage: Storage

  /// A sample from a file, unchecked.
  @inlinable public init(header: SampleHeader, number: Number, beats: [QuantitySample.Beat] = []) {
    let id = Self.id(header: header, number: number)
    storage = Storage(header: header, number: number, beats: beats, id: id)
  }

  /// A sample whose identity was computed before.
  package init(header: SampleHeader, number: Number, beats: [QuantitySample.Beat], id: SampleID) {
    storage = Storage(header: header, number: number, beats: beats, id: id)
  }

  /// The common header.
  @inlinable public var header: SampleHeader {
    get { storage.header }
    set { self = QuantitySample(header: newValue, number: number, beats: beats) }
  }

  /// The number, in the unit it was written with.
  @inlinable public var number: Number { storage.number }

  /// The beats of a heart rate variability, where they were recorded; else empty.
  @inlinable public var beats: [QuantitySample.Beat] { storage.beats }

  /// The quantity's type.
  public var type: QuantityType {
    guard case .quantity(let type) = header.descriptor.type else {
      return QuantityType(header.descriptor.type.identifier)
    }
    return type
  }

  /// The text of the unit the number was written with, if there was one.
  public var unit: String? { header.descriptor.unitText }

  /// The value in the unit it was written with.
  public var value: Double { number.doubleValue }

  /// The value in a unit.
  ///
  /// - Throws: If the sample's unit is not compatible with that, or not a unit.
  public func value(in unit: HealthUnit) throws(UnitError) -> Double {
    let unit = unit.measuring(type)
    guard let own = header.descriptor.unit else {
      // The text is not a unit: parsing it again gives the reason.
      return try HealthUnit(header.descriptor.unitText ?? "").convert(value, to: unit)
    }
    return try own.convert(value, to: unit)
  }

  /// The value in a unit, by the unit's text.
  ///
  /// - Parameter unit: The unit to convert to, such as `mg/dL`.
  /// - Throws: If the text is not a unit, or not compatible with the sample's.
  public func value(in unit: String) throws(UnitError) -> Double {
    if unit == header.descriptor.unitText, header.descriptor.unit != nil { return value }
    return try value(in: HealthUnit(unit, of: type))
  }

  /// The value in the canonical unit of the type, as digits and a power of ten without trailing zeros.
  ///
  /// Exact between units a power of ten apart, otherwise to five digits; a value whose unit does not fit the type is
  /// not converted. The identity is computed from it.
  public var canonicalValue: (digits: Int64, exponent: Int) {
    header.descriptor.canonical.value(of: number)
  }

  /// The identity, which is the same in every format and export.
  @inlinable public var id: SampleID { storage.id }

  /// The identity of a sample with this header and number.
  public static func id(header: SampleHeader, number: Number) -> SampleID {
    var hash = header.identityHash()
    header.descriptor.canonical.combine(number, into: &hash)
    return header.identity(of: hash)
  }
}

extension QuantitySample {
  /// One beat of a heart, as an export lists them under a heart rate variability.
  public struct Beat: Sendable, Equatable {
    /// The rate at this beat, in beats per minute.
    public let bpm: Number
    /// The local time on the phone, exactly as written: its form follows the phone's language, and its time zone can
    /// differ from that of the sample's dates.
    public let time: String

    /// A beat.
    public init(bpm: Number, time: String) {
      self.bpm = bpm
      self.time = time
    }
  }
}

extension QuantitySample {
  /// The sample as one of any kind.
  public var anySample: Sample { .quantity(self) }
}
