import HealthModel

/// Makes samples of elements: the rare kinds, and whatever the fast path for records does not take.
struct SampleBuilder {
  typealias Problem = ElementFields.Problem

  /// The problem of the last element.
  var problems: [Problem] = []
  let pool: Pool

  /// The descriptors made so far, shared with the builders of samples inside samples.
  final class Pool {
    var descriptors: [DescriptorKey: SampleDescriptor] = [:]
    /// About how many bytes they take.
    var weight = 0
  }

  init() { pool = Pool() }

  private init(_ pool: Pool) { self.pool = pool }

  struct DescriptorKey: Hashable {
    let type: SampleType
    let unit: String?
    let source: Source?
    let device: Device?
    /// All of it byte by byte: strings are equal that are written differently.
    private let letters: [UInt8]

    init(type: SampleType, unit: String? = nil, source: Source? = nil, device: Device? = nil) {
      self.type = type
      self.unit = unit
      self.source = source
      self.device = device
      letters =
        Array(type.identifier.utf8) + Array((unit ?? "").utf8) + Array((source?.name ?? "").utf8)
        + Array((source?.version ?? "").utf8) + Array((device?.text(address: nil) ?? "").utf8)
    }
  }

  /// Makes a sample of an element; an unknown element, or one without a required attribute, is preserved as an element.
  mutating func sample(of element: Element) -> Sample {
    problems = []
    return decoded(element) ?? .unknown(element)
  }

  private mutating func decoded(_ element: Element) -> Sample? {
    switch element.name {
    case AppleHealthVocabulary.record: record(element)
    case AppleHealthVocabulary.correlation: correlation(element)
    case AppleHealthVocabulary.workout:
      structured(element, Sample.WorkoutFields()) { fields in
        fields.take("workoutActivityType").map { .workout(WorkoutActivityType($0)) }
      }.map { .workout($0) }
    case AppleHealthVocabulary.audiogram:
      structured(element, Sample.AudiogramFields()) { fields in
        fields.take("type").map { .other($0) }
      }.map { .audiogram($0) }
    case AppleHealthVocabulary.activitySummary:
      structured(element, Sample.ActivitySummaryFields(), datedBy: "dateComponents", "a day") { _ in
        .other(AppleHealthVocabulary.activitySummaryType)
      }.map { .activitySummary($0) }
    case AppleHealthVocabulary.visionPrescription:
      structured(element, Sample.VisionPrescriptionFields(), datedBy: "dateIssued", "a date") {
        $0.take("type").map { .other($0) }
      }.map { .visionPrescription($0) }
    case AppleHealthVocabulary.clinicalRecord:
      structured(element, Sample.ClinicalRecordFields(), datedBy: "receivedDate", "a date") {
        $0.take("type").map { .clinicalRecord($0) }
      }.map { .clinicalRecord($0) }
    default: nil
    }
  }

  // MARK: Records

  private mutating func record(_ element: Element) -> Sample? {
    var fields = makeFields(element)
    guard let type = fields.take("type") else { return fail(withoutTypeOf: element) }
    let value = fields.take("value")
    let isQuantity = Self.isQuantity(type, value: value)
    guard
      var header = header(
        element, &fields,
        type: isQuantity ? .quantity(QuantityType(type)) : .category(CategoryType(type)),
        unit: fields.take("unit"))
    else { return nil }
    var beats: [QuantitySample.Beat] = []
    if isQuantity { takeBeats(&fields, &beats) }
    header.extras = fields.extras()
    problems += fields.problems
    guard isQuantity else {
      return .category(CategorySample(header: header, value: value.map { CategoryValue($0) }))
    }
    guard let value else {
      return fail("missing-value", "a quantity has no value; preserved as an unknown element")
    }
    guard let number = Number(value) else {
      return fail(
        "malformed-number",
        "the value of a quantity is not a number; preserved as an unknown element")
    }
    return .quantity(QuantitySample(header: header, number: number, beats: beats))
  }

  /// Whether records of a type are quantities; by their value, where the name does not tell.
  static func isQuantity(_ type: String, value: String?) -> Bool {
    if type.hasPrefix("HKQuantityTypeIdentifier") { return true }
    if type.hasPrefix("HKCategoryTypeIdentifier") { return false }
    return value.flatMap { Number($0) } != nil
  }

  private func takeBeats(_ fields: inout ElementFields, _ beats: inout [QuantitySample.Beat]) {
    fields.takeChildren(AppleHealthVocabulary.beatList) { list in
      guard beats.isEmpty, let found = [QuantitySample.Beat](list) else { return false }
      beats = found
      return true
    }
  }

  // MARK: Kinds with the dates of a sample

  private mutating func correlation(_ element: Element) -> Sample? {
    var fields = makeFields(element)
    guard let type = fields.take("type") else { return fail(withoutTypeOf: element) }
    guard
      var header = header(
        element, &fields, type: .correlation(CorrelationType(type)), unit: fields.take("unit"))
    else { return nil }
    var members: [NestedSample] = []
    fields.samples("members", element: AppleHealthVocabulary.record, &members)
    header.extras = fields.extras()
    problems += fields.problems
    return .correlation(Correlation(header: header, members: members))
  }

