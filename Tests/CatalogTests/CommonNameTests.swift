import HealthModel
import Testing

@testable import HealthModel

@Suite("Common names of types")
struct CommonNameTests {
  private static let kinds = SampleKind.allCases.map { $0.rawValue }

  private static func isKnown(_ name: String) -> Bool {
    !Catalog.types(matching: name).isEmpty || kinds.contains(name)
      || ClinicalRecordType(name).isKnown
  }

  @Test("each stands for names that are known", arguments: Catalog.commonNames.keys.sorted())
  func standsForKnownNames(_ name: String) {
    for meant in Catalog.commonNames[name] ?? [] { #expect(Self.isKnown(meant), "\(meant)") }
    #expect(Catalog.names(meantBy: name) == Catalog.commonNames[name])
  }

  @Test("none takes the place of a name that exists")
  func takesNoPlace() {
    let names =
      Catalog.allTypes.map(\.shortName) + Self.kinds
      + WorkoutActivityType.all.map(\.shortName) + ClinicalRecordType.all.map(\.identifier)
    for name in names {
      #expect(Catalog.commonNames[name.lowercased()] == nil, "\(name)")
      #expect(Catalog.ambiguousNames[name.lowercased()] == nil, "\(name)")
    }
    #expect(Set(Catalog.commonNames.keys).isDisjoint(with: Catalog.ambiguousNames.keys))
  }

  @Test(
    "spaces and punctuation do not matter", arguments: ["heart rate", "Heart-Rate", "HEART_RATE"])
  func separators(_ name: String) {
    #expect(Catalog.types(matching: name).map(\.shortName) == ["HeartRate"])
  }

  @Test(
    "patterns and unknown names stand for themselves", arguments: ["Step*", "nothing", "HKNew"])
  func others(_ name: String) { #expect(Catalog.names(meantBy: name) == [name]) }

  @Test(
    "a name that may mean several types is a question", arguments: Catalog.ambiguousNames.keys)
  func ambiguity(_ name: String) {
    for meant in Catalog.ambiguousNames[name] ?? [] { #expect(Self.isKnown(meant), "\(meant)") }
    #expect(Catalog.types(matching: name).isEmpty)
  }

  @Test func questions() {
    #expect(Catalog.question(for: "hartrate") == " Did you mean 'HeartRate'?")
    #expect(
      Catalog.question(for: "noise")
        == " Did you mean 'EnvironmentalAudioExposure' or 'HeadphoneAudioExposure'?")
    #expect(Catalog.question(for: "xyzzy") == "")
  }
}
