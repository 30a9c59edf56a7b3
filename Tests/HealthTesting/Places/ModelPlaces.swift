public import HealthModel

/// A sample for each place of the model that can hold something, with nothing but that place filled.
///
/// A loss is reported with the name of the field, and no other field of the sample can hide it.
public enum ModelPlaces {
  /// A place by its name, and the samples of a dataset that has something there.
  public struct Place: Sendable {
    /// The kind of the sample and the path of the place in it.
    public let name: String
    /// The sample; before it a copy of a member that is stored separately as well.
    public let samples: [Sample]
  }

  /// All places of samples.
  public static var samples: [Place] {
    var places: [Place] = []
    for (index, base) in bases.enumerated() {
      let kind = "\(base.kind) \(index)"
      places += headers.map { name, change in
        var sample = base
        sample.updateHeader { header in
          // A document has both dates or none.
          if name.hasPrefix("start") || name.hasPrefix("end"), !header.start.isKnown {
            (header.start, header.end) = (MarkedSamples.date(""), MarkedSamples.date(""))
          }
          change(&header)
        }
        return Place(name: "\(kind): header.\(name)", samples: [sample])
      }
      var target = 0
      while true {
        var filler = PlaceFiller(target)
        let sample = base.filled(by: &filler)
        guard let name = filler.filled else { break }
        places.append(Place(name: "\(kind): \(name)", samples: [sample]))
        target += 1
      }
    }
    return places + others
  }

  /// All facts about a dataset.
  public static var datasets: [(name: String, info: DatasetInfo)] {
    func info(_ change: (inout DatasetInfo) -> Void) -> DatasetInfo {
      var info = DatasetInfo()
      change(&info)
      return info
    }
    let sex = CharacteristicType("HKCharacteristicTypeIdentifierBiologicalSex")
    return [
      ("nothing", info { _ in }),
      ("exportDate", info { $0.exportDate = Timestamp("2024-06-30 21:15:00 +0200") }),
      ("exportDate spelled", info { $0.exportDate = Timestamp("20240630211500+0200") }),
      ("participant", info { $0.participant = "P1" }),
      ("locale", info { $0.locale = "en_FR" }), ("exportVersion", info { $0.exportVersion = "14" }),
      ("path", info { $0.path = "apple_health_export/export.xml" }),
      (
        "characteristics",
        info {
          $0.characteristics = [
            DatasetInfo.Characteristic(type: sex, value: "HKBiologicalSexFemale"),
            DatasetInfo.Characteristic(type: CharacteristicType("future"), value: "thing"),
          ]
        }
      ),
      ("attributes", info { $0.attributes = [.init(name: "future", value: "attribute")] }),
    ]
  }

  /// How many stored properties the types have whose places are listed here and not found by a visitor.
  public static var counts: [String: Int] {
    func count(_ value: Any) -> Int { Mirror(reflecting: value).children.count }
    let header = bases[0].header
    return [
      "header": header.map(count) ?? 0, "source": count(Source(name: "")),
      "device": count(Device()), "dataset": count(DatasetInfo()),
      "extras": count(Extras()), "element": count(Element(name: "")),
      "beat": count(QuantitySample.Beat(bpm: Number(1), time: "")),
      "member": count(NestedSample(sample: nested[0])),
      "metadataEntry": count(metadata.entries[0]),
    ]
  }

  // MARK: Values

  static let metadata = Metadata(
    [("HKTimeZone", "Europe/Paris"), ("b", "2"), ("HKTimeZone", ""), ("a", "1"), ("b", "2")].map {
      MetadataEntry(key: MetadataKey($0.0), value: $0.1)
    })

  static let extras: [(String, Extras)] = [
    ("attributes", Extras(attributes: [.init(name: "future", value: "attribute \"1\"")])),
    (
      "content",
      Extras(content: [
        .element(
          Element(
            name: "Future", attributes: [.init(name: "a", value: "1")],
            children: [.text("text"), .element(Element(name: "Leaf"))]))
      ])
    ), ("order of none", Extras(order: [.init(name: "Nothing", count: 2)])),
    ("renamed", Extras(renamed: [.init(field: "sourceName", writtenAs: "source")])),
  ]

  /// A sample of every kind to nest in others. None has the identity of one at top level.
  static var nested: [Sample] {
    bases.map { sample in
      var nested = sample
      nested.updateHeader { header in
        let descriptor = header.descriptor
        header.descriptor = SampleDescriptor(
          type: descriptor.type, unitText: descriptor.unitText, source: Source(name: "Nested"))
      }
      return nested
    }
  }

  // MARK: Samples

