import HealthBytes
import HealthFormats
package import HealthModel
import HealthValidation

extension Conversion {
  /// Sends the selected samples through the stages to the writer, and counts them.
  ///
  /// - Parameter decision: What is written of several files or datasets; `nil` for all.
  func copySamples(
    _ samples: inout DatasetSequence, as decision: consuming MergeDecision?,
    into writer: inout any SampleWriter & ~Copyable,
    named name: String, _ others: SideOutputs, checking sources: inout RenamedSourceCheck?,
    report: inout Conversion.Report
  ) throws(HealthError) {
    // Stores already record which nested samples are also at top level.
    let isSearched = !selection.isEmpty && datasets.contains { !$0.isStore }
    let nestedCopies = isSearched ? NestedCopies(datasets, samples.info) : nil
    let stages = StageChain(
      stages: try stages(for: samples.info, nestedCopies, others.digests), output: name)
    let personPlace = samples.personPlace
    let check = checks.map {
      SampleCheck(
        samples.info, named: datasets[0].name, personPlace: personPlace,
        Rule.all(of: datasets.map(\.format)), $0, rejects: others.rejects)
    }
    // Whether samples go to the writer without stages and rules.
    let isDirect = stages.hasNone(except: nestedCopies) && check == nil
    let unmet = UnmetConditions(notedSelection ?? selection)
    var counter = SampleCounter(
      selection, isLast: isDirect, unmet: unmet, nestedCopies: nestedCopies)
    var ticks = ProgressTicks()
    var aggregates: AggregateFinder?
    var aggregateCount: UInt64 = 0
    let sharedStage = stages.stages.lazy.compactMap { $0 as? SharedSampleStage }.first
    let reportsShared = reportsShared
    var decision = decision
    var place = SortKey(high: 0, low: 0)
    var finder: SharedSampleFinder?
    if reportsShared { finder = SharedSampleFinder() }
    // If samples are sorted, the first ones are known only after the last one was read.
    var left = queryOrder == .saved ? limit ?? .max : .max
    let outputs = isDirect ? self.outputs(for: &writer, samples.jobs, named: name) : []
    try samples.readAll(outputs: outputs) { (output) throws(HealthError) in
      try stages.write(output, to: &writer)
    } _: { (samples, output) throws(HealthError) in
      var collected = output?.takeCollection()
      defer { if let collected { output?.put(collected) } }
      let isOfActivities = samples.isOfActivities
      while left > 0 {
        let nested = counter.takeNested()
        guard var sample = nested == nil ? samples.next(storingErrorIn: &report.readError) : nested
        else {
          break
        }
        if let sharedStage {
          (sharedStage.isShared, sharedStage.isLast) = (false, false)
          if nested == nil {
            let dataset = UInt64(samples.index)
            if place.high != dataset { place = SortKey(high: dataset, low: 0) }
            if let written = try decision?.written(sample, at: place) {
              (sample, sharedStage.isLast) = written
            } else {
              sharedStage.isShared = true
            }
            place = SortKey(high: dataset, low: place.low + 1)
          }
        }
        let isTick = ticks.isDue(after: sample)
        var isWanted = nested != nil || counter.admit(sample)
        if isWanted, isRelinking, sample.canHoldSamples { sample = counter.relinked(sample) }
        if isWanted, let check {
          let parts = nested == nil && sample.canHaveParts ? samples.parts : nil
          isWanted = try report.admits(sample, at: samples.place, parts, check)
        }
        if isWanted {
          if nested != nil, try nestedCopies?.add(nested: sample, left: left) == true {
            counter.forget()
          }
          // Samples that wait count once it is known that they are written.
          if nestedCopies?.isHolding != true, sharedStage?.isShared != true { left -= 1 }
          if isOfActivities { sources?.addName(of: sample) } else { sources?.add(sample) }
          if nested == nil, !joinsInputs, AggregateFinder.isAggregate(sample) {
            if aggregates == nil { aggregates = AggregateFinder() }
            try aggregates?.add(
              sample, at: SortKey(high: 0, low: aggregateCount), of: samples.place.file)
            aggregateCount += 1
          }
          if nested == nil, reportsShared {
            try finder?.add(sample, of: samples.place.file)
          }
          if let observer { observer(sample) }
          if isDirect, let nestedCopies, nestedCopies.isHolding {
            _ = try nestedCopies.process(sample)
          } else if collected != nil {
            if collected?.add(consume sample) == true, let output, let full = collected.take() {
              try output.switchToDirectWriting(full)
              try stages.write(output, to: &writer)
            }
          } else if isDirect {
            try stages.write(sample, to: &writer)
          } else {
            try stages.push(sample, into: &writer, counting: &counter)
            for stageFinding in stages.takeStageFindings() {
              report.findings.add(stageFinding.finding(at: samples.place))
            }
          }
        }
        counter.flushIfLarge()
        if isTick {
          report.add(samples.takeFindings(), check)
          try ticks.report(samples.progress, to: onProgress)
        }
      }
      return left > 0 && report.readError == nil
    }
    try ticks.report(samples.progress, to: onProgress)
    if isDirect {
      while let sample = try nestedCopies?.release() { try stages.write(sample, to: &writer) }
    } else {
      try stages.finish(into: &writer, counting: &counter)
    }
    report.add(samples.takeFindings(), check)
    check?.finish(&report.findings)
    if let finder = aggregates.take() {
      report.findings.add(try finder.findings(of: datasets[0].name))
    }
    if let finder = finder.take() {
      report.findings.add(try finder.findings(of: datasets[0].name))
    }
    for stage in stages.stages { stage.add(to: &report) }
    report.types = counter.counts()
    // Conditions that no sample meets are known only if everything was read.
    if report.readError == nil, left > 0 {
      for dataset in datasets { unmet.removeThoseMet(in: dataset) }
      report.selectionNotes = unmet.notes(selected: report.samplesWritten + report.rejected)
    }
  }
}

