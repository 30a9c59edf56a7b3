internal import HealthBytes

/// The few samples that are neither records nor workouts: audiograms, prescriptions, clinical
/// records.
struct RareSamples {
  let plan: Plan

  func writeAudiograms(to document: inout ExportDocument) {
    let form = SourceForm(
      Origin.headphones.owned(by: plan.person), version: Origin.headphones.versions[1])
    for index in 0..<min(2, plan.days) {
      var random = Random(seed: plan.seed, stream: 0x6175_6469, index: index)
      let start = plan.firstMidnight + index * 86_400 + 10 * 3600
      document.begin(.audiogram)
      document.attribute("type", "HKDataTypeIdentifierAudiogram")
      document.append(
        form, pointer: random.next(),
        at: Moment(created: start + 305, start: start, end: start + 300))
      document.endOpening()
      document.metadata(key: "HKExternalUUID", text: random.uuid())
      for frequency in [250, 500, 1_000, 2_000, 4_000, 8_000] {
        document.begin(.sensitivityPoint)
        document.attribute("frequencyValue", Decimal(frequency))
        document.attribute("frequencyUnit", "Hz")
        document.attribute("leftEarValue", Decimal(random.within(-10...60), places: 0))
        document.attribute("leftEarUnit", "dBHL")
        document.attribute("leftEarMasked", frequency == 4_000 ? "YES" : "NO")
        if frequency == 8_000 {
          document.attribute("leftEarClampingRangeLowerBound", "-10")
          document.attribute("leftEarClampingRangeUpperBound", "85")
        }
        document.attribute("rightEarValue", Decimal(random.within(-100...600), places: 1))
        document.attribute("rightEarUnit", "dBHL")
        document.attribute("rightEarMasked", "NO")
        document.endEmpty()
      }
      document.close(.audiogram)
    }
  }

  /// No export with a prescription is public: the attributes follow the document type, the type
  /// follows the names of category values.
  func writePrescription(to document: inout ExportDocument) {
    var random = Random(seed: plan.seed, stream: 0x6579_65, index: 0)
    let issued = plan.firstMidnight + 11 * 3600
    document.begin(.visionPrescription)
    document.attribute("type", "HKVisionPrescriptionTypeGlasses")
    document.attribute("dateIssued", date: issued)
    document.attribute("expirationDate", date: issued + 730 * 86_400)
    document.endOpening()
    for eye in [Element.rightEye, .leftEye] {
      document.begin(eye)
      document.attribute("sphere", Decimal(random.within(-16...4) * 25, places: 2))
      document.attribute("sphereUnit", "D")
      document.attribute("cylinder", Decimal(random.within(-6...0) * 25, places: 2))
      document.attribute("cylinderUnit", "D")
      document.attribute("axis", Decimal(random.within(0...180)))
      document.attribute("axisUnit", "deg")
      document.attribute("vertex", "12")
      document.attribute("vertexUnit", "mm")
      document.endEmpty()
    }
    document.begin(.attachment)
    document.attribute("identifier", text: random.uuid())
    document.endEmpty()
    document.close(.visionPrescription)
    document.cover(issued, issued)
  }

  func writeClinicalRecords(to document: inout ExportDocument) throws(HealthError) {
    for index in 0..<plan.clinicalRecords {
      let record = ClinicalRecord(index, plan: plan)
      document.begin(.clinicalRecord)
      document.attribute("type", text: record.resourceType)
      document.attribute("identifier", text: record.identifier)
      document.attribute("sourceName", text: record.sourceName)
      document.attribute("sourceURL", text: record.sourceURL)
      document.attribute("fhirVersion", record.fhirVersion)
      document.attribute("receivedDate", date: record.received)
      document.attribute("resourceFilePath", text: "/clinical-records/\(record.fileName)")
      document.endEmpty()
      document.cover(record.received, record.received)
      try document.output.flushIfLarge()
    }
  }
}

/// The samples that belong together: the two pressures of a measurement, the nutrients of a meal.
struct Correlations {
  private let type: StaticString
  private let members: [RecordRun]
  /// By author, then by version.
  private let forms: [[SourceForm]]
  /// Whether some correlations have members that are not stored separately.
  private let hasNestedOnly: Bool
  private let plan: Plan

  private init(
    _ type: StaticString, of series: [Series], hasNestedOnly: Bool, _ runs: [RecordRun],
    _ plan: Plan
  ) {
    self.type = type
    self.plan = plan
    members = series.compactMap { member in runs.first { $0.series.type == member.type } }
    let origins = series.first?.author.origins ?? []
    forms = origins.map { $0.owned(by: plan.person) }.map { origin in
      origin.versions.map { SourceForm(origin, version: $0) }
    }
    self.hasNestedOnly = hasNestedOnly
  }

  static func bloodPressure(_ runs: [RecordRun], _ plan: Plan) -> Correlations {
    Correlations(
      "HKCorrelationTypeIdentifierBloodPressure", of: Series.pressures, hasNestedOnly: true, runs,
      plan)
  }

  static func food(_ runs: [RecordRun], _ plan: Plan) -> Correlations {
    Correlations(
      "HKCorrelationTypeIdentifierFood", of: Series.nutrients, hasNestedOnly: false, runs, plan)
  }

  /// Writes one correlation for each record of the members, and a few more where there are
  /// unlisted ones.
  func write(to document: inout ExportDocument) throws(HealthError) {
    guard let first = members.first else { return }
    for index in 0..<first.count {
      write(index, isAlsoTopLevel: true, to: &document)
      if hasNestedOnly, index % 16 == 0 { write(index, isAlsoTopLevel: false, to: &document) }
      try document.output.flushIfLarge()
    }
  }

  private func write(_ index: Int, isAlsoTopLevel: Bool, to document: inout ExportDocument) {
    guard let first = members.first else { return }
    let moment = first.moment(index, isAlsoTopLevel: isAlsoTopLevel)
    var random = Random(
      seed: plan.seed, stream: first.series.stream &+ 2, index: index)
    document.begin(.correlation)
    document.attribute("type", type)
    document.append(first.form(index, of: forms), pointer: random.next(), at: moment)
    document.endOpening()
    first.writeDetail(index, at: moment, to: &document)
    for member in members {
      member.writeNested(index, isAlsoTopLevel: isAlsoTopLevel, to: &document)
    }
    document.close(.correlation)
  }
}

/// What people eat.
enum Food {
  static func name(_ random: inout Random) -> StaticString {
    names[random.below(names.count)]
  }

  static func meal(_ random: inout Random) -> String {
    meals[random.below(meals.count)]
  }

  /// Ready for XML.
  private static let names: [StaticString] = [
    "Porridge", "Crème brûlée", "Fish &amp; Chips", "Linsensuppe", "Pizza &quot;Quattro&quot;",
    "おにぎり", "Salad", "Bread, butter",
  ]
  private static let meals = ["Breakfast", "Lunch", "Dinner", "Snacks"]
}
