import HealthBytes
import HealthModel
import HealthUnits

/// Makes samples of observations.
struct FHIRDecoder {
  let codes = FHIRCodes.shared
  private let descriptors = Descriptors()
  /// The zone of dates that have no offset.
  private let zone: Zone?

  init(zone: Zone?) { self.zone = zone }

  /// The descriptors met, so that samples share them.
  private final class Descriptors {
    private var members: Set<SampleDescriptor> = []
    private static let most = 4_096

    func shared(_ made: SampleDescriptor) -> SampleDescriptor {
      if made.isHeavy { return made }
      if members.count >= Self.most { members = [] }
      return members.insert(made).memberAfterInsert
    }
  }

  /// The last name of a unit with its code: most samples have those of the one before.
  private final class LastUnit {
    var name = ""
    var code = ""
    var isContradiction = false
  }

  private let lastUnit = LastUnit()

  /// Whether the name of a unit contradicts its code.
  func contradicts(_ name: String, _ code: String) -> Bool {
    if lastUnit.name != name || lastUnit.code != code {
      (lastUnit.name, lastUnit.code) = (name, code)
      lastUnit.isContradiction = codes.contradicts(name, code)
    }
    return lastUnit.isContradiction
  }

  // MARK: Datasets

  /// The facts that a patient states.
  func dataset(_ patient: JSONValue) -> DatasetInfo {
    var info = DatasetInfo()
    for item in patient["extension"]?.items ?? [] {
      guard let name = item["url"]?.text(after: FHIRVocabulary.own),
        let value = item["valueString"]?.string
      else { continue }
      switch name {
      case "exportDate": info.exportDate = Timestamp(value)
      case "locale": info.locale = value
      case "exportVersion": info.exportVersion = value
      case DatasetInfo.deidentifiedAttribute: info.deidentified = value
      case let name where name.hasPrefix("characteristic/"):
        let type = FHIRFragments.unescaped(name.dropFirst(15))
        info.characteristics.append(
          DatasetInfo.Characteristic(type: CharacteristicType(type), value: value))
      default: break
      }
    }
    if info != DatasetInfo() { return info }
    if let date = patient["birthDate"]?.string {
      info.characteristics.append(.init(type: .dateOfBirth, value: date))
    }
    let sexes = ["female": "Female", "male": "Male", "other": "Other"]
    if let gender = patient["gender"]?.string, let sex = sexes[gender] {
      info.characteristics.append(.init(type: .biologicalSex, value: "HKBiologicalSex\(sex)"))
    }
    return info
  }

  // MARK: Observations

  /// What extensions state about the origin and the metadata of a sample.
  struct Origin {
    var source: Source?
    var device: Device?
    var metadata = Metadata()
    var own: [String: JSONValue] = [:]
  }

  /// The sample of an observation, and its UUID if it has one; `nil` if there is no type for it.
  ///
  /// - Parameter address: The address of the observation in a bundle.
  func sample(
    _ resource: JSONValue, at address: String? = nil
  ) -> (sample: Sample, uuid: SampleUUID?)? {
    let codings = resource["code"]?["coding"]?.items ?? []
    let loinc = Self.loinc(codings)
    guard let (start, end) = period(resource, isOfDay: FHIRCodes.isOfDay(loinc)) else { return nil }
    var origin = origin(resource["extension"]?.items ?? [])
    if origin.device == nil { origin.device = Self.namedDevice(resource) }
    let id = resource["id"]?.string
    let uuid = id.flatMap { SampleUUID($0) }
    if uuid == nil, let id, origin.metadata[.externalUUID] == nil {
      origin.metadata.entries.append(MetadataEntry(key: .externalUUID, value: id))
    }
    stateVersion(of: resource, id, at: address, &origin.metadata)
    let created = resource["issued"]?.string.flatMap { Timestamp(fhir: $0) }
    origin.metadata.state(comparator: comparator(resource))
    origin.metadata.state(.specimen, FHIRCodes.specimen(loinc))
    if let status = resource["status"]?.string, status != "final" {
      origin.metadata.state(.status, status)
    }
    func header(_ type: SampleType, _ unit: String? = nil) -> SampleHeader {
      SampleHeader(
        descriptor: descriptor(type, unit, origin.source, origin.device), start: start, end: end,
        created: created, metadata: origin.metadata)
    }
    let apple = Self.code(codings, FHIRVocabulary.apple)
    let sample: Sample?
    if apple == FHIRVocabulary.workout || apple == nil && loinc.contains("73985-4") {
      let activity = Self.activity(resource["valueCodeableConcept"], isApple: apple != nil)
      origin.metadata.state(.exercise, activity?.unknown)
      sample = activity.map { workout($0.type, resource, header) }
    } else if apple == FHIRVocabulary.electrocardiogram {
      sample = electrocardiogram(resource, header)
    } else if apple == FHIRVocabulary.stateOfMind {
      let types = codings.filter { $0["system"]?.isText(FHIRVocabulary.apple) == true }
      let type = types.last?["code"]?.string ?? FHIRVocabulary.stateOfMind
      sample = stateOfMind(resource, type, header)
    } else if apple == FHIRVocabulary.audiogram {
      sample = audiogram(resource, FHIRVocabulary.audiogram, header)
    } else if let type = correlationType(apple, loinc, resource) {
      let header = header(.correlation(CorrelationType(type)))
      let members = (resource["component"]?.items ?? []).compactMap { member($0, header) }
      // A panel without a value is no measurement.
      if apple == nil, members.isEmpty { return nil }
      sample = .correlation(Correlation(header: header, members: members))
    } else {
      sample = value(resource, apple, loinc, header)
    }
    return sample.map { ($0, uuid) }
  }

