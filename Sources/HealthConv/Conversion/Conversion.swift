/// A dataset on its way into another format.
///
/// ```swift
/// let dataset = try Dataset.open("export.zip")
/// let report = try Conversion(of: dataset, to: .jsonLines).run(toFile: "samples.jsonl")
/// ```
public struct Conversion {
  /// What is read.
  public let dataset: Dataset
  /// The format that is written.
  public let format: Format
  /// How the format writes, where it leaves a choice.
  public var options = WriteOptions()
  /// Which samples are wanted.
  public var selection = Selection()
  /// Is told every few thousand samples how far the conversion has come.
  public var onProgress: (ConversionProgress) -> Void = { _ in }

  private static let samplesBetweenReports = 1 << 13

  /// A conversion of all samples.
  ///
  /// - Parameters:
  ///   - dataset: What is read.
  ///   - format: The format to write.
  public init(of dataset: Dataset, to format: Format) {
    self.dataset = dataset
    self.format = format
  }

  /// Converts into a file, an archive or a folder, as the path's ending and the layout say; it appears whole
  /// or not at all.
  ///
  /// - Parameters:
  ///   - path: What to make.
  ///   - overwriting: Whether a file that is there may be replaced.
  ///   - keepingPartial: Whether to keep what was read before an error; by default there is no output then.
  /// - Returns: What was done. Its `readError` says whether reading came to the end.
  /// - Throws: If the output cannot be made, or the input cannot be read from the start.
  public func run(
    toFile path: String, overwriting: Bool = false, keepingPartial: Bool = false
  ) throws(ConversionError) -> ConversionReport {
    let output = try OutputContainer.making(
      path, of: format, options: options, overwriting: overwriting)
    let report = try run(into: output, name: path)
    // Without its end an output leaves nothing behind.
    if report.readError == nil || keepingPartial {
      do throws(ByteError) { try output.finish() } catch {
        throw ConversionError(writing: path, error)
      }
    }
    return report
  }

  /// Converts into an output, which gets every sample up to the first error and is not finished.
  ///
  /// - Parameters:
  ///   - output: Where the bytes go.
  ///   - name: What messages call it.
  /// - Returns: What was done. Its `readError` says whether reading came to the end.
  /// - Throws: If the output takes no more, or the input cannot be read from the start.
  public func run(
    into output: OutputContainer, name: String
  ) throws(ConversionError) -> ConversionReport {
    guard let makeWriter = format.makeWriter else {
      throw ConversionError(.unsupported, "format '\(format.name)' can be read but not written")
    }
    let begin = ContinuousClock.now
    var samples: Samples
    do throws(ReadError) { samples = try dataset.samples() } catch { throw ConversionError(error) }
    var report = ConversionReport()
    do throws(WriteError) {
      var writer = try makeWriter(output, options)
      try writer.begin(samples.info)
      try pump(&samples, into: &writer, report: &report)
      try writer.finish()
      report.losses = writer.losses
    } catch {
      throw ConversionError(writing: name, error.underlying)
    }
    report.notes = samples.notes
    report.bytesRead = samples.progress.consumed
    report.bytesWritten = output.bytesWritten
    report.duration = ContinuousClock.now - begin
    return report
  }

  /// Writes the samples that are wanted, and keeps account.
  private func pump(
    _ samples: inout Samples, into writer: inout any SampleWriter & ~Copyable,
    report: inout ConversionReport
  ) throws(WriteError) {
    var counter = SampleCounter(selection)
    var count = 0
    while let sample = report.next(of: &samples) {
      if counter.admit(sample) { try writer.write(sample) }
      count += 1
      counter.settle()
      if count % Self.samplesBetweenReports == 0 {
        report.findings.add(samples.takeFindings())
        onProgress(ConversionProgress(bytes: samples.progress, samples: count))
      }
    }
    report.findings.add(samples.takeFindings())
    report.types = counter.counts()
  }
}

extension ConversionReport {
  /// The next sample; at an error the end, and the error noted.
  fileprivate mutating func next(of samples: inout Samples) -> Sample? {
    do throws(ReadError) { return try samples.next() } catch {
      readError = error
      return nil
    }
  }
}
