public import HealthModel

/// Turns samples back into the elements of an export they were read from, by the plainest means.
///
/// Independent of the writers of this package, so that a comparison with the document shows what reading lost.
public struct Reprint: Sample.FieldVisitor, ~Copyable {
  private var attributes: [Element.Attribute] = []
  /// The children by the name of their element, in the usual order of the names.
  private var lists: [(name: String, elements: [Element])] = []

  private init() {}

  /// The element that a sample was read from.
  public static func node(of sample: Sample) -> Element.Node {
    switch sample {
    case .unknown(let element):
      guard element.name == "#text", let text = element.children.first else {
        return .element(element)
      }
      return text
    case .quantity(let sample):
      return .element(
        record(sample.header, "Record") { print in
          print.attribute("value", sample.number.description)
          print.beats(sample.beats)
        })
    case .category(let sample):
      return .element(
        record(sample.header, "Record") { $0.attribute("value", sample.value?.identifier) })
    case .correlation(let sample):
      return .element(
        record(sample.header, "Correlation") { print in
          var members = sample.members
          print.samples("members", element: "Record", &members)
        })
    case .workout(let sample):
      return .element(
        record(sample.header, "Workout", type: "workoutActivityType", sample.fields))
    case .audiogram(let sample):
      return .element(record(sample.header, "Audiogram", sample.fields))
    case .activitySummary(let sample):
      return .element(record(sample.header, "ActivitySummary", type: nil, sample.fields))
    case .visionPrescription(let sample):
      return .element(record(sample.header, "VisionPrescription", sample.fields))
    case .clinicalRecord(let sample):
      return .element(record(sample.header, "ClinicalRecord", sample.fields))
    default: return .element(Element(name: "#\(sample.kind.rawValue)"))
    }
  }

  /// The elements of a dataset other than its samples: attributes of the root, the date of export,
  /// the person.
  ///
  /// - Returns: The root's attributes and the two elements, the person maybe without attributes.
  public static func elements(
    of info: DatasetInfo
  ) -> (root: [Element.Attribute], exportDate: Element?, me: Element) {
    let locale = info.locale.map { Element.Attribute(name: "locale", value: $0) }
    let me = info.characteristics.map {
      Element.Attribute(name: $0.type.identifier, value: $0.value)
    }
    let date = info.exportDate.map {
      Element(
        name: "ExportDate",
        attributes: [Element.Attribute(name: "value", value: $0.description)])
    }
    return (
      (locale.map { [$0] } ?? []) + info.attributes, date, Element(name: "Me", attributes: me)
    )
  }

  // MARK: Elements

  private static func record<Fields: Sample.Fields>(
    _ header: SampleHeader, _ name: String, type: String? = "type", _ fields: Fields
  ) -> Element {
    let implied = fields.impliedDate
    let hasDates =
      implied.map { !header.start.isSame(as: $0) || !header.end.isSame(as: $0) } ?? true
    return record(header, name, type: type, hasDates: hasDates) { print in
      var fields = fields
      fields.visit(&print)
    }
  }

  private static func record(
    _ header: SampleHeader, _ name: String, type: String? = "type", hasDates: Bool = true,
    _ fields: (inout Reprint) -> Void
  ) -> Element {
    var print = Reprint()
    let descriptor = header.descriptor
    if let type { print.attribute(type, descriptor.type.identifier) }
    if descriptor.hasSource {
      print.attribute("sourceName", descriptor.source.name)
      print.attribute("sourceVersion", descriptor.source.version)
    }
    print.attribute("device", descriptor.device?.text(address: header.deviceAddress))
    print.attribute("unit", descriptor.unitText)
    print.attribute("creationDate", header.created?.description)
    if hasDates {
      print.attribute("startDate", header.start.description)
      print.attribute("endDate", header.end.description)
    }
    var metadata = header.metadata
    print.metadata(&metadata)
    fields(&print)
    return print.element(name, header.extras)
  }

