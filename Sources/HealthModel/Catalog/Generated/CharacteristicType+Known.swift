// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension CharacteristicType {
  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static var activityMoveMode: Self { Self(known: 0) }
  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static var biologicalSex: Self { Self(known: 1) }
  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static var bloodType: Self { Self(known: 2) }
  /// `HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse`.
  public static var cardioFitnessMedicationsUse: Self { Self(known: 3) }
  /// `HKCharacteristicTypeIdentifierDateOfBirth`.
  public static var dateOfBirth: Self { Self(known: 4) }
  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static var fitzpatrickSkinType: Self { Self(known: 5) }
  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static var wheelchairUse: Self { Self(known: 6) }
}

let characteristicRows: [CharacteristicRow] = [
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierActivityMoveMode", introduced: SystemVersion(14, 0),
    enumeration: .activityMoveMode),
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierBiologicalSex", introduced: SystemVersion(8, 0),
    enumeration: .biologicalSex, isExported: true),
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierBloodType", introduced: SystemVersion(8, 0),
    enumeration: .bloodType, isExported: true),
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", introduced: nil,
    isExported: true),
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierDateOfBirth", introduced: SystemVersion(8, 0),
    isExported: true),
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierFitzpatrickSkinType",
    introduced: SystemVersion(9, 0), enumeration: .fitzpatrickSkinType, isExported: true),
  CharacteristicRow(
    identifier: "HKCharacteristicTypeIdentifierWheelchairUse", introduced: SystemVersion(10, 0),
    enumeration: .wheelchairUse),
]
