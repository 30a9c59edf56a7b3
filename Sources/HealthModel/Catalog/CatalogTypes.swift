/// A type of sample whose value is one of a few, such as the stages of sleep.
public struct CategoryType: TabulatedIdentifier {
  static let table = CatalogTable(categoryRows)
  static let prefixes = ["HKCategoryTypeIdentifier"]
  let storage: CatalogStorage

  /// The part of the health it is about, such as `Sleep`.
  public var group: String? { row?.group }

  /// The metadata keys that HealthKit insists on.
  public var requiredMetadata: [MetadataKey] { row?.requiredMetadata ?? [] }

  /// The enumerations its values come from: first the one in use, then those that older exports
  /// used (the menstrual flow had its own before it shared that of vaginal bleeding).
  public var enumerations: [Enumeration] { row?.enumerations ?? [] }

  /// The values it may have, deprecated ones too, in the order of ``enumerations``.
  public var values: [CategoryValue] { enumerations.flatMap(\.values) }

  /// Whether `value` is among ``values``, without making that list.
  public func accepts(_ value: CategoryValue) -> Bool {
    guard let enumeration = value.enumeration else { return false }
    return enumerations.contains(enumeration)
  }

  /// The value with a name, full as in `HKCategoryValueSleepAnalysisInBed` or short as in `InBed`.
  public func value(named name: String) -> CategoryValue? {
    for enumeration in enumerations {
      if let value = enumeration.value(named: name) { return value }
    }
    return nil
  }

  /// The value with a number, under its present name: 1 is `AsleepUnspecified`, once `Asleep`.
  public func value(numbered number: Int) -> CategoryValue? {
    enumerations.first?.value(numbered: number)
  }
}

struct CategoryRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  let group: String
  /// Names of the type in HealthKit that are not the identifier's.
  var otherNames: [String] = []
  let enumerations: [Enumeration]
  var requiredMetadata: [MetadataKey] = []
}

/// A type of sample made of others taken together, such as a blood pressure.
public struct CorrelationType: TabulatedIdentifier {
  static let table = CatalogTable(correlationRows)
  static let prefixes = ["HKCorrelationTypeIdentifier"]
  let storage: CatalogStorage

  private static let members: [[QuantityType]] = correlationRows.map { row in
    let patterns = row.members.map { Glob($0) }
    return QuantityType.all.filter { type in
      patterns.contains { $0.matches(type.identifier) }
    }
  }

  /// The types of the samples it may hold.
  public var memberTypes: [QuantityType] {
    guard case .known(let index) = storage else { return [] }
    return Self.members[Int(index)]
  }

  /// Whether it requires a sample of each of ``memberTypes``.
  public var needsAllMembers: Bool { row?.needsAllMembers ?? false }
}

struct CorrelationRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  /// Patterns that the identifiers of the members match.
  let members: [String]
  var needsAllMembers = false
}

/// A fact about the person that is not tied to a time, such as the blood type.
public struct CharacteristicType: TabulatedIdentifier {
  static let table = CatalogTable(characteristicRows)
  static let prefixes = ["HKCharacteristicTypeIdentifier"]
  let storage: CatalogStorage

  /// The enumeration its values come from; `nil` for the date of birth, which is a date.
  public var enumeration: Enumeration? { row?.enumeration }

  /// The values it may have.
  public var values: [EnumerationValue] { enumeration?.values ?? [] }

  /// Whether exports carry it, as an attribute of the element `Me`.
  public var isExported: Bool { row?.isExported ?? false }
}

struct CharacteristicRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  var enumeration: Enumeration?
  var isExported = false
}

/// The type of a clinical record as exports write it: the type of its FHIR resource, such as
/// `Observation`.
public struct ClinicalRecordType: TabulatedIdentifier {
  static let table = CatalogTable(clinicalRecordRows)
  static let prefixes: [String] = []
  let storage: CatalogStorage

  /// HealthKit's types for records with this resource; several where the resource alone does not
  /// tell, as laboratory results and vital signs are both observations.
  public var clinicalTypes: [String] { row?.clinicalTypes ?? [] }
}

struct ClinicalRecordRow: CatalogRow {
  let identifier: String
  let clinicalTypes: [String]
  var introduced: SystemVersion? { nil }
}

/// The activity of a workout, such as running.
public struct WorkoutActivityType: TabulatedIdentifier {
  static let table = CatalogTable(valueRows, range: Enumeration.workoutActivityType.row.values)
  static let prefixes = ["HKWorkoutActivityType"]
  let storage: CatalogStorage

  init(storage: CatalogStorage) {
    self.storage = storage
  }

  /// The activity with a number, as in metadata; `nil` if the catalog has none.
  public init?(rawValue: Int) {
    guard let value = Enumeration.workoutActivityType.value(numbered: rawValue) else { return nil }
    self.init(storage: value.storage)
  }

  /// HealthKit's number, such as 37 for running.
  public var rawValue: Int? { row?.number }

  /// The version of iOS that deprecated it.
  public var deprecated: SystemVersion? { row?.deprecated }

  /// The replacement of a deprecated activity.
  public var replacements: [WorkoutActivityType] {
    row?.replacedBy.map { WorkoutActivityType(storage: $0.storage) } ?? []
  }
}

/// The type of an event of a workout, such as a pause.
public struct WorkoutEventType: TabulatedIdentifier {
  static let table = CatalogTable(valueRows, range: Enumeration.workoutEventType.row.values)
  static let prefixes = ["HKWorkoutEventType"]
  let storage: CatalogStorage

  /// HealthKit's number, such as 1 for a pause.
  public var rawValue: Int? { row?.number }

  /// Whether it may last: laps and segments do, all others are moments.
  public var canHaveDuration: Bool { self == .lap || self == .segment }
}
