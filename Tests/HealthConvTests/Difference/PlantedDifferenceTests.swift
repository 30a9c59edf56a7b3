import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthConv

/// A comparison sees every change that can be made to a sample, and says which part was changed.
struct PlantedDifferenceTests {
  /// The parts in which two samples differ; `nil` where their digests say that they are the same.
  private static func parts(
    _ old: Sample, _ new: Sample, _ fidelity: Fidelity
  ) -> [String]? {
    let digester = SampleDigester(fidelity)
    let entries = [old, new].map {
      ComparisonEntry(digester.digest($0), type: 0, start: nil, value: "")
    }
    var names = PartNames()
    if entries[0].total == entries[1].total { return nil }
    return names.names(entries[0].changes(to: entries[1]), old.kind)
  }

  @Test(arguments: MarkedSamples.kinds.indices)
  func everyFieldIsSeen(_ index: Int) {
    let sample = MarkedSamples.kinds[index]
    var target = 0
    while true {
      var mutator = FieldMutator(target)
      let changed = sample.mutated(by: &mutator)
      #expect(mutator.incomplete == [])
      guard let part = mutator.changed else { break }
      let what: Comment = "\(sample.kind) \(part), change \(target)"
      #expect(Self.parts(sample, changed, .exact) == [part], what)
      #expect(Self.parts(sample, changed, .meaning) == (mutator.isMeaning ? [part] : nil), what)
      target += 1
    }
    // Enough to prove that something was tried.
    #expect([.quantity, .category, .correlation].contains(sample.kind) || target > 3)
  }

  private typealias HeaderChange = (
    part: String, isMeaning: Bool, change: (inout SampleHeader) -> Void
  )

  private static var headerChanges: [HeaderChange] {
    let attribute = Element.Attribute(name: "added", value: "1")
    let a = MetadataEntry(key: MetadataKey("a"), value: "1")
    let b = MetadataEntry(key: MetadataKey("b"), value: "2")
    return [
      ("end", true, { $0.end = $0.end.later }),
      ("end", false, { $0.end = $0.end.elsewhere }),
      ("start", false, { $0.start = $0.start.elsewhere }),
      ("start", true, { $0.start = $0.start.later }),
      ("created", false, { $0.created = $0.created?.later }),
      ("created", false, { $0.created = $0.created?.elsewhere }),
      ("created", false, { $0.created = nil }),
      ("deviceAddress", false, { $0.deviceAddress = 9 }),
      ("ordinal", false, { $0.ordinal = 1 }),
      ("metadata", true, { $0.metadata.entries.append(a) }),
      ("metadata", true, { $0.metadata.entries.append(b) }),
      ("metadata", true, { $0.metadata.entries.removeLast() }),
      ("metadata", true, { $0.metadata = Metadata() }),
      ("metadata", false, { $0.metadata.entries.reverse() }),
      (
        "metadata", true,
        { $0.metadata.entries = $0.metadata.entries.map { .init(key: $0.key, value: "x") } }
      ),
      ("extras", false, { $0.extras = Extras(attributes: [attribute]) }),
      ("extras", false, { $0.extras = Extras(attributes: [attribute, attribute]) }),
      ("extras", false, { $0.extras = Extras(content: [.text("a")]) }),
      ("extras", false, { $0.extras = Extras(content: [.element(Element(name: "a"))]) }),
      ("extras", false, { $0.extras = Extras(renamed: [.init(field: "a", writtenAs: "b")]) }),
    ]
  }

