import HealthModel
import HealthUnits

/// A field of the model with its class: for `policy explain`, and for the test that requires a class of each.
package struct ClassifiedField: Sendable {
  /// The structure, such as `workout.events`.
  package let structure: String
  package let name: String
  /// `nil` if the field has none, which is a defect.
  package let kind: FieldClass?
  /// Whether it holds numbers, and what these are figures of; `nil` for a number is a defect.
  package var isNumber = false
  package var figure: Figure?
}

extension ClassifiedField {
  /// All fields, structure by structure.
  package static var all: [ClassifiedField] {
    var found: [ClassifiedField] = []
    for (structure, fields) in FieldClass.properties.sorted(by: { $0.key < $1.key }) {
      found += fields.sorted { $0.key < $1.key }.map {
        ClassifiedField(structure: structure, name: $0.key, kind: $0.value)
      }
    }
    for kind in SampleKind.allCases {
      if let fields = kind.fields { found += list(fields, kind.rawValue) }
    }
    return found
  }

  /// The keys of metadata of the catalog.
  package static var metadata: [ClassifiedField] {
    MetadataKey.all.map {
      ClassifiedField(
        structure: "metadata", name: $0.identifier, kind: FieldClass.metadataKeys[$0],
        isNumber: $0.valueType == .number || $0.valueType == .quantity,
        figure: Figure.metadataKeys[$0])
    }
  }

  private static func list<S: Sample.FieldList>(_ structure: S, _ path: String) -> [ClassifiedField]
  {
    var structure = structure
    var visitor = Visitor(
      path: path, classes: FieldClass.fields(of: S.self), figures: Figure.fields(of: S.self))
    structure.visit(&visitor)
    return visitor.found
  }

  private struct Visitor: Sample.FieldVisitor {
    let path: String
    let classes: [String: FieldClass]
    let figures: [String: Figure]
    var found: [ClassifiedField] = []

    mutating func add(_ name: String, isNumber: Bool = false) {
      found.append(
        ClassifiedField(
          structure: path, name: name, kind: classes[name], isNumber: isNumber,
          figure: figures[name]))
    }

    mutating func number(_ name: String, _ value: inout Number?) { add(name, isNumber: true) }
    mutating func date(_ name: String, _ value: inout Timestamp?) { add(name) }
    mutating func text(_ name: String, _ value: inout String?) { add(name) }
    mutating func metadata(_ value: inout Metadata) { add("metadata") }
    mutating func numbers(_ name: String, _ value: inout [Number]) { add(name, isNumber: true) }
    mutating func bytes(_ name: String, _ value: inout [UInt8]) { add(name) }
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
      add(name)
    }

    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]
    ) {
      add(name)
      found += ClassifiedField.list(S(), "\(path).\(name)")
    }

    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
      add(name)
      found += ClassifiedField.list(S(), "\(path).\(name)")
    }
  }
}

extension Policy {
  /// What happens to a field or a key of metadata.
  package func action(of field: ClassifiedField) -> Action {
    let action = unroundedAction(of: field)
    let isRounded =
      field.structure == "quantity" && field.name == "number"
      ? !roundings.isEmpty : field.isNumber && rounds(field.figure)
    return isRounded && [.keep, .known].contains(action) ? .round : action
  }

  private func unroundedAction(of field: ClassifiedField) -> Action {
    guard let kind = field.kind else { return .drop }
    let isHeartbeat =
      field.figure == .heartbeat || field.structure == "beat"
      || (field.structure == "quantity" && field.name == "beats")
    if isHeartbeat, roundsHeartbeats { return .drop }
    if field.structure == "metadata" {
      return metadataAction(of: MetadataKey(field.name))
    }
    // The text of a route's device has identifiers, and points have no name.
    if field.structure.hasSuffix("routes"), field.name == "device" { return .drop }
    return action(of: kind)
  }
}

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
  /// A unit in the form in which it is given; `nil` if the text is no unit, or one with numbers that units of exports do not have.
  static func unit(_ text: String) -> String? {
    if units.contains(text) { return text }
    guard text.utf8.count <= 40, let unit = try? HealthUnit(text) else { return nil }
    guard text.contains("<") else { return hasDigits(text) ? nil : text }
    // A molar mass is a number of any length.
    let plain = unit.description
    return hasDigits(plain.replacing(glucose, with: "")) ? nil : plain
  }

  static func isUnit(_ text: String) -> Bool { unit(text) != nil }

  /// Whether a text has more digits than exponents and names of units have.
  private static func hasDigits(_ text: String) -> Bool {
    text.utf8.count { (48...57).contains($0) } > 2
  }

  private static let glucose: String = {
    let unit = HealthUnit.millimolePerLiterOfGlucose.description
    return String(unit.drop { $0 != "<" }.prefix { $0 != ">" })
  }()

  /// A word of HealthKit's vocabulary. Numbers are none: see ``isValue(_:of:)``.
  static func isCode(_ text: String) -> Bool {
    words.contains(text) || EnumerationValue(text).isKnown
  }

  /// Whether a text is a digit, as fields have that are no enumerations of the catalog.
  static func isDigit(_ text: String) -> Bool {
    text.utf8.count == 1 && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Whether a text is a value of one of some enumerations, by its name or its number in the usual form.
  static func isValue(_ text: String, of enumerations: [Enumeration]) -> Bool {
    enumerations.contains { enumeration in
      if let number = Int(text), "\(number)" == text {
        return enumeration.value(numbered: number) != nil
      }
      return enumeration.value(named: text) != nil
    }
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
