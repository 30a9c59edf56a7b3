import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// Dates that no text can state, and the first and last that one can, in every field: never a trap, and never a sample
/// with a date that a writer would print as something else.
@Suite struct ExtremeDateTests {
  private static let impossible = [
    Timestamp(secondsSince1970: .min), Timestamp(secondsSince1970: .max),
    Timestamp(secondsSince1970: -62_135_596_801), Timestamp(secondsSince1970: 253_402_300_800),
    Timestamp(secondsSince1970: 0, offsetMinutes: 1_140),
    Timestamp(secondsSince1970: 0, offsetMinutes: -1_140),
    Timestamp(secondsSince1970: 253_402_300_799, offsetMinutes: 1),
  ]

  @Test(arguments: impossible.indices)
  func tablesWithImpossibleDatesAreRefused(_ index: Int) throws {
    let date = Self.impossible[index]
    for format in [Format.parquet, .csvDataset] {
      var count = 0
      for base in MarkedSamples.kinds {
        for (name, sample) in Self.variants(of: base, with: date) {
          count += 1
          let bytes = try Self.write([sample], format)
          #expect(throws: (any Error).self, "\(format.name): \(base.kind) \(name)") {
            var samples = try Dataset.open(bytes: bytes, named: "x.zip", as: format).samples()
            while let sample = try samples.next() {
              // A date that is not in the tables, as the start of a summary, is no date that was read.
              if Self.dates(of: sample).allSatisfy(Self.isPossible) { throw NotStored() }
            }
          }
        }
      }
      #expect(count > 60)
    }
  }

  private struct NotStored: Error {}

  /// Dates from one end of the range to the other, in every command.
  @Test func theFirstAndTheLastDateGoThroughEverything() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "0001-01-01 00:00:00 +1800", "0001-01-01 00:00:00 -1800", "9999-12-31 23:59:59 -1800",
      "9999-12-31 23:59:59.999999999 +1800",
    ]
    let dates = try texts.map { try #require(Timestamp($0)) }
    var samples: [Sample] = []
    for base in MarkedSamples.kinds {
      for start in dates {
        for end in dates {
          var sample = base
          sample.updateHeader { if $0.start.isKnown { ($0.start, $0.end) = (start, end) } }
          samples.append(sample)
        }
        samples += Self.variants(of: base, with: start).map(\.sample)
      }
    }
    let path = try folder.write(samples, "in.jsonl")
    let dataset = try Dataset.open(path)
    for format in Format.all where format.makeWriter != nil && format.name != "postgres" {
      let output = "\(folder.path)/out-\(format.name)"
      let form = format.name.hasPrefix("sqlite") || format.name == "dogsheep" ? ".db" : ".zip"
      var conversion = Conversion(of: dataset, to: format)
      conversion.allowsDifferentPeople = true
      do {
        _ = try conversion.run(toFile: output + form)
      } catch { _ = try? conversion.run(toFile: output + ".\(format.extensions.first ?? "x")") }
    }
    var validation = Validation()
    try validation.check(dataset)
    #expect(validation.errors.isEmpty)
    #expect(try Inventory(of: dataset).count >= samples.count)
    for kind in Answer.Kind.allCases {
      // Every answer by days; statistics, whose intervals are all in one place, by every interval.
      let intervals: [CalendarInterval] =
        kind == .statistics ? [.hour, .day, .week, .month, .quarter, .year] : [.day]
      for zone in ["+18:00", "-18:00"] {
        for interval in intervals {
          var answer = Answer(kind, of: [dataset])
          answer.plan.zone = .zone(try Zone(zone))
          answer.plan.interval = interval
          _ = try? answer.write(to: BytesSink(), named: "x", as: .csv)
        }
      }
    }
    _ = try ReportDocument(of: [dataset]).write(to: BytesSink(), named: "report.html")
  }

  /// The end of the last year, in intervals that end after it.
  @Test func intervalsAtTheEndOfTheLastYearAreNamed() throws {
    let folder = try TemporaryFolder()
    var steps = MarkedSamples.quantity("10") {
      $0.start = MarkedSamples.date("9999-12-31 23:30:00 +0000")
      $0.end = MarkedSamples.date("9999-12-31 23:40:00 +0000")
    }
    steps.updateHeader {
      $0.descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: Source(name: "Watch"))
    }
    let dataset = try Dataset.open(try folder.write([steps], "in.jsonl"))
    for (interval, zone, expected) in [
      (CalendarInterval.year, "UTC", "9999"), (.year, "+18:00", "+10000"),
      (.day, "+18:00", "+10000-01-01"), (.month, "+18:00", "+10000-01"),
      (.quarter, "+18:00", "+10000-Q1"), (.hour, "+18:00", "+10000-01-01T17:00+18:00"),
    ] {
      var answer = Answer(.statistics, of: [dataset])
      answer.plan.zone = .zone(try Zone(zone))
      answer.plan.interval = interval
      let sink = BytesSink()
      _ = try answer.write(to: sink, named: "x", as: .csv)
      let text = String(decoding: sink.bytes, as: UTF8.self)
      #expect(text.contains("\n\(expected),"), "\(text)")
    }
  }

  // MARK: Samples

  /// The sample with the date in one of its places, for each of them.
  private static func variants(
    of base: Sample, with date: Timestamp
  ) -> [(name: String, sample: Sample)] {
    var variants: [(name: String, sample: Sample)] = []
    let changes: [(String, (inout SampleHeader) -> Void)] = [
      ("start", { $0.start = date }), ("end", { $0.end = date }),
      ("created", { $0.created = date }),
    ]
    for (name, change) in changes {
      var sample = base
      sample.updateHeader(change)
      variants.append((name, sample))
    }
    var target = 0
    while true {
      var replacer = DateReplacer(target: target, date: date)
      let sample = base.replacing(&replacer)
      guard let name = replacer.found else { return variants }
      variants.append((name, sample))
      target += 1
    }
  }

  private static func dates(of sample: Sample) -> [Timestamp] {
    var reader = DateReplacer(target: .max, date: nil)
    _ = sample.replacing(&reader)
    let header = sample.header
    return reader.dates + [header?.start, header?.end, header?.created].compactMap(\.self)
  }

  private static func isPossible(_ date: Timestamp) -> Bool {
    Timestamp(date.text(.iso8601).description) != nil || !date.isKnown
  }

  private static func write(_ samples: [Sample], _ format: Format) throws -> [UInt8] {
    let sink = BytesSink()
    let output = OutputContainer(archive: sink)
    let makeWriter = try #require(format.makeWriter)
    var writer = try makeWriter(output, WriteOptions())
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    try output.finish()
    return sink.bytes
  }
}

/// Replaces one of the dates of a structure, and lists all.
private struct DateReplacer: Sample.FieldVisitor {
  let target: Int
  let date: Timestamp?
  var found: String?
  var dates: [Timestamp] = []

  init(target: Int, date: Timestamp?) { (self.target, self.date) = (target, date) }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard let old = value else { return }
    if dates.count == target { (found, value) = (name, date) }
    dates.append(old)
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func metadata(_ value: inout Metadata) {}
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    for index in value.indices { value[index].visit(&self) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard var inner = value else { return }
    inner.visit(&self)
    value = inner
  }
}

extension Sample {
  fileprivate func replacing(_ replacer: inout DateReplacer) -> Sample {
    func replaced<S: FieldSample>(_ sample: S) -> Sample {
      var fields = sample.fields
      fields.visit(&replacer)
      return S.Fields.sample(StructuredSample(header: sample.header, fields: fields))
    }
    return structured.map { replaced($0) } ?? self
  }
}
