import HealthBytes

/// Objects that come again from line to line, the source and the device: where the text is that of the
/// line before, so are the nodes, and only their places are to be moved.
extension JSONTape {
  /// The end of an object, from some place in it on, with its nodes.
  struct Repeat {
    private var text: [UInt8] = []
    private var nodes: [Node] = []
    private var place = 0
    private var index = 0

    /// Remembers the end of an object.
    mutating func keep(
      _ bytes: Span<UInt8>, _ range: Range<Int>, _ tape: [Node], from first: Int
    ) {
      text.removeAll(keepingCapacity: true)
      for index in range { text.append(bytes[index]) }
      nodes.removeAll(keepingCapacity: true)
      nodes.append(contentsOf: tape[first...])
      place = range.lowerBound
      index = first
    }

    /// Appends the nodes if the text stands at a place.
    ///
    /// - Returns: Where the text ends, or `nil` if another one stands there.
    func append(
      to tape: inout [Node], _ bytes: Span<UInt8>, _ at: Int, _ end: Int
    ) -> Int? {
      guard !text.isEmpty, text.count <= end &- at, ByteScan.equal(bytes, at: at, to: text)
      else { return nil }
      let move = Int32(truncatingIfNeeded: at &- place)
      let shift = Int32(truncatingIfNeeded: tape.count &- index)
      for node in nodes {
        tape.append(
          Node(
            kind: node.kind, isEscaped: node.isEscaped, start: node.start &+ move,
            end: node.end &+ move, next: node.next &+ shift))
      }
      return at &+ text.count
    }
  }

  /// Which of the two kept objects belongs to a member of the line, or `nil`.
  func repeatSlot(_ name: Int, _ bytes: Span<UInt8>) -> Int? {
    guard name >= 0, nodes[name].range.count == 6 else { return nil }
    if text(name, is: "source", in: bytes) { return 0 }
    return text(name, is: "device", in: bytes) ? 1 : nil
  }
}
