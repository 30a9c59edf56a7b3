import HealthModel
import HealthStatistics

/// A type that receives samples one after another.
protocol SampleConsumer: ~Copyable {
  mutating func consume(_ sample: borrowing Sample) throws(HealthError)
  /// Adds a sample that does not count, because the inputs contain it, or another version of it, more than once.
  mutating func consumeRepeated(_ sample: borrowing Sample)
}

extension SampleConsumer where Self: ~Copyable {
  mutating func consumeRepeated(_ sample: borrowing Sample) {}
}

extension StatisticsCollector: SampleConsumer {
  /// `Answer.read` passes nested samples separately, so a correlation or workout itself adds nothing.
  @inline(__always)
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    if !sample.canHoldSamples { try add(sample) }
  }

  mutating func consumeRepeated(_ sample: borrowing Sample) { addRepeated(sample) }
}

extension SleepCollector: SampleConsumer {
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) { try add(sample) }
}
