import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

/// The store as a client sees it, compared with a store that only ever held what the client may see.
@Suite struct ClientStoreTests {
  private static let client = "Study"
  private static let names = [
    "HeartRate", "StepCount", "BloodPressureSystolic", "BloodPressureDiastolic", "SleepAnalysis",
    "HKWorkoutTypeIdentifier", "ActiveEnergyBurned", "HKActivitySummaryTypeIdentifier",
  ]

  private static func day(_ day: Int, _ hour: Int = 0) -> Timestamp {
    Timestamp(secondsSince1970: 1_717_200_000 + Int64(day * 86_400 + hour * 3_600))
  }

  private static func header(_ type: SampleType, _ source: String, _ day: Int, unit: String? = nil)
    -> SampleHeader
  {
    SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: source)),
      start: Self.day(day, 1), end: Self.day(day, 2))
  }

  private static func quantity(
    _ name: String, _ unit: String, _ value: Int, _ source: String, _ day: Int
  ) -> Sample {
    .quantity(
      QuantitySample(
        header: header(
          .quantity(QuantityType("HKQuantityTypeIdentifier\(name)")), source, day, unit: unit),
        number: Number(value)))
  }

  /// A sample of any of the types, from the client or from another source, in ten days.
  private static func sample(_ numbers: inout FixedRandom) -> Sample {
    let value = Int.random(in: 50..<200, using: &numbers)
    let source = ["Watch", "Phone", client].randomElement(using: &numbers) ?? ""
    let day = Int.random(in: 0..<10, using: &numbers)
    let rate = quantity("HeartRate", "count/min", value, "Watch", day)
    switch Int.random(in: 0..<7, using: &numbers) {
    case 0: return quantity("HeartRate", "count/min", value, source, day)
    case 1: return quantity("StepCount", "count", value, source, day)
    case 2:
      return .category(
        CategorySample(
          header: header(.category(CategoryType.sleepAnalysis), source, day),
          value: CategoryValue("HKCategoryValueSleepAnalysisInBed")))
    case 3, 4:
      let pressures = ["Systolic", "Diastolic"].map {
        NestedSample(sample: quantity("BloodPressure\($0)", "mmHg", value, source, day))
      }
      return .correlation(
        Correlation(
          header: header(.correlation(CorrelationType.bloodPressure), source, day),
          members: pressures))
    case 5:
      var fields = Sample.ActivitySummaryFields()
      fields.dateComponents = "2024-06-0\(day % 9 + 1)"
      fields.activeEnergyBurned = Number(value)
      let date = fields.impliedDate ?? Self.day(day)
      return .activitySummary(
        ActivitySummary(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .other("HKActivitySummaryTypeIdentifier"), source: nil), start: date, end: date),
          fields: fields))
    default:
      var fields = Sample.WorkoutFields()
      fields.statistics = ["HeartRate", "ActiveEnergyBurned"].map {
        var statistics = WorkoutStatistics()
        statistics.type = "HKQuantityTypeIdentifier\($0)"
        statistics.sum = Number(value)
        return statistics
      }
      fields.totalEnergyBurned = Number(value)
      fields.totalEnergyBurnedUnit = "kcal"
      fields.samples = [NestedSample(sample: rate)]
      let type = SampleType.workout(WorkoutActivityType("HKWorkoutActivityTypeRunning"))
      return .workout(Workout(header: header(type, source, day), fields: fields))
    }
  }

  /// What is decided about each type.
  private static func grant(_ numbers: inout FixedRandom) throws -> ClientGrant {
    var grant = try ClientGrant(client: client)
    for name in names {
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: break
      case 1: grant.decide(.init(type: name, read: .denied))
      case 2: grant.decide(.init(type: name, read: .since(day(5))))
      default: grant.decide(.init(type: name, read: .authorized))
      }
    }
    return grant
  }

  // MARK: The model

  private static func reading(_ name: String, _ grant: ClientGrant) -> ClientGrant.Reading {
    grant.decisions.first { $0.type == name }?.read ?? .denied
  }

  private static func name(_ sample: Sample) -> String {
    if sample.kind == .workout { return "HKWorkoutTypeIdentifier" }
    let type = sample.sampleType?.identifier ?? ""
    for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"]
    where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return type
  }

  /// What a client may see of a sample: it, what it held, or nothing.
  private static func visible(_ sample: Sample, _ grant: ClientGrant) -> [Sample] {
    let members = sample.members.flatMap { visible($0.sample, grant) }
    if sample.source?.name == client {
      var left = sample
      left.members = members.map { NestedSample(sample: $0) }
      return [left]
    }
    if sample.kind == .correlation {
      if members.isEmpty { return [] }
      var left = sample
      left.members = members.map { NestedSample(sample: $0) }
      return [left]
    }
    let isVisible =
      switch reading(name(sample), grant) {
      case .denied: false
      case .since(let first): (sample.startDate ?? first) >= first
      case .authorized: true
      }
    if !isVisible { return members }
    guard case .workout(let workout) = sample else { return [sample] }
    var fields = workout.fields
    func isAuthorized(_ name: String) -> Bool { reading(name, grant) == .authorized }
    fields.statistics.removeAll { !isAuthorized(String(($0.type ?? "").dropFirst(24))) }
    if !isAuthorized("ActiveEnergyBurned") {
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (nil, nil)
    }
    fields.samples = members.map { NestedSample(sample: $0) }
    return [.workout(Workout(header: workout.header, fields: fields))]
  }

  // MARK: Comparisons

  private func contents(_ samples: [Sample]) -> [UInt64: Int] {
    let digester = SampleDigester(.content)
    return samples.reduce(into: [:]) { $0[digester.total($1), default: 0] += 1 }
  }

  private func store(_ samples: [Sample], _ folder: TemporaryFolder, _ name: String) throws
    -> any SampleStore
  {
    let store = try StoreKind.open(folder.path + "/" + name, for: .creating)
    try store.save(samples, .upsert, .unchecked)
    return store
  }

  private static let predicates = [
    "type = HeartRate", "type = workout", "kind = correlation", "value > 100 count/min",
    "energy > 100 kcal", "not energy > 100 kcal",
    "type = BloodPressureSystolic and value > 90 mmHg",
    "start >= 2024-06-05", "source = Watch", "type = HKActivitySummaryTypeIdentifier",
  ]

  @Test(arguments: 0..<24 as Range<UInt64>)
  func aClientSeesAStoreThatHoldsNothingElse(_ seed: UInt64) throws {
    var numbers = FixedRandom(seed: seed)
    let folder = try TemporaryFolder()
    let samples = (0..<80).map { _ in Self.sample(&numbers) }
    let grant = try Self.grant(&numbers)
    let owner = try store(samples, folder, "all.db")
    let stored = try owner.samples(SampleQuery()).all()
    let reference = try store(
      stored.flatMap { Self.visible($0, grant) }, folder, "visible.db")
    let client = owner.client(Self.client)
    #expect(try client.samples(SampleQuery()).all().isEmpty, "an unknown client sees nothing")
    try owner.setGrant(grant)
    #expect(try owner.grants() == [grant])
    let forms = try Self.predicates.map { try SamplePredicate(parsing: $0) } + [.all]
    for predicate in forms {
      for (order, limit) in [(SampleOrdering.saved, 0), (.start, 7)] {
        let query = SampleQuery(predicate, order: order, limit: limit)
        let found = try client.samples(query).all()
        let expected = try reference.samples(query).all()
        if limit == 0 {
          #expect(contents(found) == contents(expected), "\(predicate)")
        } else {
          #expect(found.map(\.startDate) == expected.map(\.startDate), "\(predicate)")
        }
      }
    }
    // Of correlations, the UUID is made of the members that are left.
    for sample in try client.samples(SampleQuery()).all() {
      let found = try client.samples(SampleQuery(.uuid(sample.uuid))).all()
      #expect(!found.isEmpty && found.allSatisfy { $0.uuid == sample.uuid })
    }
    let counts = { (contents: StoreContents) in
      Dictionary(uniqueKeysWithValues: contents.types.map { ($0.type, $0.count) })
    }
    #expect(
      try counts(client.contents(limit: 0)) == counts(reference.contents(limit: 0)))
    let named = { (counts: [DescriptorCount]) in
      counts.reduce(into: [:]) { $0[$1.descriptor.type.identifier, default: 0] += $1.count }
    }
    #expect(try named(client.descriptors()) == named(reference.descriptors()))
    for type in [QuantityType.stepCount, .heartRate] {
      let found = try client.statistics(
        of: type, options: type == .stepCount ? .cumulativeSum : .discreteAverage)
      let expected = try reference.statistics(
        of: type, options: type == .stepCount ? .cumulativeSum : .discreteAverage)
      #expect(found?.sumQuantity()?.description == expected?.sumQuantity()?.description)
      #expect(found?.averageQuantity()?.description == expected?.averageQuantity()?.description)
    }
    let added = try client.changes(since: nil).changes.compactMap {
      if case .added(let sample, _) = $0 { sample } else { nil }
    }
    let holders = stored.compactMap { sample -> Sample? in
      let left = Self.visible(sample, grant)
      return left.count == 1 && left[0].kind == sample.kind ? left[0] : nil
    }
    #expect(contents(added) == contents(holders))
    #expect(try client.info() == DatasetInfo())
  }

  // MARK: Writing

  private func open(_ folder: TemporaryFolder) throws -> any SampleStore {
    try StoreKind.open(folder.path + "/store.db", for: .creating)
  }

  private static func mass(_ day: Int, _ source: String = "") -> Sample {
    quantity("BodyMass", "kg", 70, source, day)
  }

  @Test func aClientSavesAndDeletesItsOwn() throws {
    let folder = try TemporaryFolder()
    let owner = try open(folder)
    try owner.save([Self.mass(0, "Scale")])
    let client = owner.client(Self.client)
    #expect(throws: HealthError.self) { try client.save([Self.mass(1)]) }
    var grant = try ClientGrant(client: Self.client)
    grant.decide(.init(type: "StepCount", share: true))
    try owner.setGrant(grant)
    #expect {
      try client.save([Self.mass(1)])
    } throws: {
      ($0 as? HealthError)?.code == .denied
    }
    #expect(try client.maySave(.quantity(.bodyMass), kind: .quantity) == nil)
    grant.decide(.init(type: "BodyMass", share: true))
    try owner.setGrant(grant)
    #expect(try client.maySave(.quantity(.bodyMass), kind: .quantity) == true)
    let counts = try client.save([Self.mass(0), Self.mass(1)])
    #expect(counts.new == 2 && counts.gone == 0)
    #expect(throws: HealthError.self) { try client.save([Self.mass(2, "Scale")]) }
    // It reads its own without permission to read.
    #expect(try client.samples(SampleQuery()).all().map { $0.source?.name } == ["Study", "Study"])
    #expect(try owner.samples(SampleQuery()).all().count == 3)
    let keys = try owner.samples(SampleQuery()).all().map { SampleKey($0) }
    #expect(try client.delete(where: .all) == 2)
    #expect(try client.delete(keys) == 0)
    #expect(try owner.samples(SampleQuery()).all().map { $0.source?.name } == ["Scale"])
    // What was deleted may not be read by type.
    let deleted = try client.changes(since: nil).changes
    #expect(deleted.isEmpty)
  }

  @Test func onlyTheOwnerDecides() throws {
    let folder = try TemporaryFolder()
    let owner = try open(folder)
    try owner.save([Self.mass(0)])
    let grant = try ClientGrant(
      client: Self.client, decisions: [.init(type: "*", read: .authorized)])
    let client = owner.client(Self.client)
    #expect(throws: HealthError.self) { try client.setGrant(grant) }
    #expect(throws: HealthError.self) { try client.removeGrant(of: Self.client) }
    #expect(throws: HealthError.self) { try client.check() }
    try owner.setGrant(grant)
    #expect(try client.samples(SampleQuery()).all().count == 1)
    #expect(try owner.client("Other").grants() == [])
    // A denial prevails, whenever it was decided.
    var denied = grant
    denied.decide(.init(type: "BodyMass", read: .denied))
    try owner.setGrant(denied)
    #expect(try client.samples(SampleQuery()).all().isEmpty)
    // So does the later start, by whatever name a type is granted.
    for (type, count) in [("StepCount", 1), ("quantity", 0), ("BodyMass", 0)] {
      var later = grant
      later.decide(.init(type: type, read: .since(Self.day(5))))
      try owner.setGrant(later)
      #expect(try client.samples(SampleQuery()).all().count == count, "\(type)")
    }
    try owner.removeGrant(of: Self.client)
    #expect(try owner.grants() == [])
    #expect(throws: HealthError.self) { try ClientGrant(client: "a\nb") }
  }

  /// A row of grants that somebody changed grants nothing.
  @Test(
    .enabled(if: Python.has("sqlite3"), "there is no Python with sqlite3"),
    arguments: [
      "read = 2", "read = 0, read_from = 5", "read = 1, read_from = -4611686018427387904",
      "client = char(10)",
    ])
  func aDamagedGrantIsRefused(_ change: String) throws {
    let folder = try TemporaryFolder()
    let owner = try open(folder)
    try owner.save([Self.mass(0, "Scale")])
    try owner.setGrant(
      ClientGrant(client: Self.client, decisions: [.init(type: "BodyMass", read: .authorized)]))
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    let run = try Python.run(
      script, [folder.path + "/store.db", "UPDATE client_grant SET \(change)"])
    try #require(run.status == 0)
    #expect {
      try owner.client(Self.client).samples(SampleQuery())
    } throws: {
      ($0 as? HealthError)?.code == .damaged
    }
  }

  /// A grant of all types is none of prescriptions and doses of medications.
  @Test func someSamplesAreGrantedOneByOne() throws {
    let folder = try TemporaryFolder()
    let owner = try open(folder)
    try owner.save(MarkedSamples.all, .upsert, .unchecked)
    let stored = try owner.samples(SampleQuery()).all()
    let objects = stored.filter { $0.kind.requiresPerObjectAuthorization }
    #expect(Set(objects.map(\.kind)) == [.visionPrescription, .medicationDose])
    var grant = try ClientGrant(client: Self.client)
    grant.decide(.init(type: "*", read: .authorized))
    let client = owner.client(Self.client)
    var chosen: Set<SampleUUID> = []
    for object in [nil] + objects.map(Optional.some) {
      if let object { chosen.insert(object.uuid) }
      grant.objects = chosen
      try owner.setGrant(grant)
      #expect(try owner.grants() == [grant])
      let seen = try client.samples(SampleQuery()).all()
      #expect(
        Set(seen.filter { $0.kind.requiresPerObjectAuthorization }.map(\.uuid)) == chosen)
      #expect(!seen.filter { !$0.kind.requiresPerObjectAuthorization }.isEmpty)
      for other in objects {
        let found = try client.sample(SampleKey(other))
        #expect((found != nil) == chosen.contains(other.uuid))
      }
    }
    grant.objects = [objects[0].uuid]
    try owner.setGrant(grant)
    let anchor = try owner.anchor()
    #expect(try owner.delete(objects.map { SampleKey($0) }) == objects.count)
    let deleted = try client.changes(since: anchor).changes.compactMap { change in
      if case .deleted(let sample) = change { sample.uuid } else { nil }
    }
    #expect(deleted == [objects[0].uuid])
  }

  @Test func deletionsOfReadableTypesAreSeen() throws {
    let folder = try TemporaryFolder()
    let owner = try open(folder)
    try owner.save([Self.mass(0, "Scale"), Self.quantity("HeartRate", "count/min", 60, "Watch", 0)])
    try owner.setGrant(
      ClientGrant(client: Self.client, decisions: [.init(type: "BodyMass", read: .authorized)]))
    let client = owner.client(Self.client)
    let anchor = try client.changes(since: nil).anchor
    #expect(try owner.delete(where: .all) == 2)
    let changes = try client.changes(since: anchor).changes
    guard changes.count == 1, case .deleted(let deleted) = changes[0] else {
      Issue.record("\(changes.count) changes")
      return
    }
    #expect(deleted.type == "HKQuantityTypeIdentifierBodyMass")
  }

  /// Commands read a store as a client by its dataset.
  @Test func aDatasetIsReadAsAClient() throws {
    let folder = try TemporaryFolder()
    let owner = try open(folder)
    try owner.save([Self.mass(0), Self.quantity("StepCount", "count", 9, "", 0)])
    try owner.setGrant(
      ClientGrant(client: Self.client, decisions: [.init(type: "StepCount", read: .authorized)]))
    let dataset = try Dataset.open(folder.path + "/store.db").client(Self.client)
    var samples = try dataset.samples()
    #expect(try samples.next()?.sampleType?.identifier == "HKQuantityTypeIdentifierStepCount")
    #expect(try samples.next() == nil)
    let query = DatasetQuery(SampleQuery(), of: [dataset])
    #expect(try query.count() == 1)
    let file = try folder.write([], "samples.jsonl")
    #expect(throws: HealthError.self) { try Dataset.open(file).client(Self.client) }
  }
}
