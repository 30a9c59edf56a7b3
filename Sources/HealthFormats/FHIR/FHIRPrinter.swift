import HealthBytes
import HealthModel

/// Prints samples as resources of FHIR.
struct FHIRPrinter: SamplePrinter, ~Copyable {
  var buffer = ByteBuffer(capacity: 1 << 17)
  var losses = LossCounts<FHIRLoss>()
  /// Of entries of a bundle, where they end in the buffer.
  var entryEnds: [Int] = []
  /// The devices that were referred to.
  private(set) var devices: Set<Device> = []
  /// The size of the devices.
  private(set) var deviceBytes = 0
  /// The descriptor whose device was referred to last.
  private var lastDescriptor: SampleDescriptor?
  let subject: String
  let layout: FHIRLayout
  private var dates = DatePrinter(isQuoted: true)
  var cache = DescriptorSlots<FHIRFragments>()
  /// The codings of values of the catalog.
  var codings: [EnumerationValue: [UInt8]] = [:]
  let codes = FHIRCodes.shared

  init(subject: String, layout: FHIRLayout) {
    self.subject = subject
    self.layout = layout
  }

  /// Prints a sample, or counts that it is lost.
  mutating func append(_ sample: Sample) {
    guard let header = sample.header, header.start.isKnown, header.end.isKnown,
      !header.descriptor.type.identifier.isEmpty
    else {
      return losses.add(.samples)
    }
    switch sample {
    case .quantity, .category, .correlation, .workout, .electrocardiogram, .audiogram,
      .stateOfMind:
      break
    default: return losses.add(.samples)
    }
    let uuid = sample.uuid
    open("Observation", uuid)
    let index = cache.number(of: header.descriptor, kind: sample.kind) { [codes, subject, layout] in
      FHIRFragments(header.descriptor, sample.kind, subject: subject, layout: layout, codes)
    }
    if Self.hasProfile(sample) { buffer.append(cache[index].profile) }
    extensions(of: header, at: index)
    buffer.append(",\"identifier\":[{\"system\":\"urn:ietf:rfc:3986\",\"value\":\"urn:uuid:")
    append(uuid)
    buffer.append("\"}")
    // Members of an observation are metadata under keys that HealthKit does not have.
    let hasWords = header.metadata.entries.contains { $0.key.valueType == nil }
    if hasWords { append(identifiersOf: header.metadata) }
    buffer.append("]")
    if hasWords, let status = header.metadata[.status], Self.statuses.contains(status) {
      buffer.append(",\"status\":")
      buffer.append(json: status)
    } else {
      buffer.append(",\"status\":\"final\"")
    }
    if hasWords {
      let specimen = header.metadata[.specimen] ?? ""
      let code = cache[index].specimenCodes[specimen] ?? cache[index].code
      append(code: code, header.metadata)
    } else {
      buffer.append(cache[index].code)
    }
    append(period: header)
    if let created = header.created {
      buffer.append(",\"issued\":")
      append(created)
    }
    if hasWords { append(wordsOf: header.metadata) }
    switch sample {
    case .quantity(let sample):
      if !sample.beats.isEmpty { losses.add(.beats) }
      value(sample, at: index)
    case .category(let sample): value(sample)
    case .correlation(let sample): components(of: sample)
    case .workout(let sample): components(of: sample)
    case .electrocardiogram(let sample): components(of: sample)
    case .audiogram(let sample): components(of: sample)
    case .stateOfMind(let sample): components(of: sample)
    default: break
    }
    buffer.append(cache[index].device)
    if header.descriptor !== lastDescriptor {
      lastDescriptor = header.descriptor
      if let device = header.descriptor.device { insert(device) }
    }
    close("Observation", uuid)
  }

  /// Whether a sample has what the profile of its type requires: a blood pressure both values in millimeters of mercury.
  private static func hasProfile(_ sample: Sample) -> Bool {
    guard case .correlation(let sample) = sample, sample.type == .bloodPressure else { return true }
    let types: [QuantityType] = [.bloodPressureSystolic, .bloodPressureDiastolic]
    return types.allSatisfy { type in
      sample.members.contains { member in
        if case .quantity(let quantity) = member.sample {
          quantity.type == type && quantity.header.descriptor.unitText == "mmHg"
        } else {
          false
        }
      }
    }
  }

  mutating func insert(_ device: Device) {
    if devices.insert(device).inserted {
      deviceBytes += device.weight + MemoryLayout<Device>.size
    }
  }

  mutating func removeDevices() {
    devices = []
    lastDescriptor = nil
  }

  // MARK: Resources

  /// Begins a resource; in a bundle, an entry.
  mutating func open(_ type: StaticString, _ uuid: SampleUUID) {
    if layout != .ndjson {
      buffer.append(",\n{\"fullUrl\":\"urn:uuid:")
      append(uuid)
      buffer.append("\",\"resource\":")
    }
    buffer.append("{\"resourceType\":\"")
    buffer.append(type)
    buffer.append("\",\"id\":\"")
    append(uuid)
    buffer.append("\"")
  }

