import HealthModel
import HealthTesting
import Testing

/// The shape of a line, as it stands in the file.
@Suite struct JSONLinesGoldenTests {
  @Test func theDataset() throws {
    #expect(
      try JSONLinesText.write([], MarkedSamples.dataset) == """
        {"kind":"dataset","version":1,"exportDate":"2024-06-30T21:15:00+02:00","locale":"en_FR",\
        "exportVersion":"14","characteristics":{"HKCharacteristicTypeIdentifierDateOfBirth":\
        "1980-01-05","HKCharacteristicTypeIdentifierBiologicalSex":"HKBiologicalSexFemale"},\
        "attributes":{"future":"attribute \\"of\\" tomorrow"}}

        """)
  }

  @Test func aQuantity() throws {
    let sample = MarkedSamples.quantity("+072.50") {
      $0.metadata = Metadata([
        MetadataEntry(key: MetadataKey("HKTimeZone"), value: "Europe/Paris"),
        MetadataEntry(key: MetadataKey("a"), value: "1"),
        MetadataEntry(key: MetadataKey("HKTimeZone"), value: "\u{1}\n"),
      ])
      $0.ordinal = 1
    }
    #expect(
      try line(sample) == """
        {"kind":"quantity","type":"HKQuantityTypeIdentifierHeartRate","id":"\(sample.id)",\
        "ordinal":1,"start":"2024-06-01T08:00:00+02:00","end":"2024-06-01T08:30:00+02:00",\
        "created":"2024-06-01T08:30:05+02:00","value":72.50,"unit":"count/min",\
        "source":{"name":"Watch","version":"10.5"},\
        "metadata":{"HKTimeZone":["Europe/Paris","\\u0001\\n"],"a":"1"},"spelled":{"value":"+072.50"}}
        """)
  }

  @Test func aDevice() throws {
    let sample = MarkedSamples.devices[0]
    #expect(
      try line(sample).contains(
        """
        ,"device":{"address":"0x282a45810","name":"Apple Watch","manufacturer":"Apple Inc.",\
        "model":"Watch","hardwareVersion":"Watch7,2","softwareVersion":"10.5",\
        "creationDate":"2023-09-22T10:00:00+00:00"}
        """))
  }

  /// The instant of a beat is written where it can be told, and made anew when it is read.
  @Test func beats() throws {
    guard case .quantity(let sample) = MarkedSamples.quantity("40") else { return }
    let beats = [("61", "8:00:01.50 PM"), ("+61.5", "07.59.59,000"), ("62", "noon")].compactMap {
      bpm, time in Number(bpm).map { QuantitySample.Beat(bpm: $0, time: time) }
    }
    let whole = Sample.quantity(
      QuantitySample(header: sample.header, number: sample.number, beats: beats))
    let line = try line(whole)
    #expect(
      line.hasSuffix(
        """
        ,"beats":[{"bpm":61,"time":"8:00:01.50 PM","date":"2024-06-01T08:00:01.5+02:00"},\
        {"bpm":"+61.5","time":"07.59.59,000","date":"2024-06-01T07:59:59+02:00"},\
        {"bpm":62,"time":"noon"}]}
        """))
    let other = line.replacing("08:00:01.5+", with: "09:00:01.5+")
    #expect(try JSONLinesText.read(JSONLinesRefusalTests.first + other).samples == [whole])
  }

  @Test(
    arguments: [
      ("ab", #"{"a":"0","b":"1"}"#), ("aba", #"{"a":["0","2"],"b":"1"}"#),
      ("abab", #"{"a":["0","2"],"b":["1","3"]}"#), ("aa", #"{"a":["0","1"]}"#),
      ("aab", #"[["a","0"],["a","1"],["b","2"]]"#),
      ("abba", #"[["a","0"],["b","1"],["b","2"],["a","3"]]"#),
    ])
  func repeatedKeys(order: String, json: String) throws {
    let sample = MarkedSamples.quantity("1") {
      $0.metadata = Metadata(
        order.enumerated().map {
          MetadataEntry(key: MetadataKey("\($0.element)"), value: "\($0.offset)")
        })
    }
    #expect(try line(sample).contains(",\"metadata\":\(json)}"))
  }

  /// The line of a sample, without its end.
  private func line(_ sample: Sample) throws -> String {
    let lines = try JSONLinesText.write([sample], DatasetInfo()).split(separator: "\n")
    return String(lines[1])
  }
}
