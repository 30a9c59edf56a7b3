import HealthFormats
import HealthModel

extension Conversion {
  /// Sends the selected samples through the stages to the writer, and counts them.
  func copySamples(
    _ samples: inout DatasetSequence, into writer: inout any SampleWriter & ~Copyable,
    named name: String, _ others: SideOutputs, checking sources: inout RenamedSourceCheck?,
    report: inout Conversion.Report
  ) throws(HealthError) {
    // Stores state what is also at top level.
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
    let isDirect = stages.areOnly(nestedCopies) && check == nil
    let unmet = UnmetConditions(notedSelection ?? selection)
    var counter = SampleCounter(
      selection, isLast: isDirect, unmet: unmet, nestedCopies: nestedCopies)
    var ticks = ProgressTicks()
    // With an order the first are not known before the last was read.
    var left = queryOrder == .saved ? limit ?? .max : .max
    let outputs = isDirect ? self.outputs(for: &writer, samples.jobs, named: name) : []
    try samples.readAll(outputs: outputs) { (output) throws(HealthError) in
      try stages.write(output, to: &writer)
    } _: { (samples, output) throws(HealthError) in
      var collected = output?.takeCollection()
      defer { if let collected { output?.put(collected) } }
      while left > 0 {
        let nested = counter.takeNested()
        guard var sample = nested == nil ? samples.next(orNoting: &report.readError) : nested else {
          break
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
          if nestedCopies?.isHolding != true { left -= 1 }
          sources?.add(sample)
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
    for stage in stages.stages { stage.add(to: &report) }
    report.types = counter.counts()
    // Of what was not read to its end nothing is known.
    if report.readError == nil, left > 0 {
      for dataset in datasets { unmet.removeThoseMet(in: dataset) }
      report.selectionNotes = unmet.notes(selected: report.samplesWritten + report.rejected)
    }
  }
}

extension Conversion {
  /// What encodes samples on each of several threads, if the writer can encode them apart.
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
  /// Whether a sample is passed on: the rules do not reject it.
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
