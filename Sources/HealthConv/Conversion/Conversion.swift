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
  /// The options of the output format.
  public var options = WriteOptions()
  /// The formats that a message suggests if the output format does not have one of the `options`.
  public var formats = Format.all
  /// The selection of samples.
  public var selection = Selection()
  /// The rules to check during the conversion; `nil` for none.
  public var checks: RuleSettings?
  /// The target units.
  public var units = UnitPreferences()
  /// Whether to drop samples that are equal to an earlier one, and to mark nested samples that are also at
  /// top level as stored separately. Several datasets in one store, or in FHIR, are joined as ``Merge`` joins them.
  public var mergesDuplicates = false
  /// Whether to combine datasets that state different dates of birth, biological sexes or blood types.
  public var allowsDifferentPeople = false
  /// Whether to save a source whose samples the store has under another name, as of a renamed device.
  public var allowsNewSources = false
  /// Whether to normalize: canonical units (if ``units`` has no others), names that are not deprecated, and what
  /// ``mergesDuplicates`` does.
  public var isNormalizing = false
  /// The rules whose findings are fixed; `nil` for none. Two rules have a fix: deprecated names are replaced,
  /// exact duplicates are dropped. Nothing else changes.
  public var fixes: RuleSettings?
  /// In which order samples are written.
  public var order = Conversion.Order.none
  /// The order and the limit of a query.
  var queryOrder = SampleOrdering.saved
  var limit: Int?
  /// The selection whose unmet conditions the report names; `nil` for `selection`.
  var notedSelection: Selection?
  /// Whether a member whose duplicate at top level is not selected is marked as nested only. The results of a
  /// query show samples as stored.
  var isRelinking = true
  /// Called with the progress every few thousand samples and at the end of reading. An error that it throws
  /// ends the conversion without output.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// Receives each sample that is passed on, before it is written.
  package var observer: (@Sendable (Sample) -> Void)?

  /// A conversion of all samples.
  ///
  /// - Parameter datasets: The datasets to read, one after another; at least one.
  public init(of datasets: Dataset..., to format: Format) {
    self.init(of: datasets, to: format)
  }

  /// A conversion of all samples.
  ///
  /// - Parameter datasets: The datasets to read, one after another; at least one.
  public init(of datasets: [Dataset], to format: Format) {
    self.datasets = datasets
    self.format = format
  }

  /// Converts into a file, an archive or a folder, determined by the path's extension and the layout; it is written
  /// atomically.
  ///
  /// - Parameters:
  ///   - overwriting: Whether an existing file may be replaced.
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

  /// Converts into a file, an archive or a folder, and writes other files atomically together with it.
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

  /// Writes every sample up to the first error into an output. The caller finishes the output.
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
    let inputs = try datasets.map { (dataset) throws(HealthError) in
      var dataset = selection.isEmpty ? dataset : dataset.selecting(selection.query)
      if writesSharedOnce, dataset.isStream { dataset = try dataset.rereadable() }
      return checks == nil ? dataset : dataset.checked()
    }
    let decision = try decision(about: inputs)
    var samples = try DatasetSequence(
      inputs, PeopleCheck(allowsDifferentPeople: allowsDifferentPeople))
    let found = try samples.people.check(output, as: format, adding: samples.info)
    var report = Conversion.Report()
    report.findings.add(found)
    var sources = allowsNewSources ? nil : RenamedSourceCheck(output, as: format)
    var writer = try writer(of: samples.info, into: output, named: name)
    try copySamples(
      &samples, as: decision, into: &writer, named: name, others, checking: &sources,
      report: &report)
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
    report.exportDate = samples.info.exportDate
    report.isReleased = datasets.contains { $0.release != nil }
    report.bytesRead = samples.progress.consumed
    report.bytesWritten = output.bytesWritten
    report.duration = ContinuousClock.now - begin
    return report
  }

  /// Decides in a first reading which samples are written, up to an error; `nil` if all are.
  private func decision(about inputs: [Dataset]) throws(HealthError) -> MergeDecision? {
    guard writesSharedOnce else { return nil }
    guard joinsInputs else {
      return MergeDecision(unwanted: try SharedSampleFinder.shared(in: inputs, onProgress))
    }
    var scan = try MergeScan(.newest, PeopleCheck(allowsDifferentPeople: true))
    scan.keepsActivities = true
    let unmet = UnmetConditions(Selection())
    for input in inputs where scan.readError == nil {
      try scan.read(input, Selection(), unmet) { try onProgress($0.inPass(1, of: 2)) }
    }
    var report = scan.report
    return try scan.finish(&report)
  }

  /// Makes a writer and begins the output.
  private func writer(
    of info: DatasetInfo, into output: OutputContainer, named name: String
  ) throws(HealthError) -> any SampleWriter & ~Copyable {
    guard let makeWriter = format.makeWriter else {
      throw HealthError(.unsupported, "format '\(format.name)' can be read but not written")
    }
    do throws(HealthError) {
      var writer = try makeWriter(output, options(for: info, output))
      try writer.begin(info)
      return writer
    } catch { throw error.writing(name) }
  }

  /// The options for a store that has a newer export than the one that is written: its samples are not replaced by older versions,
  /// such as the rings of a day that was not over.
  private func options(for info: DatasetInfo, _ output: OutputContainer) -> WriteOptions {
    guard options.saving == nil, !datasets.contains(where: \.format.isOfActivities),
      let date = info.exportDate, !info.hasParticipants,
      let stored = try? output.existingStore(as: format)?.info(), !stored.hasParticipants,
      let newest = stored.exportDate, date < newest
    else { return options }
    var options = options
    options.saving = .append
    return options
  }
}

