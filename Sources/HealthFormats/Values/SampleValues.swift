package import HealthModel

extension SampleType {
  /// The type that samples of a kind have by an identifier; of a workout, by that of the activity.
  package init(_ kind: SampleKind, _ identifier: String) {
    switch kind {
    case .quantity: self = .quantity(QuantityType(identifier))
    case .category: self = .category(CategoryType(identifier))
    case .correlation: self = .correlation(CorrelationType(identifier))
    case .workout: self = .workout(WorkoutActivityType(identifier))
    case .clinicalRecord: self = .clinicalRecord(identifier)
    default: self = .other(identifier)
    }
  }
}

extension SampleKind {
  /// Whether the unit is a field of the kind, and not what its samples share.
  package var hasOwnUnit: Bool { self == .electrocardiogram || self == .medicationDose }
}

extension FieldSample {
  /// Whether start and end are exactly those of a field: then they are not written separately.
  package func hasImpliedDates(_ kind: SampleKind) -> Bool {
    guard !kind.hasOwnDates, let date = fields.impliedDate else { return false }
    return header.start.isSame(as: date) && header.end.isSame(as: date)
  }
}

extension Number {
  /// A fraction as a percentage. The product of zero would have a power of ten, which is printed as `000`.
  var percentage: Number? { digits == 0 ? Number(0) : multiplied(by: Number(100)) }
}

/// Blood pressures in formats that have the two values in one record.
extension Correlation {
  /// Systolic and diastolic pressure in mmHg; `nil` if it is not a blood pressure with both.
  var bloodPressure: (systolic: Number, diastolic: Number)? {
    guard type == .bloodPressure, let systolic = pressure(.bloodPressureSystolic),
      let diastolic = pressure(.bloodPressureDiastolic)
    else { return nil }
    return (systolic, diastolic)
  }

  private func pressure(_ type: QuantityType) -> Number? {
    for member in members {
      guard case .quantity(let quantity) = member.sample, quantity.type == type else { continue }
      return quantity.number.converted(quantity.unit, to: "mmHg")
    }
    return nil
  }

  /// Whether its members are a systolic and a diastolic pressure in mmHg that have no dates, origin or metadata of their own.
  var hasPlainPressures: Bool {
    guard members.count == 2 else { return false }
    return zip(members, [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic]).allSatisfy {
      member, type in
      guard case .quantity(let quantity) = member.sample else { return false }
      let descriptor = header.descriptor.replacing(type: .quantity(type), unitText: "mmHg")
      return quantity.beats.isEmpty
        && quantity.header
          == SampleHeader(
            descriptor: descriptor, start: start, end: end, created: created,
            deviceAddress: header.deviceAddress, ordinal: quantity.header.ordinal)
    }
  }
}

extension CategorySample {
  /// The number of a value of sleep analysis, from 0 (in bed) to 5 (REM); `nil` for other types and values.
  var sleepStage: Int? {
    guard type == .sleepAnalysis, let value, let number = value.number, (0...5).contains(number),
      value.enumeration == nil || value.enumeration == type.enumerations.first
    else { return nil }
    return number
  }
}

/// `sourceURL` as `source_url`: names of tables and columns are in lower case.
package func snakeCase(_ name: String) -> String {
  var text: [UInt8] = []
  var wasUpper = true
  for byte in name.utf8 {
    let isUpper = byte &- UInt8(ascii: "A") < 26
    if isUpper, !wasUpper { text.append(UInt8(ascii: "_")) }
    text.append(isUpper ? byte | 32 : byte)
    wasUpper = isUpper
  }
  return String(decoding: text, as: UTF8.self)
}
