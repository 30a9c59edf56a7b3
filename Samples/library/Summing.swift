import HealthConv
import HealthStatistics
import Testing

/// The code of the article "Calculating statistics".
struct Summing {
  @Test func stepsAreSummedByDay() throws {
    let scratch = try Scratch()
    var samples = try Dataset.open(scratch.path("export.zip")).samples()
    var query = try StatisticsCollectionQuery(
      quantityType: .stepCount, options: .cumulativeSum, interval: .day,
      zone: Zone("Europe/Berlin"))
    while let sample = try samples.next() { try query.add(sample) }
    let days = try query.statisticsCollection()
    for day in days.statistics() { print(day.label ?? "", day.sumQuantity()?.value ?? 0) }
    #expect(days.statistics().count > 10)
    #expect(days.statistics().allSatisfy { $0.sumQuantity().map { $0.value > 0 } ?? false })
  }

  @Test func aTableIsWritten() throws {
    let scratch = try Scratch()
    let sink = BytesSink()
    var answer = Answer(.statistics, of: [try .open(scratch.path("export.zip"))])
    answer.selection.types = [try TypePattern("steps")]
    answer.plan.interval = .week
    _ = try answer.write(to: sink, named: "steps.csv", as: .csv)
    #expect(String(decoding: sink.bytes, as: UTF8.self).contains("StepCount"))
  }
}
