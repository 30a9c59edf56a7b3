import HealthModel

/// The numbers that several encoders give to rows. Used in the order of the pieces.
final class RowNumbers {
  /// The number given last.
  var last: Int64

  init(last: Int64) { self.last = last }

  /// Takes the numbers of samples.
  func take(for samples: [Sample]) {
    var counter = RowNumberCounter()
    for sample in samples { counter.add(sample) }
    last += counter.count
  }
}

/// Counts the numbers that ``TableEncoder`` gives to the rows of samples: one for each sample, nested or not, and one for
/// each structure in it.
private struct RowNumberCounter: Sample.FieldVisitor {
  private(set) var count: Int64 = 0
  /// Whether the structure that is visited may have structures of its own.
  private var hasNested = false

  @inline(__always)
  mutating func add(_ sample: Sample) {
    switch sample {
    case .quantity, .category: count &+= 1
    default: addNested(in: sample)
    }
  }

  private mutating func addNested(in sample: Sample) {
    count += 1
    if case .correlation(let sample) = sample {
      for member in sample.members { add(member.sample) }
    } else if let structured = sample.structured {
      visit(structured.fields)
    }
  }

  private mutating func visit<List: Sample.FieldList>(_ list: List) {
    var list = list
    list.visit(&self)
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func metadata(_ value: inout Metadata) {}
  mutating func numbers(_ name: String, _ value: inout [Number]) {}

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    count += Int64(value.count)
    for structure in value {
      hasNested = false
      visit(structure)
      // All structures of a type have the same fields: the points of a route are not visited.
      if !hasNested { break }
    }
    hasNested = true
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if let structure = value {
      count += 1
      visit(structure)
    }
    hasNested = true
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    for member in value { add(member.sample) }
    hasNested = true
  }
}
