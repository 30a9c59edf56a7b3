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
  /// The table of the structure that is visited, and the next of the tables nested in it.
  private var table = DatasetTable.dataset
  private var child = 0

  @inline(__always)
  mutating func add(_ sample: Sample) {
    switch sample {
    case .quantity, .category: count &+= 1
    default: addNested(in: sample)
    }
  }

  private mutating func addNested(in sample: Sample) {
    count += 1
    switch sample {
    case .quantity, .category, .unknown: break
    case .correlation(let sample): for member in sample.members { add(member.sample) }
    case .workout(let sample): add(sample.fields, .workout)
    case .activitySummary(let sample): add(sample.fields, .activitySummary)
    case .audiogram(let sample): add(sample.fields, .audiogram)
    case .visionPrescription(let sample): add(sample.fields, .visionPrescription)
    case .clinicalRecord(let sample): add(sample.fields, .clinicalRecord)
    case .electrocardiogram(let sample): add(sample.fields, .electrocardiogram)
    case .heartbeatSeries(let sample): add(sample.fields, .heartbeatSeries)
    case .stateOfMind(let sample): add(sample.fields, .stateOfMind)
    case .scoredAssessment(let sample): add(sample.fields, .scoredAssessment)
    case .medicationDose(let sample): add(sample.fields, .medicationDose)
    case .document(let sample): add(sample.fields, .document)
    }
  }

  private mutating func add<Fields: Sample.Fields>(_ fields: Fields, _ kind: SampleKind) {
    let table = DatasetTable.kinds[kind.index]
    // The first table is that of the metadata, which are not a field.
    if table.children.count > 1 { visit(fields, table, from: 1) }
  }

  private mutating func visit<List: Sample.FieldList>(
    _ list: List, _ table: DatasetTable, from child: Int = 0
  ) {
    let outer = (self.table, self.child)
    (self.table, self.child) = (table, child)
    var list = list
    list.visit(&self)
    (self.table, self.child) = outer
  }

  private mutating func nextTable() -> DatasetTable? {
    guard table.children.indices.contains(child) else { return nil }
    child += 1
    return table.children[child - 1]
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func metadata(_ value: inout Metadata) { _ = nextTable() }
  mutating func numbers(_ name: String, _ value: inout [Number]) { _ = nextTable() }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    guard let table = nextTable() else { return }
    count += Int64(value.count)
    if !table.children.isEmpty { for structure in value { visit(structure, table) } }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard let table = nextTable(), let structure = value else { return }
    count += 1
    if !table.children.isEmpty { visit(structure, table) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    _ = nextTable()
    for member in value { add(member.sample) }
  }
}
