import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// A line like one before it is compared instead of taken apart: it has to say the same.
@Suite struct JSONLinesShapeTests {
  /// Lines of quantities and categories, each with something of its own.
  static let lines: [String] = {
    let samples =
      MarkedSamples.kinds.prefix(3) + MarkedSamples.numbers.prefix(2) + MarkedSamples.devices
      + MarkedSamples.metadata.prefix(3)
    let text = try? JSONLinesText.write(Array(samples), DatasetInfo())
    return text?.split(separator: "\n").dropFirst().map(String.init) ?? []
  }()

  /// What may stand in place of a byte, or be put in front of it.
  static let bytes: [[UInt8]] = [
    [], [0], [0x20], [0x80], Array("\"".utf8), Array("\\".utf8), Array("}".utf8), Array(",".utf8),
    Array("9".utf8), Array("e".utf8), Array("-".utf8),
  ]

  @Test func thereAreLines() {
    #expect(Self.lines.count > 8)
  }

  @Test(arguments: lines.indices)
  func aChangedLineReadsAsItDoesAlone(_ index: Int) {
    let line = Array(Self.lines[index].utf8)
    for place in stride(from: index, to: line.count, by: 5) {
      for bytes in Self.bytes {
        var changed = line
        changed.replaceSubrange(place..<(place + 1), with: bytes)
        expectSame(changed, after: line)
      }
      // A line that ends too early, in front of what looks like the rest of it.
      expectSame(Array(line[..<place]), after: line)
    }
  }

  /// Every line after every other.
  @Test func anyTwoReadAsEachAlone() {
    for first in Self.lines {
      for second in Self.lines {
        expectSame(Array(second.utf8), after: Array(first.utf8))
        expectSame(Array("\(second) \r".utf8), after: Array(second.utf8))
      }
    }
  }

  private func expectSame(_ line: [UInt8], after first: [UInt8]) {
    let dataset = Array(JSONLinesRefusalTests.first.utf8)
    let alone = JSONLinesText.readUntilError(dataset + line)
    let known = JSONLinesText.readUntilError(dataset + first + [10] + line)
    guard known.samples.count == alone.samples.count + 1,
      Array(known.samples.dropFirst()) == alone.samples,
      known.error?.message == alone.error?.message,
      known.error?.place.column == alone.error?.place.column,
      known.findings.map(\.message) == alone.findings.map(\.message),
      let one = try? JSONLinesText.write(Array(known.samples.dropFirst()), DatasetInfo()),
      let other = try? JSONLinesText.write(alone.samples, DatasetInfo()), one == other
    else {
      Issue.record(
        "\(String(decoding: line, as: UTF8.self)) after \(String(decoding: first, as: UTF8.self))")
      return
    }
  }
}
