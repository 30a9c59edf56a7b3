import HealthConv
import HealthModel
import HealthStore
import HealthStoreSQLite
import HealthValidation
import Testing

/// Samples built in code are held to the rules when they are saved, unless the caller says otherwise.
struct SavingCheckTests {
  private static let start = Timestamp(secondsSince1970: 1_700_000_000)

  /// Menstrual flow without the metadata that it requires.
  private static let flow = Sample.category(
    CategorySample(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .category(.menstrualFlow), source: nil), start: start,
        end: start),
      value: .vaginalBleedingLight))

  /// The same in a workout.
  private static let nested = {
    var fields = Sample.WorkoutFields()
    fields.samples = [NestedSample(sample: flow)]
    return Sample.workout(
      Workout(
        header: SampleHeader(
          descriptor: SampleDescriptor(type: .workout(.running), source: nil), start: start,
          end: start), fields: fields))
  }()

  @Test(arguments: StoreUnderTest.all, [flow, nested])
  func whatBreaksARuleIsRefused(_ kind: StoreUnderTest, _ sample: Sample) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let good = Inputs.heartRate(60)
    let error = #expect(throws: HealthError.self) {
      try store.save([good, sample], .upsert, .rules)
    }
    #expect(error?.code == .invalid)
    #expect(
      error?.message
        == "sample 2 breaks a rule: menstrual flow without HKMenstrualCycleStart [menstrual-cycle-start]"
    )
    #expect(try store.all() == [])
    // A load takes others after that.
    let load = try store.beginSaving(.upsert, .rules)
    #expect(throws: HealthError.self) { try load.save(sample) }
    try load.save(good)
    #expect(try load.commit().new == 1)
    #expect(try store.save([sample], .upsert, .unchecked).new == 1)
    #expect(try store.all() == [good, sample])
  }

  /// What files hold is preserved.
  @Test func conversionsCheckNothing() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteFolder()
    defer { store.remove() }
    try StoreKind.open(folder.path, for: .writing).save([Self.flow], .upsert, .unchecked)
    let report = try Conversion(of: try .open(folder.path), to: StoreKind.sqlite.format).run(
      toFile: store.path)
    #expect(report.saved?.new == 1)
  }

  /// The rules are those of the checked initializers, and are worked out once for a type.
  @Test func manySamplesAreCheckedAtOnce() throws {
    var validator = SampleValidator()
    for second in 0..<1_000 { try validator.validate(Inputs.heartRate(60, at: Int64(second))) }
    for sample in Inputs.marked { #expect(validator.findings(in: sample) == sample.findings()) }
  }
}
