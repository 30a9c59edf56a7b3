import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// `policy check` finds in an output what its policy promises to move, drop, coarsen or round.
@Suite struct PolicyPromiseTests {
  private let folder: TemporaryFolder
  private let original: Dataset

  init() throws {
    folder = try TemporaryFolder()
    original = try .open(folder.write(PromisedSamples.all, "original.jsonl", PromisedSamples.info))
  }

  /// How many samples have a source, also nested ones.
  private static let sourcedCount = PromisedSamples.all.count - 2 + 3

  // MARK: Outputs

  private func study(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
    policy(.research, change)
  }

  private func check(_ path: String, _ policy: Policy) throws -> PolicyCheck {
    try PolicyCheck(of: path, with: original, policy)
  }

  /// What a check finds of what a policy gives after a change.
  private func broken(
    _ given: Policy, checkedWith policy: Policy? = nil,
    _ change: (inout [Sample], inout DatasetInfo) -> Void = { _, _ in }
  ) throws -> [PolicyPromise: Int] {
    var reading = try original.releasing(Release(given)).samples()
    var (samples, info) = ([Sample](), reading.info)
    while let sample = try reading.next() { samples.append(sample) }
    change(&samples, &info)
    let check = try check(folder.write(samples, "output.jsonl", info), policy ?? given)
    #expect(check.broken.isEmpty || check.hasFindings)
    return check.broken
  }

  private static func later(_ date: Timestamp, days: Int64) -> Timestamp {
    Timestamp(
      secondsSince1970: date.secondsSince1970 + days * 86_400, offsetMinutes: date.offsetMinutes)
  }

  /// Moves a sample, and removes its metadata, which have a date.
  private static func move(_ sample: inout Sample, days: Int64) {
    sample.updateHeader { header in
      (header.start, header.end) = (later(header.start, days: days), later(header.end, days: days))
      header.created = header.created.map { later($0, days: days) }
      header.metadata = Metadata()
    }
  }

  private static func changeWorkouts(
    _ samples: inout [Sample], _ change: (inout Sample.WorkoutFields) -> Void
  ) {
    for index in samples.indices {
      guard case .workout(let workout) = samples[index] else { continue }
      var fields = workout.fields
      change(&fields)
      samples[index] = .workout(Workout(header: workout.header, fields: fields))
    }
  }

  // MARK: Clean releases

  private static let formats: [(Format, String)] = [
    (.jsonLines, "o.jsonl"), (.appleHealth, "o.zip"), (.csv, "o.csv"), (.csvDataset, "o.csv.zip"),
    (.parquet, "o-parquet"), (.sqlite, "o.db"),
  ]

  /// Also correlations without their members, as tables have them.
  @Test(arguments: [Policy.Profile.dayNumbers, .research, .limited])
  func aReleaseKeepsItsPromises(_ profile: Policy.Profile) throws {
    let given = policy(profile)
    for (format, name) in Self.formats {
      let path = folder.path + "/" + name
      _ = try Conversion(of: original.releasing(Release(given)), to: format).run(toFile: path)
      let check = try check(path, given)
      #expect(!check.hasFindings, "\(name): \(check.broken) \(check.rows)")
      #expect(check.ungrantedSamples == 0 && check.isProven, "\(name): \(check.gaps)")
      #expect(check.datedSamples == check.samples && check.datedSamples > 0, "\(name)")
    }
  }

  /// What a policy keeps by name is not searched for.
  @Test func keptKeysAndDatesOfBirthAreNoFindings() throws {
    let text = MetadataEntry(key: MetadataKey("HKFoodType"), value: "Leberkäse mit Senf")
    var samples = PromisedSamples.all
    samples[0].updateHeader { $0.metadata.entries.append(text) }
    let input = try Dataset.open(folder.write(samples, "kept.jsonl", PromisedSamples.info))
    let kept = study { ($0.keptKeys, $0.settings.age) = ([MetadataKey("HKFoodType")], .keep) }
    let path = folder.path + "/kept-output.jsonl"
    _ = try Conversion(of: input.releasing(Release(kept)), to: .jsonLines).run(toFile: path)
    #expect(try !PolicyCheck(of: path, with: input, kept).hasFindings)
    #expect(try PolicyCheck(of: path, with: input, study()).broken[.keys] == 1)
  }

