import HealthBytes
import HealthModel

extension XMLFieldWriter {
  /// Writes a sample, unless an export has no element for it.
  mutating func sample(_ sample: Sample) {
    switch sample {
    case .quantity(let sample): quantity(sample)
    case .category(let sample): category(sample)
    case .correlation(let sample): correlation(sample)
    case .unknown(let element): unknown(element)
    case .electrocardiogram, .document: countLoss(.sideFiles)
    case .heartbeatSeries, .stateOfMind, .scoredAssessment, .medicationDose: countLoss(.kinds)
    default: if let fields = sample.structured { structured(fields, sample.kind) }
    }
  }

  private mutating func quantity(_ sample: QuantitySample) {
    record(sample.header, .quantity, beats: sample.beats) { writer in
      guard writer.openValue(of: "value") else { return }
      writer.buffer.append(sample.number)
      writer.buffer.append(UInt8(ascii: "\""))
    }
  }

  private mutating func category(_ sample: CategorySample) {
    record(sample.header, .category, beats: []) { $0.attribute("value", sample.value?.identifier) }
  }

  /// Writes a record; a closure writes the attribute for the value.
  @inline(__always)
  private mutating func record(
    _ header: SampleHeader, _ kind: SampleKind, beats: [QuantitySample.Beat],
    value: (inout XMLFieldWriter) -> Void
  ) {
    if header.extras == nil, header.metadata.isEmpty, beats.isEmpty, scope.extras == nil {
      // Fast path of nearly all samples: no allocation, no scope.
      open(AppleHealthVocabulary.record)
      let parts = fragments(of: header.descriptor, kind)
      buffer.append(parts.type)
      write(header, parts, hasDates: true)
      value(&self)
      buffer.append("/>")
      endLine()
      return
    }
    var metadata = header.metadata
    sample(header, kind) { writer in
      if !writer.scope.isInChildren {
        writer.writeOrigin()
        value(&writer)
      }
      writer.metadata(&metadata)
      if !writer.childrenToWrite(AppleHealthVocabulary.beatList, beats.isEmpty ? 0 : 1).isEmpty {
        writer.list(of: beats)
      }
    }
  }

  private mutating func correlation(_ sample: Correlation) {
    var metadata = sample.header.metadata
    self.sample(sample.header, .correlation) { writer in
      if !writer.scope.isInChildren { writer.writeOrigin() }
      writer.metadata(&metadata)
      for index in writer.childrenToWrite(AppleHealthVocabulary.record, sample.members.count) {
        writer.nested(sample.members[index].sample)
      }
    }
  }

  private mutating func structured(_ sample: some FieldSample, _ kind: SampleKind) {
    var fields = sample.fields
    var metadata = sample.header.metadata
    if kind == .activitySummary,
      sample.header.descriptor.type.identifier != AppleHealthVocabulary.activitySummaryType
    {
      countLoss(.kinds)
    }
    self.sample(sample.header, kind, hasDates: !sample.hasImpliedDates(kind)) { writer in
      if writer.scope.isInChildren {
        writer.metadata(&metadata)
        fields.visit(&writer)
      } else {
        fields.visit(&writer)
        writer.writeOrigin()
        writer.metadata(&metadata)
      }
    }
  }

  /// Writes the element of a sample, its type first.
  private mutating func sample(
    _ header: SampleHeader, _ kind: SampleKind, hasDates: Bool = true,
    _ visit: (inout XMLFieldWriter) -> Void
  ) {
    guard let name = AppleHealthVocabulary.element(of: kind) else { return }
    element(name, header.extras) { writer in
      if !writer.scope.isInChildren {
        writer.scope.origin = Origin(header: header, kind: kind, hasDates: hasDates)
        if let type = AppleHealthVocabulary.typeAttribute(of: kind) {
          writer.attribute(type, header.descriptor.type.identifier)
        }
      }
      visit(&writer)
    }
  }

  /// Readers preserve text between elements as an unknown sample named `#text`.
  private mutating func unknown(_ element: Element) {
    guard element.name == "#text" else { return self.element(element) }
    for case .text(let text) in element.children {
      // Surrounding white space belongs to the layout: without trimming, each write would add more.
      let isSpace = { (byte: UInt8) in [9, 10, 13, 32].contains(byte) }
      let trimmed = text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      content([.text(String(decoding: Array(trimmed), as: UTF8.self))])
      endLine()
    }
  }

  private mutating func list(of beats: [QuantitySample.Beat]) {
    element(AppleHealthVocabulary.beatList, nil) { writer in
      guard writer.scope.isInChildren else { return }
      for beat in beats {
        writer.open(AppleHealthVocabulary.beat)
        writer.buffer.append(" bpm=\"")
        writer.buffer.append(beat.bpm)
        writer.buffer.append(UInt8(ascii: "\""))
        writer.attribute("time", beat.time)
        writer.buffer.append("/>")
        writer.endLine()
      }
    }
  }
}

/// The parts of the document around the samples.
extension XMLFieldWriter {
  /// Writes the parts before the samples.
  mutating func begin(_ dataset: DatasetInfo) {
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    buffer.append(utf8: DocumentTypeWriter.text(version: dataset.exportVersion))
    if let version = dataset.exportVersion, !DocumentTypeWriter.isVersion(version) {
      countLoss(.characters)
    }
    buffer.append("<HealthData")
    // Attributes that are not known may have any name: with extras, names are looked at.
    scope.extras = Extras()
    attribute("locale", dataset.locale)
    for attribute in dataset.attributes { self.attribute(attribute.name, attribute.value) }
    buffer.append(">\n")
    scope = Scope(hasContent: true)
    if let date = dataset.exportDate {
      open(AppleHealthVocabulary.exportDate)
      buffer.append(" value=\"")
      buffer.append(export: date)
      buffer.append("\"/>")
      endLine()
    }
    let person = dataset.characteristics.map {
      Element.Attribute(name: $0.type.identifier, value: $0.value)
    }
    // Without facts about the person the element is not written, as in exports that lack it.
    if !person.isEmpty { element(Element(name: AppleHealthVocabulary.me, attributes: person)) }
  }

  /// Closes the document.
  mutating func finish() {
    buffer.append("</HealthData>\n")
  }
}

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
