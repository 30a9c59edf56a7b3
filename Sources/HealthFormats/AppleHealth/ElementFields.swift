import HealthModel

/// Reads the fields of a structure from an element, and preserves the rest.
struct ElementFields: ElementVisitor, ~Copyable {
  private let element: Element
  private var attributes: [Element.Attribute]
  /// The children, `nil` where a field has taken one.
  private var children: [Element.Node?]
  /// The names of the elements that fields take, in the order of the fields: the usual order of children.
  private var ranks: [String] = []
  /// For each child, the rank of the field that has taken it.
  private var order: [Int?]
  private var renamed: [Extras.Renaming] = []
  private(set) var problems: [Problem] = []
  private let record: (Element) -> (Sample, [Problem])

  /// A problem of an element. The element is preserved unchanged.
  struct Problem {
    /// An attribute that is not known, and its element.
    var unknownAttribute: (name: String, element: String)?
    let rule: String
    var severity = Finding.Severity.warning
    var message = ""
    /// The steps to the nested element that it is about.
    var part: [Place.Part] = []
    var attribute: String?

    /// The same as a problem that makes the sample an unknown element.
    var asUnknownElement: Problem {
      var problem = self
      problem.severity = .error
      let end = "as text"
      if message.hasSuffix(end) {
        problem.message = message.dropLast(end.count) + "as an unknown element"
      }
      return problem
    }

    /// The same of an element nested in another.
    func nested(in name: String, _ index: Int) -> Problem {
      var problem = self
      problem.part = [.element(name, index)] + part
      return problem
    }
  }

  init(_ element: Element, record: @escaping (Element) -> (Sample, [Problem])) {
    self.element = element
    attributes = element.attributes
    children = element.children
    order = element.children.map { _ in nil }
    self.record = record
    repairEnd(of: element)
  }

  /// iOS 16.0 wrote the end of statistics as a second start.
  private mutating func repairEnd(of element: Element) {
    guard element[attribute: "endDate"] == nil,
      let first = attributes.firstIndex(where: { $0.name == "startDate" }),
      let second = attributes[(first + 1)...].firstIndex(where: { $0.name == "startDate" })
    else { return }
    attributes[second].name = "endDate"
    renamed.append(Extras.Renaming(field: "endDate", writtenAs: "startDate"))
  }

