import HealthBytes
package import HealthModel

extension Rule {
  static let invalidCharacteristic = Rule(
    "invalid-characteristic", .dataset, .warning,
    title: "the person's characteristics have impossible or unknown values",
    explanation: """
      The date of birth is not a date of the calendar, is later than the export or earlier than 1900, or \
      another characteristic, such as the blood type, is not known or has a value that HealthKit does not have.
      """,
    exceptions: """
      A characteristic that is empty was not set. Whether the birth is later than the export is checked only where \
      the export states its date.
      """,
    examples: Examples(
      bad: """
        <Me HKCharacteristicTypeIdentifierDateOfBirth="1981-02-29" \
        HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>
        """,
      good: """
        <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29" \
        HKCharacteristicTypeIdentifierBloodType="HKBloodTypeABNegative"/>
        """)
  ) { InvalidCharacteristic() }
}

extension CharacteristicType {
  /// The age of the person as a band such as `40-44`, which policies write in place of the date of birth.
  package static let ageBand = CharacteristicType("HealthConvAgeBand")
}

private struct InvalidCharacteristic: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    for characteristic in dataset.characteristics {
      let name = characteristic.type.identifier
      guard let fault = Self.fault(of: characteristic, dataset.exportDate) else { continue }
      findings.add(
        "\(name.printableName) \(fault)", at: findings.personPlace, type: name,
        detail: characteristic.value)
    }
  }

  private static func fault(of characteristic: DatasetInfo.Characteristic, _ exported: Timestamp?)
    -> String?
  {
    let (type, value) = (characteristic.type, characteristic.value)
    if type == .ageBand { return nil }
    guard type.isKnown else { return "is not a known characteristic" }
    if value.isEmpty { return nil }
    if type == .dateOfBirth {
      guard let date = Timestamp(calendarDay: value) else {
        return "is not a valid date; expected one such as 1980-02-29"
      }
      if date.secondsSince1970 < earliest { return "is before 1900" }
      if let exported, date.timeInterval(since: exported) > 86_400 {
        return "is later than the export"
      }
      return nil
    }
    guard let enumeration = type.enumeration, enumeration.value(named: value) == nil else {
      return nil
    }
    return "has an unknown value; expected one of \(enumeration.name)"
  }

  /// 1900-01-01 00:00:00 UTC.
  private static let earliest: Int64 = -2_208_988_800
}

extension Timestamp {
  /// The beginning of a day in UTC, from `1980-02-29`.
  fileprivate init?(calendarDay text: String) {
    guard text.utf8.count == 10 else { return nil }
    self.init("\(text) 00:00:00 +0000")
  }
}

extension DatasetInfo {
  /// The beginning of the person's day of birth in UTC, if it is stated and is a date.
  var dateOfBirth: Timestamp? {
    self[characteristic: .dateOfBirth].flatMap { Timestamp(calendarDay: $0) }
  }
}