  private mutating func structured<Fields>(
    _ element: Element, _ empty: Fields, type: (inout ElementFields) -> SampleType?
  ) -> StructuredSample<Fields>? {
    var fields = makeFields(element)
    guard let type = type(&fields) else { return fail(withoutTypeOf: element) }
    guard var header = header(element, &fields, type: type, unit: fields.take("unit")) else {
      return nil
    }
    var structure = empty
    structure.visit(&fields)
    header.extras = fields.extras()
    problems += fields.problems
    return StructuredSample(header: header, fields: structure)
  }

  // MARK: Kinds whose dates follow from another field

  private mutating func structured<Fields: Sample.Fields>(
    _ element: Element, _ empty: Fields, datedBy field: String, _ expected: String,
    type: (inout ElementFields) -> SampleType?
  ) -> StructuredSample<Fields>? {
    var fields = makeFields(element)
    guard let type = type(&fields) else { return fail(withoutTypeOf: element) }
    var metadata = Metadata()
    fields.metadata(&metadata)
    var structure = empty
    structure.visit(&fields)
    guard let header = header(type: type, date: structure.impliedDate, metadata, &fields) else {
      return fail(
        "malformed-date", "\(field) is not \(expected); preserved as an unknown element")
    }
    return StructuredSample(header: header, fields: structure)
  }

  private mutating func fail<Result>(withoutTypeOf element: Element) -> Result? {
    fail("missing-attribute", "\(element.name) has no type; preserved as an unknown element")
  }

  mutating func fail<Result>(_ rule: String, _ message: String) -> Result? {
    problems.append(Problem(rule: rule, severity: .error, message: message))
    return nil
  }

  private func makeFields(_ element: Element) -> ElementFields {
    ElementFields(element) { [pool] nested in
      var builder = SampleBuilder(pool)
      return (builder.sample(of: nested), builder.problems)
    }
  }
}

/// Makes the header of a sample from the attributes of its element.
extension SampleBuilder {
  /// The most bytes of descriptors that are kept, some ten thousand of usual length.
  private static let poolLimit = 1 << 22

  /// The header of a kind that has dates and a source of its own.
  mutating func header(
    _ element: Element, _ fields: inout ElementFields, type: SampleType, unit: String?
  ) -> SampleHeader? {
    let (source, device) = origin(&fields)
    var (start, end, created) = (Timestamp?.none, Timestamp?.none, Timestamp?.none)
    fields.date("creationDate", &created)
    fields.date("startDate", &start)
    fields.date("endDate", &end)
    guard let start, let end else {
      problems += fields.problems.map(\.asUnknownElement)
      let missing = ["startDate", "endDate"].filter { element[attribute: $0] == nil }
      if missing.isEmpty { return nil }
      return fail(
        "missing-attribute",
        "\(element.name) has no \(missing.joined(separator: " and no ")); preserved as an unknown element"
      )
    }
    var metadata = Metadata()
    if element[attribute: "source"] != nil, element[attribute: "sourceName"] == nil {
      metadata.entries = fields.takeAttributesAsMetadata(
        except: AppleHealthVocabulary.attributesOfFirstGeneration.union([
          "duration", "durationUnit", "totalDistance", "totalDistanceUnit", "totalEnergyBurned",
          "totalEnergyBurnedUnit",
        ]))
    }
    fields.metadata(&metadata)
    return SampleHeader(
      descriptor: descriptor(
        DescriptorKey(type: type, unit: unit, source: source, device: device?.device)),
      start: start, end: end, created: created, deviceAddress: device?.address,
      metadata: metadata)
  }

  /// The header of a kind whose dates follow from another field. Of the header an export contains only the source, and
  /// that only for clinical records; this program writes the rest under the names used for other kinds.
  mutating func header(
    type: SampleType, date: Timestamp?, _ metadata: Metadata, _ fields: inout ElementFields
  ) -> SampleHeader? {
    guard let (start, end) = fields.takeDates(unless: date) ?? date.map({ ($0, $0) }) else {
      return nil
    }
    let (source, device) = origin(&fields)
    let unit = fields.take("unit")
    var created: Timestamp?
    fields.date("creationDate", &created)
    let extras = fields.extras()
    problems += fields.problems
    return SampleHeader(
      descriptor: descriptor(
        DescriptorKey(type: type, unit: unit, source: source, device: device?.device)),
      start: start, end: end, created: created, deviceAddress: device?.address,
      metadata: metadata, extras: extras)
  }

  private func origin(
    _ fields: inout ElementFields
  ) -> (source: Source?, device: (device: Device, address: UInt64?)?) {
    let name = fields.take("sourceName", or: "source")
    let version = name == nil ? nil : fields.take("sourceVersion")
    let device = fields.take("device").map { Device.parse($0) }
    return (name.map { Source(name: $0, version: version) }, device)
  }

  private func descriptor(_ key: DescriptorKey) -> SampleDescriptor {
    if let known = pool.descriptors[key] { return known }
    let made = SampleDescriptor(
      type: key.type, unitText: key.unit, source: key.source, device: key.device)
    if made.isHeavy { return made }
    // Its key has the same texts.
    pool.weight += 2 * made.weight
    if pool.weight > Self.poolLimit {
      pool.descriptors.removeAll()
      pool.weight = 2 * made.weight
    }
    pool.descriptors[key] = made
    return made
  }
}
