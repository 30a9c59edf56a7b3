import HealthModel

/// Changes one thing of a structure, of all that can be changed about it: every field, of what is in lists
/// too, by its value, its spelling, its place among others.
struct FieldMutator: Sample.FieldVisitor {
  /// The number of the change to make.
  private let target: Int
  private var count = 0
  private var depth = 0
  /// The field of the whole sample that is being visited.
  private var part = ""
  /// The part that was changed; `nil` if there are fewer changes to make.
  private(set) var changed: String?
  /// Whether what the sample means was changed.
  private(set) var isMeaning = false
  /// Structures with fields that they do not show.
  private(set) var incomplete: [String] = []
  private var visited = 0

  init(_ target: Int) { self.target = target }

  private mutating func point(_ isMeaning: Bool, _ change: () -> Void) {
    if count == target {
      change()
      changed = part
      self.isMeaning = isMeaning
    }
    count += 1
  }

  private mutating func enter(_ name: String) {
    visited += 1
    if depth == 0 { part = name }
  }

  /// Visits a structure whose fields are shown by `visit`, and sees whether these are all.
  mutating func structure<S: Sample.FieldList>(_ structure: inout S) {
    let outer = visited
    visited = 0
    structure.visit(&self)
    // All but the extras. The points of routes keep their eight fields packed.
    let fields =
      S.self == RouteLocation.self
      ? 8 : Mirror(reflecting: structure).children.count { $0.label != "extras" }
    if fields != visited {
      incomplete.append("\(S.self)")
    }
    visited = outer
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    enter(name)
    point(true) { value = Number("91827") }
    point(true) { value = nil }
    point(false) { value = value.flatMap { Number("+\($0.description.drop { $0 == "+" })") } }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    enter(name)
    let isCreation = depth > 0 && name == "creationDate"
    guard let old = value else { return }
    func changed(_ seconds: Int64, _ nanoseconds: Int32, _ offset: Int16) -> Timestamp {
      Timestamp(
        secondsSince1970: old.secondsSince1970 + seconds, nanoseconds: nanoseconds,
        offsetMinutes: old.offsetMinutes + offset)
    }
    point(!isCreation) { value = changed(1, 0, 0) }
    point(!isCreation) { value = changed(0, 1, 0) }
    point(!isCreation) { value = nil }
    point(false) { value = changed(0, 0, 30) }
    point(false) {
      value = Timestamp(
        secondsSince1970: old.secondsSince1970, offsetMinutes: old.offsetMinutes,
        spelling: Spelling("otherwise"))
    }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    enter(name)
    point(true) { value = (value ?? "") + "\u{301}" }
    point(true) { value = nil }
  }

  mutating func metadata(_ value: inout Metadata) {
    enter("metadata")
    let added = MetadataEntry(key: MetadataKey("added"), value: "1")
    point(true) { value.entries.append(added) }
    point(true) { value.entries += value.entries }
    point(true) { value.entries = value.entries.map { .init(key: $0.key, value: $0.value + " ") } }
    point(true) {
      value.entries = value.entries.map { .init(key: MetadataKey("other"), value: $0.value) }
    }
    point(true) { value = Metadata() }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    enter(name)
    if value.count > 1, value[0] != value[1] { point(true) { value.swapAt(0, 1) } }
    point(true) { value.append(S()) }
    point(true) { value += value }
    point(true) { value = [] }
    depth += 1
    for index in value.indices {
      structure(&value[index])
      extras(&value[index].extras)
    }
    depth -= 1
  }

  private mutating func extras(_ value: inout Extras?) {
    let old = value ?? Extras()
    let attribute = Element.Attribute(name: "added", value: "1")
    point(false) { value = Extras(attributes: old.attributes + [attribute]) }
    point(false) { value = Extras(attributes: old.attributes, content: [.text("added")]) }
    point(false) {
      value = Extras(attributes: old.attributes, order: [.init(name: "a", count: 1)])
    }
    point(false) {
      value = Extras(attributes: old.attributes, renamed: [.init(field: "a", writtenAs: "b")])
    }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    enter(name)
    point(true) { value.swapAt(0, 1) }
    point(true) { value.removeLast() }
    point(true) { value.append(Number(0)) }
    point(true) { value[0] = Number(918) }
    point(false) { value[0] = Number("+\(value[0])") ?? value[0] }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    enter(name)
    point(true) { value.append(0) }
    point(true) { value[value.count - 1] ^= 1 }
    point(true) { value.removeFirst() }
    point(true) { value = [] }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    enter(name)
    point(true) { value = nil }
    guard var inner = value else { return }
    depth += 1
    structure(&inner)
    extras(&inner.extras)
    depth -= 1
    if value != nil { value = inner }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    enter(name)
    point(true) { value.removeLast() }
    point(true) { value += value }
    point(true) { value.swapAt(0, 1) }
    point(true) { value[0].sample.updateHeader { $0.end = $0.end.later } }
    point(false) { value[0].sample.updateHeader { $0.created = nil } }
    point(false) { value[0].sample.updateHeader { $0.ordinal = 7 } }
  }
}

extension Timestamp {
  /// A second later.
  var later: Timestamp {
    Timestamp(
      secondsSince1970: secondsSince1970 + 1, nanoseconds: nanoseconds,
      offsetMinutes: offsetMinutes)
  }
}

extension Sample {
  /// The sample with its fields shown to a visitor that may change them.
  func mutated(by mutator: inout FieldMutator) -> Sample {
    func changed<S: FieldSample>(_ sample: S) -> Sample {
      var fields = sample.fields
      mutator.structure(&fields)
      return S.Fields.sample(StructuredSample(header: sample.header, fields: fields))
    }
    return structured.map { changed($0) } ?? self
  }
}
