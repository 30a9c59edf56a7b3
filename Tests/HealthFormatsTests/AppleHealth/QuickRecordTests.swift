import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Records like those before have a fast path, which is not taken with another space in their tag: both read the same.
@Suite struct QuickRecordTests {
  private static let head =
    #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna’s Watch" sourceVersion="9.1" "#
    + #"device="&lt;&lt;HKDevice: 0x"#
  private static let tail =
    #"&gt;, name:Watch, manufacturer:Apple Inc., model:Watch&gt;" unit="count/min" "#

  private static func record(
    _ address: String, _ second: Int, _ value: String, _ end: String = "/>"
  ) -> String {
    head + address + tail + #"creationDate="2024-06-01 08:00:1\#(second) +0200" "#
      + #"startDate="2024-06-01 08:00:0\#(second) +0200" endDate="2024-06-01 08:00:0\#(second) +0200" "#
      + #"value="\#(value)""# + end
  }

  private static let content =
    "><MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"1\"/></Record>"

  /// As an export writes it.
  private static let contentInLines = content.replacing("><", with: ">\n  <")

  private static let usual = usual("/>")

  private static func usual(_ end: String) -> [String] {
    (0..<4).map { record("28\($0)a4581", $0, "6\($0)", end) }
  }

  private static func read(_ records: [String]) -> Reading { Reading(export(records)) }

  private static func export(_ records: [String]) -> [UInt8] {
    Array(("<HealthData>\n " + records.joined(separator: "\n ") + "\n</HealthData>\n").utf8)
  }

  private static func expectSame(_ records: [String], _ comment: String) {
    let quick = read(records)
    let other = read(records.map { $0.replacing("<Record type", with: "<Record  type") })
    #expect(quick.samples == other.samples, "\(comment)")
    let texts = [quick, other].map { try? ExportText.write($0.samples).bytes }
    #expect(texts[0] == texts[1], "\(comment)")
    #expect(quick.findings.map(\.message) == other.findings.map(\.message), "\(comment)")
    #expect(quick.findings.map(\.place.line) == other.findings.map(\.place.line), "\(comment)")
    #expect(quick.error?.rule == other.error?.rule, "\(comment)")
    #expect(quick.error?.place.line == other.error?.place.line, "\(comment)")
    // Messages contain columns, which the space changes.
    let messages = [quick, other].map { $0.error?.message.filter { !$0.isNumber } }
    #expect(messages[0] == messages[1], "\(comment)")
  }

  @Test(arguments: ["/>", content, contentInLines])
  func whateverIsChangedTheSame(end: String) {
    let record = Array(Self.record("282a45810", 5, "72.50", end).utf8)
    for place in record.indices {
      for change in ["", "0", "9", "a", " ", "\"", "<", "&", "-", ".", "\n", "é", "/", ">"] {
        let changed = String(
          decoding: record[..<place] + change.utf8 + record[(place + 1)...], as: UTF8.self)
        let usual = Self.usual(end)
        Self.expectSame(usual + [changed, usual[1]], "byte \(place) as '\(change)'")
      }
    }
  }

  /// A repair is reported for each record.
  @Test func repairsAreReportedEachTime() {
    let records = (Self.usual + Self.usual).map { $0.replacing("Anna", with: "An&#1;na") }
    Self.expectSame(records, "")
    #expect(Self.read(records).findings.count == records.count)
    #expect(Self.read(records).samples.count == 8)
  }

  /// What is in a record is counted and reported each time.
  @Test(arguments: [
    ("\n ", "\r\n "), ("\n ", "\t"), ("/>", "/><!-- é -->"), ("/>", "/><?a b?>"), ("/>", "/>text"),
    ("1", "&#1;"), ("1", "&amp;"), ("1", "é"), ("1", "12345"), ("value", "other"),
    ("</", "<MetadataEntry key=\"b\" value=\"2\"/></"), ("</", "<Other a=\"1\"/></"),
  ])
  func contentsOfAllKinds(part: String, other: String) {
    let content = Self.contentInLines.replacing(part, with: other)
    let (usual, changed) = (Self.usual(Self.contentInLines), Self.usual(content))
    let records = usual + changed + usual + changed
    Self.expectSame(records, other)
    let (one, all) = (Self.read(changed), Self.read(records))
    #expect(all.samples.count == 16)
    #expect(all.notes.comments == 2 * one.notes.comments)
    #expect(all.notes.comments == (other.hasPrefix("/><") ? 8 : 0))
  }

