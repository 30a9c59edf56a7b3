/// In which order samples are written.
public enum SampleOrder: String, Sendable, CaseIterable {
  /// That in which they were read.
  case none
  /// By their start; those of one start as they were read, those without a time first.
  case start
}

/// Holds all samples back, on the disk, and gives them on by their start.
final class SortStage: SampleStage {
  private enum State: ~Copyable {
    case collecting(SampleSorter)
    case giving(Samples)
  }

  private var state: State?

  /// Holds nothing back yet.
  ///
  /// - Parameter info: What is known of the dataset.
  /// - Throws: `WriteError` when no temporary file can be made.
  init(_ info: DatasetInfo) throws(WriteError) {
    state = .collecting(try SampleSorter(info))
  }

  func take(_ sample: Sample) throws(WriteError) -> Sample? {
    guard case .collecting(var sorter)? = state.take() else { return sample }
    do throws(WriteError) { try sorter.add(sample) } catch { throw error }
    state = .collecting(sorter)
    return nil
  }

  func release() throws(WriteError) -> Sample? {
    do throws(ReadError) {
      switch state.take() {
      case .collecting(let sorter)?: state = .giving(try sorter.sorted())
      case let other: state = other
      }
      guard case .giving(var samples)? = state.take() else { return nil }
      let sample = try samples.next()
      state = .giving(samples)
      return sample
    } catch {
      throw WriteError(ByteError(.io, error.place.file, error.message))
    }
  }

  func report(to report: inout ConversionReport) {}
}
