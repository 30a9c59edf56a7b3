import HealthModel

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
