public import HealthModel

/// Samples of every kind of which several share an identity, or did so before more was part of it: the clinical records
/// of one day, the meals of one instant, hearing tests of other thresholds.
public enum SameIdentities {
  /// All of them, each different from all others.
  public static var all: [Sample] { kinds + clinicalRecords + meals + audiograms }

  /// A sample in a variant of its own: of one identity with the others, and different.
  ///
  /// - Returns: The sample with the name as its time zone; an unknown element as it is.
  public static func variant(_ sample: Sample, _ variant: String) -> Sample {
    var sample = sample
    sample.updateHeader {
      $0.metadata.entries.append(MetadataEntry(key: .timeZone, value: variant))
    }
    return sample
  }

  private static var kinds: [Sample] {
    MarkedSamples.kinds.flatMap { sample in ["a", "b", "c"].map { variant(sample, $0) } }
  }

  private static var clinicalRecords: [Sample] {
    (0..<5).map { number in
      var fields = Sample.ClinicalRecordFields()
      fields.identifier = "\(number)"
      fields.fhirVersion = "4.0.1"
      fields.receivedDate = MarkedSamples.date("2024-06-02 08:00:00 +0200")
      fields.resourceFilePath = "/clinical-records/Condition-\(number).json"
      fields.resource = "{\"id\":\(number)}"
      let date = fields.receivedDate ?? MarkedSamples.date("")
      return .clinicalRecord(
        ClinicalRecord(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .clinicalRecord("Condition"), source: Source(name: "Clinic")), start: date,
            end: date), fields: fields))
    }
  }

  private static var meals: [Sample] {
    [("soup", 1), ("soup", 2), ("salad", 1), ("salad", 1)].enumerated().map { place, meal in
      var header = MarkedSamples.header(
        .correlation(CorrelationType("HKCorrelationTypeIdentifierFood")))
      header.metadata = Metadata([
        MetadataEntry(key: .foodType, value: meal.0),
        MetadataEntry(key: MetadataKey("number"), value: "\(place)"),
      ])
      let member = MarkedSamples.quantity("\(meal.1)")
      return .correlation(
        Correlation(
          header: header, members: [NestedSample(sample: member)]))
    }
  }

  private static var audiograms: [Sample] {
    [10, 15, 20].map { threshold in
      var point = SensitivityPoint()
      point.frequencyValue = Number(1_000)
      point.leftEarValue = Number(threshold)
      var fields = Sample.AudiogramFields()
      fields.sensitivityPoints = [point]
      return .audiogram(
        Audiogram(
          header: MarkedSamples.header(.other("HKDataTypeIdentifierAudiogram")), fields: fields))
    }
  }
}
