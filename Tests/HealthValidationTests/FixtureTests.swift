import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import HealthValidation
import Testing

/// Real exports of others. Every finding was read, and is no false alarm.
@Suite(.enabled(if: Fixtures.arePresent, "needs real exports: set HEALTHCONV_FIXTURES"))
struct FixtureTests {
  @Test func list() throws {
    for folder in ["export-xml", "derived", "zip", "malformed"] {
      for suffix in [".xml", ".zip"] {
        for path in try Fixtures.files(in: Fixtures.folder + "/" + folder, suffix: suffix) {
          let reading = Reading(path: path)
          var validator = Validator()
          validator.begin(reading.info, at: Place(file: path))
          var n: [String: Int] = [:]
          var shown: [String: Int] = [:]
          for sample in reading.samples {
            validator.check(sample, at: Place(file: sample.header?.descriptor.type.identifier ?? "?"))
            for f in validator.takeFindings() {
              n[f.rule, default: 0] += 1
              let key = f.rule + f.message
              shown[key, default: 0] += 1
              if shown[key]! <= 3 { print("   ", f, f.detail ?? "") }
            }
          }
          print("==", path.split(separator: "/").last!, reading.samples.count, n.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
        }
      }
    }
  }
}