  // MARK: Dates

  @Test func twoShiftsAreFound() throws {
    let found = try broken(study()) { samples, _ in Self.move(&samples[0], days: 14) }
    #expect(found == [.shift: 1])
  }

  /// A date that was moved without its UTC offset: another time of day.
  @Test func anotherClockIsFound() throws {
    let found = try broken(study()) { samples, _ in
      Self.move(&samples[0], days: 0)
      samples[0].updateHeader { header in
        let start = Timestamp(secondsSince1970: header.start.secondsSince1970 - 7_200)
        (header.start, header.end, header.created) = (start, start, nil)
      }
    }
    #expect(found == [.shift: 1])
  }

  /// By no days, by days that are not whole weeks, by more than the range.
  @Test func aShiftThatThePolicyDoesNotHaveIsFound() throws {
    func found(_ days: Int64) throws -> Int? {
      try broken(study()) { samples, info in
        samples = samples.filter { $0.kind == .quantity }
        for index in samples.indices { Self.move(&samples[index], days: days) }
        info.exportDate = info.exportDate.map { Self.later($0, days: days) }
      }[.shift]
    }
    #expect(try found(0) == nil)
    #expect(try found(3) == 5)
    #expect(try found(-52 * 7) == 5)
    let dated = study { $0.settings.dates = .keep }
    #expect(try broken(dated, checkedWith: study())[.shift] == PromisedSamples.all.count + 1)
  }

  @Test(arguments: [
    "export", "summary", "created", "metadata", "event", "activity", "route", "member",
  ])
  func oneDateThatIsNotMovedIsFound(_ place: String) throws {
    let unmoved = Timestamp(
      secondsSince1970: PromisedSamples.date("2024-06-04 20:05:05").secondsSince1970)
    let given = study { $0.settings.routes = .shape }
    let found = try broken(given) { samples, info in
      switch place {
      case "export": info.exportDate = PromisedSamples.info.exportDate
      case "summary":
        samples.removeAll { $0.kind == .activitySummary }
        samples.append(PromisedSamples.summary(1))
      case "created":
        samples[0].updateHeader { $0.created = PromisedSamples.date("2026-01-05 10:00:00") }
      case "metadata":
        samples[0].updateHeader { header in
          header.metadata = Metadata([
            MetadataEntry(
              key: MetadataKey("HKDateOfEarliestDataUsedForEstimate"),
              value: "2024-04-01 12:00:00 +0000")
          ])
        }
      case "event": Self.changeWorkouts(&samples) { $0.events[0].date = unmoved }
      case "activity": Self.changeWorkouts(&samples) { $0.activities[0].endDate = unmoved }
      case "route":
        Self.changeWorkouts(&samples) { $0.routes[0].files[0].track?.locations[1].date = unmoved }
      default:
        Self.changeWorkouts(&samples) { fields in
          var member = fields.samples[0].sample
          Self.move(&member, days: 7)
          fields.samples[0] = NestedSample(sample: member)
        }
      }
    }
    let promise = ["export", "summary"].contains(place) ? PolicyPromise.shift : .nested
    #expect(found[promise] ?? 0 > 0, "\(place): \(found)")
  }

  /// A key that is named keeps its date no more than others.
  @Test func aKeptDateIsMoved() throws {
    let key = MetadataKey("HKDateOfEarliestDataUsedForEstimate")
    let kept = study { $0.keptKeys = [key] }
    #expect(try broken(kept).isEmpty)
    let field = try #require(ClassifiedField.metadata.first { $0.name == key.identifier })
    #expect(kept.action(of: field) == .move)
  }

  @Test func aDateOfCreationThatIsDroppedIsFound() throws {
    let days = policy(.dayNumbers)
    let found = try broken(days) { samples, _ in
      samples[0].updateHeader { $0.created = $0.start }
    }
    #expect(found == [.created: 1])
  }

  @Test func offsetsAreFound() throws {
    let found = try broken(study { $0.settings.clock = .offset }, checkedWith: study())
    #expect(found == [.clock: Self.sourcedCount])
  }

