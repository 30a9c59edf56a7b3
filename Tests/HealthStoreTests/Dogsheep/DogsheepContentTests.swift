import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Whatever a sample says is somewhere in the database, fields of tomorrow included.
struct DogsheepContentTests {
  @Test(arguments: MarkedSamples.all.indices)
  func nothingIsDropped(_ index: Int) throws {
    let sample = MarkedSamples.all[index]
    let database = try DogsheepDatabaseFile([sample])
    var cells: Set<String> = []
    var text = ""
    for table in try database.tables {
      for row in try database.values("SELECT * FROM \(Self.quoted(table))") {
        for case let cell? in row {
          cells.insert(cell)
          text += cell + "\n"
        }
      }
      // Names of columns hold keys.
      text += try database.rows("SELECT name FROM pragma_table_info(\(Self.literal(table)))")
        .joined(separator: "\n")
    }
    for mark in Self.marks(of: sample) {
      #expect(
        mark.contains { cells.contains($0) } || text.contains(Self.escaped(mark[0])),
        "\(mark[0])")
    }
  }

  @Test func theDatasetIsThere() throws {
    let database = try DogsheepDatabaseFile([], MarkedSamples.dataset)
    #expect(
      try database.rows("SELECT * FROM dataset ORDER BY rowid") == [
        "exportDate||2024-06-30 21:15:00 +0200", "locale||en_FR", "exportVersion||14",
        "characteristic|HKCharacteristicTypeIdentifierDateOfBirth|1980-01-05",
        "characteristic|HKCharacteristicTypeIdentifierBiologicalSex|HKBiologicalSexFemale",
        "attribute|future|attribute \"of\" tomorrow",
      ])
  }

  @Test(arguments: [
    (["72", "72.5", "-0.5", "100", "123456789012345678", "0.4971749504535062"], 0),
    (["72.50", "072", "1e2", "72.0", "0.12345678901234567"], 4),
    (["0.123456789012345678"], 1),
  ])
  func spellingsThatAreLostAreCounted(_ values: [String], _ count: Int) throws {
    let database = try DogsheepDatabaseFile(values.map { MarkedSamples.quantity($0) })
    #expect(database.losses.map(\.loss.name) == (count == 0 ? [] : ["spellings"]))
    #expect(database.losses.reduce(0) { $0 + $1.count } == count)
    let found = try database.values("SELECT value FROM rHeartRate ORDER BY id").map { $0[0] ?? "" }
    #expect(found.map(Double.init) == values.map(Double.init))
    if count == 0 { #expect(found == values) }
  }

  // MARK: Marks

  /// Every text, number and date of a sample as it was written and as it may be shown.
  private static func marks(of sample: Sample) -> [[String]] {
    var visitor = Marks()
    visitor.add(sample)
    return visitor.found.map { [$0] }
      + visitor.dates.map { [$0.description, $0.text(.iso8601).description] }
      + visitor.numbers.map { number in
        let value = number.doubleValue
        return [number.description, "\(value)"] + (Int64(exactly: value).map { ["\($0)"] } ?? [])
      }
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  private static func literal(_ name: String) -> String {
    "'" + name.replacing("'", with: "''") + "'"
  }

  /// The text as it stands in JSON.
  private static func escaped(_ text: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(json: text)
    return String(decoding: buffer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  private struct Marks: Sample.FieldVisitor {
    var found: [String] = []
    var numbers: [Number] = []
    var dates: [Timestamp] = []

    mutating func add(_ sample: Sample) {
      func structured(_ sample: some FieldSample) {
        var fields = sample.fields
        fields.visit(&self)
      }
      if let header = sample.header { add(header, hasDates: sample.kind.hasOwnDates) }
      switch sample {
      case .quantity(let sample):
        numbers.append(sample.number)
        for beat in sample.beats {
          numbers.append(beat.bpm)
          found.append(beat.time)
        }
      case .category(let sample): found += [sample.value?.name].compactMap { $0 }
      case .correlation(let sample):
        for member in sample.members {
          add(member.sample)
          found.append(member.membership.rawValue)
        }
      case .unknown(let element): add(element)
      default: if let sample = sample.structured { structured(sample) }
      }
    }

    private mutating func add(_ header: SampleHeader, hasDates: Bool) {
      let descriptor = header.descriptor
      // That the rings of a day are such, the table says.
      if descriptor.type.identifier != "HKActivitySummaryTypeIdentifier" {
        found.append(descriptor.type.identifier)
      }
      let source = descriptor.source
      found += [
        descriptor.unitText, descriptor.hasSource ? source.name : nil, source.version,
        source.productType, source.operatingSystemVersion,
        descriptor.device?.text(address: header.deviceAddress), header.created?.description,
      ].compactMap { $0 }
      if hasDates { found += [header.start.description, header.end.description] }
      var metadata = header.metadata
      self.metadata(&metadata)
      add(header.extras)
    }

    private mutating func add(_ extras: Extras?) {
      for attribute in extras?.attributes ?? [] { found += [attribute.name, attribute.value] }
      for case .element(let element) in extras?.content ?? [] { add(element) }
    }

    private mutating func add(_ element: Element) {
      found.append(element.name)
      for attribute in element.attributes { found += [attribute.name, attribute.value] }
      for child in element.children {
        switch child {
        case .text(let text): found.append(text)
        case .element(let element): add(element)
        }
      }
    }

    mutating func number(_ name: String, _ value: inout Number?) {
      if let value { numbers.append(value) }
    }
    mutating func date(_ name: String, _ value: inout Timestamp?) {
      if let value { dates.append(value) }
    }
    mutating func text(_ name: String, _ value: inout String?) {
      if let value { found.append(value) }
    }
    mutating func metadata(_ value: inout Metadata) {
      for entry in value.entries { found += [entry.key.identifier, entry.value] }
    }
    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]
    ) {
      for index in value.indices {
        value[index].visit(&self)
        add(value[index].extras)
      }
    }
    mutating func numbers(_ name: String, _ value: inout [Number]) {
      found += value.map { $0.isSpelledAsJSON ? $0.description : "\($0.text)" }
    }
    mutating func bytes(_ name: String, _ value: inout [UInt8]) {
      found.append(String(decoding: value, as: UTF8.self))
    }
    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
      value?.visit(&self)
      add(value?.extras)
    }
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
      for member in value {
        add(member.sample)
        found.append(member.membership.rawValue)
      }
    }
  }
}
