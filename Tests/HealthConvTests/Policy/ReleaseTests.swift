import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

/// Datasets as policies give them.
@Suite struct ReleaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(
    _ samples: [Sample], _ info: DatasetInfo = DatasetInfo()
  ) throws -> Dataset { try .open(folder.write(samples, "input.jsonl", info)) }

  /// The samples that a policy gives, and the facts about them.
  private func given(
    _ dataset: Dataset, _ policy: Policy
  ) throws -> (samples: [Sample], info: DatasetInfo) {
    var reading = try dataset.releasing(Release(policy)).samples()
    var samples: [Sample] = []
    while let sample = try reading.next() { samples.append(sample) }
    return (samples, reading.info)
  }

  private func text(_ dataset: Dataset, _ policy: Policy) throws -> String {
    let path = folder.path + "/output.jsonl"
    let conversion = Conversion(of: dataset.releasing(Release(policy)), to: .jsonLines)
    _ = try conversion.run(toFile: path, overwriting: true)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  // MARK: Attack

  /// Each identifier in every place of the model, under every profile but `personal`.
  @Test(arguments: Policy.Profile.allCases.dropLast())
  func noPlantedIdentifierSurvives(_ profile: Policy.Profile) throws {
    #expect(PlantedIdentifiers.all.count >= 40)
    for identifier in PlantedIdentifiers.all {
      let planted = try dataset(
        PlantedIdentifiers.samples(identifier), PlantedIdentifiers.info(identifier))
      let original = try String(contentsOfFile: folder.path + "/input.jsonl", encoding: .utf8)
      let quoted = identifier.replacing("/", with: "\\/")
      #expect(
        original.contains(identifier) || original.contains(quoted), "\(identifier) is planted")
      let output = try text(planted, policy(profile))
      #expect(
        output.range(of: identifier, options: [.caseInsensitive]) == nil, "\(identifier) survives")
      #expect(output.range(of: "7B1C2F7E-6B0D", options: [.caseInsensitive]) == nil)
      #expect(!output.contains("282a45810"))
      // What is measured remains.
      #expect(output.contains("HKQuantityTypeIdentifierStepCount"))
      #expect(output.contains("HKWorkoutActivityTypeRunning"))
    }
  }

  @Test(arguments: [Policy.Profile.daily, .dayNumbers, .research])
  func noDateOfTheOriginalSurvives(_ profile: Policy.Profile) throws {
    let output = try text(
      dataset(MarkedSamples.all + PlantedIdentifiers.samples("x"), MarkedSamples.dataset),
      policy(profile))
    #expect(!output.contains("2024-06-01") && !output.contains("2024-06-30"))
    #expect(!output.contains("spelled") && !output.contains("+02:00"))
  }

  // MARK: Dates

  private func steps(
    _ start: String, _ end: String, created: String? = nil, source: String = "Anna’s iPhone",
    participant: String? = nil
  ) -> Sample {
    .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(QuantityType("HKQuantityTypeIdentifierStepCount")), unitText: "count",
            source: Source(name: source), participant: participant),
          start: MarkedSamples.date(start), end: MarkedSamples.date(end),
          created: created.map(MarkedSamples.date)), number: Number(10)))
  }

  @Test func aShiftIsWholeWeeksOnALocalClock() throws {
    // Before and after the change to daylight saving time.
    let samples = [
      steps("2024-03-30 08:00:00 +0100", "2024-03-30 08:10:30 +0100"),
      steps("2024-03-31 08:00:00 +0200", "2024-03-31 08:10:30 +0200"),
      steps("2024-03-31 01:30:00 +0100", "2024-03-31 03:30:00 +0200"),
    ]
    let given = try given(dataset(samples), policy(.research)).samples
    #expect(given.count == 3)
    var shifts: Set<Int64> = []
    for (old, new) in zip(samples, given) {
      let (before, after) = try (#require(old.header), #require(new.header))
      #expect(after.start.offsetMinutes == 0)
      #expect(before.start.clock.hour == after.start.clock.hour)
      #expect(
        before.end.timeInterval(since: before.start) == after.end.timeInterval(since: after.start))
      let local = before.start.secondsSince1970 + Int64(before.start.offsetMinutes) * 60
      shifts.insert(local - after.start.secondsSince1970)
    }
    #expect(shifts.count == 1)
    let shift = try #require(shifts.first)
    #expect(shift % (7 * 86_400) == 0 && (1...52).contains(shift / (7 * 86_400)))
  }

  @Test func theShiftDependsOnKeyReleaseAndParticipant() throws {
    func start(_ participant: String?, _ change: (inout Policy) -> Void) throws -> Int64 {
      let sample = steps(
        "2024-06-01 08:00:00 +0000", "2024-06-01 08:00:00 +0000", participant: participant)
      var info = DatasetInfo()
      info.participant = participant
      let given = try given(dataset([sample], info), policy(.research, change)).samples
      return try #require(given.first?.header).start.secondsSince1970
    }
    let starts = try (0..<12).map { number in
      try start(number == 0 ? nil : "P\(number)") { _ in }
    }
    #expect(Set(starts).count > 6)
    #expect(try start("P1") { _ in } == starts[1])
    let releases = try (0..<12).map { number in try start("P1") { $0.release = "\(number)" } }
    #expect(Set(releases).count > 6)
    let keys = try (0..<12).map { number in
      try start("P1") { $0.key = PolicyKey(bytes: [UInt8](repeating: UInt8(number), count: 32)) }
    }
    #expect(Set(keys).count > 6)
  }

  @Test func dayNumbersCountFromTheFirstSample() throws {
    let given = try given(
      dataset([
        steps(
          "2024-06-05 23:30:00 +0200", "2024-06-06 00:30:00 +0200",
          created: "2024-06-06 01:00:00 +0200"),
        steps("2024-06-07 08:00:00 +0200", "2024-06-07 08:00:00 +0200"),
      ]), policy(.dayNumbers)
    ).samples.compactMap(\.header)
    #expect(
      given.map(\.start.description) == ["2000-01-01 23:30:00 +0000", "2000-01-03 08:00:00 +0000"])
    #expect(given[0].end.description == "2000-01-02 00:30:00 +0000")
    #expect(given.allSatisfy { $0.created == nil })
  }

  /// Exports are not in the order of time.
  @Test func dayOneIsThatOfTheEarliestGrantedSample() throws {
    let first = [
      steps("2024-06-07 08:00:00 +0200", "2024-06-07 08:00:00 +0200"),
      steps("2024-06-05 23:30:00 +0200", "2024-06-06 00:30:00 +0200"),
    ]
    let second = [
      MarkedSamples.quantity("61") {
        ($0.start, $0.end) = (
          MarkedSamples.date("2024-06-01 08:00:00 +0200"),
          MarkedSamples.date("2024-06-01 08:00:00 +0200")
        )
      }, steps("2024-06-04 08:00:00 +0200", "2024-06-04 08:00:00 +0200"),
    ]
    let granted = policy(.dayNumbers) { $0.types = [TypePattern(unchecked: "StepCount")] }
    #expect(
      try given(dataset(first), granted).samples.compactMap { $0.start?.description }
        == ["2000-01-03 08:00:00 +0000", "2000-01-01 23:30:00 +0000"])
    // Of several inputs the earliest, in any order.
    let inputs = try [
      Dataset.open(folder.write(first, "a.jsonl")), Dataset.open(folder.write(second, "b.jsonl")),
    ]
    for inputs in [inputs, inputs.reversed()] {
      let release = Release(granted)
      let given = inputs.map { $0.releasing(release) }
      try release.findFirstDays(of: given)
      var starts: Set<String> = []
      for dataset in given {
        var reading = try dataset.samples()
        while let sample = try reading.next() { starts.insert(sample.start?.description ?? "") }
      }
      #expect(
        starts == [
          "2000-01-04 08:00:00 +0000", "2000-01-02 23:30:00 +0000", "2000-01-01 08:00:00 +0000",
        ])
    }
  }

  /// Samples without their days overlap: sums of them would be wrong.
  @Test func yearsAreOnlyForAnswers() throws {
    let years = policy(.dayNumbers) { $0.settings.dates = .year }
    let sample = steps("2024-06-05 23:30:00 +0200", "2024-06-06 00:30:00 +0200")
    #expect(!years.givesSamples)
    #expect(try given(dataset([sample]), years).samples.isEmpty)
    let given = try given(dataset([sample]), years.forYears).samples
    #expect(given.first?.start?.description == "2024-06-05 23:30:00 +0000")
  }

  @Test func datesAtTheEndsOfTheCalendarAreLeftOut() throws {
    let given = try given(
      dataset([
        steps("0001-01-01 00:00:00 +0000", "0001-01-01 00:00:00 +0000"),
        steps("9999-12-31 23:00:00 +0000", "9999-12-31 23:59:59 +0000"),
      ]), policy(.research))
    #expect(given.samples.count == 1)
  }

  // MARK: Names

  @Test func sourcesBecomeProductsNumbersOrCodes() throws {
    let names = ["Anna’s iPhone", "Bob's iPhone", "Withings", "Anna's App", "Anna’s iPhone"]
    let samples = names.enumerated().map { index, name in
      steps(
        "2024-06-0\(index + 1) 08:00:00 +0200", "2024-06-0\(index + 1) 08:00:00 +0200", source: name
      )
    }
    func given(_ sources: Policy.Sources) throws -> [String] {
      try self.given(dataset(samples), policy(.research) { $0.settings.sources = sources })
        .samples.compactMap { $0.source?.name }
    }
    let known = try given(.known)
    #expect(known[0] == "iPhone 1" && known[1] == "iPhone 2" && known[2] == "Withings")
    #expect(known[3].hasPrefix("source-") && known[3].count == 17 && known[4] == known[0])
    #expect(try given(.drop) == Array(repeating: "source", count: 5))
    #expect(try given(.number) == ["source 1", "source 2", "source 3", "source 4", "source 1"])
    #expect(Set(try given(.hash)).count == 4)
    #expect(try given(.keep) == names)
  }

  /// Statistics of a result order sources as those of the original do, also without versions.
  @Test func watchesPhonesAndAppsRemain() throws {
    let day = MarkedSamples.date("2024-06-01 08:00:00 +0200")
    func sample(_ source: Source, _ model: String) -> Sample {
      var device = Device()
      (device.name, device.manufacturer, device.model) = ("Name", "Apple Inc.", model)
      (device.hardwareVersion, device.softwareVersion) = (model + "7,2", "10.1")
      return .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .quantity(QuantityType("HKQuantityTypeIdentifierStepCount")),
              unitText: "count", source: source, device: device), start: day, end: day),
          number: Number(10)))
    }
    let samples = [
      sample(Source(name: "Handy", version: "10.1"), "iPhone"),
      sample(Source(name: "Uhr", version: "10.1"), "Watch"),
      sample(Source(name: "Lauf", version: "10.3"), "Watch"),
    ]
    for versions in [Policy.Versions.drop, .major, .keep] {
      let given = try given(
        dataset(samples), policy(.research) { $0.settings.versions = versions }
      ).samples.compactMap { $0.header?.descriptor }
      #expect(given.map { SourceClass($0) } == [.phone, .watch, .app], "\(versions)")
      #expect(given.map { $0.device?.model } == ["iPhone", "Watch", "Watch"], "\(versions)")
    }
  }

  /// A source that two participants have in common, such as a scale, has another code of each.
  @Test(arguments: [Policy.Sources.known, .hash])
  func codesOfSourcesAreOfOneParticipant(_ sources: Policy.Sources) throws {
    func code(_ participant: String) throws -> String? {
      let sample = steps(
        "2024-06-01 08:00:00 +0200", "2024-06-01 08:00:00 +0200", source: "Our Scale",
        participant: participant)
      var info = DatasetInfo()
      info.participant = participant
      return try given(
        dataset([sample], info), policy(.research) { $0.settings.sources = sources }
      ).samples.first?.source?.name
    }
    let codes = try ["A", "B", "A"].map { try code($0) }
    #expect(codes[0] != codes[1] && codes[0] == codes[2])
    #expect(codes.allSatisfy { $0?.hasPrefix("source-") == true })
  }

  @Test func participantsGetPseudonyms() throws {
    var info = DatasetInfo()
    info.participant = "Anna"
    let sample = steps(
      "2024-06-01 08:00:00 +0200", "2024-06-01 08:00:00 +0200", participant: "Anna")
    let hashed = try given(dataset([sample], info), policy(.research))
    let id = try #require(hashed.info.participant)
    #expect(id.hasPrefix("p-") && id.count == 22 && hashed.samples.first?.participant == id)
    // A table has to be named; its codes are random, and the same in the next run.
    #expect(throws: HealthError.self) { try given(dataset([sample], info), policy(.dayNumbers)) }
    let table = folder.path + "/codes.csv"
    let random = try (0..<2).map { _ in
      try given(dataset([sample], info), policy(.dayNumbers) { $0.pseudonymFile = table })
        .info.participant
    }
    #expect(random[0] != id && random[0] == random[1] && random[0]?.hasPrefix("p-") == true)
    #expect(FileStatus(path: table, following: true)?.isOnlyForOwner == true)
  }

  @Test(arguments: [("1980-01-05", "40-44"), ("1930-01-05", "90+"), ("2024-06-01", "0-4")])
  func aDateOfBirthBecomesABand(_ birth: String, _ band: String) throws {
    var info = DatasetInfo()
    info.exportDate = MarkedSamples.date("2024-06-30 21:15:00 +0200")
    info.characteristics = [
      .init(type: .dateOfBirth, value: birth),
      .init(type: .bloodType, value: "HKBloodTypeONegative"),
      .init(type: .biologicalSex, value: "HKBiologicalSexFemale"),
    ]
    let given = try given(dataset([], info), policy(.research)).info
    #expect(given.characteristics.map(\.value) == [band, "HKBiologicalSexFemale"])
  }

  // MARK: Grants

  @Test func whatIsNotGrantedDoesNotExist() throws {
    let samples = PlantedIdentifiers.samples("x") + MarkedSamples.kinds
    let granted = try given(
      dataset(samples), policy(.research) { $0.types = [TypePattern(unchecked: "StepCount")] })
    #expect(!granted.samples.isEmpty)
    #expect(granted.samples.allSatisfy { $0.sampleType?.identifier.hasSuffix("StepCount") == true })
    #expect(granted.samples.allSatisfy { $0.ordinal == 0 })
  }

  @Test func sensitiveTypesHaveToBeNamed() throws {
    func types(_ names: [String]) throws -> [String] {
      try given(
        dataset([flow(), steps("2024-06-01 08:00:00 +0200", "2024-06-01 08:00:00 +0200")]),
        policy(.research) { $0.types = names.map { TypePattern(unchecked: $0) } }
      ).samples.compactMap {
        $0.sampleType?.identifier.replacing("HKCategoryTypeIdentifier", with: "")
      }
    }
    #expect(try types([]) == ["HKQuantityTypeIdentifierStepCount"])
    #expect(try types(["*"]) == ["HKQuantityTypeIdentifierStepCount"])
    #expect(try types(["MenstrualFlow"]) == ["MenstrualFlow"])
  }

  private func flow() -> Sample {
    .category(
      CategorySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .category(CategoryType("HKCategoryTypeIdentifierMenstrualFlow")),
            source: Source(name: "Health")),
          start: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
          end: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
          metadata: [.menstrualCycleStart: true]),
        value: CategoryValue("HKCategoryValueMenstrualFlowLight")))
  }

  @Test func requiredMetadataRemain() throws {
    let given = try given(
      dataset([flow()]), policy(.research) { $0.types = [TypePattern(unchecked: "MenstrualFlow")] })
    #expect(given.samples.first?.metadata[.menstrualCycleStart] == "1")
  }

  @Test func conditionsAndWindowsAreAboutTheOriginal() throws {
    let samples = (1...9).map {
      steps("2024-06-0\($0) 08:00:00 +0200", "2024-06-0\($0) 08:0\($0):00 +0200")
    }
    let window = try given(
      dataset(samples),
      policy(.research) {
        $0.since = DateBound("2024-06-03")
        $0.until = DateBound("2024-06-05")
      })
    #expect(window.samples.count == 2)
    var info = DatasetInfo()
    info.exportDate = MarkedSamples.date("2024-06-11 00:30:00 +0200")
    for (anchor, days, expected) in [
      (Policy.Window.Anchor.first, 1, 1), (.first, 3, 3), (.first, 100, 9), (.export, 2, 0),
      (.export, 3, 1), (.export, 5, 3), (.export, 11, 9), (.export, 100, 9),
    ] {
      for dates in [Policy.Dates.shiftWeeks, .dayNumber] {
        let given = try given(
          dataset(samples.shuffled(), info),
          policy(.research) {
            $0.window = Policy.Window(days: Int64(days), anchor)
            $0.settings.dates = dates
          })
        #expect(given.samples.count == expected, "\(anchor) \(days)")
      }
    }
    let condition = try SamplePredicate(parsing: "duration > 5 min")
    let matching = try given(dataset(samples), policy(.research) { $0.predicate = condition })
    #expect(matching.samples.count == 4)
  }

  /// The window of a participant depends on all inputs, in any order, and on nothing that is not granted.
  @Test func aWindowIsThatOfTheParticipant() throws {
    func input(_ name: String, _ id: String, _ days: ClosedRange<Int>, export: Int) throws
      -> Dataset
    {
      var info = DatasetInfo()
      info.exportDate = MarkedSamples.date("2024-06-\(export) 12:00:00 +0200")
      let samples = days.map {
        steps("2024-06-\($0) 08:00:00 +0200", "2024-06-\($0) 08:05:00 +0200")
      }
      return try .open(folder.write(samples, name, info)).participant(id)
    }
    let inputs = [
      try input("a.jsonl", "A", 10...19, export: 20),
      try input("b.jsonl", "A", 13...24, export: 25),
      try input("c.jsonl", "B", 12...20, export: 21),
    ]
    for (anchor, expected) in [(Policy.Window.Anchor.first, [3, 0, 3]), (.export, [0, 2, 2])] {
      for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let release = Release(
          policy(.research) {
            $0.window = Policy.Window(days: 3, anchor)
            $0.settings.dates = .keep
          })
        let given = order.map { inputs[$0].releasing(release) }
        try release.findFirstDays(of: given)
        for (index, dataset) in zip(order, given) {
          var samples = try dataset.samples()
          var count = 0
          while try samples.next() != nil { count += 1 }
          #expect(count == expected[index], "\(anchor) \(order) \(index)")
        }
      }
    }
    // Samples of a type that is not granted do not move the window.
    let narrow = try given(
      dataset([flow(), steps("2024-09-10 08:00:00 +0200", "2024-09-10 08:05:00 +0200")]),
      policy(.research) {
        $0.types = [TypePattern(unchecked: "StepCount")]
        $0.window = Policy.Window(days: 1, .first)
      })
    #expect(narrow.samples.count == 1)
  }

  @Test func aWindowThatCannotBeKnownIsAnError() throws {
    let policy = policy(.research) { $0.window = Policy.Window(days: 3, .export) }
    let undated = try dataset([steps("2024-06-10 08:00:00 +0200", "2024-06-10 08:05:00 +0200")])
    #expect(throws: HealthError.self) { try given(undated, policy) }
  }

  @Test func valuesAreRounded() throws {
    let step = try #require(Number("2.5"))
    let given = try given(
      dataset([
        steps("2024-06-01 08:00:00 +0200", "2024-06-01 08:00:00 +0200"),
        MarkedSamples.quantity("71.3"),
      ]),
      policy(.research) {
        $0.roundings = [.init(type: TypePattern(unchecked: "HeartRate"), step: step)]
      })
    let numbers = given.samples.compactMap { sample -> String? in
      if case .quantity(let sample) = sample { sample.number.description } else { nil }
    }
    #expect(numbers == ["10", "72.5"])
  }

  // MARK: Vocabulary

  /// Texts that are not values of their enumeration are dropped; numbers and units are written in one form.
  @Test(arguments: [Policy.Profile.dayNumbers, .research, .limited])
  func numbersOutsideTheVocabularyAreDropped(_ profile: Policy.Profile) throws {
    func category(_ value: String) -> Sample {
      .category(
        CategorySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .category(CategoryType("HKCategoryTypeIdentifierSleepAnalysis")),
              source: Source(name: "Watch")),
            start: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
            end: MarkedSamples.date("2024-06-01 08:30:00 +0200")), value: CategoryValue(value)))
    }
    let values = ["840229", "10115", "99", "01", "+1", "1", "HKCategoryValueSleepAnalysisInBed"]
    let kept = try given(dataset(values.map(category)), policy(profile)).samples.compactMap {
      sample -> String? in
      if case .category(let category) = sample { category.value?.name } else { nil }
    }
    #expect(kept == ["1", "HKCategoryValueSleepAnalysisInBed"])
    let entries =
      [
        ("HKHeartRateSensorLocation", "10115", nil), ("HKHeartRateSensorLocation", "03", nil),
        ("HKHeartRateSensorLocation", "3", "3"),
        ("HKMetadataKeyHeartRateMotionContext", "840229", nil), ("HKSWOLFScore", "+0042.5", "42.5"),
        ("HKAverageMETs", "0000840229.5 kcal/hr·kg", "840229.5 kcal/hr·kg"),
        ("HKAverageMETs", "5 mol<840229.5>/L", nil), ("HKAverageMETs", "5 m^29", "5 m^29"),
        ("HKAverageMETs", "5 m^840", nil),
        ("HKWasUserEntered", "840229", nil),
      ] as [(String, String, String?)]
    for (key, value, expected) in entries {
      let sample = MarkedSamples.quantity("61") {
        $0.metadata = Metadata([MetadataEntry(key: MetadataKey(key), value: value)])
      }
      let given = try given(dataset([sample]), policy(profile)).samples
      #expect(given.first?.metadata[MetadataKey(key)] == expected, "\(key) \(value)")
    }
    for (unit, expected) in [
      ("mol<840229.5>/L", nil), ("mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"),
      ("mmol<180.155880000054084022919840>/L", "mmol<180.1558800000541>/L"), ("mg/dL", "mg/dL"),
    ] as [(String, String?)] {
      let sample = Sample.quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .quantity(QuantityType("HKQuantityTypeIdentifierBloodGlucose")), unitText: unit,
              source: Source(name: "Watch")),
            start: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
            end: MarkedSamples.date("2024-06-01 08:00:00 +0200")), number: Number(5)))
      let given = try given(dataset([sample]), policy(profile)).samples
      #expect(given.first?.descriptor?.unitText == expected, "\(unit)")
    }
  }

  // MARK: Findings and errors

  /// Findings and errors of readers name files and have text of the input.
  @Test func findingsNameNothingThatIsNotGiven() throws {
    let export = """
      <?xml version="1.0" encoding="UTF-8"?><HealthData locale="en_US"><ExportDate value="2024-06-30 21:15:00 +0200"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna" unit="count/min" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:00:00 +0200" value="61"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Anna" unit="kg" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:00:00 +0200"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Anna" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:30:00 +0200"><WorkoutRoute sourceName="Anna" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:30:00 +0200"><FileReference path="/workout-routes/route_2024-06-01_8.30am.gpx"/></WorkoutRoute></Workout>
      </HealthData>
      """
    let root = folder.path + "/Anna Muster/apple_health_export"
    try FileManager.default.createDirectory(
      atPath: root + "/electrocardiograms", withIntermediateDirectories: true)
    try export.write(toFile: root + "/export.xml", atomically: true, encoding: .utf8)
    try "Name,Anna\nSample Rate,x\n".write(
      toFile: root + "/electrocardiograms/ecg_2024-06-03.csv", atomically: true, encoding: .utf8)
    let input = try Dataset.open(folder.path + "/Anna Muster")
    let plain = try Inventory(of: input)
    #expect(plain.json().contains("ecg_2024-06-03") && plain.json().contains("route_2024-06-01"))
    let release = Release(policy(.dayNumbers) { $0.types = [TypePattern(unchecked: "HeartRate")] })
    let given = input.releasing(release)
    let inventory = try Inventory(of: given)
    #expect(inventory.findings.count == 0 && inventory.count == 1)
    #expect(release.dropped.contains { $0.what == .findings && $0.count >= 2 })
    let target = folder.path + "/given.jsonl"
    let report = try Conversion(of: given, to: .jsonLines).run(toFile: target)
    let merge = try Merge(of: [given, given], to: .jsonLines).run(toFile: target, overwriting: true)
    for json in [
      inventory.json(), merge.json(output: "o"),
      report.json(inputs: [given].map(\.name), output: "o"),
    ] {
      for text in ["Anna", "ecg_", "route_", "2024-06", "export.xml", "bytesRead"] {
        #expect(!json.contains(text), "\(text) in \(json)")
      }
      #expect(json.contains("input 1"))
    }
  }

  /// A reader that cannot continue states where, and with what text: not with a policy.
  @Test func errorsNameNothingThatIsNotGiven() throws {
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna" unit="count/min" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:00:00 +0200" value="61"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna Mus
      """
    let input = try Dataset.open(folder.write(bytes: Array(export.utf8), "Anna.xml"))
    #expect(throws: (any Error).self) { try given(input, policy(.personal)) }
    let inventory = try Inventory(of: input.releasing(Release(policy(.research))))
    #expect(inventory.readError != nil && inventory.count == 1)
    #expect(!inventory.json().contains("Anna") && !inventory.json().contains(":5"))
  }

  // MARK: Routes

  private func run() -> Sample {
    var (route, track) = (WorkoutRoute(), WorkoutRoute.Track())
    track.name = "Home"
    track.locations = (0..<3).map { index in
      var location = RouteLocation()
      location.date = MarkedSamples.date("2024-06-01 08:0\(index):00 +0200")
      location.latitude = Number("52.52000\(index)")
      location.longitude = Number("13.40495\(index)")
      location.altitude = Number("\(30 + index * 10)")
      return location
    }
    var file = WorkoutRoute.FileReference()
    (file.path, file.track) = ("/workout-routes/route_2024-06-01_8.00am.gpx", track)
    route.files = [file]
    var fields = Sample.WorkoutFields()
    fields.routes = [route]
    return .workout(
      Workout(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")),
            source: Source(name: "Watch")),
          start: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
          end: MarkedSamples.date("2024-06-01 08:30:00 +0200")), fields: fields))
  }

  @Test func routesAreDroppedSummarizedOrReshaped() throws {
    func workout(_ routes: Policy.Routes) throws -> Workout {
      let given = try given(dataset([run()]), policy(.research) { $0.settings.routes = routes })
      guard case .workout(let workout)? = given.samples.first else {
        throw HealthError(.failed, "no workout")
      }
      return workout
    }
    #expect(try workout(.drop).fields.routes.isEmpty)
    let summary = try workout(.summary)
    #expect(summary.fields.routes.isEmpty && summary.metadata[.elevationAscended] == "2000 cm")
    let shape = try workout(.shape).fields.routes.flatMap(\.locations)
    #expect(shape.count == 3 && shape[0].latitude?.doubleValue == 0)
    #expect(shape.allSatisfy { abs($0.latitude?.doubleValue ?? 99) < 0.001 && $0.altitude == nil })
    let kept = try workout(.keep)
    #expect(kept.fields.routes.flatMap(\.locations).first?.latitude?.doubleValue == 52.52)
    #expect(kept.fields.routes[0].files[0].path == nil)
    #expect(kept.fields.routes[0].files[0].track?.name == nil)
  }

  // MARK: Inputs and counts

  @Test func aStoreIsReadAsThePolicyGivesIt() throws {
    let input = try dataset(
      PlantedIdentifiers.samples("Anna Muster"), PlantedIdentifiers.info("Anna Muster"))
    let path = folder.path + "/store.db"
    _ = try Conversion(of: input, to: .sqlite).run(toFile: path)
    let store = try Dataset.open(path)
    #expect(store.isStore)
    let release = Release(policy(.research))
    let released = store.releasing(release)
    #expect(!released.isStore)
    #expect(try !text(store, policy(.research)).contains("Anna"))
    #expect(try text(store, policy(.research)).contains("StepCount"))
  }

  @Test func whatIsDroppedIsCounted() throws {
    let release = Release(policy(.research))
    let input = try dataset(PlantedIdentifiers.samples("Anna"), PlantedIdentifiers.info("Anna"))
    var reading = try input.releasing(release).samples()
    while try reading.next() != nil {}
    let counts = Dictionary(uniqueKeysWithValues: release.dropped.map { ($0.what, $0.count) })
    for what in [
      DroppedData.samples, .unlistedTypes, .unknownElements, .metadata, .identifiers, .routes,
    ] {
      #expect(counts[what, default: 0] > 0, "\(what)")
    }
    #expect(counts[.unclassified] == nil)
    let audit = release.audit(version: "1")
    #expect(!audit.contains("Anna Muster") && audit.contains("\"release\": \"1\""))
  }

  @Test func twoThreadsGiveTheSameAsOne() throws {
    let samples = (0..<20_000).map { index in
      steps(
        "2024-06-0\(1 + index % 9) 08:0\(index % 10):\(10 + index % 50) +0200",
        "2024-06-0\(1 + index % 9) 09:00:00 +0200", source: "Phone \(index % 7)")
    }
    let path = try folder.write(samples, "many.jsonl")
    let texts = try [1, 3].map { jobs in
      var options = ReadOptions()
      options.jobs = jobs
      return try text(.open(path, options: options), policy(.dayNumbers))
    }
    #expect(texts[0] == texts[1] && texts[0].count > 1_000_000)
  }
}