  /// Removes an attribute from the rest and returns its value.
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
    attributes.removeAll { !known.contains($0.name) }
    renamed += entries.map {
      Extras.Renaming(field: AppleHealthVocabulary.metadataEntry, writtenAs: $0.name)
    }
    return entries.map { MetadataEntry(key: MetadataKey($0.name), value: $0.value) }
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return }
    guard let number = Number(attributes[index].value) else {
      problems.append(
        Problem(
          rule: "malformed-number", message: "\(name) is not a number; preserved as text",
          attribute: name))
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
        Problem(
          rule: "malformed-date", message: "\(name) \(fault.wording); preserved as text",
          attribute: name))
    }
  }

  /// Takes start and end of a kind that has its date in another field, if both are dates and not both that date: such
  /// are not written.
  mutating func takeDates(unless date: Timestamp?) -> (Timestamp, Timestamp)? {
    func value(_ name: String) -> Timestamp? {
      attributes.first { $0.name == name }.flatMap { Timestamp($0.value) }
    }
    guard let start = value("startDate"), let end = value("endDate"),
      date.map({ !start.isSame(as: $0) || !end.isSame(as: $0) }) ?? true
    else { return nil }
    _ = (take("startDate"), take("endDate"))
    return (start, end)
  }

  mutating func text(_ name: String, _ value: inout String?) {
    if let text = take(name) { value = text }
  }

  mutating func metadata(_ value: inout Metadata) {
    takeChildren(AppleHealthVocabulary.metadataEntry) { element in
      guard let entry = MetadataEntry(element) else { return false }
      value.entries.append(entry)
      return true
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element elementName: String, _ value: inout [S]
  ) {
    var found: [Problem] = []
    let record = record
    // Room for all at once: a route has tens of thousands of points.
    if children.count > 1_000 { value.reserveCapacity(children.count) }
    takeChildren(elementName) { element in
      var fields = ElementFields(element, record: record)
      var structure = S()
      structure.visit(&fields)
      structure.extras = fields.extras()
      found += fields.problems.map { $0.nested(in: elementName, value.count) }
      value.append(structure)
      return true
    }
    problems += found
  }

  mutating func samples(_ name: String, element elementName: String, _ value: inout [NestedSample])
  {
    var found: [Problem] = []
    let record = record
    takeChildren(elementName) { element in
      let (sample, problems) = record(element)
      found += problems.map { $0.nested(in: elementName, value.count) }
      value.append(NestedSample(sample: sample))
      return true
    }
    problems += found
  }

  /// Removes the child elements of a name from the rest, those that a closure can use.
  mutating func takeChildren(_ name: String, _ use: (Element) -> Bool) {
    let rank = ranks.count
    ranks.append(name)
    for index in children.indices {
      if case .element(let element) = children[index], element.name == name, use(element) {
        children[index] = nil
        order[index] = rank
      }
    }
  }

  /// The content that no field has taken; `nil` if none remains. An unknown attribute is a problem.
  mutating func extras() -> Extras? {
    for attribute in attributes where isUnknown(attribute.name) {
      problems.append(
        Problem(unknownAttribute: (attribute.name, element.name), rule: "unknown-attribute"))
    }
    let extras = Extras(
      attributes: attributes, content: children.compactMap { $0 },
      order: isUsualOrder ? [] : runs, renamed: renamed)
    return extras.isEmpty ? nil : extras
  }

  /// Whether an attribute that is left is not known. One whose value cannot be read, or which occurs twice, is known.
  private func isUnknown(_ name: String) -> Bool {
    !problems.contains { $0.attribute == name && $0.part.isEmpty }
      && !AppleHealthVocabulary.attributesOfFirstGeneration.contains(name)
      && element.attributes.count { $0.name == name } == 1
  }

  /// Whether the children are in the order of the fields, followed by unknown ones.
  private var isUsualOrder: Bool {
    var last = 0
    for rank in order {
      let rank = rank ?? ranks.count
      if rank < last { return false }
      last = rank
    }
    return true
  }

  private var runs: [Extras.ChildRun] {
    var runs: [Extras.ChildRun] = []
    for rank in order { runs.extend(rank.map { ranks[$0] } ?? Extras.ChildRun.kept) }
    return runs
  }
}

extension [Extras.ChildRun] {
  /// Adds one more child.
  mutating func extend(_ name: String) {
    if let run = last, run.name == name {
      self[count - 1] = Extras.ChildRun(name: name, count: run.count + 1)
    } else {
      append(Extras.ChildRun(name: name, count: 1))
    }
  }
}

extension MetadataEntry {
  /// The entry that an element is, if it is that and nothing more.
  init?(_ element: Element) {
    guard element.attributes.count == 2, element.children.isEmpty,
      let key = element[attribute: "key"], let value = element[attribute: "value"]
    else { return nil }
    self.init(key: MetadataKey(key), value: value)
  }
}

extension Element {
  /// The element that a beat was read from.
  init(_ beat: QuantitySample.Beat) {
    self.init(
      name: AppleHealthVocabulary.beat,
      attributes: [
        Attribute(name: "bpm", value: beat.bpm.description),
        Attribute(name: "time", value: beat.time),
      ])
  }
}

extension [QuantitySample.Beat] {
  /// The beats that an element lists, if it lists beats and nothing more.
  init?(_ list: HealthModel.Element) {
    guard list.attributes.isEmpty, !list.children.isEmpty else { return nil }
    self = []
    for child in list.children {
      guard case .element(let beat) = child, beat.name == AppleHealthVocabulary.beat,
        beat.attributes.count == 2, beat.children.isEmpty,
        let bpm = beat[attribute: "bpm"].flatMap({ Number($0) }),
        let time = beat[attribute: "time"]
      else { return nil }
      append(QuantitySample.Beat(bpm: bpm, time: time))
    }
  }
}
