import Foundation
import HealthBytes
import HealthGenerator
import Testing

@Suite struct DeterminismTests {
  @Test func `same options, same bytes`() throws {
    let options = ExportGenerator.Options(seed: 42, size: .records(1_000))
    #expect(try Export(options).bytes == Export(options).bytes)
    #expect(try archive(options) == archive(options))
  }

  @Test func `another seed, another person`() throws {
    let one = try Export(.init(seed: 1, size: .records(1_000)))
    let two = try Export(.init(seed: 2, size: .records(1_000)))
    #expect(one.bytes != two.bytes)
    #expect(one.truth.recordCount == two.truth.recordCount)
    #expect(one.truth.records.map(\.sum) != two.truth.records.map(\.sum))
  }

  /// Name, date of birth, sex or blood type, and all sums differ.
  @Test func `another number, another person`() throws {
    let exports = try (1...30).map { try Export(.init(person: $0, size: .records(1_000))) }
    func attribute(_ name: String, _ export: Export) -> Substring {
      let text = String(decoding: export.bytes, as: UTF8.self)
      return text.components(separatedBy: "\(name)=\"").dropFirst().first?.prefix { $0 != "\"" }
        ?? ""
    }
    for name in ["HKCharacteristicTypeIdentifierDateOfBirth", "sourceName"] {
      #expect(Set(exports.map { attribute(name, $0) }).count > (name == "sourceName" ? 0 : 29))
    }
    #expect(
      Set(exports.map { String(decoding: $0.bytes, as: UTF8.self).contains("Sam’s iPhone") }).count
        == 2)
    #expect(Set(exports.map { "\($0.truth.records.map(\.sum))" }).count == 30)
    #expect(try Export(.init(seed: 1, size: .records(1_000))).bytes == exports[0].bytes)
  }

  /// Fails when anything in the file changes: what people cite by seed is another file then. To be
  /// changed on purpose only, with a line in the changelog.
  @Test func `the bytes of a seed stay what they were`() throws {
    let bytes = try Export(.init(seed: 1, size: .records(3_000))).bytes
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    #expect(String(hash, radix: 16) == "be057165a95ccc06")
  }

  private func archive(_ options: ExportGenerator.Options) throws -> [UInt8] {
    let sink = BytesSink()
    _ = try ExportGenerator(options).writeArchive(to: sink)
    return sink.bytes
  }
}
