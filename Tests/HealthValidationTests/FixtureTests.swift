import HealthModel
import HealthTesting
import HealthValidation
import Testing

/// Real exports of others. Each finding was read; those listed are no false alarms, and there are no others.
@Suite(.enabled(if: Fixtures.arePresent, "needs real exports: set HEALTHCONV_FIXTURES"))
struct FixtureTests {
  /// What the rules find in a file; files that are not listed have nothing.
  static let expected: [String: [String: Int]] = [
    // Meals that were planned ahead, and an activity that was deprecated two months before. Two apps that have
    // saved the same walks and meals again and again, others that have counted the same time twice, and a treadmill's hour that
    // begins as it ends.
    "ashtom_hkimport_export.xml": [
      "future-date": 60, "saved-before-start": 20, "deprecated-value": 5, "exact-duplicate": 6,
      "saved-twice": 158,
      "overlapping-samples": 34, "out-of-order": 1, "impossible-duration": 1,
      // Summers in Jerusalem, exported in winter.
      "offset-of-export": 1,
    ],
    // Winters in Amsterdam, exported in summer.
    "alxdrcirilo_enNL.xml": ["offset-of-export": 1],
    "alxdrcirilo_macos_zip.zip": ["offset-of-export": 1],
    // Its author's guess at how a state of mind is written, and half a minute too much.
    "rinoshiyo_sample_export.xml": ["unknown-type": 1, "impossible-duration": 1],
    // A selection put together from the beginning and the end of an export.
    "bash0C7_sample_ja.xml": [
      "out-of-order": 3, "exact-duplicate": 1, "saved-twice": 1,
      // Left out by its author, who multiplied the steps.
      "missing-export-date": 1, "fraction-of-count": 7,
    ],
    // Written by hand: no units and no sources, percents where fractions belong, durations without a unit, and one
    // watch with two kinds of apostrophe.
    "paulstaab_no_top_folder.zip": [
      "missing-unit": 5, "missing-source": 12, "missing-export-date": 1,
    ],
    "jshrake_ios16_export.zip": ["missing-export-date": 1],
    "jshrake_v12_broken_dtd.xml": ["missing-export-date": 1],
    "ruochen_multi_source.zip": [
      "impossible-value": 6, "impossible-duration": 4, "lookalike-sources": 1,
    ],
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
        while validator.finish() {
          for finding in validator.takeFindings() { counts[finding.rule, default: 0] += 1 }
        }
        let name = String(path.split(separator: "/").last ?? "")
        #expect(counts == Self.expected[name] ?? [:], "\(name)")
      }
    }
  }
}
