/// Something that is done to samples between reader and writer.
///
/// A stage passes each sample on at once, changed or not, or holds it back until the last one was read. Without stages
/// there is no cost.
protocol SampleStage: AnyObject {
  /// Processes a sample.
  ///
  /// - Returns: The sample for the next stage, or `nil` if it is held back or dropped.
  func take(_ sample: Sample) throws(ConversionError) -> Sample?

  /// The next of the samples held back; `nil` at the end. Called after the last `take`.
  func release() throws(ConversionError) -> Sample?

  /// The findings about the samples since the last call, without locations, which stages do not receive.
  func takeStageFindings() -> [StageFinding]

  /// Adds to the report of the conversion what the stage did.
  func report(to report: inout Conversion.Report)
}

extension SampleStage {
  func release() throws(ConversionError) -> Sample? { nil }
  func takeStageFindings() -> [StageFinding] { [] }
}

/// A finding of a stage about a sample, without a location.
struct StageFinding {
  let rule: String
  let severity: Finding.Severity
  let message: String

  func finding(at place: Place) -> Finding {
    Finding(rule: rule, severity: severity, place: place, message: message)
  }
}

/// Stages one after another, and a writer after the last.
struct StageChain {
  let stages: [any SampleStage]
  /// The name of the output in messages.
  let output: String

  /// Whether there is no stage but this one.
  func areOnly(_ stage: (any SampleStage)?) -> Bool { stages.allSatisfy { $0 === stage } }

  /// Sends a sample through the stages from one on.
  func push(
    _ sample: Sample, from first: Int = 0, into writer: inout any SampleWriter & ~Copyable,
    counting counter: inout SampleCounter
  ) throws(ConversionError) {
    var sample = sample
    for stage in stages[first...] {
      guard let next = try stage.take(sample) else { return }
      sample = next
    }
    counter.countWritten(sample)
    try write(sample, to: &writer)
  }

  /// Passes a sample to the writer.
  @inline(__always)
  func write(
    _ sample: Sample, to writer: inout any SampleWriter & ~Copyable
  ) throws(ConversionError) {
    do throws(FormatError) { try writer.write(sample) } catch {
      throw ConversionError(writing: output, error)
    }
  }

  /// Passes the encoded bytes of a thread to the writer.
  func write(
    _ encoded: PieceOutput, to writer: inout any SampleWriter & ~Copyable
  ) throws(ConversionError) {
    do throws(FormatError) { try writer.append(encoded.encoder) } catch {
      throw ConversionError(writing: output, error)
    }
  }

  /// Sends on what each stage held back.
  func finish(
    into writer: inout any SampleWriter & ~Copyable, counting counter: inout SampleCounter
  ) throws(ConversionError) {
    for (index, stage) in stages.enumerated() {
      while let sample = try stage.release() {
        try push(sample, from: index + 1, into: &writer, counting: &counter)
      }
    }
  }

  /// The findings of the stages since the last call.
  func takeStageFindings() -> [StageFinding] { stages.flatMap { $0.takeStageFindings() } }
}
