import HealthModel
import HealthUnits

/// The tables of `Schemas/fhir`.
struct FHIRCodes: Sendable {
  /// What is written of a type of quantity.
  struct Row: Sendable {
    let type: String
    let display: String
    let loinc: [(code: String, display: String)]
    let category: String
    /// The unit's text that HealthKitOnFHIR writes.
    let unitText: String
    /// The UCUM code that this text belongs to.
    let unitCode: String
    /// The UCUM code where HealthKit's unit is `count`; empty for other types.
    let countCode: String
    let profile: String
    let profileUnits: [String]
  }

  static let shared = FHIRCodes()

  let rows: [String: Row]
  /// The types of a code of LOINC.
  let types: [String: [String]]
  /// The UCUM codes of HealthKit's units.
  let codes: [String: String]
  /// HealthKit's unit of a UCUM code.
  let units: [String: String]

  private init() {
    var rows: [String: Row] = [:]
    var types: [String: [String]] = [:]
    for cells in TabSeparated.rows(PackageResources.quantities_tsv, count: 9) {
      let loinc = cells[2].split(separator: ";").map { text in
        let parts = text.split(separator: "|", maxSplits: 1).map(String.init)
        return (code: parts[0], display: parts.count > 1 ? parts[1] : "")
      }
      rows[cells[0]] = Row(
        type: cells[0], display: cells[1], loinc: loinc, category: cells[3], unitText: cells[4],
        unitCode: cells[5], countCode: cells[6], profile: cells[7],
        profileUnits: cells[8].split(separator: " ").map(String.init))
      for code in loinc { types[code.code, default: []].append(cells[0]) }
    }
    for cells in TabSeparated.rows(PackageResources.read_tsv, count: 2) {
      types[cells[0], default: []].append(cells[1])
    }
    var codes: [String: String] = [:]
    var units: [String: String] = [:]
    for cells in TabSeparated.rows(PackageResources.units_tsv, count: 2) {
      codes[cells[0]] = cells[1]
      if units[cells[1]] == nil { units[cells[1]] = cells[0] }
    }
    (self.rows, self.types, self.codes, self.units) = (rows, types, codes, units)
  }

  /// The code of blood glucose in moles; the one in the table is of its mass.
  static let glucoseMoles = (
    code: "14743-9", display: "Glucose [Moles/volume] in Capillary blood by Glucometer"
  )

  // MARK: Units

  /// HealthKit's units of texts that programs write instead of a code of UCUM, and of codes of HealthKitOnFHIR that are none.
  static let usualUnits = [
    "bpm": "count/min", "BPM": "count/min", "beats/min": "count/min", "beats/minute": "count/min",
    "1/min": "count/min", "breaths/min": "count/min", "breaths/minute": "count/min",
    "mmHg": "mmHg", "mm Hg": "mmHg", "mg/dl": "mg/dL", "mmol/l": "mmol<180.1558800000541>/L",
    "lb": "lb", "lbs": "lb", "KG": "kg", "Kg": "kg", "inches": "in", "in": "in", "C": "degC",
    "°C": "degC", "F": "degF", "°F": "degF", "percent": "%", "dB(SPL)": "dBASPL",
    "dB(HL)": "dBHL", "kcal/hr/kg": "kcal/hr·kg", "effort": "appleEffortScore",
    "br/min": "count/min", "kg/m^2": "count", "kg/m²": "count",
  ]

  /// The UCUM code of a unit of a type; `nil` if the tables have none.
  func code(ofUnit unit: String, _ type: String) -> String? {
    if unit == "count", let row = rows[type], !row.countCode.isEmpty { return row.countCode }
    return codes[unit]
  }

  /// HealthKit's unit of a quantity that was read.
  ///
  /// - Parameters:
  ///   - code: The UCUM code; `nil` if the quantity has none.
  ///   - text: The unit as a person reads it.
  ///   - type: The type of the sample.
  func unit(_ code: String?, _ text: String?, _ type: String) -> String? {
    guard let code else {
      guard let text, let row = rows[type], row.unitCode.isEmpty, row.unitText == text,
        !row.countCode.isEmpty
      else { return text }
      return "count"
    }
    if let text, self.code(ofUnit: text, type) == code {
      // The name for people has no molar mass.
      if text == code, let exact = exactUnit(code, type), exact.contains("<") { return exact }
      return text
    }
    return unit(code, type)
  }

