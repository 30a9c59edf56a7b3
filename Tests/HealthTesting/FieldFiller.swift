import HealthModel

/// Fills every field of a structure with a value of its own: the fields' one list sees to it that none
/// is forgotten, those of tomorrow included.
struct FieldFiller: Sample.FieldVisitor {
  private var count = 0

  private mutating func next() -> Int {
    count += 1
    return count
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    value = Number(count.isMultiple(of: 3) ? "\(next()).50" : "00\(next())")
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    let minute = 10 + next() % 50
    value = Timestamp("2024-06-01 09:\(minute):00 -0330")
  }

  mutating func text(_ name: String, _ value: inout String?) {
    value = "\(name) \(next()) \"<&>\\ é"
  }

  mutating func metadata(_ value: inout Metadata) {
    value = Metadata([MetadataEntry(key: MetadataKey("HKTimeZone"), value: "zone \(next())")])
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    for index in 0..<2 {
      var structure = S()
      structure.visit(&self)
      if index == 1 {
        structure.extras = Extras(
          attributes: [Element.Attribute(name: "unknown", value: "\(name) \(next())")])
      }
      value.append(structure)
    }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    value = ["\(next())", "-0\(next()).5", "\(next()).250"].compactMap { Number($0) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    value = Array("\(name) \(next())\u{0}\n".utf8) + [0xFF, 0xFE]
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    var structure = S()
    structure.visit(&self)
    value = structure
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    value = [
      NestedSample(sample: MarkedSamples.quantity("\(next())")),
      NestedSample(sample: MarkedSamples.quantity("+\(next())")),
    ]
  }
}