  // MARK: What is granted

  @Test func samplesOutsideOfTheWindowAreFound() throws {
    let until = try #require(DateBound("2024-06-02"))
    #expect(try broken(study { $0.until = until }).isEmpty)
    #expect(try broken(study(), checkedWith: study { $0.until = until })[.grant] ?? 0 > 0)
    let days = study { $0.window = .init(days: 1, .first) }
    #expect(try broken(study(), checkedWith: days)[.grant] ?? 0 > 0)
    let others = study { $0.sourceNames = ["iPhone*"] }
    #expect(try broken(study(), checkedWith: others)[.grant] ?? 0 > 0)
    let predicate = try SamplePredicate(parsing: "value > 62")
    #expect(try broken(study(), checkedWith: study { $0.predicate = predicate })[.grant] ?? 0 > 0)
  }

  @Test func samplesOfAPolicyThatGivesNoneAreFound() throws {
    let days = policy(.dayNumbers)
    #expect(try broken(days).isEmpty)
    let daily = policy(.daily)
    #expect(try broken(days, checkedWith: daily)[.samples] ?? 0 > 0)
  }

  // MARK: What is dropped, coarsened and rounded

  @Test func keysThatAreDroppedAreFound() throws {
    let humidity = study { $0.keptKeys = [MetadataKey("HKWeatherHumidity")] }
    #expect(try broken(humidity).isEmpty)
    #expect(try broken(humidity, checkedWith: study()) == [.keys: 1])
  }

  @Test func exactOriginsAreFound() throws {
    let count = Self.sourcedCount
    let named = study { $0.settings.sources = .keep }
    // A product that many people use is given by `known`.
    #expect(try broken(named).isEmpty && broken(named, checkedWith: study()).isEmpty)
    let numbers = study { $0.settings.sources = .number }
    #expect(try broken(named, checkedWith: numbers) == [.origins: count])
    let versions = study { $0.settings.versions = .keep }
    #expect(try broken(versions, checkedWith: study()) == [.origins: count])
    let without = study { $0.settings.devices = .drop }
    #expect(try broken(study(), checkedWith: without) == [.origins: count])
  }

  @Test func factsAboutThePersonAreFound() throws {
    #expect(try broken(study { $0.settings.person = .keep }, checkedWith: study()) == [.person: 1])
    #expect(try broken(study { $0.settings.age = .keep }, checkedWith: study()) == [.names: 1])
    #expect(try broken(study { $0.settings.ageWidth = 1 }, checkedWith: study()) == [.person: 1])
    #expect(try broken(study(), checkedWith: study { $0.settings.age = .drop }) == [.person: 1])
  }

  @Test func voltagesRoutesAndValuesAreFound() throws {
    let silent = study { $0.settings.biometric = .drop }
    #expect(try broken(study(), checkedWith: silent)[.biometric] == 1)
    let routed = study { $0.settings.routes = .keep }
    #expect(try broken(routed).isEmpty)
    #expect(try broken(routed, checkedWith: study()) == [.routes: 1])
    #expect(
      try broken(routed, checkedWith: study { $0.settings.routes = .shape }) == [.routes: 1])
    let rounded = study {
      $0.roundings = [.init(type: TypePattern(unchecked: "HeartRate"), step: Number(5))]
    }
    #expect(try broken(rounded).isEmpty)
    #expect(try broken(study(), checkedWith: rounded)[.values] == 4)
  }

  @Test func shortIdsOfParticipantsAreFound() throws {
    var info = PromisedSamples.info
    info.participant = "A"
    let samples = (0..<4).map { PromisedSamples.rate($0, participant: "A") }
    let input = try Dataset.open(folder.write(samples, "people.jsonl", info))
    let kept = study { $0.settings.participants = .keep }
    let path = folder.path + "/people-output.jsonl"
    _ = try Conversion(of: input.releasing(Release(kept)), to: .jsonLines).run(toFile: path)
    #expect(try PolicyCheck(of: path, with: input, kept).broken.isEmpty)
    #expect(try PolicyCheck(of: path, with: input, study()).broken == [.participants: 1])
  }
}