extension Conversion {
  /// Descriptions of the stages between reading and writing, in order.
  public var stageNames: [String] {
    (selection.isEmpty ? [] : ["select"]) + (checks == nil ? [] : ["check"])
      + (wantedUnits.isEmpty ? [] : ["convert units"])
      + (isNormalizing || fixes(.deprecatedValue) ? ["replace deprecated names"] : [])
      + (dropsDuplicates || writesSharedOnce ? ["drop duplicates"] : [])
      + (linksDuplicates || joinsInputs ? ["link members"] : [])
      + (order == .none ? [] : ["sort by start"])
  }

  /// The stages for the selected samples, in this order.
  func stages(
    for info: DatasetInfo, _ nestedCopies: NestedCopies?, _ digests: TypeDigests?
  ) throws(HealthError) -> [any SampleStage] {
    var stages: [any SampleStage] = []
    if writesSharedOnce { stages.append(SharedSampleStage(info)) }
    if !wantedUnits.isEmpty { stages.append(UnitStage(wantedUnits)) }
    if isNormalizing {
      stages.append(RenamingStage())
    } else if fixes(.deprecatedValue) {
      stages.append(RenamingStage(found: info))
    }
    if let nestedCopies { stages.append(nestedCopies) }
    if linksDuplicates {
      stages.append(try DuplicateStage(info))
    } else if fixes(.exactDuplicate) {
      stages.append(try DuplicateStage(info, of: \.isComparedByRules, isLinking: false))
    }
    if queryOrder != .saved { stages.append(try OrderingStage(info, queryOrder, limit: limit)) }
    if order == .start { stages.append(try SortStage(info)) }
    if let digests { stages.append(DigestStage(digests)) }
    return stages
  }

  private var dropsDuplicates: Bool { linksDuplicates || fixes(.exactDuplicate) }

  /// Whether the number of samples that several files of the input have is reported, as all are written. Not of activities: it would
  /// take as long as reading them.
  var reportsShared: Bool {
    datasets.count == 1 && datasets[0].hasSeveralFiles && !datasets[0].format.isOfActivities
      && !dropsDuplicates && !writesSharedOnce
  }

  /// Whether samples are written once that several files of the inputs have: into a store, or if duplicates are merged.
  private var writesSharedOnce: Bool {
    joinsInputs
      || (isForStore || linksDuplicates)
        && datasets.contains { $0.hasSeveralFiles || datasets.count > 1 && $0.isOfOtherProgram }
  }

  /// Whether the inputs are joined as ``Merge`` joins them: in a store, which has a sample once, in whatever order exports come; and
  /// in FHIR, which has a resource once.
  var joinsInputs: Bool {
    datasets.count > 1 && (isForStore || format.name == Format.fhir.name)
  }

  private var isForStore: Bool { StoreKind.all.contains { $0.format.name == format.name } }

  private var linksDuplicates: Bool { mergesDuplicates || isNormalizing }

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
  /// Reads everything and counts what the output would lose, without writing it.
  ///
  /// The output is opened and then abandoned, so that the same errors occur as in a conversion.
  ///
  /// - Parameters:
  ///   - path: The path of the output; `nil` for a stream.
  ///   - overwriting: Whether an existing file may be replaced.
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