  mutating func close(_ type: StaticString, _ uuid: SampleUUID) {
    buffer.append("}")
    switch layout {
    case .ndjson: buffer.append("\n")
    case .bundle: buffer.append("}")
    case .transaction:
      buffer.append(",\"request\":{\"method\":\"PUT\",\"url\":\"")
      buffer.append(type)
      buffer.append("/")
      append(uuid)
      buffer.append("\"}}")
    }
    if layout != .ndjson { entryEnds.append(buffer.count) }
  }

  mutating func append(_ uuid: SampleUUID) { buffer.append(uuid) }

  // MARK: Dates

  mutating func append(_ date: Timestamp) {
    var date = date
    if date.spelling != nil { losses.add(.textForms) }
    if date.offsetMinutes.magnitude > 840 {
      losses.add(.dates)
      date = Timestamp(secondsSince1970: date.secondsSince1970, nanoseconds: date.nanoseconds)
    }
    dates.append(date, to: &buffer)
  }

  mutating func append(period header: SampleHeader) {
    let (start, end) = (header.start, header.end)
    if start.isSame(as: end) || end < start {
      if end < start { losses.add(.dates) }
      if end.spelling != nil { losses.add(.textForms) }
      buffer.append(",\"effectiveDateTime\":")
      append(start)
    } else {
      buffer.append(",\"effectivePeriod\":{\"start\":")
      append(start)
      buffer.append(",\"end\":")
      append(end)
      buffer.append("}")
    }
  }

  // MARK: Values

  /// Prints the value of a sample whose descriptor has fragments.
  private mutating func value(_ sample: QuantitySample, at index: Int) {
    open(sample.number, sample.header)
    buffer.append(cache[index].unit)
    close(sample.header.descriptor.unitText)
  }

  mutating func value(ofMember sample: QuantitySample) {
    let descriptor = sample.header.descriptor
    open(sample.number, sample.header)
    buffer.append(FHIRFragments.unit(descriptor.unitText, descriptor.type.identifier, codes))
    close(descriptor.unitText)
  }

  private static let comparators: Set<String> = ["<", "<=", ">=", ">"]

  /// What the value is a bound of: as FHIR stated it, or as HealthKit does.
  private static func comparator(_ metadata: Metadata) -> String? {
    if let comparator = metadata[.comparator] { return comparator }
    if metadata[.quantityClampedToLowerBound] == "1" { return "<=" }
    return metadata[.quantityClampedToUpperBound] == "1" ? ">=" : nil
  }

  private mutating func open(_ number: Number, _ header: SampleHeader) {
    buffer.append(",\"valueQuantity\":{\"value\":")
    append(number, isPercent: header.descriptor.unitText == "%")
    if !header.metadata.isEmpty, let comparator = Self.comparator(header.metadata),
      Self.comparators.contains(comparator)
    {
      buffer.append(",\"comparator\":")
      buffer.append(json: comparator)
    }
  }

  private mutating func close(_ unit: String?) {
    if unit?.isEmpty == true { losses.add(.emptyTexts) }
    buffer.append("}")
  }

  /// Prints a quantity with the UCUM code of its unit.
  mutating func quantity(_ number: Number, _ unit: String?, _ type: String) {
    buffer.append(",\"valueQuantity\":{\"value\":")
    append(number, isPercent: unit == "%")
    buffer.append(FHIRFragments.unit(unit, type, codes))
    close(unit)
  }

  /// Prints a number. Fractions are written as percentages.
  mutating func append(_ number: Number, isPercent: Bool) {
    guard isPercent else {
      if !number.isSpelledAsJSON { losses.add(.textForms) }
      return buffer.append(json: number)
    }
    if number.spelling != nil { losses.add(.textForms) }
    let (digits, exponent) = number.normalized
    // Zeros at the end are not read again.
    if number.spelling == nil,
      Number(digits: digits, exponent: Int16(truncatingIfNeeded: exponent)).description
        != number.description
    {
      losses.add(.textForms)
    }
    let power = digits == 0 ? 0 : Int16(truncatingIfNeeded: exponent &+ 2)
    buffer.append(json: Number(digits: digits, exponent: power))
  }

  mutating func value(_ sample: CategorySample) {
    guard let value = sample.value else {
      return buffer.append(
        ",\"dataAbsentReason\":{\"coding\":[{\"system\":\"http://terminology.hl7.org/CodeSystem/data-absent-reason\",\"code\":\"not-applicable\",\"display\":\"Not Applicable\"}]}"
      )
    }
    let type = sample.type
    if let number = value.number, let enumeration = type.enumerations.first,
      let current = type.value(numbered: number)
    {
      if enumeration.name == FHIRVocabulary.noValue, current == value {
        buffer.append(",\"valueString\":")
        return buffer.append(json: type.identifier)
      }
      buffer.append(",\"valueCodeableConcept\":{\"coding\":[")
      append(coding: current, number, enumeration)
      buffer.append("]")
      // An older name of the value.
      if current != value {
        buffer.append(",\"text\":")
        buffer.append(json: value.name)
      }
      return buffer.append("}")
    }
    guard !value.name.isEmpty else {
      losses.add(.emptyTexts)
      return
    }
    buffer.append(",\"valueCodeableConcept\":{\"text\":")
    buffer.append(json: value.name)
    buffer.append("}")
  }
}
