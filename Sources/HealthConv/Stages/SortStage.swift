/// In which order samples are written.
public enum SampleOrder: String, Sendable, CaseIterable {
  /// That in which they were read.
  case none
  /// By their start; those of one start as they were read, those without a time first.
  case start
}

/// Holds all samples back, on the disk, and gives them on by their start.
final class SortStage: SampleStage {
  /// Takes samples, until the last was read.
  private var sorter: SampleSorter?
  /// Gives them, after that.
  private var sorted: Samples?

  /// Holds nothing back yet.
  ///
  /// - Parameter info: What is known of the dataset.
  /// - Throws: `WriteError` when no temporary file can be made.
  init(_ info: DatasetInfo) throws(WriteError) {
    sorter = try SampleSorter(info)
  }

  func take(_ sample: Sample) throws(WriteError) -> Sample? {
    try sorter?.add(sample)
    return nil
  }

  func release() throws(WriteError) -> Sample? {
    do throws(ReadError) {
      if let sorter = sorter.take() { sorted = try sorter.sorted() }
      return try sorted?.next()
    } catch {
      throw WriteError(error)
    }
  }

  func report(to report: inout ConversionReport) {}
}