  /// More contents than are kept, in turn.
  @Test func contentsInTurn() {
    let records = (0..<60).map { index in
      Self.record(
        "28", index % 9, "\(index)",
        Self.contentInLines.replacing("\"1\"", with: "\"\(index * 7 / 2 % 6)\""))
    }
    Self.expectSame(records, "")
    #expect(Self.read(records).samples.count == 60)
  }

  /// More sources than there are templates, in turn.
  @Test func sourcesInTurn() {
    var records: [String] = []
    for index in 0..<60 {
      let record = Self.record(
        "\(index + 1)f", index % 9, "\(index)", index % 3 == 0 ? Self.content : "/>")
      records.append(record.replacing("Anna", with: "Anna \(index * 7 / 2 % 6)"))
    }
    Self.expectSame(records, "")
    #expect(Self.read(records).samples.count == 60)
  }

  /// Texts may have megabytes: long ones are freed with their sample.
  @Test func longTextsAreNotKept() throws {
    let records = (0..<8).map {
      Self.record("28", $0, "1").replacing("Anna", with: String(repeating: "\($0)", count: 5_000))
    }
    var reader = AppleHealthReader(
      source: BytesSource(Self.export(records)), name: "a.xml", options: ReadOptions())
    weak var last: SampleDescriptor?
    var count = 0
    while let sample = try reader.next() {
      #expect(last == nil)
      last = sample.descriptor
      count += 1
    }
    #expect(count == 8)
  }

  @Test(arguments: ["0", "00", "1", "ffffffffffffffff", "1ffffffffffffffff", "0282a", "A"])
  func addressesOfAllLengths(address: String) {
    Self.expectSame(Self.usual + [Self.record(address, 5, "1"), Self.usual[0]], address)
  }

  /// Columns count characters, also where several records are in one line.
  @Test func placesAreThoseOfTheText() throws {
    let lines = [
      Self.usual.joined(), (Self.usual + Self.usual).joined(separator: " "), Self.usual[0],
      Self.usual(Self.contentInLines).joined(separator: " "),
      Self.usual(Self.contentInLines.replacing("\"/></", with: "é\"/></")).joined(separator: " "),
    ]
    let text = "<HealthData>\n" + lines.joined(separator: "\n") + "</HealthData>"
    var expected: [String] = []
    for (line, records) in text.split(separator: "\n").enumerated() {
      for range in records.ranges(of: "<Record") {
        let column = records[..<range.lowerBound].unicodeScalars.count + 1
        expected.append("\(line + 1):\(column)")
      }
    }
    for capacity in [1, 64, 1 << 17] {
      var reader = AppleHealthReader(
        source: BytesSource(Array(text.utf8)), name: "a.xml", options: ReadOptions(),
        capacity: capacity)
      var found: [String] = []
      while try reader.next() != nil { found.append("\(reader.place.line):\(reader.place.column)") }
      #expect(found == expected)
    }
  }

  @Test(arguments: [1, 2, 7, 64])
  func inPiecesTheSame(pieces: Int) {
    let records = (0..<40).map {
      Self.record(
        "28\($0)", $0 % 9, "\($0)", ["/>", Self.content, Self.contentInLines][$0 % 3])
    }
    let whole = Reading(Self.export(records))
    let reading = Reading(Self.export(records), pieces: pieces)
    #expect(reading.samples == whole.samples)
    #expect(whole.samples.count == 40)
    #expect(reading.error == nil)
  }
}
