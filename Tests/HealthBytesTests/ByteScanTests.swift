import HealthBytes
import Testing

/// Every scanner against the loop it stands for, at every place of a block and at every end.
@Suite struct ByteScanTests {
  /// Printable text with one stranger at each place, cut at each length.
  static let texts: [[UInt8]] = {
    var texts: [[UInt8]] = [[], [UInt8](repeating: 0x20, count: 50)]
    let strangers: [UInt8] = [0, 9, 0x1F, 0x22, 0x26, 0x27, 0x3C, 0x5C, 0x7F, 0x80, 0xFF]
    for length in [1, 3, 7, 8, 15, 16, 17, 31, 33, 40] {
      let plain = [UInt8](repeating: 0x61, count: length)
      for stranger in strangers {
        for place in stride(from: 0, to: length, by: length > 17 ? 5 : 1) {
          var text = plain
          text[place] = stranger
          texts.append(text)
        }
      }
    }
    return texts
  }()

  /// Spans cannot pass through `#expect`.
  func isEqual(_ text: [UInt8], _ index: Int, _ other: [UInt8]) -> Bool {
    ByteScan.equal(text.span, at: index, to: other)
  }

  func expect(
    _ name: Comment, _ scan: (Span<UInt8>, Int, Int) -> Int, _ matches: (UInt8) -> Bool
  ) {
    for text in Self.texts {
      let span = text.span
      for (from, to) in [(0, text.count), (1, text.count), (0, text.count - 1), (2, 9), (-5, 99)] {
        let low = max(0, from)
        let high = max(0, min(to, text.count))
        let naive = low < high ? (low..<high).first { matches(text[$0]) } ?? high : high
        let found = scan(span, from, to)
        if found != naive { #expect(found == naive, name) }
      }
    }
  }

  @Test func findsWhatTheLoopsFind() {
    expect(
      "quote", { ByteScan.firstQuoteOrSpecial(quote: 0x22, in: $0, from: $1, to: $2) },
      { $0 == 0x22 || $0 == 0x3C || $0 == 0x26 || $0 < 0x20 || $0 >= 0x80 })
    expect(
      "apostrophe", { ByteScan.firstQuoteOrSpecial(quote: 0x27, in: $0, from: $1, to: $2) },
      { $0 == 0x27 || $0 == 0x3C || $0 == 0x26 || $0 < 0x20 || $0 >= 0x80 })
    expect(
      "JSON", { ByteScan.firstJSONEscape(in: $0, from: $1, to: $2) },
      { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 })
    expect("zero", { ByteScan.firstIndex(of: 0, in: $0, from: $1, to: $2) }, { $0 == 0 })
    expect("high", { ByteScan.firstIndex(of: 0xFF, in: $0, from: $1, to: $2) }, { $0 == 0xFF })
    expect(
      "either", { ByteScan.firstIndex(ofEither: 9, or: 0x3C, in: $0, from: $1, to: $2) },
      { $0 == 9 || $0 == 0x3C })
    expect("ASCII", { ByteScan.firstNonASCII(in: $0, from: $1, to: $2) }, { $0 >= 0x80 })
  }

  @Test(arguments: [
    (Int.min, Int.max, 3), (Int.max, Int.min, 0), (Int.max, Int.max, 3), (5, 2, 2), (-1, 0, 0),
  ])
  func clampsWildIndexes(from: Int, to: Int, end: Int) {
    let text: [UInt8] = Array("abc".utf8)
    #expect(ByteScan.firstIndex(of: 0x7A, in: text.span, from: from, to: to) == end)
    #expect(ByteScan.newlineCount(in: text.span, from: from, to: to) == 0)
    #expect(ByteScan.validateUTF8(text.span, from: from, to: to) == nil)
    #expect(!isEqual(text, from, Array("abc".utf8)))
    _ = ByteScan.hash64(text.span, from: from, to: to)
    #expect(ByteScan.firstNonASCII(in: text.span, from: from, to: to) == end)
  }

  @Test func comparesEveryLength() {
    let text = (0..<70).map { UInt8($0) }
    for length in 0...40 {
      for index in [0, 1, 28, 29, 30] {
        var other = Array(text[index..<(index + length)])
        #expect(isEqual(text, index, other))
        for place in 0..<length {
          other[place] ^= 0x80
          if ByteScan.equal(text.span, at: index, to: other) {
            #expect(Bool(false), "length \(length), place \(place)")
          }
          other[place] ^= 0x80
        }
      }
    }
    #expect(isEqual(text, 70, []))
    #expect(!isEqual(text, 71, []))
    #expect(!isEqual(text, 69, [69, 70]))
    let tag = Array("<Record type=".utf8)
    let isRecord = ByteScan.equal(tag.span, at: 1, to: "Record type")
    #expect(isRecord)
  }

  @Test func hashesDependOnEveryByteAndOnLength() {
    var seen: Set<UInt64> = []
    var count = 0
    var text = [UInt8](repeating: 0, count: 70)
    for length in 0...70 {
      seen.insert(ByteScan.hash64(text.span, from: 0, to: length))
      count += 1
      for place in 0..<length {
        text[place] = 1
        seen.insert(ByteScan.hash64(text.span, from: 0, to: length))
        text[place] = 0
        count += 1
      }
    }
    #expect(seen.count == count)
    let shifted = Array("xxHKQuantityTypeIdentifierHeartRatexx".utf8)
    let plain = Array("HKQuantityTypeIdentifierHeartRate".utf8)
    #expect(
      ByteScan.hash64(shifted.span, from: 2, to: 35) == ByteScan.hash64(plain.span, from: 0, to: 33)
    )
  }