  static func code(_ codings: [JSONValue], _ system: String) -> String? {
    codings.first { $0["system"]?.isText(system) == true }?["code"]?.string
  }

  /// The codes of LOINC among others.
  static func loinc(_ codings: [JSONValue]) -> [String] {
    codings.compactMap {
      $0["system"]?.isText(FHIRVocabulary.loinc) == true ? $0["code"]?.string : nil
    }
  }

  private func correlationType(
    _ apple: String?, _ loinc: [String], _ resource: JSONValue
  ) -> String? {
    if let apple {
      let isCorrelation =
        apple.hasPrefix("HKCorrelationType")
        || resource["component"] != nil && resource["valueQuantity"] == nil
          && !apple.hasPrefix("HKCategoryType") && !apple.hasPrefix("HKQuantityType")
      return isCorrelation ? apple : nil
    }
    return loinc.lazy.compactMap { FHIRCodes.panels[$0] }.first?.identifier
  }

  /// A quantity or a category.
  func value(
    _ resource: JSONValue, _ apple: String?, _ loinc: [String],
    _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample? {
    if let quantity = FHIRCodes.quantity(resource, loinc, isApple: apple != nil) {
      if apple?.hasPrefix("HKCategoryType") == true { return nil }
      guard let type = apple ?? type(loinc, quantity),
        let (number, unit) = self.quantity(
          quantity, type, isApple: apple != nil,
          isFraction: apple != nil && Self.hasFractions(resource))
      else { return nil }
      return .quantity(
        QuantitySample(header: header(.quantity(QuantityType(type)), unit), number: number))
    }
    guard let apple, !apple.hasPrefix("HKQuantityType") else { return nil }
    let type = CategoryType(apple)
    let value = Self.categoryValue(resource, of: type)
    if value == nil, Self.isValueUnknown(resource) { return nil }
    return .category(CategorySample(header: header(.category(type), nil), value: value))
  }

  /// Whether percentages of an observation are fractions: those of HealthKitOnFHIR, whose identifiers have an id and no system.
  static func hasFractions(_ resource: JSONValue) -> Bool {
    guard let identifier = resource["identifier"]?.items.first else { return false }
    return identifier["id"] != nil && identifier["system"] == nil
  }

  /// The type of a code of LOINC whose unit fits.
  private func type(_ loinc: [String], _ quantity: FHIRQuantity) -> String? {
    // The profile of vital signs requires the code of any heart rate next to that of a certain one.
    let isAny = { (code: String) in code == "8867-4" }
    for code in loinc.filter({ !isAny($0) }) + loinc.filter(isAny) {
      for type in codes.types[code] ?? [] {
        guard
          let unit = unit(of: quantity, type, isApple: false),
          let parsed = try? HealthUnit(unit, of: QuantityType(type)),
          QuantityType(type).isCompatible(with: parsed)
        else { continue }
        return type
      }
    }
    return nil
  }

  /// HealthKit's unit of a quantity. Those of other programs than this one may have a usual name of a unit.
  private func unit(of quantity: FHIRQuantity, _ type: String, isApple: Bool) -> String? {
    let text = quantity.unit
    if let code = quantity.code {
      return codes.unit(code, text, type) ?? FHIRCodes.usualUnits[code]
        ?? text.flatMap { FHIRCodes.usualUnits[$0] }
    }
    guard let text else { return nil }
    // This format writes a unit without a code as its name.
    if isApple, codes.codes[text] != nil { return text }
    return FHIRCodes.usualUnits[text] ?? codes.unit(text, nil, type)
      ?? codes.unit(nil, text, type)
  }

  /// A number and HealthKit's unit. Percentages become fractions.
  ///
  /// - Parameters:
  ///   - isApple: Whether the type is stated by Apple's name.
  ///   - isFraction: Whether a value of up to 1 in percent is a fraction already.
  func quantity(
    _ quantity: FHIRQuantity, _ type: String, isApple: Bool = true, isFraction: Bool = false
  ) -> (Number, String?)? {
    guard let number = quantity.value.flatMap({ Number($0) }) else { return nil }
    let code = quantity.code.map(FHIRCodes.withoutAnnotations)
    let magnitude = number.doubleValue.magnitude
    // A fraction, as exports have it, unless the unit's name contradicts.
    let isNumber = code == "1" && QuantityType(type).canonicalUnit == "%"
    if isNumber, quantity.unit != "%" || magnitude <= 1 { return (number, "%") }
    if isFraction, code == "%", magnitude <= 1 { return (number, "%") }
    let unit = unit(of: quantity, type, isApple: isApple)
    // Without a code, HealthKit's unit is also that of a fraction.
    let isPercent =
      code == "%" || isNumber || code != "1" && unit == "%" && (!isApple || magnitude > 1)
    guard isPercent else { return (number, unit ?? quantity.code ?? quantity.unit) }
    let (digits, exponent) = number.normalized
    guard let power = Int16(exactly: exponent - 2) else { return nil }
    let fraction = Number(digits: digits, exponent: digits == 0 ? 0 : power)
    // Zeros before the point are digits, as of a number that was read.
    guard let plain = Number(fraction.description) else { return nil }
    return (plain.spelling == nil ? plain : fraction, "%")
  }

  private func member(_ component: JSONValue, _ parent: SampleHeader) -> NestedSample? {
    // What it means cannot be known.
    if component["modifierExtension"] != nil { return nil }
    var origin = origin(component["extension"]?.items ?? [])
    origin.metadata.state(comparator: comparator(component))
    let isOwn = origin.own["own-origin"] != nil
    let shared = parent.descriptor
    let source = isOwn ? origin.source : shared.hasSource ? shared.source : nil
    let device = isOwn ? origin.device : shared.device
    var (start, end, created) = (parent.start, parent.end, parent.created)
    if let text = origin.own["period"]?["valuePeriod"],
      let first = text["start"]?.string.flatMap({ Timestamp(fhir: $0) })
    {
      start = first
      end = text["end"]?.string.flatMap { Timestamp(fhir: $0) } ?? first
    }
    if let issued = origin.own["issued"] {
      created = issued["valueDateTime"]?.string.flatMap { Timestamp(fhir: $0) }
    }
    let codings = component["code"]?["coding"]?.items ?? []
    let apple = Self.code(codings, FHIRVocabulary.apple)
    let sample = value(component, apple, Self.loinc(codings)) { type, unit in
      SampleHeader(
        descriptor: SampleDescriptor(type: type, unitText: unit, source: source, device: device),
        start: start, end: end, created: created, metadata: origin.metadata,
        ordinal: origin.own["ordinal"]?["valueDecimal"]?.numberText.flatMap { UInt32($0) } ?? 0,
        uuid: origin.own["uuid"]?["valueString"]?.string.flatMap { SampleUUID($0) })
    }
    return sample.map {
      NestedSample(
        sample: $0,
        membership: origin.own["also-top-level"] != nil ? .alsoTopLevel : .nestedOnly)
    }
  }

  private func descriptor(
    _ type: SampleType, _ unit: String?, _ source: Source?, _ device: Device?
  ) -> SampleDescriptor {
    descriptors.shared(
      SampleDescriptor(type: type, unitText: unit, source: source, device: device))
  }

  /// Whether a date of an observation cannot be read without a zone: one without an offset, as every date without a time.
  func needsZone(_ resource: JSONValue) -> Bool {
    guard zone == nil else { return false }
    let period = resource["effectivePeriod"]
    let texts = [resource["effectiveDateTime"], period?["start"], period?["end"]]
    return texts.contains { text in
      guard let text = text?.string, Timestamp(fhir: text) == nil else { return false }
      return Self.clock(text) != nil
    }
  }

  /// Whether an observation has a sample if its dates have a zone.
  func hasSample(_ resource: JSONValue) -> Bool {
    FHIRDecoder(zone: try? Zone("UTC")).sample(resource) != nil
  }

  /// What a clock showed at a date without an offset, as if it were UTC; midnight for a date without a time.
  private static func clock(_ text: String) -> Timestamp? {
    Timestamp(fhir: text + "Z") ?? Timestamp(fhir: text + "T00:00:00Z")
  }

  /// - Parameter isEnd: Whether a date without a time is the end of its day, as FHIR defines that of a period.
  func date(_ text: String, isEnd: Bool = false) -> Timestamp? {
    if let date = Timestamp(fhir: text) { return date }
    guard let (reading, nanoseconds) = localTime(text, isEnd: isEnd) else { return nil }
    return Timestamp(
      validating: reading.instant, nanoseconds: nanoseconds,
      offsetMinutes: Int64(reading.offset) / 60)
  }

  /// The instant of a date without an offset.
  private func localTime(_ text: String, isEnd: Bool) -> (reading: Zone.Reading, Int32)? {
    guard let zone, let clock = Self.clock(text) else { return nil }
    let isDay = text.utf8.count == 10
    let seconds = clock.secondsSince1970 + (isEnd && isDay ? 86_400 : 0)
    return (zone.reading(atClock: seconds), clock.nanoseconds)
  }

  /// Whether a date of an observation is a local time that occurs twice or never because of a clock change.
  func hasUncertainTime(_ resource: JSONValue) -> Bool {
    guard zone != nil else { return false }
    func isUncertain(_ text: JSONValue?, isEnd: Bool = false) -> Bool {
      guard let text = text?.string, Timestamp(fhir: text) == nil else { return false }
      return localTime(text, isEnd: isEnd)?.reading.isUncertain == true
    }
    if let text = resource["effectiveDateTime"] ?? resource["effectiveInstant"] {
      let codings = resource["code"]?["coding"]?.items ?? []
      return isUncertain(text)
        || isUncertain(text, isEnd: FHIRCodes.isOfDay(Self.loinc(codings)))
    }
    let period = resource["effectivePeriod"]
    return isUncertain(period?["start"]) || isUncertain(period?["end"], isEnd: true)
  }

  /// - Parameter isOfDay: Whether the value is that of a whole day, which a date without a time names.
  func period(_ resource: JSONValue, isOfDay: Bool = false) -> (Timestamp, Timestamp)? {
    if let text = (resource["effectiveDateTime"] ?? resource["effectiveInstant"])?.string {
      guard let start = date(text), let end = date(text, isEnd: isOfDay) else { return nil }
      return (start, end)
    }
    guard let period = resource["effectivePeriod"] else { return nil }
    let start = period["start"]?.string.flatMap { date($0) }
    let end = period["end"]?.string.flatMap { date($0, isEnd: true) }
    guard let first = start ?? end else { return nil }
    return (first, end ?? first)
  }
}

extension Timestamp {
  /// A date of FHIR with a time; of a date without one, which has no offset, nothing is read.
  init?(fhir text: String) {
    var text = text.hasSuffix("Z") ? text.dropLast() + "+00:00" : text
    // Some programs leave out the seconds.
    if text.utf8.count == 22, text.count == 22 {
      text.insert(contentsOf: ":00", at: text.index(text.startIndex, offsetBy: 16))
    }
    self.init(parsing: text.utf8Span.span, form: .iso8601)
  }
}
