import HealthFormats
// Between reader and writer is a list of stages (`SampleStage`). Each receives a sample and passes it on, changed or
// not, drops it, or holds it back on the disk, as JSON Lines, until all were read. Their order is fixed: *select*
// (in the counter, once for each descriptor), *units*, *renaming*, *duplicates*, *linking*, *sort*. Without stages,
// the conversion is a plain loop.
//
// - Units. A decimal number converts to the nearest `Double`, printed in its shortest form. With a power of ten the
//   digits are unchanged, and so is the identity; with other factors (lb, mi, degF) the identity is unchanged if the
//   value in the canonical unit has at most five digits, and the report counts the other cases. Numbers are
//   converted if they have a unit and a type in the catalog; metadata are text and are not converted. `metric` uses
//   the catalog's units, `imperial` those of an export in the United States, `si` meters, seconds, kilojoules and
//   millimoles. Medical units (mmHg, beats per minute, IU) are the same in all three.
// - Normalizing consists of four stages: canonical units unless others are requested, replacement of names that
//   HealthKit has replaced by exactly one other, duplicates, and the membership of nested samples, which depends on
//   the stages before. The last two are one stage (`DuplicateStage`), which is also that of `--merge`.
// - Several inputs are read one after another. Facts about the datasets are united: those of the newest export take
//   precedence, others complete them, and contradicting facts about the person are a finding.
// - Documents have no dates: with `--since` or `--until` none is selected. The parts of a document are selected
//   together.
// - A dry run opens the output and discards it, so that it fails where the real run would fail, and writes
//   everything to a null output.
import HealthModel

/// A step that processes samples between reader and writer.
///
/// A stage passes each sample on at once, changed or not, or holds it back until the last one was read. Without stages
/// there is no cost.
protocol SampleStage: AnyObject {
  /// Processes a sample.
  ///
  /// - Returns: The sample for the next stage, or `nil` if it is held back or dropped.
  func process(_ sample: Sample) throws(HealthError) -> Sample?

  /// The next of the samples held back; `nil` at the end. Called after the last `process`.
  func release() throws(HealthError) -> Sample?

  /// The findings about the samples since the last call, without locations, which stages do not receive.
  func takeStageFindings() -> [StageFinding]

  /// Adds to the report of the conversion what the stage did.
  func add(to report: inout Conversion.Report)
}

extension SampleStage {
  func release() throws(HealthError) -> Sample? { nil }
  func takeStageFindings() -> [StageFinding] { [] }
  func add(to report: inout Conversion.Report) {}
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
  func hasNone(except stage: (any SampleStage)?) -> Bool { stages.allSatisfy { $0 === stage } }

  /// Sends a sample through the stages, beginning with a given one.
  func push(
    _ sample: Sample, from first: Int = 0, into writer: inout any SampleWriter & ~Copyable,
    counting counter: inout SampleCounter
  ) throws(HealthError) {
    var sample = sample
    for stage in stages[first...] {
      guard let next = try stage.process(sample) else { return }
      sample = next
    }
    counter.countWritten(sample)
    try write(sample, to: &writer)
  }

  /// Passes a sample to the writer.
  @inline(__always)
  func write(
    _ sample: Sample, to writer: inout any SampleWriter & ~Copyable
  ) throws(HealthError) {
    do throws(HealthError) { try writer.write(sample) } catch {
      throw error.writing(output)
    }
  }

  /// Passes the encoded bytes of a thread to the writer.
  func write(
    _ encoded: ChunkOutput, to writer: inout any SampleWriter & ~Copyable
  ) throws(HealthError) {
    do throws(HealthError) { try writer.append(encoded.encoder) } catch {
      throw error.writing(output)
    }
  }

  /// Sends the samples that each stage held back through the stages after it.
  func finish(
    into writer: inout any SampleWriter & ~Copyable, counting counter: inout SampleCounter
  ) throws(HealthError) {
    for (index, stage) in stages.enumerated() {
      while let sample = try stage.release() {
        try push(sample, from: index + 1, into: &writer, counting: &counter)
      }
    }
  }

  /// The findings of the stages since the last call.
  func takeStageFindings() -> [StageFinding] { stages.flatMap { $0.takeStageFindings() } }
}