  /// Whether the name of a unit for people is that of another unit than its code states. Names that are not those of units
  /// known to the tables, such as `steps`, contradict nothing.
  func contradicts(_ name: String, _ code: String) -> Bool {
    guard name != code, let named = meaning(of: name),
      let stated = meaning(of: code) ?? meaning(of: Self.withoutAnnotations(code)),
      named != stated
    else { return false }
    // Percentages are coded as numbers, too.
    if Set([named, stated]) == ["%", "count"] { return false }
    guard let a = try? HealthUnit(named), let b = try? HealthUnit(stated) else { return false }
    // Temperatures differ also where 0 is.
    guard let (low, high) = try? (a.convert(0, to: b), a.convert(1, to: b)) else { return true }
    return low.magnitude > 1e-9 || (high - 1).magnitude > 1e-9
  }

  /// HealthKit's unit of a name or a code.
  private func meaning(of text: String) -> String? {
    let unit = Self.usualUnits[text] ?? text
    return units[codes[unit] ?? text]
  }

  /// Whether a code of LOINC is one that is written of a type.
  func writes(_ loinc: String, _ type: String) -> Bool {
    if rows[type]?.loinc.contains(where: { $0.code == loinc }) == true { return true }
    switch loinc {
    case "73985-4": return true
    case "85354-9": return type == CorrelationType.bloodPressure.identifier
    case "80453-4": return type == CorrelationType.food.identifier
    default:
      return type == QuantityType.bloodGlucose.identifier
        && (loinc == Self.glucoseMoles.code || Self.specimen([loinc]) != nil)
    }
  }

  /// HealthKit's unit of a UCUM code, preferably one that exports have for the type.
  private func unit(_ code: String, _ type: String) -> String? {
    if code == rows[type]?.countCode { return "count" }
    if let unit = exactUnit(code, type) { return unit }
    let plain = Self.withoutAnnotations(code)
    return plain == code ? nil : exactUnit(plain, type)
  }

  private func exactUnit(_ code: String, _ type: String) -> String? {
    let type = QuantityType(type)
    for unit in [type.canonicalUnit].compactMap({ $0 }) + type.otherUnits
    where codes[unit] == code {
      return unit
    }
    return units[code]
  }

  /// A code of UCUM without its annotations in braces, which have no meaning: `/min` for `{beats}/min`, `1` for `{steps}`.
  static func withoutAnnotations(_ code: String) -> String {
    guard code.contains("{") else { return code }
    var text = ""
    var isAnnotation = false
    for character in code {
      if character == "{" {
        isAnnotation = true
      } else if character == "}" {
        isAnnotation = false
      } else if !isAnnotation {
        text.append(character)
      }
    }
    return text.isEmpty ? "1" : text
  }

  /// The text of a unit that is written with its code: that of HealthKitOnFHIR if the unit is found without it.
  func text(ofUnit unit: String, _ code: String, _ type: String) -> String {
    guard self.unit(code, type) == unit else { return unit }
    if let row = rows[type], row.unitCode == code || row.countCode == code,
      !row.unitText.isEmpty, codes[row.unitText] == nil
    {
      return row.unitText
    }
    // Without the molar mass, which only HealthKit states.
    return unit.contains("<") ? code : unit
  }
}

/// The names of FHIR that are written and read.
enum FHIRVocabulary {
  static let apple = "http://developer.apple.com/documentation/healthkit"
  static let appleValues = "https://developer.apple.com/documentation/healthkit/"
  static let loinc = "http://loinc.org"
  static let ucum = "http://unitsofmeasure.org"
  static let ieee = "urn:oid:2.16.840.1.113883.6.24"
  static let categories = "http://terminology.hl7.org/CodeSystem/observation-category"
  static let activities =
    "http://hl7.org/fhir/us/physical-activity/CodeSystem/pa-temporary-codes"
  static let statistics = "http://terminology.hl7.org/CodeSystem/observation-statistics"
  static let profiles = "http://hl7.org/fhir/us/core/StructureDefinition/"
  /// The extensions of HealthKitOnFHIR.
  static let extensions = "https://bdh.stanford.edu/fhir/defs/"
  /// The extensions that HealthKitOnFHIR does not have.
  static let own = "urn:healthconv:fhir:"
  static let workout = "HKWorkoutTypeIdentifier"
  static let electrocardiogram = "HKElectrocardiogram"
  static let electrocardiogramType = "HKDataTypeIdentifierElectrocardiogram"
  static let stateOfMind = "HKStateOfMind"
  static let audiogram = "HKDataTypeIdentifierAudiogram"
  static let noValue = "HKCategoryValue"

  /// A name in words, such as `asleep core` for `AsleepCore`.
  static func words(_ name: String) -> String {
    var words = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let isStart =
        index > 0 && letter.isUppercase
        && (!letters[index - 1].isUppercase
          || index + 1 < letters.count && letters[index + 1].isLowercase)
      if isStart { words += " " }
      words.append(letter)
    }
    return words.split(separator: " ").map { word in
      word.count > 1 && word.allSatisfy(\.isUppercase) ? String(word) : word.lowercased()
    }.joined(separator: " ")
  }
}
