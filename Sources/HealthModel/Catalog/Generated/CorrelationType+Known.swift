// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension CorrelationType {
  /// `HKCorrelationTypeIdentifierBloodPressure`.
  public static var bloodPressure: Self { Self(known: 0) }
  /// `HKCorrelationTypeIdentifierFood`.
  public static var food: Self { Self(known: 1) }
}

let correlationRows: [CorrelationRow] = [
  CorrelationRow(
    identifier: "HKCorrelationTypeIdentifierBloodPressure", introduced: SystemVersion(8, 0),
    members: [
      "HKQuantityTypeIdentifierBloodPressureSystolic",
      "HKQuantityTypeIdentifierBloodPressureDiastolic",
    ],
    needsAllMembers: true),
  CorrelationRow(
    identifier: "HKCorrelationTypeIdentifierFood", introduced: SystemVersion(8, 0),
    members: ["HKQuantityTypeIdentifierDietary*"]),
]
