import HealthModel
import HealthUnits

/// The types of the group `@sensitive`: reproductive and sexual health, mental health, alcohol, medications, clinical data.
///
/// Types that the catalog does not list are not granted at all. A test fails when the catalog gets a type, so that a person
/// decides for each.
enum SensitiveTypes {
  /// Whether samples of a type are sensitive.
  static func contains(_ type: SampleType, kind: SampleKind) -> Bool {
    kinds.contains(kind) || identifiers.contains(type.identifier)
  }

  static let kinds: Set<SampleKind> = [
    .clinicalRecord, .stateOfMind, .scoredAssessment, .medicationDose, .document,
    .visionPrescription,
  ]

  static let identifiers: Set<String> = {
    let categories =
      "BleedingAfterMenopause BleedingAfterPregnancy BleedingDuringPregnancy BreastPain CervicalMucusQuality Contraceptive "
      + "HotFlashes InfrequentMenstrualCycles IntermenstrualBleeding IrregularMenstrualCycles Lactation MenopausalState "
      + "MemoryLapse MenstrualFlow MoodChanges NightSweats OvulationTestResult PelvicPain "
      + "PersistentIntermenstrualBleeding Pregnancy PregnancyTestResult ProgesteroneTestResult ProlongedMenstrualPeriods "
      + "SexualActivity VaginalDryness BladderIncontinence"
    let quantities =
      "BasalBodyTemperature BloodAlcoholContent InhalerUsage InsulinDelivery NumberOfAlcoholicBeverages"
    return Set(
      categories.split(separator: " ").map { "HKCategoryTypeIdentifier\($0)" }
        + quantities.split(separator: " ").map { "HKQuantityTypeIdentifier\($0)" }
        + ["HKDataTypeUserAnnotatedMedicationConcept"])
  }()
}

/// The texts that may be kept in fields of the classes `unit`, `code` and `type`. All other text could be anything.
enum PublicWords {
  static func isUnit(_ text: String) -> Bool {
    units.contains(text) || (text.utf8.count <= 32 && (try? HealthUnit(text)) != nil)
  }

  static func isCode(_ text: String) -> Bool {
    words.contains(text) || EnumerationValue(text).isKnown
      || (text.utf8.count <= 6 && Int(text) != nil)
  }

  static func isType(_ identifier: String) -> Bool { types.contains(identifier) }

  private static let units: Set<String> = [
    "Hz", "hertz", "µV", "μV", "uV", "mV", "D", "deg", "dBHL", "mm", "cm", "prism diopter",
  ]

  /// Words of exports that are no values of the catalog, and the short names of values.
  private static let words: Set<String> = Set(
    [
      "true", "false", "yes", "no", "Sinus Rhythm", "Atrial Fibrillation", "Inconclusive",
      "High Heart Rate", "Low Heart Rate", "Poor Recording", "Unclassified", "Lead I",
      "scheduled", "asNeeded", "taken", "skipped", "snoozed", "notInteracted", "notLogged",
      "dailyMood", "momentaryEmotion", "DSTU2", "R4", "1.0.2", "4.0.1", "STU3",
    ] + Enumeration.all.flatMap(\.values).map(\.shortName))

  static let types = Set(
    Catalog.allTypes.map(\.identifier) + WorkoutActivityType.all.map(\.identifier)
      + ClinicalRecordType.all.map(\.identifier))
}
