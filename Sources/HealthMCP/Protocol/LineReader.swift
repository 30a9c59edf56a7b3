import HealthBytes

/// The lines of a source, as soon as they are complete.
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
      let part = buffer[place..<end]
      let stop = part.firstIndex(of: UInt8(ascii: "\n"))
      let rest = part[..<(stop ?? end)]
      isTooLong = isTooLong || line.count + rest.count > longest
      if isTooLong { line = [] } else { line += rest }
      place = stop.map { $0 + 1 } ?? end
      if stop != nil { return .some(isTooLong ? nil : line) }
    }
  }
}
