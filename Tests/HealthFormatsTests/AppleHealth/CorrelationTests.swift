import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Members of correlations are told from records of their own: never counted twice, never lost.
@Suite struct CorrelationTests {
  private static let systolic =
    #"<Record type="HKQuantityTypeIdentifierBloodPressureSystolic" unit="mmHg" \#(common) value="120"/>"#
  private static let diastolic =
    #"<Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" unit="mmHg" \#(common) value="80"/>"#
  private static let pressure =
    #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" \#(common)>\#(systolic)\#(diastolic)</Correlation>"#

  private static func memberships(_ reading: Reading) -> [NestedSample.Membership] {
    reading.samples.flatMap { $0.members.map(\.membership) }
  }

  /// Exports since iOS 18 write effort scores inside of workouts, and maybe as records, too.
  @Test func aRecordOfAWorkoutThatIsAlsoAtTopLevelIsMarked() {
    let effort =
      #"<Record type="HKQuantityTypeIdentifierWorkoutEffortScore" unit="appleEffortScore" \#(common) value="6"/>"#
    let other = effort.replacing("\"6\"", with: "\"7\"")
    let workout =
      #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" \#(common)>\#(effort)\#(other)</Workout>"#
    let reading = Reading(export(effort, workout))
    #expect(Self.memberships(reading) == [.alsoTopLevel, .nestedOnly])
    #expect(reading.notes.alsoTopLevelMembers == 1)
    #expect(reading.notes.nestedOnlyMembers == 1)
  }

  @Test func aMemberThatStandsOnItsOwnIsATwin() {
    let reading = Reading(export(Self.systolic, Self.pressure))
    #expect(Self.memberships(reading) == [.alsoTopLevel, .nestedOnly])
    #expect(reading.counts == [.quantity: 1, .correlation: 1])
    #expect(reading.notes.alsoTopLevelMembers == 1)
    #expect(reading.notes.nestedOnlyMembers == 1)
    #expect(reading.findings == [])
    // The record itself is no twin of anything: it is the first of its kind.
    #expect(reading.samples.map(\.ordinal) == [0, 0])
  }

  @Test func aTwinIsFoundWhateverItsUnitOffsetAndDevice() {
    let other =
      #"<Record type="HKQuantityTypeIdentifierDietaryWater" unit="L" device="&lt;&lt;HKDevice: 0x1&gt;, name:A&gt;" sourceName="Phone" startDate="2024-06-01 06:00:00 +0000" endDate="2024-06-01 06:00:01 +0000" value="0.25"/>"#
    let meal =
      #"<Correlation type="HKCorrelationTypeIdentifierFood" \#(common)><Record type="HKQuantityTypeIdentifierDietaryWater" unit="mL" \#(common) value="250"/></Correlation>"#
    #expect(Self.memberships(Reading(export(other, meal))) == [.alsoTopLevel])
  }

  @Test func aTwinBehindItsCorrelationIsSaid() {
    let reading = Reading(export(Self.pressure, Self.systolic))
    #expect(Self.memberships(reading) == [.nestedOnly, .nestedOnly])
    #expect(reading.notes.alsoTopLevelMembers == 1)
    #expect(reading.notes.nestedOnlyMembers == 1)
    #expect(
      reading.findings.map(\.description) == [
        "export.xml:4:2: info: follows the sample that it is nested in, and was therefore reported as nested only [late-copy]"
      ])
    // Saying so is no refusal.
    #expect(
      Reading(export(Self.pressure, Self.systolic), isStrict: true).error == nil)
  }

  /// Versions at top level, that of the member, and how many are also at top level.
  private static let versions: [([String?], String?, Int)] = [
    (["1"], "2", 0), (["2"], "2", 1), (["2"], "1", 1), (["1", "3"], "2", 1), (["3", "1"], "2", 1),
    (["1"], nil, 1), ([nil], "1", 0), ([nil], nil, 1), ([], "1", 0),
  ]

  private static func version(_ number: String?) -> String {
    let entry = number.map { #"<MetadataEntry key="HKMetadataKeySyncVersion" value="\#($0)"/>"# }
    return systolic.replacing("\"120\"/>", with: "\"12\(number ?? "0")\">")
      + #"<MetadataEntry key="HKMetadataKeySyncIdentifier" value="s"/>\#(entry ?? "")</Record>"#
  }

  private static func correlation(_ nested: String?) -> String {
    #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" \#(common)>\#(version(nested))</Correlation>"#
  }

  /// Of two nested versions, only the lower one is also at top level afterwards, in any order of the two.
  @Test(arguments: [["1", "3"], ["3", "1"]])
  func aRecordIsComparedWithTheLowestNestedVersion(_ nested: [String]) {
    let correlations = nested.map(Self.correlation).joined()
    let reading = Reading(export(correlations, Self.version("2")))
    #expect(reading.rules == ["late-copy": 1])
    #expect(reading.notes.alsoTopLevelMembers == 1)
    #expect(reading.notes.nestedOnlyMembers == 1)
    #expect(Reading(export(correlations, Self.version("0"))).rules == [:])
  }

  @Test(arguments: versions)
  func aMemberOfAHigherVersionIsNestedOnly(
    _ topLevel: [String?], _ nested: String?, _ count: Int
  ) {
    let correlation = Self.correlation(nested)
    let singles = topLevel.map(Self.version).joined()
    let reading = Reading(export(singles, correlation))
    #expect(
      Self.memberships(reading).map { $0 == .alsoTopLevel }
        == [count == 1])
    for reading in [reading, Reading(export(correlation, singles))] {
      #expect(reading.notes.alsoTopLevelMembers == count)
      #expect(reading.notes.nestedOnlyMembers == 1 - count)
    }
  }

  @Test func twinsOfRecordsHaveOrdinals() {
    let reading = Reading(
      export(
        Self.systolic, Self.systolic, Self.diastolic, Self.systolic, Self.pressure, Self.pressure))
    #expect(reading.samples.map(\.ordinal) == [0, 1, 0, 2, 0, 1])
    #expect(
      Self.memberships(reading) == [.alsoTopLevel, .alsoTopLevel, .alsoTopLevel, .alsoTopLevel])
    #expect(Set(reading.samples.map(\.id)).count == 3)
  }

  @Test func membersOfAnyTypeAreKept() {
    let odd =
      #"<Correlation type="Own" \#(common)><Record type="Ours" \#(common) value="x"/><Record/></Correlation>"#
    let reading = Reading(export(odd))
    #expect(Self.memberships(reading) == [.nestedOnly, .nestedOnly])
    #expect(reading.rules == ["missing-attribute": 1])
  }
}
