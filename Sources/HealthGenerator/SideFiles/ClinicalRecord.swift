internal import HealthBytes

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

/// The HL7 document next to the main file, which repeats some of the data. Like Apple's it has
/// entries directly under its root, so it is well-formed but violates its schema.
struct ClinicalDocument {
  let plan: Plan

  /// The types that the document knows, with their LOINC codes and names.
  private static let codes = [
    ("HKQuantityTypeIdentifierHeight", "8302-2", "Body height"),
    ("HKQuantityTypeIdentifierBodyMass", "3141-9", "Body weight Measured"),
    ("HKQuantityTypeIdentifierHeartRate", "8867-4", "Heart rate"),
    ("HKQuantityTypeIdentifierRespiratoryRate", "9279-1", "Respiratory rate"),
  ]

  func write(to sink: any ByteSink) throws(HealthError) {
    var output = Output(to: sink)
    output.bytes.append(
      """
      <?xml version="1.0"?>
      <?xml-stylesheet type="text/xsl" href="CDA.xsl"?>
      <ClinicalDocument xmlns="urn:hl7-org:v3">
       <title>Health Data Export</title>

      """)
    for (type, code, name) in Self.codes {
      guard let index = Series.all.firstIndex(where: { $0.type == type }) else { continue }
      let run = RecordRun(Series.all[index], count: plan.recordCounts[index], plan: plan)
      output.bytes.append(
        utf8: """
           <entry typeCode="DRIV">
            <organizer classCode="CLUSTER" moodCode="EVN">
             <code code="\(code)" codeSystem="2.16.840.1.113883.6.1" displayName="\(name)"/>

          """)
      for index in 0..<min(run.count, 1_000) {
        let sample = run.sample(index)
        let unit = run.series.unit?.name(in: plan.options.units) ?? ""
        output.bytes.append("   <component><observation classCode=\"OBS\" moodCode=\"EVN\">")
        output.bytes.append(utf8: "<text><type>\(type)</type><value>")
        output.bytes.append(sample.value)
        output.bytes.append("</value><unit>")
        output.bytes.append(escaping: unit)
        output.bytes.append("</unit></text><effectiveTime value=\"")
        output.bytes.append(compact: sample.moment.start, offset: plan.offset)
        output.bytes.append("\"/></observation></component>\n")
        try output.flushIfLarge()
      }
      output.bytes.append("  </organizer>\n </entry>\n")
    }
    output.bytes.append("</ClinicalDocument>\n")
    try output.flush()
  }
}

extension ByteBuffer {
  /// Appends a date as `20251107181548+0100`.
  fileprivate mutating func append(compact instant: Int, offset: Int) {
    var date = DateText(offset: offset)
    date.set(instant)
    for digits in [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19, 20..<25] {
      append(date.bytes.span, digits)
    }
  }
}