extension Conversion {
  /// One output with an encoder for each thread; empty for one thread, or if the writer has no
  /// encoders.
  private func outputs(
    for writer: inout any SampleWriter & ~Copyable, _ jobs: Int, named name: String
  ) -> [ChunkOutput] {
    guard jobs > 1 else { return [] }
    var outputs: [ChunkOutput] = []
    while outputs.count < jobs, let encoder = writer.makeEncoder() {
      outputs.append(ChunkOutput(encoder, output: name))
    }
    return outputs
  }
}

extension Conversion.Report {
  /// Whether the rules accept a sample; counts the rejected ones.
  fileprivate mutating func admits(
    _ sample: Sample, at place: Place, _ parts: Place.Parts?, _ check: SampleCheck
  ) throws(HealthError) -> Bool {
    let isAdmitted = try check.admits(sample, at: place, parts, &findings)
    if !isAdmitted { rejected += 1 }
    return isAdmitted
  }

  /// Adds what a reader found.
  fileprivate mutating func add(_ readerFindings: [Finding], _ check: SampleCheck?) {
    if let check { check.add(readerFindings, to: &findings) } else { findings.add(readerFindings) }
  }
}

extension Conversion {
  /// The result of a conversion: samples read and written, findings and losses.
  public struct Report: Sendable {
    /// The samples of one type.
    public struct TypeCount: Sendable, Equatable {
      /// The kind of the samples.
      public let kind: SampleKind
      /// The identifier of the type; the name of unknown elements.
      public let identifier: String
      /// How many were read.
      public internal(set) var read: Int
      /// How many of them were selected and written.
      public internal(set) var written: Int
    }

    /// A deprecated name that was replaced.
    public struct Renaming: Sendable, Equatable {
      /// The deprecated name.
      public let from: String
      /// The name in its place.
      public let to: String
      /// The number of samples in which the name was replaced.
      public internal(set) var count: Int
    }