  @Test func everyPartOfAHeaderIsSeen() {
    let base = MarkedSamples.quantity("72") {
      $0.metadata = Metadata([
        MetadataEntry(key: MetadataKey("a"), value: "1"),
        MetadataEntry(key: MetadataKey("a"), value: "2"),
        MetadataEntry(key: MetadataKey("b"), value: "1"),
      ])
    }
    let changes = Self.headerChanges
    for sample in [base] + MarkedSamples.kinds.filter({ $0.header?.created != nil }) {
      var sample = sample
      sample.updateHeader {
        $0.metadata = base.header?.metadata ?? Metadata()
        let shared = $0.descriptor
        // Only a device has an address.
        $0.descriptor = SampleDescriptor(
          type: shared.type, unitText: shared.unitText, source: shared.source, device: Device())
      }
      for (index, change) in changes.enumerated() {
        var changed = sample
        changed.updateHeader(change.change)
        let what: Comment = "\(sample.kind) \(change.part), change \(index)"
        #expect(Self.parts(sample, changed, .exact) == [change.part], what)
        #expect(
          Self.parts(sample, changed, .meaning) == (change.isMeaning ? [change.part] : nil), what)
        let isContent = change.part != "deviceAddress" && change.part != "ordinal"
        #expect(
          Self.parts(sample, changed, .content) == (isContent ? [change.part] : nil), what)
      }
      // The order of children is a part of its own.
      var changed = sample
      changed.updateHeader { $0.extras = Extras(order: [.init(name: "a", count: 1)]) }
      #expect(Self.parts(sample, changed, .exact)?.contains("childOrder") == true)
    }
    #expect(base.header.map { Mirror(reflecting: $0).children.count } == 8)
  }

  @Test func everyPartOfADescriptorIsSeen() throws {
    func sample(_ source: Source?, _ device: Device?, unit: String? = "count/min") -> Sample {
      MarkedSamples.quantity("72") {
        $0.descriptor = SampleDescriptor(
          type: .quantity(.heartRate), unitText: unit, source: source, device: device)
      }
    }
    let source = Source(
      name: "a", version: "b", productType: "c", operatingSystemVersion: "d")
    var device = Device()
    let fields: [WritableKeyPath<Device, String?>] = [
      \.name, \.manufacturer, \.model, \.hardwareVersion, \.firmwareVersion, \.softwareVersion,
      \.localIdentifier, \.udiDeviceIdentifier, \.creationDate,
    ]
    for field in fields { device[keyPath: field] = "text" }
    let base = sample(source, device)
    func expect(_ part: String, _ isMeaning: Bool, _ changed: Sample) {
      #expect(Self.parts(base, changed, .exact) == [part])
      #expect(Self.parts(base, changed, .meaning) == (isMeaning ? [part] : nil))
    }
    for field in fields {
      var changed = device
      changed[keyPath: field] = "other"
      expect("device", field != \.creationDate, sample(source, changed))
      changed[keyPath: field] = nil
      expect("device", field != \.creationDate, sample(source, changed))
    }
    #expect(Mirror(reflecting: device).children.count == fields.count + 1)
    expect("device", true, sample(source, nil))
    let raw = Device.parse("<<HKDevice: 0x1>, future:field>").device
    #expect(Self.parts(sample(source, Device()), sample(source, raw), .meaning) == ["device"])
    for (version, product, system) in [("", "c", "d"), ("b", "x", "d"), ("b", "c", "x")] {
      let changed = Source(
        name: "a", version: version, productType: product, operatingSystemVersion: system)
      expect("sourceVersion", true, sample(changed, device))
    }
    expect(
      "source", true,
      sample(
        Source(name: "A", version: "b", productType: "c", operatingSystemVersion: "d"), device))
    #expect(Mirror(reflecting: source).children.count == 4)
    #expect(
      Self.parts(sample(nil, nil), sample(Source(name: ""), nil), .exact) == ["source"])
    expect("unit", true, sample(source, device, unit: "beats"))
  }

  @Test(arguments: [
    // Value and unit of a body mass, whether it means 72.5 kg.
    ("72.50", "kg", true), ("+72.5", "kg", true), ("72500", "g", true), ("72.51", "kg", false),
    ("72.5", "lb", false), ("725e-1", "kg", true),
  ])
  func valuesAreComparedInTheCanonicalUnit(_ value: String, _ unit: String, _ isSame: Bool) throws {
    func sample(_ value: String, _ unit: String) throws -> Sample {
      let number = try #require(Number(value))
      let type = SampleType.quantity(QuantityType("HKQuantityTypeIdentifierBodyMass"))
      let time = MarkedSamples.date("2024-06-01 08:00:00 +0200")
      return .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(type: type, unitText: unit, source: nil), start: time,
            end: time), number: number))
    }
    let (base, other) = (try sample("72.5", "kg"), try sample(value, unit))
    #expect((Self.parts(base, other, .meaning) == nil) == isSame)
    #expect(Self.parts(base, other, .exact) != nil)
  }

  @Test func membersAndBeatsAreSeen() throws {
    guard
      case .correlation(let base)? = MarkedSamples.kinds.first(where: { $0.kind == .correlation })
    else { throw CancellationError() }
    func expect(_ isMeaning: Bool, _ change: (inout [NestedSample]) -> Void) {
      var changed = base
      change(&changed.members)
      #expect(Self.parts(.correlation(base), .correlation(changed), .exact) == ["members"])
      #expect(
        Self.parts(.correlation(base), .correlation(changed), .meaning)
          == (isMeaning ? ["members"] : nil))
    }
    expect(true) { $0[0].membership = .alsoTopLevel }
    expect(true) { $0[0].sample = MarkedSamples.quantity("72") }
    expect(true) { $0.removeLast() }
    expect(true) { $0.append($0[0]) }
    expect(false) { $0.reverse() }
    expect(false) { $0[0].sample.updateHeader { $0.ordinal = 1 } }
    expect(false) { $0[0].sample.updateHeader { $0.created = nil } }
    let series = try #require(
      MarkedSamples.numbers.first {
        if case .quantity(let s) = $0 { !s.beats.isEmpty } else { false }
      })
    guard case .quantity(let sample) = series else { return }
    for beats in [
      [], [sample.beats[0]], sample.beats.reversed(),
      [sample.beats[0], QuantitySample.Beat(bpm: sample.beats[1].bpm, time: "other")],
      [sample.beats[0], QuantitySample.Beat(bpm: Number(1), time: sample.beats[1].time)],
    ] {
      let changed = Sample.quantity(
        QuantitySample(header: sample.header, number: sample.number, beats: beats))
      #expect(Self.parts(series, changed, .meaning) == ["beats"])
    }
  }

  @Test func everythingMarkedDiffersFromEverythingElse() {
    // Texts of other scalars, spellings, orders: alike for no two samples, each alike with itself.
    let digester = SampleDigester(.exact)
    let totals = MarkedSamples.all.map { digester.total($0) }
    let letters = MarkedSamples.all.enumerated().filter { index, sample in
      MarkedSamples.all[..<index].contains(sample)
    }
    #expect(Set(totals).count == totals.count - letters.count)
    #expect(totals == MarkedSamples.all.map { digester.total($0) })
  }

  @Test func whatDatasetsSayOfThemselvesIsSeen() {
    let base = MarkedSamples.dataset
    let changes:
      [(name: String, isSeen: Bool, isExpected: Bool, change: (inout DatasetInfo) -> Void)] = [
        ("exportDate", true, true, { $0.exportDate = $0.exportDate?.later }),
        ("exportDate", false, true, { $0.exportDate = $0.exportDate?.elsewhere }),
        ("exportDate", true, true, { $0.exportDate = nil }),
        ("exportVersion", true, true, { $0.exportVersion = nil }),
        ("locale", true, false, { $0.locale = "de_DE" }),
        ("path", false, false, { $0.path = "export.xml" }),
        ("attributes", false, false, { $0.attributes[0].value += "\u{301}" }),
        ("characteristics", false, false, { $0.characteristics.reverse() }),
        (
          "HKCharacteristicTypeIdentifierDateOfBirth", true, false,
          { $0.characteristics.removeFirst() }
        ),
        (
          "HKCharacteristicTypeIdentifierDateOfBirth", true, false,
          { $0.characteristics.append($0.characteristics[0]) }
        ),
        (
          "HKCharacteristicTypeIdentifierDateOfBirth", true, false,
          {
            $0.characteristics[0] = DatasetInfo.Characteristic(
              type: $0.characteristics[0].type, value: "1980-01-06")
          }
        ),
      ]
    for change in changes {
      var changed = base
      change.change(&changed)
      #expect(base.differences(from: changed, .exact).first?.name == change.name)
      #expect(base.differences(from: changed, .exact).allSatisfy { !$0.isExpected })
      let meaning = base.differences(from: changed, .meaning)
      #expect(meaning.map(\.name) == (change.isSeen ? [change.name] : []))
      #expect(meaning.allSatisfy { $0.isExpected == change.isExpected })
    }
    #expect(base.differences(from: base, .exact) == [])
    // `hasUnlistedParticipants` is of a reading that has not ended.
    #expect(Mirror(reflecting: base).children.count == 9)
  }

  @Test func factsAboutParticipantsAreSeen() {
    let study = DatasetInfo.study
    for (names, change): ([String], (inout DatasetInfo) -> Void) in [
      (["participant P1"], { $0.participants.removeFirst() }),
      (["participant P1", "participant P3"], { $0.participants[0].participant = "P3" }),
      (["locale of P2"], { $0.participants[1].locale = "de_DE" }),
      ([], { $0.participants.reverse() }),
    ] {
      var changed = study
      change(&changed)
      for fidelity in [Fidelity.meaning, .exact] {
        #expect(study.differences(from: changed, fidelity).map(\.name) == names)
      }
    }
    var one = DatasetInfo()
    one.participant = "P1"
    #expect(DatasetInfo().differences(from: one, .meaning).map(\.name) == ["participant"])
  }
}

extension Timestamp {
  /// The same instant on another clock.
  fileprivate var elsewhere: Timestamp {
    Timestamp(
      secondsSince1970: secondsSince1970, nanoseconds: nanoseconds,
      offsetMinutes: offsetMinutes + 15)
  }
}

extension DatasetInfo {
  /// Of two participants.
  fileprivate static var study: DatasetInfo {
    var study = DatasetInfo()
    study.participants = ["P1", "P2"].map { id in
      var facts = DatasetInfo()
      facts.locale = "en_US"
      return facts.with(participant: id)
    }
    return study
  }
}
