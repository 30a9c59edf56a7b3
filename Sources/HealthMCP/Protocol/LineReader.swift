import HealthBytes

/// The lines of a source, each when its last byte has arrived.
struct LineReader {
  private let source: any ByteSource
  private let longest: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var place = 0
  private var end = 0

  init(_ source: any ByteSource, longest: Int) { (self.source, self.longest) = (source, longest) }

  /// The next line without its end, the last one also if it has no end; `nil` in the line's place if it is too long.
  ///
  /// - Returns: `nil` after the last line.
  mutating func next() throws(ByteError) -> [UInt8]?? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if place == end {
        (place, end) = (0, try source.read(into: &buffer, at: 0))
        if end == 0 { return line.isEmpty && !isTooLong ? .none : .some(isTooLong ? nil : line) }
      }
      var stop = place
      while stop < end, buffer[stop] != UInt8(ascii: "\n") { stop += 1 }
      isTooLong = isTooLong || line.count + stop - place > longest
      if isTooLong { line = [] } else { line += buffer[place..<stop] }
      place = min(stop + 1, end)
      if stop < end { return .some(isTooLong ? nil : line) }
    }
  }
}
