import HealthBytes
import HealthFormats
import HealthStore

/// A conversion of datasets into another format.
///
/// ```swift
/// let dataset = try Dataset.open("export.zip")
/// let report = try Conversion(of: dataset, to: .jsonLines).run(toFile: "samples.jsonl")
/// ```
public struct Conversion: InterruptibleWork {
  /// The datasets to read, one after another.
  public let datasets: [Dataset]
  /// The format that is written.
  public let format: Format
  /// How the format writes, where it leaves a choice.
  public var options = WriteOptions()
  /// The formats that are named when `options` has an option that the format does not have.
  public var formats = Format.all
  /// The selection of samples.
  public var selection = Selection()
  /// The rules to check during the conversion; `nil` for none.
  public var checks: RuleSettings?
  /// The target units.
  public var units = UnitPreferences()
  /// Whether samples that equal one before them are dropped, and nested samples marked as stored separately where they
  /// are.
  public var mergesDuplicates = false
  /// Whether datasets may become one although they state another date of birth, biological sex or blood type.
  public var allowsDifferentPeople = false
  /// Whether a source may appear in a store with the samples of another, as a renamed device does.
  public var allowsNewSources = false
  /// Whether to normalize: canonical units (if ``units`` has no others), names that are not deprecated, and what
  /// ``mergesDuplicates`` does.
  public var isNormalizing = false
  /// Whether what the rules find is fixed where a fix is certain: deprecated names are replaced, exact duplicates
  /// dropped, each where these settings have the rule. Nothing else changes.
  public var fixes: RuleSettings?
  /// In which order samples are written.
  public var order = Conversion.Order.none
  /// The order and the limit of a query.
  var queryOrder = SampleOrdering.saved
  var limit: Int?
  /// Whose conditions are named in the report where no sample meets them; by default those of `selection`.
  var notedSelection: Selection?
  /// Whether members of correlations whose duplicates at top level are not selected are marked as nested only. An answer
  /// to a query shows its samples as stored.
  var isRelinking = true
  /// Called every few thousand samples, and at the end of reading, with how far the conversion has come. An error that it
  /// throws ends the conversion: there is no output then.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// Receives each sample that is passed on, before it is written.
  package var observer: (@Sendable (Sample) -> Void)?

  /// A conversion of all samples.
  ///
  /// - Parameter datasets: What is read, one after another; at least one.
  public init(of datasets: Dataset..., to format: Format) {
    self.init(of: datasets, to: format)
  }

  /// A conversion of all samples.
  ///
  /// - Parameter datasets: What is read, one after another; at least one.
  public init(of datasets: [Dataset], to format: Format) {
    self.datasets = datasets
    self.format = format
  }

  /// Converts into a file, an archive or a folder, determined by the path's extension and the layout; it is written
  /// atomically.
  ///
  /// - Parameters:
  ///   - overwriting: Whether a file that is there may be replaced.
  ///   - keepingPartial: Whether to keep what was read before an error; by default there is no output then.
  ///   - rejects: Receives samples in which a rule found an error; without it they are written with the others. It is not
  ///     finished.
  /// - Returns: What was done. Its `readError` is `nil` if everything was read.
  public func run(
    toFile path: String, overwriting: Bool = false, keepingPartial: Bool = false,
    rejects: (any ByteSink)? = nil
  ) throws(HealthError) -> Conversion.Report {
    try run(
      toFile: path, overwriting: overwriting, keepingPartial: keepingPartial,
      SideOutputs(rejects: rejects))
  }

  /// Converts into a file, an archive or a folder, and other files together with it: all appear, or none.
  package func run(
    toFile path: String, overwriting: Bool, keepingPartial: Bool, _ others: SideOutputs
  ) throws(HealthError) -> Conversion.Report {
    _ = try format.layout(for: options, among: formats)
    let output = try OutputContainer.making(
      path, of: format, from: datasets, options: options, overwriting: overwriting)
    var report = try run(into: output, name: path, others)
    // An output that is not finished removes its files in `deinit`.
    if report.readError == nil || keepingPartial {
      try AtomicFile.finish(others.companions) {
        $0.writing($1.path)
      } then: { () throws(HealthError) in
        do throws(HealthError) { try output.finish() } catch {
          throw error.writing(path)
        }
      }
      report.bytesWritten = output.bytesWritten
      report.saved = output.database?.counts
      report.answersError = StoreAnswers.update(path, of: format, options)
    } else {
      for file in others.companions { file.abandon() }
    }
    return report
  }

  /// Converts into an output, which gets every sample up to the first error and is not finished.
  ///
  /// - Parameter rejects: Receives samples in which a rule found an error; without it they are written with the others. It
  ///   is not finished.
  /// - Returns: What was done. Its `readError` is `nil` if everything was read.
  public func run(
    into output: OutputContainer, name: String, rejects: (any ByteSink)? = nil
  ) throws(HealthError) -> Conversion.Report {
    try run(into: output, name: name, SideOutputs(rejects: rejects))
  }

