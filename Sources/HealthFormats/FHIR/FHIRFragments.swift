import HealthBytes
import HealthModel

/// The texts that all observations of a descriptor share.
struct FHIRFragments {
  /// The profile that the observations claim, as a member; empty for most.
  let profile: [UInt8]
  /// The extensions for source and device, without brackets.
  let extensions: [UInt8]
  /// From the category to the subject.
  let code: [UInt8]
  /// The same of glucose, by what it was measured in; empty for other types.
  let specimenCodes: [String: [UInt8]]
  /// The reference to the device, as a member.
  let device: [UInt8]
  /// The unit of quantities with its code, as members.
  let unit: [UInt8]
  /// How many texts are empty, which FHIR does not allow.
  let emptyTexts: Int
  /// Whether the device has a text that its fields do not reproduce.
  let hasRawDevice: Bool

  init(
    _ descriptor: SampleDescriptor, _ kind: SampleKind, subject: String, layout: FHIRLayout,
    _ codes: FHIRCodes
  ) {
    let type = descriptor.type.identifier
    let row = codes.rows[type]
    var profile = ""
    if let row, !row.profile.isEmpty, let unit = descriptor.unitText,
      let code = codes.code(ofUnit: unit, type), row.profileUnits.contains(code)
    {
      profile = ",\"meta\":{\"profile\":[\"\(FHIRVocabulary.profiles)\(row.profile)\"]}"
    }
    let isPressure = type == CorrelationType.bloodPressure.identifier
    if isPressure {
      profile = ",\"meta\":{\"profile\":[\"\(FHIRVocabulary.profiles)us-core-blood-pressure\"]}"
    }
    self.profile = Array(profile.utf8)
    let origin = Self.origin(descriptor)
    extensions = origin.text
    emptyTexts = origin.emptyTexts
    hasRawDevice = origin.hasRawDevice
    var text = ""
    let category: String? =
      switch kind {
      case .workout: "activity"
      case .electrocardiogram: "procedure"
      case .audiogram: "exam"
      case .stateOfMind: "survey"
      case .correlation: isPressure ? "vital-signs" : nil
      default: row.flatMap { $0.category.isEmpty ? nil : $0.category }
      }
    if let category {
      text += ",\"category\":[{\"coding\":["
      text += Self.coding(FHIRVocabulary.categories, category, Self.titles[category] ?? category)
      text += "]}"
      if kind == .workout {
        text += ",{\"coding\":["
        text += Self.coding(FHIRVocabulary.activities, "PhysicalActivity", "Physical Activity")
        text += "]}"
      }
      text += "]"
    }
    text += ",\"code\":"
    let start = text
    if kind == .workout {
      text +=
        "{\"coding\":[" + Self.coding(FHIRVocabulary.loinc, "73985-4", "Exercise activity") + ","
        + Self.coding(FHIRVocabulary.apple, FHIRVocabulary.workout, "Workout") + "]}"
    } else if kind == .electrocardiogram {
      text +=
        "{\"coding\":["
        + Self.coding(FHIRVocabulary.apple, FHIRVocabulary.electrocardiogram, "Electrocardiogram")
        + "," + Self.coding(FHIRVocabulary.ieee, "131328", "MDC_ECG_ELEC_POTL") + "]}"
    } else if kind == .stateOfMind {
      text +=
        "{\"coding\":["
        + Self.coding(FHIRVocabulary.apple, FHIRVocabulary.stateOfMind, "State of Mind") + ","
        + Self.coding(FHIRVocabulary.apple, type, "") + "]}"
    } else {
      text += String(decoding: Self.concept(type, codes, descriptor.unitText), as: UTF8.self)
    }
    let person = ",\"subject\":{\"reference\":" + Self.json(subject) + "}"
    let specimens =
      type == QuantityType.bloodGlucose.identifier ? FHIRCodes.specimens.map(\.specimen) : []
    specimenCodes = Dictionary(
      uniqueKeysWithValues: specimens.map { specimen in
        let concept = Self.concept(type, codes, descriptor.unitText, specimen: specimen)
        return (specimen, Array(start.utf8) + concept + Array(person.utf8))
      })
    text += person
    if kind == .workout { text += ",\"valueCodeableConcept\":" + Self.activity(type) }
    code = Array(text.utf8)
    unit = Self.unit(descriptor.unitText, type, codes)
    // In a collection, a reference is the full URL of an entry. A transaction puts a device at its
    // path on the server, to which other transactions refer, too.
    let path = layout == .bundle ? "urn:uuid:" : "Device/"
    device = Array(
      (descriptor.device.map {
        ",\"device\":{\"reference\":\"\(path)\(Self.id(of: $0).description.lowercased())\"}"
      }
        ?? "")
        .utf8)
  }

  private static let titles = [
    "vital-signs": "Vital Signs", "activity": "Activity", "procedure": "Procedure",
    "survey": "Survey", "exam": "Exam",
  ]

  // MARK: Codes

  /// The members for a unit and its UCUM code.
  static func unit(_ unit: String?, _ type: String, _ codes: FHIRCodes) -> [UInt8] {
    guard let unit, !unit.isEmpty else { return [] }
    guard let code = codes.code(ofUnit: unit, type) else {
      return Array(",\"unit\":\(json(unit))".utf8)
    }
    return Array(
      ",\"unit\":\(json(codes.text(ofUnit: unit, code, type))),\"system\":\"\(FHIRVocabulary.ucum)\",\"code\":\(json(code))"
        .utf8)
  }

  static func coding(_ system: String, _ code: String, _ display: String) -> String {
    "{\"system\":\"\(system)\",\"code\":\(json(code))"
      + (display.isEmpty ? "}" : ",\"display\":\(json(display))}")
  }

