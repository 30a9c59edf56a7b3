import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The table gives back what it holds, and says what it does not hold.
@Suite struct CSVTableTests {
  static func write(
    _ samples: [Sample], _ options: WriteOptions = WriteOptions(),
    dataset: DatasetInfo = DatasetInfo()
  ) throws -> (text: String, losses: [String: Int]) {
    let sink = BytesSink()
    var writer = try CSVTableWriter(output: OutputContainer(file: sink), options: options)
    try writer.begin(dataset)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    let losses = writer.losses.reduce(into: [:]) { $0[$1.loss.name] = $1.count }
    return (String(decoding: sink.bytes, as: UTF8.self), losses)
  }

  static func read(
    _ text: String, name: String = "t.csv", chunkSize: Int = 1 << 12, isStrict: Bool = false
  ) -> Reading {
    read(Array(text.utf8), name: name, chunkSize: chunkSize, isStrict: isStrict)
  }

  static func read(
    _ bytes: [UInt8], name: String = "t.csv", chunkSize: Int = 1 << 12, isStrict: Bool = false,
    pieces: Int? = nil
  ) -> Reading {
    var options = ReadOptions()
    options.isStrict = isStrict
    options.chunkSize = chunkSize
    var reading = Reading([])
    reading.error = nil
    var reader = CSVTableReader(
      source: BytesSource(bytes, pieces: pieces), name: name, options: options)
    do throws(HealthError) {
      _ = try reader.dataset()
      while let sample = try reader.next() { reading.samples.append(sample) }
    } catch {
      reading.error = error
    }
    reading.findings = reader.takeFindings()
    return reading
  }

  /// A sample without what the table declares to lose.
  static func reduced(_ sample: Sample) -> [Sample] {
    var sample = sample
    sample.updateHeader { header in
      func plain(_ date: Timestamp) -> Timestamp {
        Timestamp(
          secondsSince1970: date.secondsSince1970, nanoseconds: date.nanoseconds,
          offsetMinutes: date.offsetMinutes)
      }
      let old = header.descriptor
      var device: Device?
      if let name = old.device?.name {
        device = Device()
        device?.name = name
      }
      header.descriptor = SampleDescriptor(
        type: old.type, unitText: old.unitText,
        source: old.hasSource
          ? Source(name: old.source.name, version: old.source.version) : nil, device: device)
      header.deviceAddress = nil
      header.extras = nil
      header.start = plain(header.start)
      header.end = plain(header.end)
      header.created = header.created.map(plain)
    }
    switch sample {
    case .quantity(let quantity):
      return [.quantity(QuantitySample(header: quantity.header, number: quantity.number))]
    case .correlation(var correlation):
      let nested = correlation.members.filter { $0.membership == .nestedOnly }.map(\.sample)
      correlation.members = []
      return [.correlation(correlation)] + nested.flatMap(reduced)
    case .unknown: return []
    default: return [sample]
    }
  }

  private var wholeKinds: [SampleKind] { [.quantity, .category, .correlation, .unknown] }

