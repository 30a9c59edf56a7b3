import HealthModel

/// The dates of a sample, and of all that is nested in it, that are not near it: seconds from its start.
struct DistantDates: Sample.FieldVisitor {
  private(set) var spans: [String: ClosedRange<Int64>] = [:]
  private let start: Int64
  /// The sample itself.
  private let whole: ClosedRange<Int64>
  private var path = ""

  /// How far dates may be from where they are expected. Formats write some less exactly, or calculate them from the sample; a day is
  /// the least by which a policy moves.
  private static let tolerance: Int64 = 43_200

  init(_ sample: Sample, from start: Timestamp) {
    self.start = start.secondsSince1970
    whole = 0...max(0, (sample.header?.end ?? start).secondsSince1970 - self.start)
    add(sample)
  }

  static func isNear(_ span: ClosedRange<Int64>, _ expected: ClosedRange<Int64>) -> Bool {
    span.lowerBound >= expected.lowerBound - tolerance
      && span.upperBound <= expected.upperBound + tolerance
  }

  private mutating func add(_ sample: Sample) {
    guard let header = sample.header else { return }
    add("created", header.created)
    add(header.metadata)
    if let structured = sample.structured { add(fieldsOf: structured) }
    guard sample.canHoldSamples else { return }
    for member in sample.members {
      descend("members") { dates in
        dates.add("start", member.sample.header?.start)
        dates.add("end", member.sample.header?.end)
        dates.add(member.sample)
      }
    }
  }

  private mutating func add<S: FieldSample>(fieldsOf sample: S) {
    var fields = sample.fields
    fields.visit(&self)
  }

  private mutating func add(_ metadata: Metadata) {
    for entry in metadata.entries where FieldClass.metadataKeys[entry.key] == .date {
      add(entry.key.identifier, Timestamp(entry.value))
    }
  }

  private mutating func add(_ name: String, _ date: Timestamp?) {
    guard let date, date.isKnown else { return }
    let distance = date.secondsSince1970 - start
    if Self.isNear(distance...distance, whole) { return }
    let span = spans[path + name] ?? distance...distance
    spans[path + name] = min(span.lowerBound, distance)...max(span.upperBound, distance)
  }

  private mutating func descend(_ name: String, _ body: (inout Self) -> Void) {
    let outer = path
    path += name + "."
    body(&self)
    path = outer
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) { add(name, value) }
  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func metadata(_ value: inout Metadata) { add(value) }
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    if let points = S.points(value) {
      return descend(name) { dates in for point in points { dates.add("date", point.date) } }
    }
    for var structure in value { descend(name) { structure.visit(&$0) } }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard var structure = value else { return }
    descend(name) { structure.visit(&$0) }
  }
}
