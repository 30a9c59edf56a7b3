import HealthBytes
import HealthConv
import Testing
import ToyFormat

/// A format that one line registers has everything that the formats of the program have. Its conversions to and from every
/// other format are in `PairMatrixTests`.
struct ToyFormatTests {
  private static let formats = Format.all + [.toy]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ lines: String) throws -> Dataset {
    let path = try folder.write(bytes: Array("<toy>\n\(lines)</toy>\n".utf8), "a.toy")
    return try Dataset.open(path, among: Self.formats)
  }

  private static func line(_ value: String) -> String {
    "  <q type=\"HKQuantityTypeIdentifierStepCount\" start=\"2024-06-01 08:00:00 +0200\" "
      + "end=\"2024-06-01 08:05:00 +0200\" value=\"\(value)\" unit=\"count\"/>\n"
  }

  @Test func isListedWithOptionsAndLosses() throws {
    let json = Format.json(Self.formats)
    for name in ["toy", "toy-most", "toy-title", "toy-kinds", "toy-details"] {
      #expect(json.contains("\"\(name)\""))
    }
    #expect(json.contains("The title of the toy, in small letters."))
    #expect(
      Format.markdown(Self.formats).contains(
        "| `toy` | Toy XML, a line per quantity | `.toy` | yes | yes | yes | `toy-kinds`, `toy-details` |"
      ))
    #expect(try Format.named("TOY", among: Self.formats).name == "toy")
    #expect(try Format.forWriting(to: "a.toy", among: Self.formats).name == "toy")
    #expect(throws: HealthError.self) { try Format.named("toy") }
  }

  @Test func isDetectedByItsBytes() throws {
    let path = try folder.write(bytes: Array("<toy>\n</toy>\n".utf8), "a.txt")
    #expect(try Dataset.open(path, among: Self.formats).format.name == "toy")
    #expect(throws: HealthError.self) { try Dataset.open(path) }
  }

  @Test func itsOptionIsWrittenAndRefusedElsewhere() throws {
    var conversion = Conversion(of: try file(Self.line("7")), to: .toy)
    let isBigTitle = try conversion.options.set(.toyTitle, to: "Big")
    let isSmallTitle = try conversion.options.set(.toyTitle, to: "small")
    #expect(!isBigTitle && isSmallTitle)
    let sink = BytesSink()
    _ = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    #expect(
      String(decoding: sink.bytes, as: UTF8.self)
        == "<toy title=\"small\">\n\(Self.line("7"))</toy>\n")
    var foreign = Conversion(of: try file(Self.line("7")), to: .gpx)
    foreign.formats = Self.formats
    foreign.options = conversion.options
    #expect(
      throws: HealthError(
        .usage, "format 'gpx' has no option for titles of toys, only 'toy' has")
    ) {
      try foreign.run(into: OutputContainer(file: BytesSink()), name: "memory")
    }
  }

  @Test func itsOptionIsReadAndRefusedElsewhere() throws {
    var options = ReadOptions()
    let isNumber = try options.set(.toyMost, to: "7")
    #expect(isNumber)
    let path = try folder.write(
      bytes: Array("<toy>\n\(Self.line("7"))\(Self.line("8"))</toy>\n".utf8), "two.toy")
    let dataset = try Dataset.open(path, options: options, among: Self.formats)
    var samples = try dataset.samples()
    #expect(try samples.next() != nil)
    #expect(try samples.next() == nil)
    // Of several inputs, one has to have the option.
    try options.check(for: [.appleHealth, .toy], among: Self.formats)
    #expect(
      throws: HealthError(
        .usage,
        "format 'apple-health' has no option for largest values of toys, only 'toy' has")
    ) {
      try options.check(for: [.appleHealth, .appleHealth], among: Self.formats)
    }
  }

  /// What a decoder of lines defines is the same with any number of threads and any size of chunks.
  @Test(arguments: [false, true]) func itsLinesAreReadByThreads(_ isStrict: Bool) throws {
    var lines = ""
    for number in 0..<400 {
      lines += Self.line("\(number % 7)")
      if number % 50 == 20 { lines += "  <q/>\r\n\n" }
    }
    let path = try folder.write(bytes: Array("<toy>\n\(lines)</toy>".utf8), "many.toy")
    try ChunkTests.compare(path, strict: isStrict, among: Self.formats)
    var options = ReadOptions()
    options.isStrict = isStrict
    let sink = BytesSink()
    let dataset = try Dataset.open(path, options: options, among: Self.formats)
    let report = try Conversion(of: dataset, to: .jsonLines)
      .run(into: OutputContainer(file: sink), name: "memory")
    #expect(report.samplesRead == (isStrict ? 21 : 400))
    if isStrict {
      #expect(report.readError?.rule == "toy-line")
      #expect(report.readError?.place.line == 23)
    } else {
      #expect(report.readError == nil)
      #expect(report.findings.rules.map(\.name) == ["toy-line"])
      #expect(report.findings.rules.first?.first.first?.place.line == 23)
      #expect(report.findings.rules.first?.first.first?.message == "it is not a quantity (8 times)")
    }
  }

  @Test func itsRulesAreCheckedAndDescribed() throws {
    var validation = Validation()
    try validation.check(try file(Self.line("-7") + "  <q/>\n"))
    let report = validation.finish()
    #expect(Set(report.groups.list.map(\.rule)).isSuperset(of: ["toy-negative", "toy-line"]))
    #expect(report.rules.first { $0.name == "toy-negative" }?.title == "value is negative")
    #expect(report.rules.contains { $0.name == "toy-line" })
    var other = Validation()
    try other.check(try Dataset.open(Fixture.smallExport))
    #expect(!other.finish().rules.contains { $0.name == "toy-negative" })
  }

  @Test func itsSchemaIsChecked() throws {
    var options = Validation.Options()
    options.checksSchemas = true
    let cases: [(String, [String])] = [
      (Self.line("7"), []), ("  <q size=\"1\"/>\n", ["schema-violation"]),
    ]
    for (line, rules) in cases {
      var validation = Validation(options)
      try validation.check(try file(line))
      let found = Set(validation.finish().groups.list.map(\.rule)).subtracting(["toy-line"])
      #expect(found.filter { $0 == "schema-violation" }.sorted() == rules)
    }
  }

  @Test func itsLossesAreCounted() throws {
    let report = try Conversion(of: try Dataset.open(Fixture.smallExport), to: .toy)
      .run(into: OutputContainer(file: BytesSink()), name: "memory")
    #expect(report.losses.map(\.loss.name) == ["toy-kinds", "toy-details"])
    #expect(report.losses.allSatisfy { $0.count > 0 })
  }
}
