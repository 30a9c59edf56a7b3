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
