import HealthFoundation
import HealthModel
import Testing

/// Names of clinical records, of resources as FHIR's DSTU2 and R4 have them.
struct ClinicalRecordTests {
  private static func record(_ resource: String?) -> ClinicalRecord {
    var fields = Sample.ClinicalRecordFields()
    fields.resource = resource
    let start = Timestamp(secondsSince1970: 0)
    return ClinicalRecord(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .clinicalRecord("Observation"), unitText: nil,
          source: Source(name: "Clinic")), start: start, end: start), fields: fields)
  }

  @Test(arguments: [
    (
      #"{"resourceType":"Observation","code":{"text":"Glucose","coding":[{"display":"x"}]}}"#,
      "Glucose"
    ),
    (
      #"{"resourceType":"Condition","code":{"coding":[{"code":"1"},{"display":"Asthma"}]}}"#,
      "Asthma"
    ),
    (#"{"resourceType":"Immunization","vaccineCode":{"text":"Influenza"}}"#, "Influenza"),
    (
      #"{"resourceType":"MedicationOrder","medicationReference":{"display":"Aspirin 75 mg"}}"#,
      "Aspirin 75 mg"
    ),
    (#"{"resourceType":"AllergyIntolerance","substance":{"text":"Peanuts"}}"#, "Peanuts"),
    (#"{"resourceType":"Patient"}"#, nil), ("not JSON", nil), (nil, nil),
  ])
  func theNameIsThatOfItsCode(_ resource: String?, _ name: String?) {
    #expect(Self.record(resource).displayName == name)
  }

  @Test func resourcesAreRead() throws {
    let resource = try Self.record(#"{"resourceType":"Observation"}"#).fhirResource()
    #expect(resource?["resourceType"] as? String == "Observation")
    #expect(try Self.record(nil).fhirResource() == nil)
    #expect(throws: (any Error).self) { try Self.record("{").fhirResource() }
  }
}
