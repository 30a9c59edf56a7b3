import HealthModel

/// Writes the document type declaration. It is derived from the lists of fields, so that it declares every
/// element and attribute that has a field.
///
/// Unlike Apple's declaration, to which exports do not conform, it allows everything that has a field, in
/// any order, and requires no attribute.
struct DocumentTypeWriter: ElementVisitor {
  /// The declaration, with the line feed after it.
  ///
  /// - Parameter version: The version of the export that the samples come from; a malformed or unknown version is not
  ///   written.
  static func text(version: String?) -> String {
    var lines = declarations
    if let version, isVersion(version) {
      lines.insert("<!-- HealthKit Export Version: \(version) -->", at: 1)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let declarations: [String] = {
    var writer = DocumentTypeWriter()
    writer.writeDocument()
    return writer.lines
  }()

  /// Whether a text is a version: digits and points.
  static func isVersion(_ text: String) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
  }

  private var lines: [String] = []
  /// The attributes and children of the element being declared.
  private var attributes: [String] = []
  private var children: [String] = []
  /// The elements nested in others, which are declared after them.
  private var pending: [(inout DocumentTypeWriter) -> Void] = []
  private var names: Set<String> = []

  private mutating func writeDocument() {
    typealias Names = AppleHealthVocabulary
    let kinds = SampleKind.allCases.filter { $0 != .category }.compactMap { Names.element(of: $0) }
    lines = [
      "<!DOCTYPE HealthData [",
      "<!ELEMENT HealthData (ExportDate?,Me?,(\(kinds.joined(separator: "|")))*)>",
    ]
    declareAttributes(of: Names.root, ["locale"])
    declare(Names.exportDate, attributes: ["value"])
    declare(Names.me, attributes: CharacteristicType.all.map(\.identifier))
    declare(
      Names.record, attributes: ["type", "unit", "value"] + Self.origin,
      children: [Names.metadataEntry, Names.beatList])
    declare(
      Names.correlation, attributes: ["type"] + Self.origin,
      children: [Names.metadataEntry, Names.record])
    declare(.workout, Sample.WorkoutFields())
    declare(.activitySummary, Sample.ActivitySummaryFields())
    declare(.clinicalRecord, Sample.ClinicalRecordFields())
    declare(.audiogram, Sample.AudiogramFields())
    declare(.visionPrescription, Sample.VisionPrescriptionFields())
    declare(Names.metadataEntry, attributes: ["key", "value"])
    declare(Names.beatList, children: [Names.beat])
    declare(Names.beat, attributes: ["bpm", "time"])
    while !pending.isEmpty { pending.removeFirst()(&self) }
    lines.append("]>")
  }

  private static let origin = [
    "sourceName", "sourceVersion", "device", "creationDate", "startDate", "endDate",
  ]

  // MARK: Declarations

  private mutating func declare<Fields: Sample.FieldList>(_ kind: SampleKind, _ fields: Fields) {
    guard let name = AppleHealthVocabulary.element(of: kind) else { return }
    attributes = AppleHealthVocabulary.typeAttribute(of: kind).map { [$0] } ?? []
    if kind == .clinicalRecord { attributes.append("sourceName") }
    children = kind == .activitySummary ? [] : [AppleHealthVocabulary.metadataEntry]
    var fields = fields
    fields.visit(&self)
    declare(
      name, attributes: attributes + (kind.hasOwnDates ? Self.origin : []), children: children)
  }

  private mutating func declare(
    _ name: String, attributes: [String] = [], children: [String] = []
  ) {
    let content = children.isEmpty ? "EMPTY" : "(\(children.joined(separator: "|")))*"
    lines.append("<!ELEMENT \(name) \(content)>")
    declareAttributes(of: name, attributes)
  }

  private mutating func declareAttributes(of name: String, _ attributes: [String]) {
    guard !attributes.isEmpty else { return }
    lines.append("<!ATTLIST \(name)")
    lines += attributes.map { "  \($0) CDATA #IMPLIED" }
    lines.append(">")
  }

  // MARK: Fields

  mutating func number(_ name: String, _ value: inout Number?) { attributes.append(name) }

  mutating func date(_ name: String, _ value: inout Timestamp?) { attributes.append(name) }

  mutating func text(_ name: String, _ value: inout String?) { attributes.append(name) }

  mutating func metadata(_ value: inout Metadata) {
    children.append(AppleHealthVocabulary.metadataEntry)
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    children.append(element)
    guard names.insert(element).inserted else { return }
    pending.append { writer in
      writer.attributes = []
      writer.children = []
      var structure = S()
      structure.visit(&writer)
      writer.declare(element, attributes: writer.attributes, children: writer.children)
    }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    children.append(element)
  }
}
