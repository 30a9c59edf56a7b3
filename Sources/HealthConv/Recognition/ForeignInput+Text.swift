import HealthFormats
import HealthXML

/// Files of text that are recognized by how they begin.
extension ForeignInput {
  /// Detects the format of a file by its text.
  static func text(_ bytes: [UInt8], _ path: String) -> ForeignInput? {
    if let encoding = Input.Preview.wideEncoding(of: bytes) {
      // Tables are read in these encodings.
      let found = table(Input.Preview.text(bytes), path)
      let name = path.lowercased()
      if found != nil || name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return found }
      return ForeignInput(
        name: "text in the encoding \(encoding), expected UTF-8",
        advice: "Save it as UTF-8, or convert it with 'iconv -f \(encoding) -t UTF-8'.",
        code: .malformed)
    }
    let start = bytes.byteOrderMarkLength
    guard let first = bytes[start...].first(where: { ![9, 10, 13, 32].contains($0) }) else {
      return nil
    }
    switch first {
    case UInt8(ascii: "<"): return markup(bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return json(bytes, first)
    default: return table(bytes, path)
    }
  }

  // MARK: Markup

  /// Elements that stand under the root of an export.
  private static let topElements: Set = [
    "ExportDate", "Me", "Record", "Correlation", "Workout", "ActivitySummary", "ClinicalRecord",
    "Audiogram", "VisionPrescription",
  ]

  private static func markup(_ bytes: [UInt8]) -> ForeignInput? {
    let beginning = String(decoding: bytes.prefix(64), as: UTF8.self).lowercased()
    if beginning.contains("<!doctype html") { return page }
    guard let root = rootName(bytes) else { return nil }
    switch root {
    case "ClinicalDocument": return part("a clinical document (CDA), such as export_cda.xml,")
    case "kml":
      return ForeignInput(
        name: "a KML file, which is written, but not read", advice: "Export the track as GPX.")
    case "html", "HTML": return page
    case "plist":
      return ForeignInput(name: "a property list, which is not supported", advice: giveData)
    case let name where topElements.contains(name):
      return ForeignInput(
        name: "a fragment of a Health export: '\(name)' without the root element 'HealthData'",
        advice: "", code: .malformed, remedy: .readAsFragment)
    default:
      guard bytes.firstRange(of: Array("\"http://hl7.org/fhir\"".utf8)) != nil else { return nil }
      return ForeignInput(
        name: "a FHIR resource as XML, which is not supported", advice: "Export it as JSON.")
    }
  }

  private static let page = ForeignInput(
    name: "a web page, which is not supported",
    advice: "Download the file itself; the page may explain why the download failed.")

  /// The name of the first element.
  private static func rootName(_ bytes: [UInt8]) -> String? {
    var options = XMLTokenizer.Options()
    options.repairs = true
    var tokenizer = XMLTokenizer(options)
    while let token = try? tokenizer.next(in: bytes.span, isFinal: false) {
      switch token {
      case .startElement, .emptyElement: return tokenizer.stringOfName(in: bytes.span)
      case .needsMoreInput, .endOfDocument: return nil
      default: continue
      }
    }
    return nil
  }

  // MARK: JSON

  private static func json(_ bytes: [UInt8], _ first: UInt8) -> ForeignInput? {
    func has(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
    if has("\"resourceType\"") { return part("a clinical record (FHIR JSON)") }
    if has("\"dateTime\""), has("\"value\"") {
      return ForeignInput(
        name: "the JSON of a Fitbit export, which is read by the name that it has there",
        advice:
          "Name the archive or the folder of Google Takeout, or give the file its name in it, "
          + "such as steps-2026-01-01.json. "
          + "Files whose values have no type of sample, such as calories-2024-01-01.json, are not read."
      )
    }
    for known in knownJSON where known.markers.allSatisfy({ has("\"\($0)\"") }) {
      return known.input
    }
    guard has("\"kind\"") else {
      return ForeignInput(
        name: "JSON of another program, for which there is no built-in map", advice: mapAdvice,
        remedy: .useMap(names: [], needsZone: false))
    }
    if first == UInt8(ascii: "[") {
      return ForeignInput(
        name: "a JSON array, expected JSON Lines, one object per line",
        advice: "Write one object per line, for example with 'jq -c .[]'.", code: .malformed)
    }
    guard isOpenAtLineEnd(bytes) else { return nil }
    return ForeignInput(
      name:
        "JSON with objects on several lines, expected JSON Lines, one object per line",
      advice: "Write one object per line, for example with 'jq -c .'.", code: .malformed)
  }

  private static let mapAdvice = "Write a map with the path to its items ('items')."

  /// JSON of other programs by the names of its members.
  private static let knownJSON: [(markers: [String], input: ForeignInput)] =
    [["FeatureCollection", "features"], ["Feature", "geometry"]].map {
      (
        markers: $0,
        input: ForeignInput(
          name: "GeoJSON, which is written, but not read", advice: "Export the track as GPX.")
      )
    }
    + [
      (["effective_time_frame"], "Open mHealth"), (["Data Source", "Data Points"], "Google Fit"),
      (["fitValue"], "Google Fit"),
    ].map { markers, program in
      (
        markers,
        ForeignInput(
          name: "the JSON of \(program), for which there is no built-in map", advice: mapAdvice,
          remedy: .useMap(names: [], needsZone: false))
      )
    }

  /// Whether the first line that is not blank ends within an object.
  private static func isOpenAtLineEnd(_ bytes: [UInt8]) -> Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in bytes {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isText
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isText ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isText ? 0 : 1
      case 10 where depth > 0: return true
      default: break
      }
      if depth == 0, byte == UInt8(ascii: "}") { return false }
    }
    return false
  }

  // MARK: Tables

  private static func table(_ bytes: [UInt8], _ path: String) -> ForeignInput? {
    if Format.isElectrocardiogram(bytes) { return part("an electrocardiogram") }
    guard let candidate = CSVMap.likely(for: bytes, path) else { return nil }
    return ForeignInput(
      name: "a table of \(candidate.program) ('\(candidate.table)'), which is read with a map",
      advice: "", isCertain: false, code: .malformed,
      remedy: .useMap(names: candidate.names, needsZone: candidate.needsZone))
  }
}
