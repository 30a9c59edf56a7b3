import HealthFormats
import HealthStatistics
import Testing

@testable import HealthConv

/// Answers about several participants are one table, whatever each of them has.
struct ParticipantAnswerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let records = [
    "A": "HKQuantityTypeIdentifierHeartRate\" unit=\"count/min\" value=\"61",
    "B": "HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"500",
    "C": "HKCategoryTypeIdentifierSleepAnalysis\" value=\"HKCategoryValueSleepAnalysisAsleepREM",
  ]

  private func dataset(_ participant: String) throws -> Dataset {
    let record =
      "<Record sourceName=\"Watch\" startDate=\"2024-06-01 08:00:00 +0200\" endDate=\"2024-06-01 08:30:00 +0200\" "
      + "type=\"\(Self.records[participant] ?? "")\"/>"
    let path = try folder.write(
      bytes: Array("<HealthData>\(record)</HealthData>".utf8), "\(participant).xml")
    return try Dataset.open(path).participant(participant)
  }

  /// The cells of the table of some participants, by the names of the columns, and these names.
  private func table(
    _ participants: [String], _ change: (inout Answer) -> Void
  ) throws -> (header: [String], rows: [[String: String]]) {
    var answer = Answer(.statistics, of: try participants.map { try dataset($0) })
    change(&answer)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "a.csv", as: .csv)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.first)
    #expect(lines.allSatisfy { $0.count == header.count })
    #expect(Set(header).count == header.count)
    return (
      header,
      lines.dropFirst().map { Dictionary(zip(header, $0)) { $1 }.filter { !$0.value.isEmpty } }
    )
  }

  @Test(arguments: [false, true])
  func theColumnsAreThoseOfAllInOneOrder(_ isWide: Bool) throws {
    func change(_ answer: inout Answer) {
      answer.plan.interval = .day
      answer.isWide = isWide
    }
    let orders = [
      ["A", "B", "C"], ["A", "C", "B"], ["B", "A", "C"], ["B", "C", "A"], ["C", "A", "B"],
      ["C", "B", "A"],
    ]
    let header = try table(orders[0], change).header
    #expect(header.first == "participant")
    for order in orders {
      let all = try table(order, change)
      #expect(all.header == header, "\(order)")
      #expect(all.rows.map { $0["participant"] } == order)
      for (id, row) in zip(order, all.rows) {
        let own = try table([id], change)
        #expect(own.rows == [row])
        #expect(own.header == header.filter(Set(own.header).contains))
        #expect(own.header.count < header.count)
      }
    }
  }

  @Test func aChartStatesItsParticipant() throws {
    var answer = Answer(.statistics, of: [try dataset("A")])
    (answer.plan.interval, answer.isChart) = (.day, true)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "a.txt", as: .text)
    #expect(String(decoding: sink.bytes, as: UTF8.self).hasPrefix("participant: A\n"))
    answer.datasets.append(try dataset("B"))
    let error = #expect(throws: HealthError.self) {
      _ = try answer.write(to: sink, named: "a.txt", as: .text)
    }
    #expect(error?.remedy == .selectParticipant)
  }

  @Test(arguments: [
    ([["b", "a"], ["a", "c"]], ["b", "a", "c"]), ([["a", "c"], ["b", "a"]], ["b", "a", "c"]),
    // No order fits both: each is there once all the same.
    ([["a", "b"], ["b", "a"]], ["a", "b"]), ([["b", "a"], ["a", "b"]], ["a", "b"]),
    ([["count", "average"], ["count", "sum"]], ["count", "sum", "average"]), ([], []),
  ])
  func columnsAreUnited(_ lists: [[String]], _ expected: [String]) {
    var columns = UnitedColumns()
    for names in lists { columns.add(names.map { AnswerColumn($0) }) }
    #expect(columns.united.map(\.name) == expected)
  }
}
