import HealthBytes
import HealthModel

/// Counts the texts of long names of sources and devices against `ratio`, once for each sample of a file in which samples share
/// them.
struct SharedOrigins {
  private var text: Int64 = 0

  /// Counts the texts of a sample.
  ///
  /// - Parameter consumed: The bytes of the file that were read.
  mutating func count(
    _ sample: Sample, consumed: Int64, at place: Place
  ) throws(HealthError) {
    guard let descriptor = sample.header?.descriptor, descriptor.isHeavy else { return }
    text += Int64(descriptor.weight)
    if text > RatioGuard.mostText(of: consumed) {
      throw RatioGuard.excess(place.file).reading(at: place)
    }
  }
}
