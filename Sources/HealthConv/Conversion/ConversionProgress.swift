extension Conversion {
  /// How far a conversion, a comparison, a merge or an inventory has come.
  public struct Progress: Sendable {
    /// Receives progress, on the thread that reads. An error that it throws ends the work.
    public typealias Handler = @Sendable (Conversion.Progress) throws -> Void

    /// How far the current input has been read.
    public let bytes: ByteProgress
    /// The samples of it that were read so far.
    public let samples: Int
    /// Which of the passes over the inputs this is, from 1.
    public private(set) var pass = 1
    /// How many passes there are: a merge, for example, reads each of its inputs twice.
    public private(set) var passes = 1

    init(bytes: ByteProgress, samples: Int) {
      self.bytes = bytes
      self.samples = samples
    }

    /// The same progress in one of several passes.
    func inPass(_ pass: Int, of passes: Int) -> Conversion.Progress {
      var progress = self
      progress.pass = pass
      progress.passes = passes
      return progress
    }

    /// Reports it.
    ///
    /// - Throws: What the handler throws: as it is, or as the cause of an error of code `.cancelled`.
    func report(to handler: Handler) throws(ConversionError) {
      do { try handler(self) } catch let error as ConversionError { throw error } catch {
        throw ConversionError(cancelledBy: error)
      }
    }
  }
}

/// When progress is reported: every few thousand samples, and at each sample that may have files of its own, which
/// take long to read.
struct ProgressTicks {
  /// How many samples were read.
  private(set) var samples = 0

  /// Counts a sample.
  ///
  /// - Returns: Whether to report progress now.
  @inline(__always)
  mutating func isDue(after sample: borrowing Sample) -> Bool {
    samples &+= 1
    if samples & 0x1FFF == 0 { return true }
    return switch sample {
    case .quantity, .category, .correlation: false
    default: true
    }
  }
}
