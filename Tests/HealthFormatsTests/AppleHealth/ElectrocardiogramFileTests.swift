import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// An electrocardiogram's file is read by position, whatever its language, and printed as it was.
@Suite struct ElectrocardiogramFileTests {
  /// The lines before the voltages as a phone in English writes them.
  static let head = """
    Name,Sam Example
    Date of Birth,"Jan 5, 1980"
    Recorded Date,2023-03-04 20:55:07 -0500
    Classification,Sinus Rhythm
    Symptoms,
    Software Version,1.90
    Device,"Watch6,7"
    Sample Rate,512 hertz


    Lead,Lead I
    Unit,µV


    """

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    var person: String? = "Sam Example"
    var birth: String? = "Jan 5, 1980"
    var symptoms: String?
    var device: String? = "Watch6,7"
    var rate = "512"
    var unit: String? = "hertz"
    var voltages = ["-107.825", "3", "0.50"]
    /// Whether the lines before the voltages are kept to the letter.
    var keepsHead = false
    var isExact = true

    var testDescription: String { name }
  }

  private static let voltages = "-107.825\n3\n0.50\n"

  private static func head(_ label: String, _ line: String) -> String {
    head.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(label) ? line : String($0) }.joined(separator: "\n")
  }

  static let rows = [
    Row(name: "as iOS writes it", file: head + voltages),
    Row(name: "nobody's", file: head("Name", "Name") + voltages, person: nil),
    Row(name: "an empty name", file: head("Name", "Name,") + voltages, person: ""),
    Row(
      name: "symptoms with commas",
      file: head("Symptoms", "Symptoms,Rapid, pounding, or fluttering heartbeat,Fatigue")
        + voltages,
      symptoms: "Rapid, pounding, or fluttering heartbeat,Fatigue"),
    Row(
      name: "no symptoms, no comma", file: head("Symptoms", "Symptoms") + voltages, keepsHead: true),
    Row(
      name: "a rate with decimals", file: head("Sample", "Sample Rate,513.625 hertz") + voltages,
      rate: "513.625"),
    Row(
      name: "a rate with a comma", file: head("Sample", "Abtastrate,513,625 Hertz") + voltages,
      rate: "513.625", unit: "Hertz", keepsHead: true),
    Row(
      name: "decimal commas", file: head + voltages.replacing(".", with: ","),
      voltages: [
        "-107.825", "3", "0.50",
      ]),
    Row(
      name: "quoted decimal commas", file: head + "\"-107,825\"\n3\n", voltages: [], isExact: false),
    Row(
      name: "CRLF", file: (head + voltages).replacing("\n", with: "\r\n"), keepsHead: true),
    Row(
      name: "CRLF before the voltages only", file: head.replacing("\n", with: "\r\n") + voltages,
      keepsHead: true, isExact: false),
    Row(
      name: "numbers in another text form", file: head + "007\n1e1\n", voltages: ["007", "1e1"]),
    Row(
      name: "line ends of both kinds", file: head + "1\r\n2\n", voltages: ["1", "2"], isExact: false
    ),
    Row(name: "no last line end", file: head + "1\n2", voltages: ["1", "2"], isExact: false),
    Row(
      name: "blank lines behind", file: head + "1\n\n2\n\n", voltages: ["1", "2"], isExact: false),
    Row(
      name: "no blank lines",
      file: head.replacing("\n\n", with: "\n").replacing("\n\n", with: "\n")
        + voltages, keepsHead: true),
    Row(
      name: "quotes in a name", file: head("Name", #"Name,"Sam ""S"" Example""#) + voltages,
      person: #"Sam "S" Example"#),
    Row(
      name: "quotes for nothing", file: head("Device", #"Device,"Watch""#) + voltages,
      device: "Watch", keepsHead: true),
    Row(name: "a byte order mark", file: "\u{FEFF}" + head + voltages, keepsHead: true),
    Row(name: "a device of nothing", file: head("Device", "Device,") + voltages, device: nil),
  ]

  @Test(arguments: rows)
  func whatIsInIt(row: Row) throws {
    let bytes = Array(row.file.utf8)
    guard !row.voltages.isEmpty else {
      #expect((try? ElectrocardiogramFile.read(bytes, path: "/e.csv")) == nil)
      return
    }
    let (sample, isExact, _) = try ElectrocardiogramFile.read(bytes, path: "/e.csv")
    let fields = sample.fields
    #expect(fields.name == row.person)
    #expect(fields.dateOfBirth == row.birth)
    #expect(fields.classification == "Sinus Rhythm")
    #expect(fields.symptoms == row.symptoms)
    #expect(fields.softwareVersion == "1.90")
    #expect(sample.device?.hardwareVersion == row.device)
    #expect(fields.sampleRate?.description == row.rate)
    #expect(fields.sampleRateUnit == row.unit)
    #expect(fields.lead == "Lead I")
    #expect(fields.unit == "µV")
    #expect(fields.voltages.map(\.description) == row.voltages)
    #expect(fields.path == "/e.csv")
    #expect((fields.fileHeader != nil) == row.keepsHead)
    #expect(isExact == row.isExact)
    #expect((ElectrocardiogramFile.printed(sample) == bytes) == row.isExact)
    #expect(sample.start == Timestamp("2023-03-04 20:55:07 -0500"))
    // Three voltages at about 512 in a second.
    let milliseconds = sample.end.timeInterval(since: sample.start) * 1_000
    #expect(abs(milliseconds - Double(fields.voltages.count) * 1_000 / 512) < 0.6)
  }

  /// Other tables, and files that break off.
  @Test(arguments: [
    "", "a,b\n1,2\n", head, head + "\n", head + "1\nx\n", head + "1,2,3\n",
    head("Recorded", "Recorded Date,today") + "1\n", head("Sample", "Sample Rate,fast") + "1\n",
    String(head.dropFirst(17)) + "1\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n", head + "1e\n",
    String(repeating: "\n", count: 40),
  ])
  func whatIsNone(text: String) {
    #expect((try? ElectrocardiogramFile.read(Array(text.utf8), path: nil)) == nil)
  }

  @Test func endlessFilesAreNone() {
    let voltages = { (count: Int) in String(repeating: "1\n", count: count) }
    let bytes = { (text: String) in Array(text.utf8) }
    #expect(throws: Never.self) {
      try ElectrocardiogramFile.read(bytes(Self.head + voltages(120_000)), path: nil)
    }
    #expect(throws: ElectrocardiogramFault.self) {
      try ElectrocardiogramFile.read(bytes(Self.head + voltages(120_001)), path: nil)
    }
  }

  @Test func badUTF8IsNone() {
    let bytes = Array((Self.head + Self.voltages).utf8)
    #expect(throws: ElectrocardiogramFault.self) {
      try ElectrocardiogramFile.read([0xFF] + bytes, path: nil)
    }
  }

  /// Any prefix of a file and any byte of it changed: no trap, and what is called exact is.
  @Test func damageIsNoTrap() {
    let bytes = Array((Self.head + Self.voltages).utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0, 10, 13, 34, 44, 46, 48, 0xC3] {
        var damaged = bytes
        damaged[index] = byte
        for file in [damaged, Array(damaged[..<index])] {
          guard let (sample, isExact, _) = try? ElectrocardiogramFile.read(file, path: nil) else {
            continue
          }
          #expect(isExact == (ElectrocardiogramFile.printed(sample) == file))
        }
      }
    }
  }

  @Test func otherRecordingsAreOthers() throws {
    let files = [
      Self.head + "1\n2\n3\n", Self.head + "1\n2\n4\n",
      Self.head("Recorded", "Recorded Date,2023-03-04 20:55:08 -0500") + "1\n2\n3\n",
    ]
    let ids = files.compactMap {
      try? ElectrocardiogramFile.read(Array($0.utf8), path: nil).sample.id
    }
    #expect(Set(ids).count == 3)
    let comma = (Self.head + "1,5\n2\n3\n").utf8
    let point = (Self.head + "1.5\n2\n3\n").utf8
    #expect(
      try ElectrocardiogramFile.read(Array(comma), path: "/a.csv").sample.id
        == ElectrocardiogramFile.read(Array(point), path: "/b.csv").sample.id)
  }

  @Test(
    .enabled(if: Fixtures.arePresent, "no real files beside the repository"),
    arguments: [
      ("ecg/rinoshiyo_sample_ecg.csv", 10, true), ("derived/ecg_ja.csv", 2, true),
      ("derived/ecg_symptoms_commas.csv", 2, true),
    ])
  func realFilesComeBack(path: String, voltages: Int, isExact: Bool) throws {
    let bytes = try Fixtures.bytes(Fixtures.folder + "/" + path)
    let reading = try ElectrocardiogramFile.read(bytes, path: nil)
    #expect(reading.sample.fields.voltages.count >= voltages)
    #expect(reading.isExact == isExact)
  }
}