    /// The types, those with the most samples first. Beyond some thousand, types are counted together, by kind,
    /// under the identifier `…`.
    public internal(set) var types: [TypeCount] = []
    /// Counts of what the input contains in addition to samples.
    public internal(set) var notes = ReaderNotes()
    /// Findings about the input.
    public internal(set) var findings = FindingLog()
    /// The conditions of the selection that no sample meets.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// The error of updating the answers in the store (``StoreAnswers``), which are then of an
    /// earlier state; all samples were written.
    public internal(set) var answersError: HealthError?
    /// How many samples were rejected because a rule found an error in them.
    public internal(set) var rejected = 0
    /// How many samples were converted to other units.
    public internal(set) var samplesConverted = 0
    /// How many of these have another identity than before: where the factor is no power of ten, the digits of a value
    /// change, and so may its identity.
    public internal(set) var identitiesChanged = 0
    /// How many samples were dropped because they equal one before them.
    public internal(set) var duplicates = 0
    /// The deprecated names that were replaced.
    public internal(set) var renamings: [Renaming] = []
    /// How many correlations and workouts had a nested sample whose ``NestedSample/Membership`` was wrong.
    public internal(set) var correlationsRelinked = 0
    /// The counts of changes in the store that was written into.
    public internal(set) var saved: SaveCounts?
    /// Data that the output format could not represent.
    public internal(set) var losses: [Loss.Count] = []
    /// Why reading stopped before the end, if it did. All samples before that were written.
    public internal(set) var readError: HealthError?
    /// When the input was exported, if it states that.
    package internal(set) var exportDate: Timestamp?
    /// How far the input was read, in bytes as stored on the disk.
    public internal(set) var bytesRead: Int64 = 0
    /// Whether a policy was applied. The size of the inputs is then not reported, because it
    /// includes data that the policy removes.
    var isReleased = false
    /// The bytes of the output.
    public internal(set) var bytesWritten: Int64 = 0
    /// How long it took.
    public internal(set) var duration = Duration.zero

    /// How many samples were read.
    public var samplesRead: Int { types.reduce(0) { $0 + $1.read } }
    /// How many samples were written.
    public var samplesWritten: Int { types.reduce(0) { $0 + $1.written } }

    /// The counts of each kind that was read, in the order of the kinds.
    public var kinds: [(kind: SampleKind, read: Int, written: Int)] {
      SampleKind.allCases.compactMap { kind in
        let types = types.filter { $0.kind == kind }
        if types.isEmpty { return nil }
        return (kind, types.reduce(0) { $0 + $1.read }, types.reduce(0) { $0 + $1.written })
      }
    }
  }
}

extension Conversion.Report {
  /// The report as a JSON document, with the members of ``Inventory/json()`` where the meaning is the same.
  ///
  /// - Parameters:
  ///   - inputs: The names of what was read.
  ///   - output: The name of what was written.
  public func json(inputs: [String], output: String) -> String {
    JSONText.document(members(inputs: inputs, output: output))
  }

  func members(inputs: [String], output: String) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("inputs", .array(inputs.map(JSONText.string))), ("output", .string(output)),
      ("read", .number(samplesRead)), ("written", .number(samplesWritten)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("read", .number($0.read)), ("written", .number($0.written)),
        ]
      }, ("rejected", .number(rejected)),
      ("duplicates", .number(duplicates)), ("unitsConverted", .number(samplesConverted)),
      ("identitiesChanged", .number(identitiesChanged)),
      JSONText.list("renamed", renamings) {
        [("from", .string($0.from)), ("to", .string($0.to)), ("count", .number($0.count))]
      },
      ("correlationsLinked", .number(correlationsRelinked)),
    ]
    if let saved { members.append(("saved", saved.json)) }
    members += [("findings", findings.json), ("losses", losses.json)] + notes.json
    if !isReleased { members.append(("bytesRead", .number(Int(bytesRead)))) }
    members += [
      ("bytesWritten", .number(Int(bytesWritten))),
      ("milliseconds", .number(Int(duration / .milliseconds(1)))),
    ]
    return members + JSONText.optional("error", readError?.description)
  }
}

extension SaveCounts {
  fileprivate var json: JSONText {
    .object([
      ("new", .number(new)), ("same", .number(same)), ("replaced", .number(replaced)),
      ("kept", .number(kept)), ("gone", .number(gone)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.type)), ("replaced", .number($0.replaced)),
          ("kept", .number($0.kept)),
        ]
      },
    ])
  }
}