  package func run(
    into output: OutputContainer, name: String, _ others: SideOutputs
  ) throws(HealthError) -> Conversion.Report {
    try format.check(try format.layout(for: options, among: formats), canBe: output.kind, name)
    if datasets.isEmpty { throw HealthError(.usage, "there is nothing to read") }
    let begin = ContinuousClock.now
    // From a store, only samples that may be selected are read.
    var samples = try DatasetSequence(
      datasets.map { dataset in
        let dataset = selection.isEmpty ? dataset : dataset.selecting(selection.query)
        return checks == nil ? dataset : dataset.checked()
      }, PeopleCheck(allowsDifferentPeople: allowsDifferentPeople))
    try samples.people.check(output, as: format)
    var report = Conversion.Report()
    var sources = allowsNewSources ? nil : RenamedSourceCheck(output, as: format)
    var writer = try writer(of: samples.info, into: output, named: name)
    try copySamples(
      &samples, into: &writer, named: name, others, checking: &sources, report: &report)
    if report.readError == nil { try sources?.check() }
    do throws(HealthError) { try writer.finish() } catch {
      throw error.writing(name)
    }
    report.losses = writer.losses
    if samples.info.hasParticipants, !format.holdsParticipants(in: options) {
      report.losses.append(
        Loss.Count(loss: .participants, count: max(report.samplesWritten, 1)))
    }
    report.notes = samples.notes
    report.bytesRead = samples.progress.consumed
    report.bytesWritten = output.bytesWritten
    report.duration = ContinuousClock.now - begin
    return report
  }

  /// A writer that has begun.
  private func writer(
    of info: DatasetInfo, into output: OutputContainer, named name: String
  ) throws(HealthError) -> any SampleWriter & ~Copyable {
    guard let makeWriter = format.makeWriter else {
      throw HealthError(.unsupported, "format '\(format.name)' can be read but not written")
    }
    do throws(HealthError) {
      var writer = try makeWriter(output, options)
      try writer.begin(info)
      return writer
    } catch { throw error.writing(name) }
  }
}

extension Conversion {
  /// Descriptions of the stages between reading and writing, in order.
  public var stageNames: [String] {
    (selection.isEmpty ? [] : ["select"]) + (checks == nil ? [] : ["check"])
      + (wantedUnits.isEmpty ? [] : ["convert units"])
      + (isNormalizing || fixes(.deprecatedValue) ? ["rename what is deprecated"] : [])
      + (dropsDuplicates ? ["drop duplicates"] : [])
      + (mergesDuplicates || isNormalizing ? ["link members"] : [])
      + (order == .none ? [] : ["sort by start"])
  }

  /// The stages for the selected samples, in this order.
  func stages(
    for info: DatasetInfo, _ nestedCopies: NestedCopies?, _ digests: TypeDigests?
  ) throws(HealthError) -> [any SampleStage] {
    var stages: [any SampleStage] = []
    if !wantedUnits.isEmpty { stages.append(UnitStage(wantedUnits)) }
    if isNormalizing {
      stages.append(RenamingStage())
    } else if fixes(.deprecatedValue) {
      stages.append(RenamingStage(found: info))
    }
    if let nestedCopies { stages.append(nestedCopies) }
    if mergesDuplicates || isNormalizing {
      stages.append(try DuplicateStage(info))
    } else if fixes(.exactDuplicate) {
      stages.append(try DuplicateStage(info, of: \.isComparedByRules, isLinking: false))
    }
    if queryOrder != .saved { stages.append(try OrderingStage(info, queryOrder, limit: limit)) }
    if order == .start { stages.append(try SortStage(info)) }
    if let digests { stages.append(DigestStage(digests)) }
    return stages
  }

  private var dropsDuplicates: Bool {
    mergesDuplicates || isNormalizing || fixes(.exactDuplicate)
  }

  /// Whether the findings of a rule are to be fixed.
  private func fixes(_ rule: Rule) -> Bool {
    fixes?.severity(of: rule.name, ordinarily: rule.severity) != nil
  }

  /// Normalizing uses the units of the catalog, unless others are chosen: for some types, for all, or `as-is`.
  private var wantedUnits: UnitPreferences {
    var wanted = units
    if isNormalizing, wanted.system == nil, !wanted.isChosen { wanted.system = .metric }
    return wanted
  }
}

extension Conversion {
  /// Does all that a conversion does but write: reads everything and counts what the output would lose.
  ///
  /// The output is begun and given up again, so that it is refused where the real one would be.
  ///
  /// - Parameters:
  ///   - path: What would be made; `nil` for a stream.
  ///   - overwriting: Whether a file that is there may be replaced.
  public func dryRun(
    toFile path: String?, overwriting: Bool = false
  ) throws(HealthError) -> Conversion.Report {
    let kind =
      if let path {
        try OutputContainer.making(
          path, of: format, from: datasets, options: options, overwriting: overwriting
        ).kind
      } else {
        OutputContainer.Kind.file
      }
    return try run(into: OutputContainer(discarding: kind), name: path ?? "standard output")
  }
}
