import HealthModel
import HealthStore

extension Record {
  /// Makes the row of a sample, in the order of the columns of the table.
  ///
  /// - Parameter sample: The sample. Its number is the key of the row, and its column is empty.
  mutating func set(_ sample: inout SampleRow) {
    removeAll()
    addNull()
    add(sample.parent)
    add(sample.id)
    add(Int64(sample.ordinal))
    add(sample.digest)
    add(sample.kind.code)
    add(sample.series)
    add(sample.startColumns)
    add(sample.endColumns)
    add(sample.createdColumns)
    add(sample.deviceAddress)
    if let value = sample.value { add(value) } else { addNull() }
    add(sample.category)
    add(sample.metadata)
    add(sample.parts)
    if let exact = sample.exact { add(exact) } else { addNull() }
    if let extras = sample.extras { add(extras) } else { addNull() }
  }

  /// Adds a date: the instant and the offset.
  @inline(__always)
  private mutating func add(_ date: DateColumns?) {
    if let date {
      add(seconds: date.seconds, nanoseconds: date.nanoseconds)
      add(Int64(date.offsetMinutes))
    } else {
      addNull()
      addNull()
    }
  }
}
