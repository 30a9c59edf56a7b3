import HealthModel
import Testing

@testable import HealthModel

@Suite("Common names of types")
struct CommonNameTests {
  private static let kinds = SampleKind.allCases.map { $0.rawValue }

  private static func isKnown(_ name: String) -> Bool {
    !Catalogue.types(matching: name).isEmpty || kinds.contains(name)
      || ClinicalRecordType(name).isKnown
  }

  @Test("each stands for names that are known", arguments: Catalogue.commonNames.keys.sorted())
  func standsForKnownNames(_ name: String) {
    for meant in Catalogue.commonNames[name] ?? [] { #expect(Self.isKnown(meant), "\(meant)") }
    #expect(Catalogue.names(meantBy: name) == Catalogue.commonNames[name])
  }

  @Test("none takes the place of a name that exists")
  func takesNoPlace() {
    let names =
      Catalogue.allTypes.map(\.shortName) + Self.kinds
      + WorkoutActivityType.all.map(\.shortName) + ClinicalRecordType.all.map(\.identifier)
    for name in names {
      #expect(Catalogue.commonNames[name.lowercased()] == nil, "\(name)")
      #expect(Catalogue.ambiguousNames[name.lowercased()] == nil, "\(name)")
    }
    #expect(Set(Catalogue.commonNames.keys).isDisjoint(with: Catalogue.ambiguousNames.keys))
  }

  @Test(
    "spaces and punctuation do not matter", arguments: ["heart rate", "Heart-Rate", "HEART_RATE"])
  func separators(_ name: String) {
    #expect(Catalogue.types(matching: name).map(\.shortName) == ["HeartRate"])
  }

  @Test(
    "patterns and unknown names stand for themselves", arguments: ["Step*", "nothing", "HKNew"])
  func others(_ name: String) { #expect(Catalogue.names(meantBy: name) == [name]) }

  @Test(
    "a name that may mean several types is a question", arguments: Catalogue.ambiguousNames.keys)
  func ambiguity(_ name: String) {
    for meant in Catalogue.ambiguousNames[name] ?? [] { #expect(Self.isKnown(meant), "\(meant)") }
    #expect(Catalogue.types(matching: name).isEmpty)
  }

  @Test func questions() {
    #expect(Catalogue.question(for: "hartrate") == " Did you mean 'HeartRate'?")
    #expect(
      Catalogue.question(for: "noise")
        == " Did you mean 'EnvironmentalAudioExposure' or 'HeadphoneAudioExposure'?")
    #expect(Catalogue.question(for: "xyzzy") == "")
  }
}
