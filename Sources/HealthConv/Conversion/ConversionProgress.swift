import HealthBytes
import Synchronization

extension Conversion {
  /// How far a conversion, a comparison, a merge or an inventory has come.
  public struct Progress: Sendable {
    /// Receives progress, on the thread that reads. An error that it throws ends the work.
    public typealias Handler = @Sendable (Conversion.Progress) throws -> Void

    /// How far the current input has been read.
    public let bytes: ByteProgress
    /// The samples of it that were read so far.
    public let samples: Int
    /// The number of the current pass over the inputs, from 1.
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
    /// - Throws: What the handler throws: unchanged, or as the cause of an error of code `.cancelled`.
    func report(to handler: Handler) throws(HealthError) {
      do { try handler(self) } catch let error as HealthError { throw error } catch {
        throw HealthError(cancelledBy: error)
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

  /// Reports the samples so far, of one of several passes.
  func report(
    _ bytes: ByteProgress, pass: Int = 1, of passes: Int = 1,
    to handler: Conversion.Progress.Handler
  ) throws(HealthError) {
    try Conversion.Progress(bytes: bytes, samples: samples).inPass(pass, of: passes)
      .report(to: handler)
  }
}

/// Work that reports its progress, and that ends early if the handler of the reports throws an error.
public protocol InterruptibleWork: Sendable {
  /// Receives progress, on the thread that reads. An error that it throws ends the work.
  var onProgress: Conversion.Progress.Handler { get set }
}

extension InterruptibleWork {
  /// Does the work on a thread of its own, so that no other task waits for it.
  ///
  /// When the task is cancelled, the work ends within some thousand samples, or when a sort or a commit that has begun
  /// is done. There is no output then, even if partial ones are kept.
  ///
  /// - Parameter body: What to do, such as `{ try $0.run(toFile: "all.zip") }`. It gets a copy of the work.
  /// - Throws: What `body` throws; `.cancelled`.
  public func onThread<Success: Sendable>(
    _ body: @escaping @Sendable (inout Self) throws -> Success
  ) async throws(HealthError) -> Success {
    let flag = CancellationFlag()
    var work = self
    work.onProgress = { [onProgress] progress in
      if flag.isSet { throw CancellationError() }
      try onProgress(progress)
    }
    let result = await withTaskCancellationHandler { [work] in
      await Result {
        try await BlockingThread().run {
          var work = work
          return try body(&work)
        }
      }
    } onCancel: {
      flag.set()
    }
    do { return try result.get() } catch let error as HealthError { throw error } catch {
      throw HealthError(.failed, "\(error)", cause: error)
    }
  }
}

extension Conversion {
  /// Converts into a file, an archive or a folder on a thread of its own. See ``InterruptibleWork/onThread(_:)``.
  ///
  /// - Parameters:
  ///   - overwriting: Whether a file that is there may be replaced.
  ///   - keepingPartial: Whether to keep what was read before an error; by default there is no output then.
  /// - Returns: What was done. Its `readError` is `nil` if everything was read.
  /// - Throws: If the output cannot be made, or the input cannot be read from the start; `.cancelled`.
  public func run(
    toFile path: String, overwriting: Bool = false, keepingPartial: Bool = false
  ) async throws(HealthError) -> Conversion.Report {
    try await onThread {
      try $0.run(toFile: path, overwriting: overwriting, keepingPartial: keepingPartial)
    }
  }
}

/// Whether a task was cancelled, for threads that run on its behalf.
private final class CancellationFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
