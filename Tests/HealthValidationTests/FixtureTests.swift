import HealthModel
import HealthTesting
import HealthValidation
import Testing

/// Real exports of others. Each finding was read; those listed are no false alarms, and there are no others.
@Suite(.enabled(if: Fixtures.arePresent, "needs real exports: set HEALTHCONV_FIXTURES"))
struct FixtureTests {
  /// What the rules find in a file; files that are not listed have nothing.
  static let expected: [String: [String: Int]] = [
    // Meals that were planned ahead, and an activity that was deprecated two months before.
    "ashtom_hkimport_export.xml": ["future-date": 60, "deprecated-value": 5],
    // Its author's guess at how a state of mind is written.
    "rinoshiyo_sample_export.xml": ["unknown-type": 1],
    // Written by hand: no units, and percents where fractions belong.
    "paulstaab_no_top_folder.zip": ["missing-unit": 5],
    "ruochen_multi_source.zip": ["impossible-value": 6],
  ]

  @Test(arguments: ["export-xml", "derived", "zip", "malformed"])
  func haveNoFalseAlarms(_ folder: String) throws {
    for suffix in [".xml", ".zip"] {
      for path in try Fixtures.files(in: Fixtures.folder + "/" + folder, suffix: suffix) {
        let reading = Reading(path: path)
        var validator = Validator()
        validator.begin(reading.info, at: Place(file: path))
        var counts: [String: Int] = [:]
        for sample in reading.samples {
          validator.check(sample, at: Place(file: path))
          for finding in validator.takeFindings() { counts[finding.rule, default: 0] += 1 }
        }
        let name = String(path.split(separator: "/").last ?? "")
        #expect(counts == Self.expected[name] ?? [:], "\(name)")
      }
    }
  }
}
