// A format of a program that uses the library, complete: a decoder of lines, a writer with losses, an option, rules and an XML Schema. The
// target has no access to what is internal to the package.
public import HealthFormats

extension Format {
  /// XML with one line for each quantity.
  public static let toy = Format(
    name: "toy", title: "Toy XML, a line per quantity", extensions: ["toy"], isText: true,
    layouts: [Format.Layout("lines", "one file", outputs: [.file])],
    readOptions: [.toyMost], writeOptions: [.toyTitle],
    losses: [ToyWriter.kinds, ToyWriter.details],
    rules: [.toyLine, .toyNegative],
    schemas: [
      Format.Schema("toy.xsd", files: { ["toy.xsd": Array(toySchema.utf8)] }) { input, _ in
        input.container.entries
      }
    ],
    confidence: { look in look.firstBytes.starts(with: "<toy".utf8) ? .certain : .no },
    makeReader: { (input, options) throws(HealthError) in
      try LineReader(input, options, ToyLines(most: options[.toyMost]))
    },
    makeWriter: { (output, options) throws(HealthError) in try ToyWriter(output, options) })

  private static let toySchema = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="toy"><xs:complexType>
        <xs:sequence>
          <xs:element name="q" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
            <xs:attribute name="type" use="required"/><xs:attribute name="start" use="required"/>
            <xs:attribute name="end" use="required"/><xs:attribute name="value" use="required"/>
            <xs:attribute name="unit" use="required"/>
          </xs:complexType></xs:element>
        </xs:sequence>
        <xs:attribute name="title"/>
      </xs:complexType></xs:element>
    </xs:schema>
    """
}

extension Format.Option {
  /// The title of the file.
  public static let toyTitle = Format.Option(
    "toy-title", about: "titles of toys", help: "The title of the toy, in small letters.",
    expected: "small letters"
  ) { text in text.allSatisfy { $0.isLowercase } && !text.isEmpty ? text : String?.none }
}

extension Format.Option {
  /// The largest value that is read.
  public static let toyMost = Format.Option(
    "toy-most", about: "largest values of toys", help: "Leave out larger values of the toy.",
    expected: "a number"
  ) { text in Double(text) }
}

extension Rule {
  static let toyLine = Rule(
    reader: "toy-line", .warning, title: "line is not a quantity",
    explanation: "A line has no type, dates, value and unit. It is skipped.")

  static let toyNegative = Rule(
    "toy-negative", .samples, .error, title: "value is negative",
    explanation: "Toys have no negative values.",
    examples: Examples(bad: "value=\"-1\"", good: "value=\"1\"")
  ) { NegativeToy() }
}

private struct NegativeToy: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    .outside(0...Double.greatestFiniteMagnitude)
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .quantity(let quantity) = sample.sample, quantity.number.doubleValue < 0 else {
      return
    }
    findings.add("the value is negative", on: sample)
  }
}

struct ToyLines: LineDecoder {
  var most: Double?

  /// The first line is that of the root.
  mutating func begin(_ line: Span<UInt8>, at place: Place) throws(HealthError) -> Bool {
    line[0] == UInt8(ascii: "<")
  }

  mutating func decode(_ line: Span<UInt8>, into output: inout LineOutput) throws(HealthError) {
    // The last line ends the root.
    guard line[0] == UInt8(ascii: " ") else { return }
    guard let text = String(line: line), let sample = Self.sample(text[...]) else {
      return try output.report(.toyLine, "it is not a quantity")
    }
    if let most, sample.number.doubleValue > most { return }
    output.append(.quantity(sample))
  }

  static func sample(_ line: Substring) -> QuantitySample? {
    // <q type="…" start="…" end="…" value="…" unit="…"/>
    let cells = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard cells.count == 11, let start = Timestamp(String(cells[3])),
      let end = Timestamp(String(cells[5])), let value = Number(String(cells[7]))
    else { return nil }
    let descriptor = SampleDescriptor(
      type: .quantity(QuantityType(String(cells[1]))), unitText: String(cells[9]), source: nil)
    return QuantitySample(
      header: SampleHeader(descriptor: descriptor, start: start, end: end), number: value)
  }
}

struct ToyWriter: SampleWriter, ~Copyable {
  static let kinds = Loss("toy-kinds", "Samples that are no quantities are left out.")
  static let details = Loss(
    "toy-details", "Source, device, metadata and facts of the dataset are left out.")

  private let sink: any ByteSink
  private let title: String?
  private var lost = [0, 0]

  init(_ output: OutputContainer, _ options: WriteOptions) throws(HealthError) {
    sink = try output.open("")
    title = options[.toyTitle]
  }

  private func write(_ text: String) throws(HealthError) {
    try sink.write(text.utf8.span)
  }

  mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if dataset != DatasetInfo() { lost[1] += 1 }
    try write(title.map { "<toy title=\"\($0)\">\n" } ?? "<toy>\n")
  }

  mutating func write(_ sample: consuming Sample) throws(HealthError) {
    guard case .quantity(let quantity) = sample else {
      lost[0] += 1
      return
    }
    let header = quantity.header
    let texts = [
      quantity.type.identifier, "\(header.start)", "\(header.end)", "\(quantity.number)",
      header.descriptor.unitText ?? "",
    ]
    let attributes = zip(["type", "start", "end", "value", "unit"], texts).map {
      "\($0)=\"\($1)\""
    }
    let line = "  <q \(attributes.joined(separator: " "))/>"
    // What would be read as something else is not written.
    guard header.descriptor.unitText != nil,
      !texts.joined().contains(where: { "<>&\n\r\t".contains($0) }),
      let copy = ToyLines.sample(line[...]), copy.header.descriptor.type == header.descriptor.type,
      ["\(copy.start)", "\(copy.end)", "\(copy.number)"] == texts[1...3].map(\.self)
    else {
      lost[0] += 1
      return
    }
    if header.descriptor.hasSource || header.descriptor.device != nil || header.created != nil
      || header.metadata != Metadata() || header.extras != nil
      || !quantity.beats.isEmpty
    {
      lost[1] += 1
    }
    try write(line + "\n")
  }

  mutating func finish() throws(HealthError) { try write("</toy>\n") }

  var losses: [Loss.Count] {
    zip([Self.kinds, Self.details], lost).map { Loss.Count(loss: $0, count: $1) }
  }
}
