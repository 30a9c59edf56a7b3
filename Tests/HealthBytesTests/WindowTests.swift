import HealthBytes
import Testing

@Suite struct WindowTests {
  static let text = Array((0..<40).map { "line \($0 * 7919)\n" }.joined().utf8)

  @Test(arguments: [1, 2, 3, 7, 64, 4096], [1, 2, 3, 7, 64, 4096])
  func linesComeOutWhole(piece: Int, capacity: Int) throws {
    var window = Window(source: BytesSource(Self.text, pieces: piece), capacity: capacity)
    var lines: [UInt8] = []
    var start = 0
    while true {
      do {
        let bytes = window.bytes
        let span = bytes.span
        while true {
          let feed = ByteScan.firstIndex(of: 10, in: span, from: start, to: window.end)
          if feed == window.end { break }
          let place = Int(window.origin) + start
          #expect(Self.text[place..<(place + feed + 1 - start)] == bytes[start...feed])
          lines += bytes[start...feed]
          start = feed + 1
        }
      }
      if window.isFinal { break }
      try window.refill(keepingFrom: start)
      start = 0
    }
    #expect(lines == Self.text)
    let total = Int64(Self.text.count)
    #expect(window.progress == ByteProgress(consumed: total, total: total))
  }

  @Test func refusesAnItemBeyondTheLimit() throws {
    var window = Window(source: BytesSource(Self.text), capacity: 4, limit: 10)
    try window.refill(keepingFrom: 0)
    try window.refill(keepingFrom: 0)
    try window.refill(keepingFrom: 0)
    #expect(window.end == 10)
    let error = #expect(throws: HealthError.self) { try window.refill(keepingFrom: 0) }
    #expect(error?.code == .tooLarge)
    #expect(error?.description == "found a tag or a line longer than 10 bytes")
    try window.refill(keepingFrom: 1)
    #expect(window.origin == 1)
    #expect(Array(window.bytes[0..<window.end]) == Array(Self.text[1..<11]))
  }

  @Test func staysAtTheEnd() throws {
    var window = Window(source: BytesSource([1, 2, 3]))
    #expect(window.end == 0 && !window.isFinal)
    try window.refill(keepingFrom: 0)
    #expect(window.end == 3 && window.isFinal)
    try window.refill(keepingFrom: Int.max)
    try window.refill(keepingFrom: Int.min)
    #expect(window.end == 0 && window.isFinal && window.origin == 3)
  }
}
