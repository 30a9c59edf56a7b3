import HealthBytes
import HealthModel

/// Puts samples beside each other: those of one type and source follow one another by their start.
///
/// One sorting over the disk serves all rules that compare samples.
final class Timeline {
  /// All of it in one property: each access to one of an object's is checked to be the only one.
  private var records = TimelineRecords()

  /// Why not all samples could be put beside each other.
  var error: ByteError? { records.error }

  /// Takes note of a sample, and of the members of a correlation. Documents have no time.
  func take(_ sample: Sample, _ header: SampleHeader, at place: Place) {
    records.take(sample, header, at: place)
  }

  /// The next entry in order, after which none can be added; `nil` at the end.
  func next() -> TimelineEntry? {
    records.next()
  }
}
