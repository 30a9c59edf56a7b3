import HealthModel

/// Reads the fields of a structure from an element kept whole, and keeps what no field takes.
struct ElementFields: FieldVisitor, ~Copyable {
  private var attributes: [Element.Attribute]
  private var children: [Element.Node]
  /// The names of the elements that fields take, in the order of the fields: the usual order of children.
  private var taken: [String] = []
  private var renamed: [Extras.Renaming] = []
  private(set) var problems: [Problem] = []
  /// Makes a sample of a nested record.
  private let record: (Element) -> (Sample, [Problem])

  /// A value that is not of the kind it should be. It was kept as it stands.
  struct Problem {
    let rule: String
    let message: String
  }

  init(_ element: Element, record: @escaping (Element) -> (Sample, [Problem])) {
    attributes = element.attributes
    children = element.children
    order = element.children.map(Self.name)
    self.record = record
    repairEnd(of: element)
  }

  private let order: [String]

  /// iOS 16.0 wrote the end of statistics as a second start.
  private mutating func repairEnd(of element: Element) {
    guard element[attribute: "endDate"] == nil,
      let first = attributes.firstIndex(where: { $0.name == "startDate" }),
      let second = attributes[(first + 1)...].firstIndex(where: { $0.name == "startDate" })
    else { return }
    attributes[second].name = "endDate"
    renamed.append(Extras.Renaming(field: "endDate", writtenAs: "startDate"))
  }

  /// Takes the value of an attribute out of what is left.
  mutating func take(_ name: String) -> String? {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return nil }
    return attributes.remove(at: index).value
  }

  /// Takes an attribute that old exports wrote under another name.
  mutating func take(_ name: String, or old: String) -> String? {
    if let value = take(name) { return value }
    guard let value = take(old) else { return nil }
    renamed.append(Extras.Renaming(field: name, writtenAs: old))
    return value
  }

  /// Takes what iOS 8 wrote as attributes and now are metadata entries.
  mutating func takeAttributesAsMetadata(except known: Set<String>) -> [MetadataEntry] {
    let entries = attributes.filter { !known.contains($0.name) }
    guard !entries.isEmpty else { return [] }
    attributes.removeAll { !known.contains($0.name) }
    renamed.append(Extras.Renaming(field: "MetadataEntry", writtenAs: "attribute"))
    return entries.map { MetadataEntry(key: MetadataKey($0.name), value: $0.value) }
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return }
    guard let number = Number(attributes[index].value) else {
      problems.append(
        Problem(rule: "malformed-number", message: "\(name) is not a number; kept as text"))
      return
    }
    value = number
    attributes.remove(at: index)
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return }
    let text = Array(attributes[index].value.utf8)
    switch Timestamp.parse(text.span, form: .export) {
    case .success(let date):
      value = date
      attributes.remove(at: index)
    case .failure(let fault):
      problems.append(
        Problem(rule: "malformed-date", message: "\(name) \(fault.wording); kept as text"))
    }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    if let text = take(name) { value = text }
  }

  mutating func metadata(_ value: inout Metadata) {
    let name = AppleHealthVocabulary.metadataEntry
    taken.append(name)
    takeChildren(name) { element in
      guard element.attributes.count == 2, element.children.isEmpty,
        let key = element[attribute: "key"], let text = element[attribute: "value"]
      else { return false }
      value.entries.append(MetadataEntry(key: MetadataKey(key), value: text))
      return true
    }
  }

  mutating func list<S: FieldStructure>(
    _ name: String, element elementName: String, _ value: inout [S]
  ) {
    taken.append(elementName)
    var found: [Problem] = []
    let record = record
    takeChildren(elementName) { element in
      var fields = ElementFields(element, record: record)
      var structure = S()
      structure.visit(&fields)
      structure.extras = fields.extras()
      found += fields.problems
      value.append(structure)
      return true
    }
    problems += found
  }

  mutating func samples(_ name: String, element elementName: String, _ value: inout [Sample]) {
    taken.append(elementName)
    var found: [Problem] = []
    let record = record
    takeChildren(elementName) { element in
      let (sample, problems) = record(element)
      value.append(sample)
      found += problems
      return true
    }
    problems += found
  }

  /// Takes the child elements of a name out of what is left, those that a closure can use.
  mutating func takeChildren(_ name: String, _ use: (Element) -> Bool) {
    var rest: [Element.Node] = []
    for child in children {
      if case .element(let element) = child, element.name == name, use(element) { continue }
      rest.append(child)
    }
    children = rest
  }

  /// What no field has taken, or `nil` if nothing is left.
  func extras() -> Extras? {
    let extras = Extras(
      attributes: attributes, content: children, order: isUsualOrder ? [] : runs,
      renamed: renamed)
    return extras.isEmpty ? nil : extras
  }

  /// Whether the children stand in the order of the fields that took them, the others last.
  private var isUsualOrder: Bool {
    var rank = 0
    for name in order {
      let next = taken.firstIndex(of: name) ?? taken.count
      if next < rank { return false }
      rank = next
    }
    return true
  }

  private var runs: [Extras.ChildRun] {
    var runs: [Extras.ChildRun] = []
    for name in order {
      if let last = runs.last, last.name == name {
        runs[runs.count - 1] = Extras.ChildRun(name: name, count: last.count + 1)
      } else {
        runs.append(Extras.ChildRun(name: name, count: 1))
      }
    }
    return runs
  }

  private static func name(_ node: Element.Node) -> String {
    switch node {
    case .element(let element): element.name
    case .text: "#text"
    }
  }
}

extension Timestamp.Fault {
  /// What is wrong, as the end of a sentence. No digits of the date but the field's own.
  var wording: String {
    switch self {
    case .shape: "does not have the form of a date"
    case .range(let field, let found, let from, let to):
      "has \(field) \(Self.padded(found)), expected \(Self.padded(from)) to \(Self.padded(to))"
    }
  }

  private static func padded(_ value: Int) -> String {
    value >= 0 && value < 10 ? "0\(value)" : "\(value)"
  }
}
