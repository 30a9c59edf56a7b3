/// One resource of a hospital, a function of its index.
struct ClinicalRecord {
  let resourceType: String
  let identifier: String
  let sourceName = "St. Example’s & Partners"
  let sourceURL: String
  /// Exports mix two releases of FHIR.
  let fhirVersion: StaticString
  let received: Int
  let fileName: String
  /// A laboratory value in milligrams for a decilitre.
  private let value: Int

  init(_ index: Int, plan: Plan) {
    var random = Random(seed: plan.seed, stream: 0x6668_6972, index: index)
    let types = ["Observation", "AllergyIntolerance", "Immunization"]
    resourceType = types[index % types.count]
    identifier = "\(index + 1)"
    fhirVersion = index % 4 == 3 ? "1.0.2" : "4.0.1"
    sourceURL = "https://fhir.example.org/\(fhirVersion)/\(resourceType)/\(identifier)"
    let day = index * plan.days / max(plan.clinicalRecords, 1)
    received = plan.firstMidnight + day * 86_400 + 9 * 3600 + random.below(3600)
    fileName = "\(resourceType)-\(random.uuid()).json"
    value = random.within(70...190)
  }

  /// The resource as JSON, spaced as exports have it.
  var json: String {
    let date = CivilDate(daysSince1970: floorDivide(received, 86_400)).description
    let content =
      switch resourceType {
      case "Observation":
        """
          "code" : { "coding" : [ { "system" : "http://loinc.org", "code" : "2093-3" } ] },
          "valueQuantity" : { "value" : \(value), "unit" : "mg/dL" },
          "effectiveDateTime" : "\(date)"
        """
      case "AllergyIntolerance":
        """
          "code" : { "text" : "Pollen" },
          "recordedDate" : "\(date)"
        """
      default:
        """
          "vaccineCode" : { "text" : "Tetanus" },
          "occurrenceDateTime" : "\(date)"
        """
      }
    return """
      {
        "resourceType" : "\(resourceType)",
        "id" : "\(identifier)",
        "status" : "final",
      \(content)
      }

      """
  }
}
