import HealthModel

/// Fills one place of a structure and leaves all others empty.
///
/// A place is whatever can hold something: each field, each list, each structure nested in one, and its extras. The
/// fields' one list finds them, so that a new field is a new place.
struct PlaceFiller: Sample.FieldVisitor {
  /// The number of the place to fill.
  private let target: Int
  private var count = 0
  private var path: [String] = []
  /// The name of the place that was filled; `nil` if there are fewer places.
  private(set) var filled: String?

  init(_ target: Int) { self.target = target }

  mutating func place(_ name: String, _ fill: () -> Void) {
    if count == target {
      fill()
      filled = (path + [name]).joined(separator: ".")
    }
    count += 1
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    for text in ["7.50", "+07", "7e300"] { place("\(name) \(text)") { value = Number(text) } }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    for text in ["2024-06-01 09:10:00 -0330", "2024-06-01 09:10:00.5 +0000", "20240601091000+0200"]
    {
      place("\(name) \(text)") { value = Timestamp(text) }
    }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    for text in ["text of \(name)", ""] { place("\(name) '\(text)'") { value = text } }
  }

  mutating func metadata(_ value: inout Metadata) {
    place("metadata") { value = ModelPlaces.metadata }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    place("\(name) of empty ones") { value = [S(), S()] }
    if let structure: S = structure(name) { value = [structure] }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    place(name) { value = ["7.50", "+07", "-7"].compactMap { Number($0) } }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    place(name) { value = [0, 1, 10, 0xFF, 0xFE] }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    place("empty \(name)") { value = S() }
    if let structure: S = structure(name) { value = structure }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    for sample in ModelPlaces.nested {
      place("\(name): \(sample.kind)") {
        value = [NestedSample(sample: sample), NestedSample(sample: sample)]
      }
    }
  }

  /// A structure with the place filled, if that is in it.
  private mutating func structure<S: Sample.FieldStructure>(_ name: String) -> S? {
    guard filled == nil else { return nil }
    var structure = S()
    path.append(name)
    structure.visit(&self)
    extras(&structure.extras)
    path.removeLast()
    return filled == nil ? nil : structure
  }

  mutating func extras(_ value: inout Extras?) {
    for (name, extras) in ModelPlaces.extras { place("extras.\(name)") { value = extras } }
  }
}
