import Foundation
import HealthBytes
import HealthGenerator
import HealthTesting
import Testing

@Suite struct ArchiveTests {
  private static func archive(
    _ options: ExportGenerator.Options
  ) throws -> (bytes: [UInt8], truth: GroundTruth) {
    let sink = BytesSink()
    let truth = try ExportGenerator(options).writeArchive(to: sink)
    return (sink.bytes, truth)
  }

  @Test(arguments: [ExportGenerator.UnitSystem.metric, .us])
  func `python3 reads all of it`(units: ExportGenerator.UnitSystem) throws {
    guard Python.isThere else { return Python.skip() }
    let archive = try Self.archive(.init(size: .records(2_000), units: units))
    #expect(try Python.isSoundArchive(archive.bytes))
  }

  @Test func `members are those of an export, and hold what the ground truth says`() throws {
    let options = ExportGenerator.Options(size: .records(2_000), fileName: "Exportieren.xml")
    let (members, truth) = try Self.members(options)
    let folder = "apple_health_export/"
    #expect(members[folder + "Exportieren.xml"] == (try Export(options)).bytes)
    #expect(members[folder + "export_cda.xml"] != nil)
    let routes = members.filter { $0.key.hasPrefix(folder + "workout-routes/route_") }
    #expect(routes.count == truth.count(of: "FileReference"))
    #expect(routes.values.reduce(0) { $0 + Self.count("<trkpt ", in: $1) } == truth.routePoints)
    let curves = members.filter { $0.key.hasPrefix(folder + "electrocardiograms/ecg_") }
    #expect(curves.count == truth.electrocardiograms)
    // Thirteen lines of header before the voltages.
    let voltages = curves.values.reduce(0) { $0 + Self.count("\n", in: $1) - 13 }
    #expect(voltages == truth.electrocardiogramVoltages)
    let records = members.filter { $0.key.hasPrefix(folder + "clinical-records/") }
    #expect(records.count == truth.count(of: "ClinicalRecord"))
    for name in members.keys where name.hasSuffix(".gpx") || name.hasSuffix(".json") {
      let path = name.dropFirst(folder.count - 1)
      #expect(Self.count("=\"\(path)\"", in: members[folder + "Exportieren.xml"] ?? []) == 1)
    }
  }

  @Test func `contents can be left out`() throws {
    let (members, truth) = try Self.members(.init(size: .records(2_000), contents: []))
    #expect(Array(members.keys) == ["apple_health_export/export.xml"])
    #expect(truth.routePoints == 0)
  }

  @Test func `with daily workouts, a quarter of the bytes are routes`() throws {
    var options = ExportGenerator.Options(size: .days(8))
    let usual = try Self.members(options).1
    options.hasDailyWorkouts = true
    let (members, truth) = try Self.members(options)
    let total = members.values.reduce(0) { $0 + $1.count }
    let routes = members.filter { $0.key.hasSuffix(".gpx") }.values.reduce(0) { $0 + $1.count }
    #expect((20...30).contains(routes * 100 / total))
    #expect(truth.routePoints > 4 * usual.routePoints)
  }

  /// The members by path.
  private static func members(
    _ options: ExportGenerator.Options
  ) throws -> ([String: [UInt8]], GroundTruth) {
    let (bytes, truth) = try archive(options)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let zip = try ZipArchive(file.path)
    var members: [String: [UInt8]] = [:]
    for entry in zip.entries {
      let source = try zip.open(entry)
      var content: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = try source.read(into: &piece, at: 0), count > 0 {
        content += piece[..<count]
      }
      members[entry.name] = content
    }
    return (members, truth)
  }

  private static func count(_ text: String, in bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).ranges(of: text).count
  }
}
