import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Tables in UTF-16, which spreadsheet programs call Unicode text.
@Suite struct CSVEncodingTests {
  /// A text with a byte order mark in both encodings.
  private static func encodings(of text: String) -> [[UInt8]] {
    let units = ("\u{FEFF}" + text).utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [units.flatMap { $0 }, units.flatMap { $0.reversed() }]
  }

  private static let pieces: [Int?] = [1, 2, 3, 7, 64, nil]

  @Test(arguments: pieces) func aMapReadsTheSame(_ pieces: Int?) throws {
    let rows = (0..<400).map {
      "2024-01-02T03:04:05Z\t\($0)\t\"é日\($0 % 2 == 0 ? "\r\n" : "")😀\"\r\n"
    }
    let text = "at\tn\tnote\r\n" + rows.joined() + "yesterday\t1\té\r\n2024-01-02\t7"
    let map = try CSVMap(
      yaml: mapText(stepsRule, table: "unmapped: metadata"), file: "m.yml")
    let expected = MapReading(Array("\u{FEFF}\(text)".utf8), map, name: "t.csv")
    #expect(expected.samples.count == 402)
    #expect(expected.findings.map(\.rule).sorted() == ["malformed-date", "truncated-row"])
    for bytes in Self.encodings(of: text) {
      for chunkSize in [16, 1 << 16] {
        let reading = MapReading(bytes, map, name: "t.csv", chunkSize: chunkSize, pieces: pieces)
        #expect(reading == expected)
      }
    }
  }

  @Test(arguments: pieces) func theTableIsReadTheSame(_ pieces: Int?) {
    let rows = (0..<400).map {
      "HKQuantityTypeIdentifierStepCount;2024-06-01T08:00:00+02:00;\($0);count;Uhr 😀\n"
    }
    let text = "type;start;value;unit;source\n" + rows.joined()
    let expected = CSVTableTests.read(text)
    #expect(expected.samples.count == 400)
    for bytes in Self.encodings(of: text) {
      let reading = CSVTableTests.read(bytes, pieces: pieces)
      #expect(reading.samples == expected.samples)
      #expect(reading.error == nil)
    }
  }

  /// Half a character at the end is an error after the rows before it.
  @Test func halfACharacterIsAnError() throws {
    let map = try CSVMap(yaml: mapText(stepsRule), file: "m.yml")
    let rows = String(repeating: "2024-01-02\t7\n", count: 100)
    for bytes in Self.encodings(of: "at\tn\n\(rows)2024-01-0😀") {
      for count in [1, 3] {
        let reading = MapReading(Array(bytes.dropLast(count)), map, name: "t.csv")
        #expect(reading.samples.count == 100)
        #expect(reading.error?.code == .damaged)
        #expect(reading.error?.place.file == "t.csv")
      }
    }
  }
}