  private static func header(_ type: SampleType, unit: String? = nil) -> SampleHeader {
    SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: "Watch")),
      start: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
      end: MarkedSamples.date("2024-06-01 08:30:00 +0200"))
  }

  private static func structured<Fields>(
    _ type: String, _ change: (inout Fields) -> Void = { _ in }
  ) -> StructuredSample<Fields> {
    structured(.other(type), change)
  }

  private static func structured<Fields>(
    _ type: SampleType, _ change: (inout Fields) -> Void = { _ in }
  ) -> StructuredSample<Fields> {
    var fields = Fields()
    change(&fields)
    var header = header(type)
    if let date = fields.impliedDate {
      header = SampleHeader(
        descriptor: SampleDescriptor(type: type, source: nil), start: date, end: date)
    }
    return StructuredSample(header: header, fields: fields)
  }

  /// A sample of every kind with as little as the kind must have.
  static var bases: [Sample] {
    let date = Timestamp("2024-06-01 07:00:00 +0200")
    return [
      .quantity(quantity), .category(category(nil)), .correlation(correlation([])),
      .workout(structured(.workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")))),
      .activitySummary(
        structured("HKActivitySummaryTypeIdentifier") { $0.dateComponents = "2024-06-01" }),
      .audiogram(structured("HKDataTypeIdentifierAudiogram")),
      .visionPrescription(
        structured("HKVisionPrescriptionTypeIdentifier") { $0.dateIssued = date }),
      .clinicalRecord(structured(.clinicalRecord("Condition")) { $0.receivedDate = date }),
      .electrocardiogram(structured("HKElectrocardiogramType")),
      .heartbeatSeries(structured("HKDataTypeIdentifierHeartbeatSeries")),
      .stateOfMind(structured("HKDataTypeStateOfMind")),
      .scoredAssessment(structured("HKScoredAssessmentTypeIdentifierGAD7")),
      .medicationDose(structured("HKMedicationDoseEventTypeIdentifier")),
      .document(structured("Document") { $0.path = "/a.bin" }),
    ]
  }

  private static var quantity: QuantitySample {
    QuantitySample(
      header: header(
        .quantity(QuantityType("HKQuantityTypeIdentifierBodyMass")), unit: "kg"),
      number: Number(70))
  }

  private static func category(_ value: String?) -> CategorySample {
    CategorySample(
      header: header(.category(CategoryType("HKCategoryTypeIdentifierSleepAnalysis"))),
      value: value.map { CategoryValue($0) })
  }

  private static func correlation(_ members: [NestedSample]) -> Correlation {
    Correlation(
      header: header(.correlation(CorrelationType("HKCorrelationTypeIdentifierFood"))),
      members: members)
  }

  /// Places of the kinds that are no structure.
  private static var others: [Place] {
    func sample(_ value: String) -> Sample {
      .quantity(QuantitySample(header: quantity.header, number: Number(value) ?? Number(0)))
    }
    let beats = [
      QuantitySample.Beat(bpm: Number("61") ?? Number(0), time: "8:00:01.25 AM"),
      QuantitySample.Beat(bpm: Number("+062") ?? Number(0), time: ""),
    ]
    let food = QuantitySample(
      header: header(
        .quantity(QuantityType("HKQuantityTypeIdentifierDietarySugar")), unit: "g"),
      number: Number(3))
    let other = QuantitySample(header: food.header, number: Number(4))
    let members = nested.map { NestedSample(sample: $0) }
    let element = Element(name: "Future")
    let elements = [
      element, Element(name: "Future", attributes: [.init(name: "a", value: "1")]),
      Element(name: "Future", children: [.text("text")]),
      Element(name: "Future", children: [.element(element), .element(element)]),
    ]
    return ["7.50", "+07", "1e3", "-0"].map {
      Place(name: "quantity: value \($0)", samples: [sample($0)])
    } + [
      Place(
        name: "quantity: beats",
        samples: [
          .quantity(
            QuantitySample(
              header: header(
                .quantity(QuantityType("HKQuantityTypeIdentifierHeartRateVariabilitySDNN")),
                unit: "ms"), number: Number(42), beats: beats))
        ]),
      Place(
        name: "document: type",
        samples: [.document(structured("HKDocumentTypeIdentifierCDA") { $0.path = "/cda.xml" })]),
      Place(
        name: "activitySummary: type",
        samples: [.activitySummary(structured("future") { $0.dateComponents = "2024-06-01" })]),
      Place(
        name: "category: value", samples: [.category(category("HKCategoryValueNotApplicable"))]),
      Place(name: "category: any value", samples: [.category(category("future \"value\""))]),
      Place(
        name: "correlation: members.membership",
        samples: [
          .quantity(food),
          .correlation(correlation([.init(sample: .quantity(food), membership: .alsoTopLevel)])),
        ]),
      Place(
        name: "workout: samples.membership",
        samples: [
          .quantity(other),
          .workout(
            structured(.workout(WorkoutActivityType("HKWorkoutActivityTypeRunning"))) {
              $0.samples = [
                .init(sample: .quantity(other), membership: .alsoTopLevel),
                .init(sample: nested[0]),
              ]
            }),
        ]),
    ]
      + members.map {
        Place(
          name: "correlation: members.\($0.sample.kind)", samples: [.correlation(correlation([$0]))]
        )
      }
      + elements.enumerated().map {
        Place(name: "unknown: element \($0.offset)", samples: [.unknown($0.element)])
      }
  }

  private typealias HeaderChange = (inout SampleHeader) -> Void

  private static func described(
    unit: String? = nil, _ source: Source? = Source(name: "Watch"), device: Device? = nil
  ) -> HeaderChange {
    { header in
      let old = header.descriptor
      header.descriptor = SampleDescriptor(
        type: old.type, unitText: unit ?? old.unitText, source: source, device: device)
    }
  }

  /// The properties of a header. No visitor covers them: ``counts`` fails if a property is added.
  private static var headers: [(String, HeaderChange)] {
    let watch = Device.parse("<<HKDevice: 0x282a45810>, name:Apple Watch>")
    let raw = Device.parse("a device of another kind").device
    var changes: [(String, HeaderChange)] = [
      ("nothing", { _ in }),
      ("start and end", { ($0.start, $0.end) = ($0.start.secondBefore, $0.end.secondBefore) }),
      ("end", { $0.end = MarkedSamples.date("2024-06-02 08:30:00.25 +0000") }),
      ("start spelled", { $0.start = MarkedSamples.date("20240601080000+0200") }),
      ("end spelled", { $0.end = MarkedSamples.date("20240603080000+0200") }),
      ("created", { $0.created = Timestamp("2024-06-01 08:30:05 +0200") }),
      ("created spelled", { $0.created = Timestamp("20240601080000+0200") }),
      ("metadata", { $0.metadata = metadata }),
      ("unit", described(unit: "g")), ("no source", described(nil)),
      ("source with an empty name", described(Source(name: ""))),
      ("source.version", described(Source(name: "Watch", version: "10.5"))),
      ("source.productType", described(Source(name: "Watch", productType: "Watch7,2"))),
      (
        "source.operatingSystemVersion",
        described(Source(name: "Watch", operatingSystemVersion: "10.5.1"))
      ),
      ("device", described(device: Device())), ("device.raw", described(device: raw)),
      (
        "device with an address",
        {
          described(device: watch.device)(&$0)
          $0.deviceAddress = watch.address
        }
      ), ("address without a device", { $0.deviceAddress = 7 }),
      ("uuid", { $0.uuid = SampleUUID("7B1C2F7E-6B0D-4B61-9A53-0C7C8C5B8A11") }),
      (
        "uuid and extras",
        {
          $0.uuid = SampleUUID("FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")
          $0.extras = extras[0].1
        }
      ),
      (
        "extras.order",
        {
          $0.metadata = metadata
          $0.extras = Extras(
            content: [.element(Element(name: "Future"))],
            order: [
              .init(name: Extras.ChildRun.kept, count: 1), .init(name: "MetadataEntry", count: 5),
            ])
        }
      ),
    ]
    changes += Device.Field.allCases.map { field in
      var device = Device()
      device[field] = "text"
      return ("device.\(field.rawValue)", described(device: device))
    }
    return changes + extras.map { name, extras in ("extras.\(name)", { $0.extras = extras }) }
  }
}

extension Timestamp {
  /// The date a second before, on the same clock.
  fileprivate var secondBefore: Timestamp {
    Timestamp(secondsSince1970: secondsSince1970 - 1, offsetMinutes: offsetMinutes)
  }
}

extension Sample {
  /// The sample with its fields shown to a filler.
  fileprivate func filled(by filler: inout PlaceFiller) -> Sample {
    func filled<S: FieldSample>(_ sample: S) -> Sample {
      var fields = sample.fields
      fields.visit(&filler)
      var header = sample.header
      // Dates that follow from a field follow it.
      if sample.fields.impliedDate != nil, let date = fields.impliedDate {
        (header.start, header.end) = (date, date)
      }
      return S.Fields.sample(StructuredSample(header: header, fields: fields))
    }
    return structured.map { filled($0) } ?? self
  }
}
