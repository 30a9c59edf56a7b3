import Foundation
import HealthBytes
import Testing

@testable import HealthReport

/// The axis of months: where months without data are, and which months have labels.
@Suite struct TimeAxisTests {
  /// Whatever months there are, some have labels, each with its year, and there is room for all of them.
  @Test func everySpanHasLabelsWithYears() throws {
    for month in 1...12 {
      for count in Array(1...60) + [83, 119, 120, 121, 239, 240, 241, 600, 1_199, 5_000, 119_000] {
        let first = MonthKey(year: 2_001, month: month)
        let last = MonthKey(number: first.number + count - 1)
        let axis = try #require(TimeAxis([last, first]))
        #expect(axis.count == count)
        let labels = axis.labels(ReportText())
        for width in [ChartLabel.Width.narrow, .wide] {
          let shown = labels.filter { $0.width == width || $0.width == .any }
          #expect(!shown.isEmpty, "\(count) months from \(first.title)")
          for label in shown {
            #expect(label.text.hasSuffix("\(axis.key(of: label.slot).year)"))
            #expect(label.text.count == 8 || axis.key(of: label.slot).month == 1)
          }
          // In pixels, on a screen of 320 and on one of 800 pixels.
          let room = (width == .narrow ? 190.0 : 500.0) / Double(count)
          for (a, b) in zip(shown, shown.dropFirst()) {
            #expect(
              Double(b.slot - a.slot) * room >= Double(b.text.count) * 6.5, "\(count) \(a) \(b)")
          }
        }
      }
    }
  }

  /// A few months that are decades away from all others, by a clock that was wrong, are left out; a person's gap is not.
  @Test func monthsFarAwayAreLeftOut() throws {
    let year = (1...12).map { MonthKey(year: 2_020, month: $0) }
    let wrong = [MonthKey(year: 1_970, month: 1), MonthKey(year: 2_099, month: 12)]
    let axis = try #require(TimeAxis(wrong + year))
    #expect(axis.first == year[0] && axis.count == 12 && axis.outside == wrong)
    let lonely = wrong.map { key in
      var month = ReportMonth(key)
      month.set(.mass, DayValue(value: 70), day: 3)
      return month
    }
    #expect(axis.values(lonely) { $0[.mass].average }.allSatisfy { $0 == nil })
    for early in [MonthKey(year: 2_010, month: 2), MonthKey(year: 2_015, month: 1)] {
      #expect(try #require(TimeAxis([early] + year)).first == early)
    }
    let halves = (1...4).map { MonthKey(year: 1_990, month: $0) }
    #expect(try #require(TimeAxis(halves + year)).outside.isEmpty)
    #expect(try #require(TimeAxis([wrong[0]])).count == 1)
  }

  @Test func monthsWithoutDataHaveAPlace() throws {
    let keys = [(2023, 11), (2024, 2)].map { MonthKey(year: $0.0, month: $0.1) }
    let axis = try #require(TimeAxis(keys))
    var month = ReportMonth(keys[1])
    month.set(.mass, DayValue(value: 70), day: 3)
    let values = axis.values([ReportMonth(keys[0]), month]) { $0[.mass].average }
    #expect(values == [nil, nil, nil, 70])
    #expect(TimeAxis([]) == nil)
  }

  /// A line ends where a month has no data; the next one begins anew.
  @Test(arguments: [false, true]) func linesEndAtGaps(bridgesGaps: Bool) throws {
    let chart = try #require(
      Chart(
        "C", "D.", slots: 5, bridgesGaps: bridgesGaps, [.line("heart", [1, 2, nil, 4, 5])],
        labels: []
      ) { "\($0)" })
    let sink = BytesSink()
    var page = HTMLWriter(sink)
    chart.write(to: &page, ReportText())
    try page.write()
    let text = String(decoding: sink.bytes, as: UTF8.self)
    let path = try #require(text.components(separatedBy: "<path d=\"").last?.prefix { $0 != "\"" })
    #expect(path.count { $0 == "M" } == (bridgesGaps ? 1 : 2))
    #expect(path.count { $0 == "L" } == (bridgesGaps ? 3 : 2))
  }
}
