import HealthBytes
import HealthStatistics

/// Collects a page, piece by piece. Markup is `StaticString`, so that whatever comes from data can only be written as text.
struct HTMLWriter: ~Copyable {
  private let sink: any ByteSink
  private var buffer = ByteBuffer(capacity: 1 << 16)

  init(_ sink: any ByteSink) { self.sink = sink }

  /// Markup of the program itself.
  mutating func tag(_ markup: StaticString) { buffer.append(markup) }

  /// Text, also in the value of an attribute: characters that mean something in HTML are escaped, and commands such as
  /// changes of direction are shown as `\u{202E}`.
  mutating func text(_ text: String) {
    for byte in text.printable.utf8 {
      switch byte {
      case UInt8(ascii: "&"): buffer.append("&amp;")
      case UInt8(ascii: "<"): buffer.append("&lt;")
      case UInt8(ascii: ">"): buffer.append("&gt;")
      case UInt8(ascii: "\""): buffer.append("&quot;")
      case UInt8(ascii: "'"): buffer.append("&#39;")
      default: buffer.append(byte)
      }
    }
  }

  /// A name from a file: 60 characters at most, and its direction does not change that of the text around it.
  mutating func name(_ name: String) {
    tag("<bdi>")
    text(name.printableName)
    tag("</bdi>")
  }

  mutating func number(_ number: Int) { buffer.append(utf8: "\(number)") }

  /// A coordinate, with a tenth at most.
  mutating func coordinate(_ value: Double) {
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    if tenths < 0 { buffer.append(UInt8(ascii: "-")) }
    number(abs(tenths) / 10)
    if tenths % 10 != 0 {
      buffer.append(UInt8(ascii: "."))
      number(abs(tenths) % 10)
    }
  }

  /// A coordinate as an attribute.
  mutating func attribute(_ name: StaticString, _ value: Double) {
    tag(" ")
    tag(name)
    tag("=\"")
    coordinate(value)
    tag("\"")
  }

  /// A coordinate in percent of the width, with two decimals at most.
  mutating func percent(_ name: StaticString, _ value: Double) {
    tag(" ")
    tag(name)
    tag("=\"")
    let hundredths = Int((min(max(value, 0), 100) * 100).rounded())
    number(hundredths / 100)
    if hundredths % 100 != 0 {
      tag(hundredths % 100 < 10 ? ".0" : ".")
      number(hundredths % 10 == 0 ? hundredths % 100 / 10 : hundredths % 100)
    }
    tag("%\"")
  }

  /// The bytes of the page so far.
  var count: Int { buffer.count }

  /// Discards what was collected.
  mutating func removeAll() { buffer.removeAll() }

  /// Passes the page on to the sink.
  func write() throws(ByteError) {
    try buffer.withBytes { (bytes) throws(ByteError) in try sink.write(bytes) }
  }
}

extension Double {
  /// The number in the plain form, with so many decimals: `1,234.5`.
  func shown(_ places: Int = 0) -> String {
    guard isFinite, magnitude < 1e15 else { return "–" }
    return (magnitude < 1e-4 ? "0" : description).rounded(toPlaces: places, isFixed: true)
      ?? description
  }

  /// Hours as hours and minutes: `7:32`.
  var hours: String {
    guard isFinite, magnitude < 1e9 else { return "–" }
    let minutes = Int((self * 60).rounded())
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}
