import HealthBytes
import HealthModel

struct PartDigester: Sample.FieldVisitor {
  var digest: SampleDigest
  private let digester: SampleDigester
  private var index = SampleDigest.Part.fields.rawValue

  init(_ digester: SampleDigester, _ digest: SampleDigest) {
    self.digester = digester
    self.digest = digest
  }

  /// Lets a field be digested as one inside another structure is; one that has no value is no part.
  private mutating func part(_ isThere: Bool, _ visit: (inout FieldDigester) -> Void) {
    if isThere {
      var field = FieldDigester(digester)
      visit(&field)
      digest.set(index, field.hash)
    }
    index += 1
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    part(value != nil) { $0.number(name, &value) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    part(value != nil) { $0.date(name, &value) }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    part(value != nil) { $0.text(name, &value) }
  }

  mutating func metadata(_ value: inout Metadata) {
    part(!value.isEmpty) { $0.metadata(&value) }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    part(!value.isEmpty) { $0.list(name, element: element, &value) }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    part(!value.isEmpty) { $0.numbers(name, &value) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    part(!value.isEmpty) { $0.bytes(name, &value) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    part(value != nil) { $0.sideFile(name, &value) }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) {
    part(value != nil) { $0.sideFile(name, &value) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    part(!value.isEmpty) { $0.samples(name, element: element, &value) }
  }
}

/// Makes one hash of all fields of a structure. The fields come in an order of their own, so that their
/// names need not go in.
struct FieldDigester: Sample.FieldVisitor {
  private(set) var hash = ContentHash()
  private let digester: SampleDigester

  init(_ digester: SampleDigester) { self.digester = digester }

  mutating func number(_ name: String, _ value: inout Number?) {
    hash.combine(value == nil ? 0 : 1)
    if let value { hash.combine(value, digester.fidelity) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    // The date of saving is not part of the meaning, as for whole samples.
    if digester.fidelity == .meaning, name == "creationDate" { return }
    hash.combine(value == nil ? 0 : 1)
    if let value { hash.combine(value, digester.fidelity) }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    if digester.fidelity < .exact, name == "device", let text = value {
      hash.combine(Device.parse(text).device.text(address: 0))
    } else {
      hash.combine(value)
    }
  }

  mutating func metadata(_ value: inout Metadata) { hash.combine(value, digester.fidelity) }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    hash.combine(value.count)
    if let points = S.points(value) {
      for index in points.indices { visit(points[index]) }
      return
    }
    for structure in value { visit(structure: structure) }
  }

  /// Visits a point of a route, of which there are many: a usual one without calls for each field.
  private mutating func visit(_ point: RouteLocation) {
    guard point.isPlain else { return visit(structure: point) }
    var date = point.date
    self.date("date", &date)
    for slot in RouteLocation.Slot.numbers.indices {
      var number = point.plain(RouteLocation.Slot.numbers[slot]).map { Number($0) }
      self.number("", &number)
    }
    endVisit(nil)
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    hash.combine(value.count)
    for number in value { hash.combine(number, digester.fidelity) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    hash.combine(value.count)
    hash.combine(ByteScan.hash64(value.span, from: 0, to: value.count))
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    hash.combine(value == nil ? 0 : 1)
    if let value { visit(structure: value) }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) { hash.combine(value) }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    hash.combine(value.count)
    for member in value { hash.combine(digester.total(member)) }
  }

  private mutating func visit<S: Sample.FieldStructure>(structure: S) {
    var structure = structure
    structure.visit(&self)
    endVisit(structure.extras)
  }

  private mutating func endVisit(_ extras: Extras?) {
    guard digester.fidelity > .meaning else { return }
    let extras = extras ?? Extras()
    hash.combine(extras)
    hash.combine(extras.order)
  }
}
