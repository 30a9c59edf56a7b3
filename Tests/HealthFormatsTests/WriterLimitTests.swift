import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// Limits are looked at while an item is built: what a limit refuses takes little more memory than what it allows.
@Suite struct WriterLimitTests {
  private static let texts = [
    String(repeating: "\u{1}", count: 100_000), String(repeating: "\"", count: 100_000),
    String(repeating: "x", count: 100_000), String(repeating: "\n", count: 100_000),
    String(repeating: "\u{FFFF}", count: 100_000),
  ]

  private static let writers:
    [(name: String, write: @Sendable (String, inout ByteBuffer) -> Void)] = [
      ("JSON", { $1.append(json: $0) }),
      ("XML", { _ = $1.append(xml: $0) }),
      ("CSV", { $1.append(cell: $0, CSVDialect(delimiter: UInt8(ascii: ","))) }),
      ("text", { $1.append(utf8: $0) }),
      ("Base64", { $1.append(base64: Array($0.utf8).span) }),
      (
        "pairs",
        { text, buffer in
          _ = buffer.append(pairs: (0..<9).map { ("\($0)", text) })
        }
      ),
    ]

  @Test(arguments: texts.indices, writers.indices)
  func textsEndBehindTheLimit(_ text: Int, _ writer: Int) {
    var buffer = ByteBuffer()
    buffer.append("before")
    buffer.most = 1_000
    Self.writers[writer].write(Self.texts[text], &buffer)
    // Beyond it, so that the item is refused; brackets, quotes and keys follow.
    #expect(buffer.count > 1_000 && buffer.count < 1_100, "\(Self.writers[writer].name)")
    buffer.removeAll()
    buffer.most = 10_000_000
    Self.writers[writer].write(Self.texts[text], &buffer)
    #expect(buffer.count >= 100_000)
  }

  /// Every writer of files refuses a sample of which one text is too long, however it is written, and one thread and
  /// encoders alike.
  @Test(arguments: [false, true]) func longTextsAreRefused(_ isEncoded: Bool) throws {
    let sample = JSONLinesLimitTests.sample(
      entries: 1, value: String(repeating: "\"", count: 7 << 20))
    func check<Writer: SampleWriter & ~Copyable>(_ given: consuming Writer) {
      var writer = given
      do throws(HealthError) {
        try writer.begin(DatasetInfo())
        if isEncoded, let encoder = writer.makeEncoder() {
          try encoder.encode(sample)
        } else {
          try writer.write(sample)
        }
        Issue.record("a text beyond the limit was written")
      } catch {
        #expect(error.message.contains("(limit '"), "\(error.message)")
      }
    }
    check(JSONLinesWriter(sink: BytesSink()))
    check(AppleHealthWriter(sink: BytesSink()))
    check(try CSVTableWriter(output: OutputContainer(file: BytesSink())))
    check(CSVDatasetWriter(output: OutputContainer(archive: BytesSink())))
  }
}

/// Readers and writers of lines have the same limits.
@Suite struct JSONLinesLimitTests {
  static func sample(entries: Int, value: String = "v") -> Sample {
    let start = Timestamp(secondsSince1970: 1_700_000_000)
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")),
            unitText: "count/min", source: Source(name: "Watch")),
          start: start, end: start,
          metadata: Metadata(
            (0..<entries).map { MetadataEntry(key: MetadataKey("k\($0)"), value: value) })),
        number: Number(60)))
  }

  /// A line of named texts, written by no code of ours.
  private static func line(entries: Int, in list: String) -> [UInt8] {
    let texts = (0..<entries).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
    let rest = list.isEmpty ? texts : "\"\(list)\":{\(texts)}"
    return Array((JSONLinesRefusalTests.first + JSONLinesFindingTests.quantity + ",\(rest)}").utf8)
  }

  @Test func whatIsReadCanBeWritten() throws {
    let most = Limits.lineItems.value
    for list in ["metadata", "attributes"] {
      let reading = JSONLinesText.readUntilError(Self.line(entries: most, in: list))
      #expect(reading.error == nil)
      let text = try JSONLinesText.write(reading.samples, reading.dataset)
      let again = JSONLinesText.readUntilError(Array(text.utf8))
      #expect(again.error == nil)
      let isSame = again.samples == reading.samples
      #expect(isSame)
    }
  }

  @Test(arguments: ["metadata", "attributes", ""])
  func moreNamedTextsAreNotRead(_ list: String) {
    let most = Limits.lineItems.value
    let reading = JSONLinesText.readUntilError(Self.line(entries: most + 1, in: list))
    #expect(
      reading.error?.message == "found more than \(most) items in a JSON text (limit 'line-items')")
  }

  @Test func moreNamedTextsAreNotWritten() {
    let sample = Self.sample(entries: Limits.lineItems.value + 1)
    let error = #expect(throws: HealthError.self) {
      try JSONLinesText.write([sample], DatasetInfo())
    }
    #expect(error?.message.contains("(limit 'line-items')") == true)
  }

  /// A key that repeats takes less text in groups than in pairs, also in a cell.
  @Test func repeatedKeysOfACellAreReadAgain() throws {
    let most = Limits.lineItems.value
    let isRead = { (count: Int) throws in
      let keys = (0..<count).map {
        MetadataEntry(key: MetadataKey("k\($0 % (count / 2))"), value: "v")
      }
      var sample = Self.sample(entries: 0)
      sample.updateHeader { $0.metadata = Metadata(keys) }
      let (text, _) = try CSVTableTests.write([sample])
      let reading = CSVTableTests.read(text)
      return reading.error == nil && reading.samples.first?.header?.metadata.entries == keys
    }
    #expect(try isRead(most))
    #expect(throws: HealthError.self) { try isRead(most + 2) }
  }

  /// Texts count wherever they are: samples with few of them are nested in one with many.
  @Test func textsOfNestedSamplesCount() {
    let members = (0..<(Limits.lineItems.value / 17 + 1)).map { _ in
      NestedSample(sample: Self.sample(entries: 16), membership: .nestedOnly)
    }
    let start = Timestamp(secondsSince1970: 1_700_000_000)
    let type = SampleType.correlation(CorrelationType("HKCorrelationTypeIdentifierFood"))
    let correlation = Sample.correlation(
      Correlation(
        header: SampleHeader(
          descriptor: SampleDescriptor(type: type, source: nil), start: start, end: start),
        members: members))
    let error = #expect(throws: HealthError.self) {
      try JSONLinesText.write([correlation], DatasetInfo())
    }
    #expect(error?.message.contains("(limit 'line-items')") == true)
  }
}
