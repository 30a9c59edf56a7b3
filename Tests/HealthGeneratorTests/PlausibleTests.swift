import HealthBytes
import HealthConv
import HealthGenerator
import HealthStatistics
import HealthTesting
import Testing

/// The figures of an export are those that a person may have, and what summaries and workouts state is what the records add up to.
@Suite struct PlausibleTests {
  private static let export = Result {
    let sink = BytesSink()
    _ = try ExportGenerator(.init(seed: 11, size: .days(21), units: .metric)).writeXML(to: sink)
    return sink.bytes
  }

  private func rows(
    _ kind: Answer.Kind, _ change: (inout Answer) -> Void = { _ in }
  ) throws -> [[String: String]] {
    var answer = Answer(kind, of: [try .open(bytes: try Self.export.get(), named: "export.xml")])
    change(&answer)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .jsonl)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard case .object(let members)? = JSONText(parsing: Array(line.utf8)) else { return nil }
      return Dictionary(
        uniqueKeysWithValues: members.map { member in
          if case .string(let text) = member.1 { return (member.0, text) }
          return (member.0, member.1.line)
        })
    }
  }

  @Test func daysAreThoseOfAPerson() throws {
    // The first and the last day are not whole in the zone that samples name.
    let days = try rows(.summary).dropFirst().dropLast(2)
    #expect(days.count >= 18)
    for (column, range) in [
      ("steps", 3_000...16_000.0), ("distance_km", 1.5...14), ("active_energy_kcal", 150...1_300),
      ("basal_energy_kcal", 1_300...2_000), ("heart_rate_count_min", 55...80),
      ("heart_rate_minimum_count_min", 40...60), ("heart_rate_maximum_count_min", 90...175),
      ("asleep_min", 240...560),
    ] {
      for day in days {
        let value = try #require(day[column].flatMap { Double($0) }, "\(column) \(day)")
        #expect(range.contains(value), "\(column) \(value)")
      }
    }
  }

  @Test func totalsAreThoseOfTheRecords() throws {
    let totals = try rows(.agreement)
    #expect(Set(totals.compactMap { $0["figure"] }).count == 5)
    let close = totals.count { $0["agrees"] == "yes" }
    #expect(Double(close) >= 0.85 * Double(totals.count) && totals.count > 60)
  }

  @Test func beatsFollowEachOther() throws {
    let recordings = try rows(.beats)
    #expect(recordings.count > 90)
    for row in recordings {
      let sdnn = try #require(row["sdnn_ms"].flatMap { Double($0) })
      let stated = try #require(row["stated_sdnn_ms"].flatMap { Double($0) })
      #expect(abs(sdnn - stated) < 0.25 * stated + 3, "\(row)")
      #expect(row["rmssd_ms"] != nil)
    }
  }
}
