import HealthBytes
import HealthModel

/// Drops samples that a file before theirs in the same input has, too: see ``SharedSampleFinder``.
///
/// Which these are is known when all were read: until then they wait on the disk, as JSON Lines.
final class SharedSampleStage: SampleStage {
  private var finder: SharedSampleFinder? = SharedSampleFinder()
  private var spooled: SpooledSamples?
  private var shared: PositionList?
  private var waiting: Samples?
  private var position: UInt64 = 0
  private var dropped = 0
  private var file = ""

  init(_ info: DatasetInfo) throws(HealthError) {
    spooled = try SpooledSamples(info)
  }

  /// Sets the file that the next samples are of.
  func begin(file: String) { self.file = file }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    try finder?.add(sample, of: file)
    try spooled?.write(sample)
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let spooled = spooled.take() {
      shared = try finder.take()?.shared()
      waiting = try spooled.read()
    }
    while let sample = try waiting?.next() {
      let place = SortKey(high: 0, low: position)
      position += 1
      guard try shared?.contains(place) ?? false else { return sample }
      dropped += 1
    }
    waiting = nil
    return nil
  }

  func add(to report: inout Conversion.Report) { report.duplicates += dropped }
}
