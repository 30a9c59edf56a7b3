import HealthBytes
import HealthFormats
public import HealthStore

/// A query for samples of datasets of any format, with order and limit. A store looks them up in its
/// indexes, everything else is read.
///
/// ```swift
/// let predicate = try SamplePredicate(parsing: "type = HeartRate and value > 120 count/min")
/// let query = DatasetQuery(SampleQuery(predicate, order: .start), of: [try .open("export.zip")])
/// let report = try query.run(toFile: "high.csv", as: .csv)
/// ```
public struct DatasetQuery: InterruptibleWork {
  /// The query.
  public let query: SampleQuery
  /// The datasets that are queried, one after another.
  public let datasets: [Dataset]
  /// Conditions that are a part of the query's predicate, and are named in the report where no sample meets them.
  public var selection = Selection()
  /// Whether datasets are read as one although they state another date of birth, biological sex or blood type.
  public var allowsDifferentPeople = false
  /// How the answer's format writes, where it leaves a choice.
  public var options = WriteOptions()
  /// Called every few thousand samples with its progress.
  /// An error that it throws ends the query: there is no output then.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// A question.
  ///
  /// - Parameter datasets: The datasets to query; at least one.
  public init(_ query: SampleQuery, of datasets: [Dataset]) {
    self.query = query
    self.datasets = datasets
  }

  /// Writes the result to a file, an archive or a folder, atomically.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced.
  public func run(
    toFile path: String, as format: Format, overwriting: Bool = false
  ) throws(HealthError) -> Conversion.Report {
    try conversion(to: format).run(toFile: path, overwriting: overwriting)
  }

  /// Writes the answer into an output, which is not finished.
  public func run(
    into output: OutputContainer, as format: Format, name: String
  ) throws(HealthError) -> Conversion.Report {
    try conversion(to: format).run(into: output, name: name)
  }

  /// How many samples the answer has.
  public func count() throws(HealthError) -> Int {
    if datasets.isEmpty { throw HealthError(.usage, "there is nothing to read") }
    let limit = query.most
    if datasets.count == 1, let count = try knownCount(of: datasets[0]) { return min(count, limit) }
    let datasets = try datasets.map { (dataset) throws(HealthError) in
      try dataset.linkingMembers()
    }
    var count: Int
    repeat { count = try self.count(of: datasets, limit) } while try datasets.finishMemberSearch()
    return min(count, limit)
  }

  /// Counts the matching samples, up to a limit as long as none is nested: it may come once more.
  private func count(of datasets: [Dataset], _ limit: Int) throws(HealthError) -> Int {
    let query = SampleQuery(query.predicate, limit: query.limit)
    var hasNested = false
    var samples = try DatasetSequence(
      datasets.map { $0.selecting(query) },
      PeopleCheck(allowsDifferentPeople: allowsDifferentPeople))
    var matcher = SampleMatcher(query.predicate)
    var count = 0
    var ticks = ProgressTicks()
    while count < limit || hasNested {
      let next = try samples.next()
      guard let sample = next else { break }
      if matcher.matches(sample) {
        count += 1
      } else if sample.canHoldSamples {
        let nested = matcher.matches(in: sample).count
        count += nested
        if nested > 0 { hasNested = true }
      }
      if ticks.isDue(after: sample) {
        try ticks.report(samples.progress, to: onProgress)
      }
    }
    return count
  }

  /// The number of matching samples of a store, if it can count them.
  private func knownCount(of dataset: Dataset) throws(HealthError) -> Int? {
    guard dataset.grant == nil, dataset.labels == nil, let store = try dataset.store() else {
      return nil
    }
    do throws(HealthError) { return try store.knownCount(of: query.predicate) } catch {
      throw error.readError
    }
  }

  /// A store that is alone answers on its own; what it finds among others is ordered and counted with the rest.
  private func conversion(to format: Format) throws(HealthError) -> Conversion {
    let datasets = try linkedDatasets()
    let isStore = datasets.count == 1 && datasets[0].isStore
    let isAlone = isStore && datasets[0].grant == nil && datasets[0].labels?.selected == nil
    // A grant leaves out some of the samples that a store finds, so the store cannot apply the limit.
    let storeQuery =
      isAlone
      ? query
      : isStore ? SampleQuery(query.predicate, order: query.order) : SampleQuery(query.predicate)
    var conversion = Conversion(of: datasets.map { $0.selecting(storeQuery) }, to: format)
    conversion.options = options
    conversion.isRelinking = false
    conversion.allowsDifferentPeople = allowsDifferentPeople
    conversion.onProgress = onProgress
    conversion.notedSelection = selection
    if !isAlone {
      conversion.selection.predicate = query.predicate
      conversion.queryOrder = isStore ? .saved : query.order
      conversion.limit = query.most
    }
    return conversion
  }

  /// The datasets. A grant leaves of a workout that it does not allow what is nested in it, as if it were at top level:
  /// whether it also is has to be known before.
  private func linkedDatasets() throws(HealthError) -> [Dataset] {
    guard datasets.contains(where: { $0.grant?.isRestricted == true && !$0.isStore }) else {
      return datasets
    }
    let linked = try datasets.map { (dataset) throws(HealthError) in
      try dataset.linkingMembers()
    }
    repeat {
      for dataset in linked {
        var samples = try dataset.samples()
        while try samples.next() != nil {}
      }
    } while try linked.finishMemberSearch()
    return linked
  }
}

/// Prints the changes of a store, a line each: an added sample in the form of JSON Lines, a deleted one as
/// `{"deleted":KEY,"kind":…,"type":…}` with the participant, if it has one, and last `{"anchor":…}`, from which the next query continues.
///
/// Documented in `Schemas/changes.schema.json`.
package struct ChangePrinter: ~Copyable {
  private var writer: JSONLinesWriter
  private let sink: any ByteSink

  /// A printer into a sink, which it does not finish.
  public init(sink: any ByteSink) {
    self.sink = sink
    writer = JSONLinesWriter(sink: sink)
  }

  /// Prints a change.
  public mutating func print(_ change: StoreChange) throws(HealthError) {
    switch change {
    case .added(let sample, let key):
      var sample = sample
      sample.ordinal = key.ordinal
      try writer.write(sample)
    case .deleted(let sample):
      try line(
        [
          ("deleted", .string(sample.key.description)), ("kind", .string(sample.kind.rawValue)),
          ("type", .string(sample.type)),
        ] + JSONText.optional("participant", sample.participant))
    }
  }

  /// Passes everything that was printed on to the sink, if no anchor follows.
  public mutating func finish() throws(HealthError) { try writer.finish() }

  /// Prints the anchor from which the next query continues.
  public mutating func print(_ anchor: StoreAnchor) throws(HealthError) {
    try line([("anchor", .string(anchor.description))])
  }

  private mutating func line(_ members: [(String, JSONText)]) throws(HealthError) {
    try writer.finish()
    let bytes = Array((JSONText.object(members).line + "\n").utf8)
    try sink.write(bytes.span)
  }
}