  /// The code of a type: those of LOINC, then Apple's.
  ///
  /// - Parameters:
  ///   - unit: HealthKit's unit. Blood glucose has a code for its mass and one for its moles.
  ///   - specimen: What a glucose was measured in.
  static func concept(
    _ type: String, _ codes: FHIRCodes, _ unit: String?, specimen: String? = nil
  ) -> [UInt8] {
    let row = codes.rows[type]
    let isMoles =
      type == QuantityType.bloodGlucose.identifier
      && unit.flatMap { codes.codes[$0] }?.hasPrefix("mmol") == true
    let ofSpecimen = FHIRCodes.specimens.first { $0.specimen == specimen }?.codes
    let loinc =
      ofSpecimen.map { [$0[isMoles ? 1 : 0]] }
      ?? (isMoles ? [FHIRCodes.glucoseMoles] : row?.loinc ?? [])
    var codings = loinc.map { coding(FHIRVocabulary.loinc, $0.code, $0.display) }
    if type == CorrelationType.bloodPressure.identifier {
      codings.append(coding(FHIRVocabulary.loinc, "85354-9", "Blood pressure panel"))
    } else if type == CorrelationType.food.identifier {
      codings.append(coding(FHIRVocabulary.loinc, "80453-4", "Food intake panel"))
    }
    if type.isEmpty { return Array("{\"text\":\"unknown\"}".utf8) }
    codings.append(coding(FHIRVocabulary.apple, type, row?.display ?? title(type)))
    return Array("{\"coding\":[\(codings.joined(separator: ","))]}".utf8)
  }

  /// `Sleep Analysis` for `HKCategoryTypeIdentifierSleepAnalysis`.
  private static func title(_ type: String) -> String {
    let name = type.firstRange(of: "TypeIdentifier").map { String(type[$0.upperBound...]) } ?? ""
    return FHIRVocabulary.words(name).split(separator: " ").map { word in
      (word.first?.uppercased() ?? "") + word.dropFirst()
    }.joined(separator: " ")
  }

  private static let activityPrefix = "HKWorkoutActivityType"

  /// The activity of a workout, such as `running`.
  private static func activity(_ type: String) -> String {
    let name = type.dropFirst(activityPrefix.count)
    guard type.hasPrefix(activityPrefix), let first = name.first, first.isUppercase,
      first.isASCII, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return "{\"text\":\(json(type.isEmpty ? "unknown" : type))}" }
    return "{\"coding\":["
      + coding(FHIRVocabulary.apple, first.lowercased() + name.dropFirst(), "") + "]}"
  }

  /// The identifier of an activity.
  static func activityType(_ code: String) -> String {
    guard let first = code.first else { return code }
    return activityPrefix + first.uppercased() + code.dropFirst()
  }

  // MARK: Origin

  /// The extensions for source and device, and how many of their texts are empty.
  static func origin(
    _ descriptor: SampleDescriptor
  ) -> (text: [UInt8], emptyTexts: Int, hasRawDevice: Bool) {
    var empty = 0
    func part(_ url: String, _ value: String?) -> String? {
      guard let value else { return nil }
      guard !value.isEmpty else {
        empty += 1
        return nil
      }
      return "{\"url\":\"\(FHIRVocabulary.extensions)\(url)\",\"valueString\":\(json(value))}"
    }
    func whole(_ url: String, _ parts: [String?]) -> String? {
      let parts = parts.compactMap { $0 }
      guard !parts.isEmpty else { return nil }
      return
        "{\"url\":\"\(FHIRVocabulary.extensions)\(url)\",\"extension\":[\(parts.joined(separator: ","))]}"
    }
    var extensions: [String?] = []
    if let device = descriptor.device {
      let parts = Device.Field.allCases.map { part("sourceDevice/\($0.rawValue)", device[$0]) }
      extensions.append(whole("sourceDevice", parts))
      if extensions == [nil] { empty += 1 }
    }
    if descriptor.hasSource {
      let source = descriptor.source
      extensions.append(
        whole(
          "sourceRevision",
          [
            whole("sourceRevision/source", [part("sourceRevision/source/name", source.name)]),
            part("sourceRevision/version", source.version),
            part("sourceRevision/productType", source.productType),
            part("sourceRevision/OSVersion", source.operatingSystemVersion),
          ]))
      // An empty name is read again if the source has anything else.
      if source.name.isEmpty, extensions.last != .some(nil) { empty -= 1 }
    }
    return (
      Array(extensions.compactMap { $0 }.joined(separator: ",").utf8), empty,
      descriptor.device?.raw != nil
    )
  }

  /// The id of the resource of a device: a hash of its fields.
  static func id(of device: Device) -> SampleUUID {
    hash(Device.Field.allCases.flatMap { [$0.rawValue, device[$0] ?? ""] })
  }

  /// A UUID that some texts determine.
  static func hash(_ texts: [String]) -> SampleUUID {
    // FNV-1a, from two starts.
    var (high, low) = (0xcbf2_9ce4_8422_2325 as UInt64, 0x8422_2325_cbf2_9ce4 as UInt64)
    for text in texts {
      for byte in Array(text.utf8) + [0] {
        high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
        low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return SampleUUID(id: SampleID(high: high, low: low), ordinal: 0)
  }

  // MARK: Texts

  static func json(_ text: String) -> String { ByteBuffer.json(text) }

  /// A name as the end of a URL.
  static func escaped(_ name: String) -> String {
    if name.utf8.allSatisfy({ isPlain($0) }) { return name }
    var text = ""
    for byte in name.utf8 {
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The name in the end of a URL.
  static func unescaped(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      rest.removeFirst(2)
      bytes.append(value)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
