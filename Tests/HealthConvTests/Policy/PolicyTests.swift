import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// A policy of a profile with a fixed key.
func policy(_ profile: Policy.Profile, _ change: (inout Policy) -> Void = { _ in }) -> Policy {
  var policy = Policy(profile)
  policy.key = PolicyKey(bytes: [UInt8](0..<32))
  change(&policy)
  return policy
}

@Suite struct PolicyKeyTests {
  @Test func theHashIsThatOfTheStandard() {
    #expect(
      SHA256.hash(Array("abc".utf8)).hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hash([]).hexadecimal
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        .hexadecimal
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    for length in [55, 56, 63, 64, 65, 119, 120] {
      let hash = SHA256.hash([UInt8](repeating: 97, count: length))
      #expect(hash.count == 32)
    }
  }

  @Test func aKeyIsPrivateAndNeverReplaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.key"
    let key = try PolicyKey.create(at: path)
    #expect(FileStatus(path: path, following: true)?.isOnlyForOwner == true)
    #expect(try PolicyKey(file: path).id == key.id)
    do {
      _ = try PolicyKey.create(at: path)
      Issue.record("the key was replaced")
    } catch {
      #expect(
        error.description.contains("never replaced") && !error.description.contains("overwrite"))
      #expect(error.remedy == nil)
    }
    #expect(try PolicyKey(file: path).id == key.id)
  }
}

@Suite struct FieldClassTests {
  @Test func everyFieldHasAClass() {
    for field in ClassifiedField.all + ClassifiedField.metadata {
      #expect(field.kind != nil, "\(field.structure).\(field.name) has no class")
    }
  }

