import Foundation
public import HealthModel

extension StructuredSample where Fields == Sample.ClinicalRecordFields {
  /// The FHIR resource as Foundation reads JSON (`HKFHIRResource.data`).
  ///
  /// - Returns: `nil` if the record has no resource.
  /// - Throws: The error of `JSONSerialization` if the resource is not JSON.
  public func fhirResource() throws -> [String: Any]? {
    try fields.resource.map { text in
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// What the record is about, in the words of the clinic (`HKClinicalRecord.displayName`): the text of the resource's
  /// code, of the vaccine, medication, substance or type, otherwise the display of its first coding.
  ///
  /// - Returns: `nil` if the resource states none, or is not JSON.
  public var displayName: String? {
    guard let resource = try? fhirResource() else { return nil }
    let concepts = [
      "code", "vaccineCode", "medicationCodeableConcept", "medicationReference", "medication",
      "substance", "type",
    ]
    for name in concepts {
      guard let concept = resource[name] as? [String: Any] else { continue }
      let coding = concept["coding"] as? [[String: Any]] ?? []
      let texts = [concept["text"], concept["display"]] + coding.map { $0["display"] }
      if let text = texts.lazy.compactMap({ $0 as? String }).first(where: { !$0.isEmpty }) {
        return text
      }
    }
    return nil
  }
}
