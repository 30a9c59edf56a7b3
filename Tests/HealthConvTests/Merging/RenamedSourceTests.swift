import HealthBytes
import HealthFormats
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

@testable import HealthConv

/// A device that was renamed: its samples have another source than before, and so other identities.
@Suite struct RenamedSourceTests {
  private static let old = "Anna\u{2019}s iPhone"
  private static let new = "Anna M\u{2019}s iPhone"
  private static let places = ["store.db"] + (ModelPlaceTests.server == nil ? [] : ["server"])

  private static func steps(_ source: String, _ range: Range<Int>, plus: Int = 0) -> [Sample] {
    range.map { index in
      let start = Timestamp(secondsSince1970: 1_700_000_000 + Int64(index) * 600, offsetMinutes: 60)
      return .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .quantity(.stepCount), unitText: "count", source: Source(name: source)),
            start: start, end: start.advanced(byNanoseconds: 60_000_000_000)),
          number: Number(100 + index % 37 + plus)))
    }
  }

  private struct Inputs {
    let folder: TemporaryFolder
    let before: Dataset
    let after: Dataset

    init() throws {
      folder = try TemporaryFolder()
      let watch = steps("Watch", 500..<505)
      before = try .open(folder.write(steps(old, 0..<40) + watch, "before.jsonl"))
      after = try .open(folder.write(steps(new, 0..<43) + watch, "after.jsonl"))
    }

    func store(_ name: String) throws -> (path: String, format: Format) {
      guard name == "server" else { return (folder.path + "/" + name, try .named("sqlite")) }
      return (try #require(ModelPlaceTests.newServerPath()), try .named("postgres"))
    }
  }

  private func isRenamed(_ error: any Error) -> Bool {
    (error as? HealthError)?.remedy == .sameSource(old: Self.old, new: Self.new)
      && (error as? HealthError)?.kind == .malformed
  }

  @Test(arguments: places)
  func aLoadStopsAndBothWaysGoOn(_ name: String) throws {
    for isSame in [true, false] {
      let inputs = try Inputs()
      let (path, format) = try inputs.store(name)
      func load(_ dataset: Dataset, allowsNew: Bool = false) throws -> SaveCounts? {
        var conversion = Conversion(of: dataset, to: format)
        conversion.allowsNewSources = allowsNew
        return try conversion.run(toFile: path).saved
      }
      func count() throws -> Int { try Inventory(of: .open(path)).count }
      #expect(try load(inputs.before)?.new == 45)
      #expect(try load(inputs.before)?.new == 0)
      #expect(performing: { _ = try load(inputs.after) }, throws: isRenamed)
      #expect(try count() == 45)
      let renamed = isSame ? inputs.after.renamingSources([Self.new: Self.old]) : inputs.after
      #expect(try load(renamed, allowsNew: !isSame)?.new == (isSame ? 3 : 43))
      #expect(try count() == (isSame ? 48 : 88))
      // Once more changes nothing, and a source that the store has is not new.
      #expect(try load(renamed)?.new == 0)
      #expect(try count() == (isSame ? 48 : 88))
    }
  }

  @Test func aMergeStopsAndBothWaysGoOn() throws {
    let inputs = try Inputs()
    func merge(_ datasets: [Dataset], allowsNew: Bool = false) throws -> Int {
      var merge = Merge(of: datasets, to: .jsonLines)
      merge.allowsNewSources = allowsNew
      return try merge.run(into: OutputContainer(file: BytesSink()), name: "x").written
    }
    let (before, after) = (inputs.before, inputs.after)
    #expect(performing: { _ = try merge([before, after]) }, throws: isRenamed)
    #expect(try merge([before, after], allowsNew: true) == 88)
    #expect(try merge([before, after.renamingSources([Self.new: Self.old])]) == 48)
    #expect(try merge([before, before]) == 45)
  }

  /// Another device is not the same, whether it has samples of the same time or of another.
  @Test func statisticsNoteThatSamplesCountTwice() throws {
    let inputs = try Inputs()
    func notes(_ datasets: [Dataset]) throws -> [String] {
      let answer = Answer(.statistics, of: datasets)
      return try answer.write(to: BytesSink(), named: "answer", as: .jsonl).notes
    }
    let found = try notes([inputs.before, inputs.after])
    #expect(found.contains { $0.contains("'\(Self.new)'") && $0.contains("'\(Self.old)'") })
    #expect(try !notes([inputs.before, inputs.before]).contains { $0.contains("renamed") })
  }

  @Test(arguments: places)
  func otherSourcesAreNew(_ name: String) throws {
    let inputs = try Inputs()
    let (path, format) = try inputs.store(name)
    _ = try Conversion(of: inputs.before, to: format).run(toFile: path)
    for (index, samples) in [
      Self.steps("Ring", 0..<40, plus: 1), Self.steps("Scale", 600..<640),
      Self.steps("Band", 0..<7),
    ].enumerated() {
      let other = try Dataset.open(inputs.folder.write(samples, "other\(index).jsonl"))
      #expect(try Conversion(of: other, to: format).run(toFile: path).saved?.new == samples.count)
    }
  }

  /// A service that received an activity has the samples of its device: it is no device that was renamed.
  @Test(arguments: places)
  func activitiesAreNotCompared(_ name: String) throws {
    let inputs = try Inputs()
    let (path, format) = try inputs.store(name)
    func load(_ datasets: Dataset...) throws -> Int? {
      try Conversion(of: datasets, to: format).run(toFile: path).saved?.new
    }
    func track(_ creator: String) throws -> Dataset {
      let points = (10..<30).map {
        "<trkpt lat=\"1\" lon=\"1\"><time>2024-06-01T06:00:\($0)Z</time>"
          + "<extensions><hr>1\($0)</hr></extensions></trkpt>"
      }
      let text =
        "<gpx version=\"1.1\" creator=\"\(creator)\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
        + "\(points.joined())</trkseg></trk></gpx>"
      return try .open(inputs.folder.write(bytes: Array(text.utf8), "\(creator).gpx"))
    }
    let watch = try track("Watch A")
    #expect(try load(watch) == 21)
    #expect(try load(track("Site")) == 21)
    // A store and a dataset do not state that their samples are of activities.
    let copy = inputs.folder.path + "/copy.jsonl"
    _ = try Conversion(of: watch.renamingSources(["Watch A": "Copy"]), to: .jsonLines)
      .run(toFile: copy)
    #expect(throws: HealthError.self) { _ = try load(.open(copy)) }
    // Next to activities, others are compared; the sources of activities are there as before.
    #expect(try load(inputs.before) == 45)
    #expect(performing: { _ = try load(track("Third"), inputs.after) }, throws: isRenamed)
    withExtendedLifetime(inputs) {}
  }

  /// Of many samples some are compared: those of a part are found in the whole.
  @Test func aPartIsTheSameAsTheWhole() {
    func sketch(_ range: Range<Int>, plus: Int = 0) -> SourceSketches.Sketch? {
      var sketches = SourceSketches()
      for sample in Self.steps("a", range, plus: plus) { sketches.add(sample) }
      sketches.finish()
      return sketches.sketch("a")
    }
    for size in [100, 3_000, 20_000] {
      for part in [size, size / 2, size / 10] {
        for (a, b, isSame) in [
          (sketch(0..<size), sketch(0..<part), true),
          (sketch(0..<size), sketch(size - part..<size), true),
          (sketch(0..<size), sketch(0..<part, plus: 1), false),
          (sketch(0..<size), sketch(size..<(size + part)), false),
        ] where part >= 8 {
          #expect(a.flatMap { a in b.map { a.isSame(as: $0) && $0.isSame(as: a) } } == isSame)
        }
      }
    }
  }
}
