import HealthGenerator
import Testing

/// What readers may rely on, or stumble over, in a real export.
@Suite struct ShapeTests {
  static let export = Result { try Export(.init(seed: 5, size: .days(2))) }

  struct Row {
    let type, source, created, start, end: String

    init?(_ line: Substring) {
      guard let type = Export.attribute("type", of: line),
        let source = Export.attribute("sourceName", of: line),
        let created = Export.attribute("creationDate", of: line),
        let start = Export.attribute("startDate", of: line),
        let end = Export.attribute("endDate", of: line)
      else { return nil }
      self.type = type
      self.source = source
      self.created = created
      self.start = start
      self.end = end
    }
  }

  @Test func `records stand in one run for each type, by creation`() throws {
    let rows = try Self.export.get().tags("Record", depth: 1).compactMap(Row.init)
    var finished: Set<String> = []
    var inversions = 0
    for (last, next) in zip(rows, rows.dropFirst()) {
      if last.type == next.type {
        // One offset for all: dates compare as text.
        #expect(last.created <= next.created)
        if last.start > next.start { inversions += 1 }
      } else {
        finished.insert(last.type)
        #expect(!finished.contains(next.type))
      }
    }
    #expect(inversions > 0, "start dates are in order, as they never are")
  }

  @Test func `records end after they start and are created after that`() throws {
    for row in try Self.export.get().tags("Record", depth: 1).compactMap(Row.init) {
      #expect(row.start <= row.end)
      #expect(row.end <= row.created)
    }
  }

  @Test func `all dates have the offset of the export`() throws {
    let export = try Self.export.get()
    let dates = export.lines.flatMap { line in
      ["creationDate", "startDate", "endDate", "date", "receivedDate"].compactMap {
        Export.attribute($0, of: line)
      }
    }
    #expect(dates.count > 15_000)
    #expect(dates.allSatisfy { $0.utf8.count == 25 && $0.hasSuffix(" -0500") })
  }

  @Test func `phone and watch overlap, no source overlaps itself`() throws {
    let rows = try Self.export.get().tags("Record", depth: 1).compactMap(Row.init)
      .filter { $0.type == "HKQuantityTypeIdentifierStepCount" }
      .sorted { $0.start < $1.start }
    var overlaps = 0
    var ends: [String: String] = [:]
    for row in rows {
      if let end = ends[row.source] { #expect(end <= row.start) }
      if ends.contains(where: { $0.key != row.source && $0.value > row.start }) { overlaps += 1 }
      ends[row.source] = row.end
    }
    #expect(ends.count == 2)
    #expect(overlaps > rows.count / 10)
  }

  @Test func `members of correlations repeat records, save a few`() throws {
    let export = try Self.export.get()
    let top = Set(export.tags("Record", depth: 1).map { $0.drop { $0 == " " } })
    var listed = 0
    var unlisted = 0
    for line in export.tags("Record", depth: 2) where !line.contains("EffortScore") {
      // The pointer of the device is the same too: it is the same record.
      if top.contains(line.drop { $0 == " " }) { listed += 1 } else { unlisted += 1 }
    }
    #expect(listed > 50)
    #expect(unlisted > 0 && unlisted < listed / 10)
  }

  @Test func `sleep has stages from one source and nights from another`() throws {
    let lines = try Self.export.get().tags("Record", depth: 1)
      .filter { $0.contains("SleepAnalysis") }
    let nights = lines.filter { $0.contains("SleepAnalysisInBed\"") }
    #expect(!nights.isEmpty && nights.count < lines.count / 10)
    #expect(nights.allSatisfy { $0.contains("iPhone") })
  }

  @Test(arguments: [
    ("en_US", ExportGenerator.UnitSystem.us, "\u{202F}"), ("en_GB", .metric, "."),
    ("de_DE", .metric, ","),
  ])
  func `beats are spelled as the locale wants`(
    locale: String, units: ExportGenerator.UnitSystem, mark: String
  ) throws {
    let export = try Export(.init(size: .records(2_000), locale: locale, units: units))
    let times = export.tags("InstantaneousBeatsPerMinute", depth: 3)
      .compactMap { Export.attribute("time", of: $0) }
    #expect(!times.isEmpty)
    #expect(times.allSatisfy { $0.contains(mark) })
  }

  @Test(arguments: [
    (ExportGenerator.UnitSystem.metric, "mmol&lt;180.1558800000541&gt;/L", "km"),
    (.us, "mg/dL", "mi"),
  ])
  func `units follow the preference`(
    units: ExportGenerator.UnitSystem, glucose: String, distance: String
  ) throws {
    let records = try Export(.init(size: .records(2_000), units: units)).tags("Record", depth: 1)
    let expected = [("BloodGlucose", glucose), ("DistanceWalkingRunning", distance)]
    for (type, unit) in expected {
      let line = try #require(records.first { $0.contains("Identifier\(type)\"") })
      #expect(Export.attribute("unit", of: line) == unit)
    }
  }
}
