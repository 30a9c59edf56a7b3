import HealthBytes
import HealthModel

/// Reads the fields of the seldom kinds from the members of an object.
extension JSONLineDecoder: Sample.FieldVisitor {
  typealias Failure = JSONFault

  mutating func number(_ name: String, _ value: inout Number?) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.number(node, name, bytes)
    }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.date(node, name, bytes)
    }
  }

  mutating func text(_ name: String, _ value: inout String?) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.text(node, bytes)
    }
  }

  mutating func metadata(_ value: inout Metadata) throws(JSONFault) {
    try field("metadata") { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.metadata(node, bytes)
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      if S.self == RouteLocation.self, decoder.tape.nodes[node].itemDepth > 0 {
        guard let points = S.list(try decoder.points(node, bytes)) else { return }
        value += points
        return
      }
      try decoder.forEachItem(of: node, "a list of objects", bytes) {
        (decoder, item) throws(JSONFault) in value.append(try decoder.structure(item, bytes))
      }
    }
  }

  /// Reads the points of a route, the usual ones from their text.
  private mutating func points(
    _ list: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [RouteLocation] {
    var points: [RouteLocation] = []
    var at = Int(tape.nodes[list].start) &+ 1
    while tape.findItem(list, bytes, &at) {
      if let point = RoutePointText.point(bytes, &at, &dates) {
        points.append(point)
      } else {
        let item = try tape.parseItem(list, bytes, &at)
        points.append(try structure(item, bytes))
        tape.release(item)
      }
    }
    return points
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      try decoder.expect(node, .array, "a list of numbers")
      // Read from the text: they are many, and nodes would be larger than they.
      var cursor = LineCursor(
        at: Int(decoder.tape.nodes[node].start) &+ 1, end: Int(decoder.tape.nodes[node].end))
      while decoder.tape.findItem(node, bytes, &cursor.at) {
        if let number = cursor.takePlainNumber(bytes) {
          value.append(number)
        } else {
          let item = try decoder.tape.parseItem(node, bytes, &cursor.at)
          value.append(try decoder.number(item, bytes))
          decoder.tape.release(item)
        }
      }
    }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      try decoder.expect(node, .string, "bytes in Base64")
      guard let decoded = decoder.tape.withText(node, in: bytes, { Base64.decode($0) }) else {
        throw .value(
          decoder.tape.nodes[node].offset, found: "another string", expected: "bytes in Base64")
      }
      value = decoded
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?)
    throws(JSONFault)
  {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.structure(node, bytes)
    }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample])
    throws(JSONFault)
  {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      try decoder.forEachItem(of: node, "a list of samples", bytes) {
        (decoder, item) throws(JSONFault) in value.append(try decoder.member(item, bytes))
      }
    }
  }

  private mutating func structure<S: Sample.FieldStructure>(
    _ object: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> S {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(object, bytes)
    if scope.spelled >= 0 { use(scope.spelled) }
    var structure = S()
    try structure.visit(&self)
    structure.extras = try extras(bytes)
    try noteUnusedSpellings(bytes)
    return structure
  }

  /// Reads the member of a field. An absent member leaves the field as it is.
  private mutating func field(
    _ name: String,
    _ read: (inout JSONLineDecoder, Int, Span<UInt8>) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard scope.unused > 0 else { return }
    let bytes = self.bytes
    guard let node = take(JSONLinesVocabulary.key(ofAttribute: name), bytes.span) else { return }
    try read(&self, node, bytes.span)
  }
}
