import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

@testable import HealthConv

/// Lines that depend on lines before them give the same for any number of threads and any size of chunks.
struct LineOrderTests {
  /// `factor N` holds for the values after it.
  private struct Factors: LineDecoder {
    /// What a line that only changes the state is until `complete`.
    private static let marker = "factor"
    private var factor: Int64?
    private var last: Sample?
    private var hasBeginning = false

    mutating func begin(_ line: Span<UInt8>, at place: Place) throws(HealthError) -> Bool {
      if hasBeginning { return false }
      hasBeginning = String(line: line) == "factors"
      return hasBeginning
    }

    func endBeginning(at place: Place) throws(HealthError) {
      if !hasBeginning {
        throw HealthError(.malformed, rule: "no-factors", place: place, "has no line 'factors'")
      }
    }

    mutating func decode(_ line: Span<UInt8>, into output: inout LineOutput) throws(HealthError) {
      let words = String(line: line)?.split(separator: " ") ?? []
      guard words.count == 2, let number = Number(String(words[1])) else {
        return try output.report(.factors, "it is not a value", severity: .error)
      }
      if words[0] == Self.marker {
        let value = Element.Attribute(name: "value", value: String(words[1]))
        return output.append(.unknown(Element(name: Self.marker, attributes: [value])))
      }
      let descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: nil)
      let header = SampleHeader(
        descriptor: descriptor, start: Timestamp(secondsSince1970: 0),
        end: Timestamp(secondsSince1970: 60))
      output.append(.quantity(QuantitySample(header: header, number: number)))
    }

    mutating func complete(
      _ sample: consuming Sample, into output: inout LineOutput
    ) throws(HealthError) {
      let sample = sample
      if case .unknown(let element) = sample, element.name == Self.marker,
        let number = element[attribute: "value"].flatMap({ Number($0) })
      {
        if factor == number.digits { try output.report(.factors, "it repeats the factor") }
        factor = number.digits
        return
      }
      guard case .quantity(let quantity) = sample else { return output.append(sample) }
      guard let factor else { throw output.error("no-factor", "no factor precedes it", column: 7) }
      let number = Number(digits: quantity.number.digits * factor, exponent: 0)
      last = .quantity(QuantitySample(header: quantity.header, number: number))
      if let last { output.append(last) }
    }

    /// The last value counts twice.
    mutating func end(into output: inout LineOutput) throws(HealthError) {
      guard let last else { return try output.report(.factors, "it has no value") }
      output.append(last)
    }
  }

  private static let format = Format(
    name: "factors", title: "Factors", extensions: ["factors"], isText: false, layouts: [],
    readOptions: [], losses: [], rules: [.factors], confidence: { _ in .no },
    makeReader: { (input, options) throws(HealthError) in
      try LineReader(input, options, Factors())
    },
    makeWriter: nil)

  private static let formats = Format.all + [format]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func anyChunksGiveTheSame() throws {
    var (lines, factor, expected) = (["factors"], 1, [Int: Int]())
    for number in 0..<4_000 {
      if number == 0 || Int.random(in: 0..<50) == 0 {
        factor = .random(in: 1...3)
        lines.append("factor \(factor)")
      }
      if Int.random(in: 0..<500) == 0 { lines.append("odd") }
      // Equal values are numbered when they are complete: 6 is 2 times 3 and 3 times 2.
      let value = Int.random(in: 1...9)
      lines.append("steps \(value)")
      expected[value * factor, default: 0] += 1
      if number == 3_999 { expected[value * factor, default: 0] += 1 }
    }
    let path = try folder.write(bytes: Array(lines.joined(separator: "\n").utf8), "a.factors")
    try ChunkTests.compare(path, among: Self.formats)
    var samples = try Dataset.open(path, among: Self.formats).samples()
    var found: [Int: [UInt32]] = [:]
    while let sample = try samples.next() {
      guard case .quantity(let quantity) = sample else { continue }
      found[Int(quantity.number.digits), default: []].append(sample.ordinal)
    }
    #expect(found.mapValues(\.count) == expected)
    for ordinals in found.values { #expect(ordinals == ordinals.indices.map { UInt32($0) }) }
  }

  /// A defect that only the order of the lines shows has the line where it is, and one of the whole file its end.
  @Test func findingsOfTheOrderAreLocated() throws {
    let repeated = "factors\nfactor 2\nfactor 2\nsteps 3\nfactor 2\n"
    for (text, line, message) in [
      (repeated, 3, "it repeats the factor (2 times)"),
      ("factors\nfactor 2\n", 3, "it has no value"),
    ] {
      let path = try folder.write(bytes: Array(text.utf8), "a.factors")
      var samples = try Dataset.open(path, among: Self.formats).samples()
      while try samples.next() != nil {}
      let findings = samples.takeFindings()
      #expect(findings.map(\.message) == [message])
      #expect(findings.map(\.place.line) == [line])
    }
  }

  private static let faults: [(text: String, rule: String, line: Int, column: Int)] = [
    ("factors\n\nsteps 3", "no-factor", 3, 7), ("\n", "no-factors", 2, 1),
    ("steps 1\n", "no-factors", 1, 1),
  ]

  @Test(arguments: faults) func whatLacksIsLocated(
    _ fault: (text: String, rule: String, line: Int, column: Int)
  ) throws {
    let path = try folder.write(bytes: Array(fault.text.utf8), "a.factors")
    let error = #expect(throws: HealthError.self) {
      var samples = try Dataset.open(path, among: Self.formats).samples()
      while try samples.next() != nil {}
    }
    #expect(error?.rule == fault.rule)
    #expect(error?.place.line == fault.line)
    #expect(error?.place.column == fault.column)
  }

  /// Of several files, one would be read.
  @Test func severalFilesAreRefused() throws {
    for name in ["a.factors", "b.factors"] {
      _ = try folder.write(bytes: Array("factors\nfactor 2\nsteps 3\n".utf8), name)
    }
    let error = #expect(throws: HealthError.self) {
      _ = try Dataset.open(folder.path, as: Self.format, among: Self.formats).samples()
    }
    #expect(
      error?.message
        == "it contains 2 files: 'a.factors', 'b.factors'. Name each of them instead")
  }
}

extension Rule {
  fileprivate static let factors = Rule(
    reader: "factors", .warning, title: "line is not a value", explanation: "It is left out.")
}