  @Test(
    arguments: [
      ([], nil), (Array("plain".utf8), nil), (Array("é日本😀 then ASCII that is long".utf8), nil),
      ([0x61, 0xC3], 1), ([0x61, 0xC0, 0xAF], 1), ([0xE0, 0x80, 0x80], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0x80], 0), ([0xFF], 0),
      ([0xC3, 0xA9, 0xC3, 0x28], 2), ([0xE6, 0x97, 0x28], 0), ([0xF0, 0x9F, 0x98], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xEE, 0x80, 0x80, 0xEF, 0xBF, 0xBF], nil),
    ] as [([UInt8], Int?)])
  func validatesUTF8(bytes: [UInt8], invalid: Int?) {
    #expect(ByteScan.validateUTF8(bytes.span, from: 0, to: bytes.count) == invalid)
    let shifted = [UInt8](repeating: 0x20, count: 19) + bytes + [0x20]
    let found = ByteScan.validateUTF8(shifted.span, from: 19, to: 19 + bytes.count)
    #expect(found == invalid.map { $0 + 19 })
    for start in [0, 18] {
      var text = shifted
      text[start] = 0
      let (wrong, zero) = ByteScan.validateText(text.span, from: 0, to: text.count)
      #expect(wrong == found && zero == start)
    }
    let both = ByteScan.validateText(shifted.span, from: 19, to: 19 + bytes.count)
    #expect(both.invalid == found && both.zero == nil)
  }

  @Test func agreesWithTheStandardLibraryAboutAllShortSequences() {
    for lead in UInt8(0x80)...0xFF {
      for second in stride(from: UInt8(0x70), through: 0xD0, by: 8) {
        for tail: [UInt8] in [[], [0x80], [0x80, 0xBF], [0x80, 0x41]] {
          let bytes = [lead, second] + tail
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          let found = ByteScan.validateUTF8(bytes.span, from: 0, to: bytes.count)
          if (found == nil) != isValid { #expect(Bool(false), "\(bytes)") }
        }
      }
    }
  }

  @Test func countsNewlines() {
    let text = Array("a\nb\n\nc".utf8)
    #expect(ByteScan.newlineCount(in: text.span, from: 0, to: 6) == 3)
    #expect(ByteScan.newlineCount(in: text.span, from: 2, to: 4) == 1)
    // More than a lane of one block can count.
    let feeds = [UInt8](repeating: 10, count: 16 * 255 * 2 + 33)
    #expect(ByteScan.newlineCount(in: feeds.span, from: 5, to: feeds.count) == feeds.count - 5)
  }
}