  @Test func whatNoVisitorFindsHasAClass() {
    func names(_ value: Any) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label))
    }
    for (structure, value) in [
      ("source", Source(name: "")), ("device", Device()), ("dataset", DatasetInfo()),
      ("extras", Extras()), ("element", Element(name: "")),
      ("beat", QuantitySample.Beat(bpm: Number(1), time: "")),
    ] as [(String, Any)] {
      let known = Set(ClassifiedField.all.filter { $0.structure == structure }.map(\.name))
      #expect(names(value).subtracting(known).isEmpty, "\(structure)")
    }
    // A property of a header or a descriptor has to be added to the list of classes, and to this number.
    let header = MarkedSamples.kinds[0].header
    #expect(header.map { Mirror(reflecting: $0).children.count } == 8)
  }

  /// A type that is added to the catalog is sensitive or not: somebody decides, and changes this number.
  @Test func everyTypeIsDecidedUpon() {
    #expect(Catalog.allTypes.count == 224)
  }

  @Test func theActionsOfAProfileAreAtLeastAsStrictAsThoseOfTheNext() {
    let actions = Policy.Profile.allCases.map { Policy($0) }
    for kind in [FieldClass.name, .birth, .path, .identifier, .unknown] {
      for policy in actions { #expect(policy.action(of: kind) == .drop) }
    }
    for profile in Policy.Profile.allCases { #expect(Policy(profile).weakenings.isEmpty) }
  }
}

@Suite struct PolicyFileTests {
  private func read(_ text: String) throws -> Policy { try Policy(yaml: text, file: "p.yml") }

  private func error(_ text: String) -> String {
    do {
      _ = try read(text)
      return "none"
    } catch { return "\(error)" }
  }

  @Test(arguments: Policy.Profile.allCases)
  func aTemplateIsItsProfile(_ profile: Policy.Profile) throws {
    let folder = try TemporaryFolder()
    _ = try PolicyKey.create(at: folder.path + "/study.key")
    let text = Policy.template(profile, key: folder.path + "/study.key")
    let policy = try read(text)
    #expect(policy.weakenings.isEmpty)
    #expect(policy.settings.rows.map(\.value) == Policy.Settings(profile).rows.map(\.value))
  }

  @Test func mistakesHaveALine() {
    let start = "healthconv-policy: 1\nprofile: day-numbers\nread: {types: all}\n"
    #expect(error(start + "dtaes: keep\n").contains("p.yml:4:1"))
    #expect(error(start + "dates: {acton: keep}\n").contains("'acton'"))
    #expect(error("healthconv-policy: 2\n").contains("version '2'"))
    #expect(error("profile: research\n").contains("healthconv-policy: 1"))
    #expect(error("healthconv-policy: 1\nprofile: day-numbers\n").contains("what may be read"))
    #expect(error("healthconv-policy: 1\nprofile: day-numbers\nread: {}\n").contains("types: all"))
    #expect(
      error("healthconv-policy: 1\nprofile: research\nread: {types: all}\n").contains("no 'key'"))
    #expect(error(start + "routes: some\n").contains("drop, summary, shape, keep"))
    #expect(
      error("healthconv-policy: 1\nprofile: day-numbers\nread: {types: [HeartRte]}\n")
        .contains("HeartRte"))
    #expect(error(start) == "none")
    func window(_ text: String) -> String {
      error(start.replacing("types: all", with: "types: all, window: {\(text)}"))
    }
    for text in [
      "since: 2024-01-01, until: 2024-02-01", "days: 90, from: first", "days: 90, to: export",
      "days: 90, from: 2024-01-01", "days: 90, to: 2024-01-01",
    ] {
      #expect(window(text) == "none")
    }
    for text in [
      "from: first", "to: export", "days: 90", "days: 90, from: export", "days: 90, to: first",
      "days: 90, from: first, to: export", "days: 0, from: first", "days: 90, from: 2024-13-01",
      "days: 90, from: first, since: 2024-01-01",
    ] {
      #expect(window(text).contains("p.yml:3:"), "\(text)")
    }
  }

  /// Days from or up to a date are the window with two dates.
  @Test func aWindowOfDaysHasTwoDates() throws {
    let start = "healthconv-policy: 1\nprofile: day-numbers\nread: {types: all, window: "
    for (text, since, until) in [
      ("{days: 31, from: 2024-01-01}", "2024-01-01", "2024-02-01"),
      ("{days: 29, to: 2024-03-01}", "2024-02-01", "2024-03-01"),
    ] {
      let policy = try read(start + text + "}\n")
      #expect(policy.since == DateBound(since) && policy.until == DateBound(until))
    }
  }

  @Test func whatAPolicyLoosensIsListed() throws {
    let start = "healthconv-policy: 1\nprofile: day-numbers\nread: {types: all}\n"
    #expect(try read(start).weakenings.isEmpty)
    let loose = try read(
      start + "routes: keep\nmetadata: {keep: [HKFoodType, HKWasUserEntered]}\nage: {width: 1}\n")
    #expect(
      loose.weakenings == [
        "routes: keep instead of drop", "age: bands of 1", "metadata: 1 keys in addition",
        "metadata: 1 keys with any text",
      ])
  }

  /// What narrows a policy does not loosen it.
  @Test func aListOfExclusionsGrantsNothing() throws {
    func sensitive(_ reading: String, _ profile: String = "day-numbers") throws -> Policy {
      try read("healthconv-policy: 1\nprofile: \(profile)\nread: {\(reading)}\n")
    }
    for exclusions in ["[BodyMass]", "[]", "['@sensitive']", "[BodyMass, '@sensitive']"] {
      let policy = try sensitive("types: all, exclude: \(exclusions)")
      #expect(policy.settings.sensitive == .drop && policy.weakenings.isEmpty, "\(exclusions)")
    }
    let loose = try sensitive("types: all, sensitive: keep, exclude: [BodyMass]")
    #expect(loose.settings.sensitive == .keep)
    #expect(loose.weakenings == ["sensitive: keep instead of drop"])
    #expect(
      try sensitive("types: all, sensitive: keep, exclude: ['@sensitive']").settings.sensitive
        == .drop)
    #expect(
      try sensitive("types: all, exclude: ['@sensitive']", "personal").settings.sensitive == .drop)
    #expect(
      try sensitive("types: all, exclude: [BodyMass]", "personal").settings.sensitive == .keep)
  }

  /// Each way to loosen a profile is printed.
  @Test func everyLooseningIsListed() throws {
    let folder = try TemporaryFolder()
    _ = try PolicyKey.create(at: folder.path + "/k")
    func weakenings(_ lines: String, _ reading: String = "types: all", profile: String = "research")
      throws -> [String]
    {
      try read(
        "healthconv-policy: 1\nprofile: \(profile)\nkey: {file: \(folder.path)/k}\nread: {\(reading)}\n\(lines)\n"
      ).weakenings
    }
    #expect(try weakenings("").isEmpty)
    #expect(
      try weakenings("", "types: [HeartRate, MenstrualFlow, StateOfMind]")
        == ["types: 2 of the group @sensitive by name"])
    #expect(try weakenings("", "types: ['*']").isEmpty)
    #expect(
      try weakenings("metadata: {known: {HKFoodType: [Anna]}}") == ["metadata: 1 keys in addition"])
    #expect(
      try weakenings("metadata: {keep: [HKAverageMETs]}") == ["metadata: 1 keys with any text"])
    #expect(
      try weakenings("dates: {action: shift-days, range: 60}")
        == ["dates: a range of 60 days instead of 364"])
    #expect(try weakenings("dates: {action: shift-days}").isEmpty)
    #expect(
      try weakenings("dates: {action: shift-weeks, range: 3}")
        == ["dates: a range of 21 days instead of 364"])
    #expect(
      try weakenings("dates: {action: shift-weeks}", profile: "day-numbers")
        == ["dates: shift-weeks instead of day-number"])
  }

  /// A correlation is what its members are: to exclude one excludes these.
  @Test func correlationsStandForTheirMembers() throws {
    let policy = try read(
      "healthconv-policy: 1\nprofile: day-numbers\nread: {types: all, exclude: [BloodPressure]}\n")
    #expect(
      policy.excludedTypes[0].matches(
        .quantity(QuantityType("HKQuantityTypeIdentifierBloodPressureSystolic")), kind: .quantity))
  }
}
