import HealthStatistics

/// Calculates statistics and nights of sleep of the same samples in one pass.
struct DaysAndNights: SampleConsumer, ~Copyable {
  private var days: StatisticsCollector
  private var nights: SleepCollector

  /// Both, by the clock and the sources of a plan.
  init(_ plan: StatisticsPlan) throws(StatisticsError) {
    let nights = try SleepCollector(
      zone: plan.zone, priority: plan.priority, limits: plan.limits)
    days = try StatisticsCollector(plan)
    self.nights = nights
  }

  @inline(__always)
  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) {
    try days.consume(sample)
    try nights.consume(sample)
  }

  /// The results, to be read after all samples were added.
  struct Rows: ~Copyable {
    var days: StatisticsRows
    var nights: SleepNights
  }

  consuming func finish() throws(StatisticsError) -> Rows {
    Rows(days: try days.finish(), nights: try nights.finish())
  }
}