  @Test(arguments: [1, 2, 3, 7, 64, 1 << 12])
  func commonKindsComeBackButForTheLosses(chunkSize: Int) throws {
    let samples = MarkedSamples.all.filter { wholeKinds.contains($0.kind) }
    let written = try Self.write(samples)
    let read = Self.read(written.text, chunkSize: chunkSize)
    #expect(read.error == nil)
    #expect(read.findings == [])
    let expected = samples.flatMap(Self.reduced)
    #expect(read.samples.count == expected.count)
    for (sample, original) in zip(read.samples, expected) { #expect(sample == original) }
  }

  @Test func fieldsOfSeldomKindsComeBack() throws {
    // A row has no place for what the identity of these is made of.
    let others: [SampleKind] = [
      .electrocardiogram, .document, .audiogram, .visionPrescription, .heartbeatSeries,
      .stateOfMind, .scoredAssessment,
    ]
    let samples = MarkedSamples.all.filter { !(wholeKinds + others).contains($0.kind) }
    let first = try Self.write(samples)
    let read = Self.read(first.text)
    #expect(read.error == nil)
    #expect(read.findings == [])
    #expect(read.samples.map(\.id) == samples.map(\.id))
    // What is left has nothing more to lose.
    let second = try Self.write(read.samples)
    #expect(second.text == first.text)
    #expect(second.losses.values.allSatisfy { $0 == 0 })
    #expect((first.losses["parts"] ?? 0) > 0)
  }

  @Test func lossesAreCounted() throws {
    let written = try Self.write(MarkedSamples.all, dataset: MarkedSamples.dataset)
    #expect(written.losses["dataset"] == 1)
    #expect(written.losses["members"] == 1)
    #expect(written.losses["unknown"] == MarkedSamples.elements.count)
    #expect(written.losses["extras"] == MarkedSamples.extras.count)
    #expect(Set(Format.csv.losses.map(\.name)) == Set(written.losses.keys))
  }

  @Test func formulasAreGuardedAndComeBack() throws {
    let texts = ["=1+1", "+1", "-1", "@a", "\tx", "\rx", "'=x", "''=x", "'x", "'", "a=", "1"]
    let samples = texts.map { text in
      MarkedSamples.quantity("-5") {
        $0.descriptor = SampleDescriptor(
          type: .quantity(QuantityType("t")), unitText: "-", source: Source(name: text))
      }
    }
    for guardsFormulas in [false, true] {
      var options = WriteOptions()
      options.guardsFormulas = guardsFormulas
      let written = try Self.write(samples, options)
      #expect(Self.read(written.text).samples == samples)
      // Numbers never get an apostrophe.
      #expect(written.text.contains(",-5,"))
      #expect(written.text.contains(",'=1+1,") == guardsFormulas)
      #expect(written.text.contains(",''=x,"))
    }
  }

  @Test func aTableMadeByHandIsRead() throws {
    let read = Self.read(
      "\u{FEFF}start;type;value;unit\r\n"
        + "2024-06-01T08:00:00+02:00;HKQuantityTypeIdentifierBodyMass;72.50;kg\r\n")
    #expect(read.error == nil)
    let sample = try #require(read.samples.first)
    #expect(sample.id == MarkedHand.sample.id)
    #expect(read.samples == [MarkedHand.sample])
  }

  private enum MarkedHand {
    static var sample: Sample {
      let date = MarkedSamples.date("2024-06-01 08:00:00 +0200")
      return .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .quantity(QuantityType("HKQuantityTypeIdentifierBodyMass")), unitText: "kg",
              source: nil), start: date, end: date), number: Number("72.50") ?? Number(0)))
    }
  }

  static let head = "kind,type,start,value"
  static let step = "quantity,HKQuantityTypeIdentifierStepCount"
  static let refusals: [(text: String, error: String)] = [
    (
      "", "t.csv:1:1: error: found no row, expected the names of the columns first [missing-header]"
    ),
    (
      "kind,start\n", "t.csv:1:1: error: found no column 'type' in the header [missing-column]"
    ),
    (
      "kind,type,start,type\n",
      "t.csv:1:17: error: found the column 'type' twice [duplicate-column]"
    ),
    (
      "\(head)\n\(step),2024-06-01T08:00:00+02:00\n",
      "t.csv:2:69: error: found 3 cells in the row, expected 4 as in the header [row-length]"
    ),
    (
      "\(head)\n\(step),\0\0\n",
      "t.csv:2:44: error: found zero bytes in a row, as where a disk lost data; rows may be missing. "
        + "Copy or export the file again [zero-byte]"
    ),
    (
      "\(head)\n\(step),2024-06-01T08:00:00+02:00",
      "t.csv:2:69: error: the file ends within its last row: found 3 of the 4 cells of the header [truncated-row]"
    ),
    (
      "\(head)\n\(step),,1\n",
      "t.csv:2:44: error: found an empty cell in the column start [missing-value]"
    ),
    (
      "\(head)\n\(step),2024-13-01T08:00:00+02:00,1\n",
      "t.csv:2:44: error: start has month 13, expected 01 to 12 [malformed-date]"
    ),
    (
      "\(head)\n\(step),yesterday,1\n",
      "t.csv:2:44: error: start does not have the form of a date, expected "
        + "2024-06-01T08:00:00+02:00 [malformed-date]"
    ),
    (
      "\(head)\n\(step),2024-06-01T08:00:00+02:00,many\n",
      "t.csv:2:70: error: found no number in the column value [malformed-number]"
    ),
    (
      "\(head)\n\(step),2024-06-01T08:00:00+02:00,\n",
      "t.csv:2:70: error: found an empty cell in the column value [missing-value]"
    ),
    (
      "\(head)\ncategory,HKCategoryTypeIdentifierSleepAnalysis,2024-06-01T08:00:00+02:00,Awake\n",
      "t.csv:2:74: error: found a value in the row of a category, expected it in the column "
        + "categoryValue [malformed-value]"
    ),
    (
      "\(head)\nsteps,x,2024-06-01T08:00:00+02:00,1\n",
      "t.csv:2:1: error: found an unknown kind [unknown-kind]"
    ),
    (
      "\(head)\n,Steps,2024-06-01T08:00:00+02:00,1\n",
      "t.csv:2:2: error: found a type of unknown kind; expected a column kind "
        + "[unknown-kind]"
    ),
    (
      "\(head),metadata\n\"quantity\",\"a\nb\",2024-06-01T08:00:00+02:00,1,{\n",
      "t.csv:3:32: error: found the end of the line, expected the name of a member [malformed-json]"
    ),
  ]

  @Test(arguments: refusals)
  func refusesWithAPlace(_ text: String, _ error: String) throws {
    for chunkSize in [1, 7, 1 << 12] {
      #expect(Self.read(text, chunkSize: chunkSize).error?.description == error)
    }
  }

  /// The samples that are refused have the message beside them.
  @Test func ownSamplesAreRefusedForTheStatedReason() throws {
    let paths = try Fixtures.files(in: Fixtures.samples + "/refuse/csv", suffix: ".csv")
    #expect(paths.count >= 3)
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let message = try Fixtures.bytes(path.dropLast(4) + ".txt").dropLast()
      let text = String(decoding: try Fixtures.bytes(path), as: UTF8.self)
      #expect(
        Self.read(text, name: name).error?.description == String(decoding: message, as: UTF8.self))
    }
  }

  @Test func ownSamplesAreAccepted() throws {
    let paths = try Fixtures.files(in: Fixtures.samples + "/accept/csv", suffix: ".csv")
    #expect(paths.count >= 2)
    for path in paths {
      let read = Self.read(String(decoding: try Fixtures.bytes(path), as: UTF8.self))
      #expect(read.error == nil)
      #expect(read.findings == [])
      #expect(!read.samples.isEmpty)
    }
  }

  @Test func unknownColumnsAreSaid() throws {
    let text = "\(Self.head),mood\n\(Self.step),2024-06-01T08:00:00+02:00,1,good\n"
    let read = Self.read(text)
    #expect(read.samples.count == 1)
    #expect(
      read.findings.map(\.description) == [
        "t.csv:1:23: warning: the column 'mood' is not known; left out [unknown-column]"
      ])
    #expect(Self.read(text, isStrict: true).error?.rule == "unknown-column")
  }
}