  /// Merges fields and other content in the original order.
  private consuming func element(_ name: String, _ extras: Extras?) -> Element {
    for renaming in extras?.renamed ?? [] {
      if renaming.field == "MetadataEntry" {
        takeMetadataAsAttribute()
      } else if let index = attributes.firstIndex(where: { $0.name == renaming.field }) {
        attributes[index].name = renaming.writtenAs
      }
    }
    var children: [Element.Node] = []
    var content = (extras?.content ?? [])[...]
    for run in extras?.order ?? [] {
      if run.name == Extras.ChildRun.kept {
        children += content.prefix(run.count)
        content = content.dropFirst(run.count)
      } else {
        for _ in 0..<run.count { children.append(.element(takeChild(run.name))) }
      }
    }
    for list in lists { children += list.elements.map { .element($0) } }
    return Element(
      name: name, attributes: attributes + (extras?.attributes ?? []),
      children: children + content)
  }

  private mutating func takeMetadataAsAttribute() {
    let entry = takeChild("MetadataEntry")
    attribute(entry[attribute: "key"] ?? "#key", entry[attribute: "value"])
  }

  private mutating func takeChild(_ name: String) -> Element {
    guard let index = lists.firstIndex(where: { $0.name == name && !$0.elements.isEmpty }) else {
      return Element(name: "#no more \(name)")
    }
    return lists[index].elements.removeFirst()
  }

  private mutating func attribute(_ name: String, _ value: String?) {
    guard let value else { return }
    attributes.append(Element.Attribute(name: name, value: value))
  }

  private mutating func beats(_ beats: [QuantitySample.Beat]) {
    guard !beats.isEmpty else { return }
    let list = beats.map { beat in
      Element.Node.element(
        Element(
          name: "InstantaneousBeatsPerMinute",
          attributes: [
            Element.Attribute(name: "bpm", value: beat.bpm.description),
            Element.Attribute(name: "time", value: beat.time),
          ]))
    }
    let name = "HeartRateVariabilityMetadataList"
    lists.append((name, [Element(name: name, children: list)]))
  }

  // MARK: Fields

  /// Prints a number as an attribute.
  public mutating func number(_ name: String, _ value: inout Number?) {
    attribute(name, value?.description)
  }

  /// Prints a date as an attribute.
  public mutating func date(_ name: String, _ value: inout Timestamp?) {
    attribute(name, value?.description)
  }

  /// Prints text as an attribute.
  public mutating func text(_ name: String, _ value: inout String?) {
    attribute(name, value)
  }

  /// Prints metadata as children.
  public mutating func metadata(_ value: inout Metadata) {
    let entries = value.entries.map { entry in
      Element(
        name: "MetadataEntry",
        attributes: [
          Element.Attribute(name: "key", value: entry.key.identifier),
          Element.Attribute(name: "value", value: entry.value),
        ])
    }
    lists.append(("MetadataEntry", entries))
  }

  /// Prints structures as children.
  public mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    let elements = value.map { structure in
      var structure = structure
      var print = Reprint()
      structure.visit(&print)
      return print.element(element, structure.extras)
    }
    lists.append((element, elements))
  }

  /// Prints nothing: no element of an export holds such a list.
  public mutating func numbers(_ name: String, _ value: inout [Number]) {}

  /// Prints nothing: no element of an export holds bytes.
  public mutating func bytes(_ name: String, _ value: inout [UInt8]) {}

  /// Prints nothing: it is in a file of its own.
  public mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {}

  /// Prints nothing: it is in a file of its own.
  public mutating func sideFile(_ name: String, _ value: inout String?) {}

  /// Prints samples as children.
  public mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    let elements = value.map { member in
      guard case .element(let element) = Self.node(of: member.sample) else {
        return Element(name: "#text")
      }
      return element
    }
    lists.append((element, elements))
  }
}
