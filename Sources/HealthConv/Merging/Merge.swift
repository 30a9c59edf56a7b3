// A merge makes two passes: the first collects identities and hashes of the meaning, the second copies the selected
// samples; a stream is copied to a temporary file for that. Nested samples are entries of the first pass, too: one
// that only another dataset has at top level is marked as stored separately in the second (`MergeDecision`). Its
// correlation or workout is then written last, because the reader of an export marks a nested sample only if it
// comes after the sample at top level. For the same reason a correlation or workout is written last if a sample
// nested in it was marked before, and the sample at top level that is written comes from a later dataset. If one
// dataset has a sample at top level, and has the same sample, or a lower version of it, nested without that mark,
// these are two samples: the nested one stays unmarked in that correlation or workout of every dataset. All parts of
// one file are taken from the same dataset. If more than 65,536 samples have the same identity, only equal ones are
// merged (`MergeGroup`). Removing duplicates (`DuplicateFinder`, `convert --merge`) treats samples as a set: of
// equal samples one remains, also of a nested one and one at top level. Merging, removing duplicates, the reader of
// exports and stores have one rule in common: a nested sample of a higher sync version than those at top level is
// another value, and is not marked. Datasets with different dates of birth, biological sexes or blood types are not
// merged (`PeopleCheck`), unless that is requested; the same check is made wherever several inputs are read as one.

package import HealthBytes
import HealthFormats
package import HealthModel
import HealthValidation

/// Datasets that are joined by identity: every sample of the first, then of each of the others what is new.
///
/// ```swift
/// let merge = Merge(of: [try .open("old.zip"), try .open("new.zip")], to: .jsonLines)
/// let report = try merge.run(toFile: "all.jsonl")
/// ```
///
/// Equal samples of one identity are paired. If exactly one is then left in the dataset and one in those before it, they are
/// two versions of one sample, and one of them is written. All others are written: a dataset merged with itself is itself,
/// merging one a second time adds nothing, and no sample is left out because of another that differs from it, except for sums and
/// averages that an app made (metadata `aggregate`), of which one counts at a time, as in statistics and in a store that loads files. Of
/// samples at top level with one sync identifier the highest version is written. A sample with a nested one that only
/// another dataset has at top level is written after all others.
///
/// Of a workout that several sources recorded, that of the first dataset is written, after all others: completed by what only the
/// others state, and with links to them (``MetadataKey/sameWorkout``).
///
/// Each dataset is read twice; memory does not grow with them.
public struct Merge: InterruptibleWork {
  /// Which version is written if two samples of one identity differ.
  public enum Preference: String, Sendable, CaseIterable {
    /// That of the export that was made last: an export has only a part of its last day. Of datasets without a date, or with the
    /// same one, that of the first.
    case newest
    /// That of the dataset that comes first.
    case first
    /// The version of the last dataset, at its position in that dataset.
    case last
  }

  /// The datasets to read, in order.
  public let datasets: [Dataset]
  /// The format that is written.
  public let format: Format
  /// How the format writes, where it leaves a choice.
  public var options = WriteOptions()
  /// The selection of samples.
  public var selection = Selection()
  /// Whether datasets are merged although they state another date of birth, biological sex or blood type.
  public var allowsDifferentPeople = false
  /// Whether a dataset may have a source with the samples of another, as a renamed device does.
  public var allowsNewSources = false
  /// By default the version of the newest export.
  public var preference = Preference.newest
  /// Whether of workouts that several sources recorded one is written; otherwise all are.
  public var mergesSameWorkouts = true
  /// In which order samples are written.
  public var order = Conversion.Order.none
  /// Called every few thousand samples with the progress of reading a dataset.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// A merge of all samples.
  ///
  /// - Parameter datasets: What is read, in order.
  public init(of datasets: [Dataset], to format: Format) {
    self.datasets = datasets
    self.format = format
  }

  /// Merges into a file, an archive or a folder, determined by the path's extension and the layout; it is written
  /// atomically.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced.
  public func run(
    toFile path: String, overwriting: Bool = false
  ) throws(HealthError) -> Merge.Report {
    let output = try OutputContainer.making(
      path, of: format, from: datasets, options: options, overwriting: overwriting)
    var report = try run(into: output, name: path)
    do throws(HealthError) { try output.finish() } catch {
      throw error.writing(path)
    }
    report.answersError = StoreAnswers.update(path, of: format, options)
    return report
  }

  /// Merges into an output, which is not finished.
  public func run(
    into output: OutputContainer, name: String
  ) throws(HealthError) -> Merge.Report {
    try format.check(try format.layout(for: options), canBe: output.kind, name)
    guard let makeWriter = format.makeWriter else {
      throw HealthError(.unsupported, "format '\(format.name)' can be read but not written")
    }
    let datasets = try datasets.map { (dataset) throws(HealthError) in
      try dataset.rereadable()
    }
    var scan = try MergeScan(
      preference, PeopleCheck(allowsDifferentPeople: allowsDifferentPeople))
    if mergesSameWorkouts { scan.sameWorkouts = SameWorkoutFinder(.datasets(preference)) }
    if !allowsNewSources { scan.sources = RenamedSourceCheck() }
    let unmet = UnmetConditions(selection)
    for (index, dataset) in datasets.enumerated() {
      try scan.read(dataset, selection, unmet) { [onProgress] in
        try onProgress($0.inPass(index + 1, of: 2 * datasets.count))
      }
      if let error = scan.readError { throw error }
    }
    let info = scan.info
    let found = try scan.people.check(output, as: format, adding: info)
    try scan.sources?.check()
    var report = scan.report
    report.findings.add(
      DatasetInfo.policyFindings(scan.infos.map(\.info), scan.infos.map(\.name)) + found)
    report.selectionNotes = unmet.notes(selected: report.inputs.reduce(0) { $0 + $1.read })
    let decision = try scan.finish(&report)
    var pass = MergePass(datasets, selection, decision, linkedLast: info, onProgress)
    do throws(HealthError) {
      var writer = try makeWriter(output, options)
      try writer.begin(info)
      if order == .start {
        try write(&pass, sorted: info, to: &writer)
      } else {
        while let sample = pass.next() { try writer.write(sample) }
      }
      try writer.finish()
      report.losses = pass.takeSameWorkoutLosses().counts + writer.losses
    } catch {
      throw error.writing(name)
    }
    if let error = pass.error { throw error }
    return report
  }

  private func write(
    _ pass: inout MergePass, sorted info: DatasetInfo,
    to writer: inout any SampleWriter & ~Copyable
  ) throws(HealthError) {
    var sorter = try SampleSorter(info)
    while let sample = pass.next() { try sorter.add(sample) }
    var samples: Samples
    do throws(HealthError) { samples = try sorter.sorted() } catch {
      pass.error = pass.error ?? error
      return
    }
    while true {
      let sample: Sample?
      do throws(HealthError) { sample = try samples.next() } catch {
        pass.error = pass.error ?? error
        return
      }
      guard let sample else { return }
      try writer.write(sample)
    }
  }
}

extension Merge {
  /// The result of a merge.
  public struct Report: Sendable {
    /// The counts of the samples of one dataset.
    public struct InputCount: Sendable, Equatable {
      /// The name of the dataset in messages.
      public let name: String
      /// How many samples were read and selected.
      public internal(set) var read = 0
      /// How many samples an earlier dataset contains with equal content.
      public internal(set) var same = 0
      /// How many samples an earlier dataset contains with the same identity and different content.
      public internal(set) var conflicts = 0
    }

    /// The datasets, in order.
    public internal(set) var inputs: [InputCount] = []
    /// How many samples were written.
    public internal(set) var written = 0
    /// How many of these are workouts that several sources recorded.
    public internal(set) var sameWorkouts = 0
    /// How many workouts were left out because one of these is the same; it has links to them.
    public internal(set) var sameWorkoutsLeftOut = 0
    /// How many workouts another dataset also has, but at a time that differs by quarters of an hour: they may be the same with a wrong UTC
    /// offset. All are written.
    public internal(set) var shiftedWorkouts = 0
    /// How many sums and averages were left out, since others of their time count, or the samples of a full export.
    public internal(set) var replacedAggregates = 0
    /// Findings about the inputs.
    public internal(set) var findings = FindingLog()
    /// The conditions of the selection that no sample meets.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// Why the answers in the store (``StoreAnswers``) are of an earlier state, if they are: everything was written.
    public internal(set) var answersError: HealthError?
    /// Data that the output format could not represent.
    public internal(set) var losses: [Loss.Count] = []

    /// How many samples of different datasets have one identity but different content.
    public var conflicts: Int { inputs.reduce(0) { $0 + $1.conflicts } }
  }
}

extension Merge.Report {
  /// The report as a JSON document.
  ///
  /// - Parameter output: The name of what was written.
  public func json(output: String) -> String {
    JSONText.document([
      JSONText.list("inputs", inputs) {
        [
          ("name", .string($0.name)), ("read", .number($0.read)), ("same", .number($0.same)),
          ("conflicts", .number($0.conflicts)),
        ]
      },
      ("output", .string(output)), ("written", .number(written)),
      ("aggregatesLeftOut", .number(replacedAggregates)),
      (
        "sameWorkouts",
        .object([
          ("written", .number(sameWorkouts)), ("leftOut", .number(sameWorkoutsLeftOut)),
          ("shifted", .number(shiftedWorkouts)),
        ])
      ), ("findings", findings.json),
      ("losses", losses.json),
    ])
  }
}

/// What the second pass does with each sample, by its position in the first: skip it, write it, or change memberships in it.
package struct MergeDecision: ~Copyable {
  /// How many samples are not written, besides aggregates and the same workouts.
  package let unwantedCount: Int
  private var unwanted: PositionList?
  private var links: SortedRecords?
  private var hasLinks = false
  /// The workouts that several sources recorded, if one of them is to be written.
  var sameWorkouts: SameWorkouts?
  /// The positions of aggregates that are not written, since others of their time are.
  var aggregates: PositionList?

  /// - Parameters:
  ///   - unwanted: Empty records, each with the position of a sample that is not written as its key.
  ///   - links: The memberships of nested samples, as ``add(_:of:in:to:)`` has added them.
  init(
    unwanted: consuming ExternalSorter, links: consuming ExternalSorter
  ) throws(HealthError) {
    let unwanted = try PositionList(unwanted)
    var links = try links.sorted()
    hasLinks = try links.next()
    unwantedCount = unwanted.count
    self.unwanted = consume unwanted
    self.links = consume links
  }

  /// A decision that leaves samples out.
  init(unwanted: consuming PositionList?) {
    links = nil
    if let list = unwanted.take() {
      unwantedCount = list.count
      self.unwanted = consume list
    } else {
      unwantedCount = 0
      self.unwanted = nil
    }
  }

  /// Adds the membership of a nested sample to the list of a decision.
  ///
  /// - Parameters:
  ///   - index: The index of the nested sample in the sample that holds it.
  ///   - position: The position of the sample that holds it.
  static func add(
    _ membership: NestedSample.Membership, of index: Int, in position: SortKey,
    to links: inout ExternalSorter
  ) throws(HealthError) {
    var record = ByteBuffer(capacity: 5)
    record.append(word: UInt64(index), count: 4)
    record.append(membership == .alsoTopLevel ? 1 : 0)
    try record.withBytes { (bytes) throws(HealthError) in try links.add(position, bytes) }
  }

  /// The sample in the form to write; `nil` for one that is not written. Call it in ascending order of positions.
  ///
  /// - Returns: The sample, and whether it is written after all others. This applies to a sample with a membership in the
  ///   list: the reader of an export marks a nested sample as also at top level only if the sample at top level precedes it.
  package mutating func written(
    _ sample: Sample, at position: SortKey
  ) throws(HealthError) -> (sample: Sample, isLast: Bool)? {
    var links: [(index: Int, membership: NestedSample.Membership)] = []
    while hasLinks, self.links?.key == position {
      let link = self.links?.withBytes {
        (
          index: Int($0.word(at: 0, count: 4)),
          membership: $0[4] == 1 ? NestedSample.Membership.alsoTopLevel : .nestedOnly
        )
      }
      if let link { links.append(link) }
      hasLinks = try self.links?.next() ?? false
    }
    if try aggregates?.contains(position) ?? false { return nil }
    if try unwanted?.contains(position) ?? false { return nil }
    if links.isEmpty { return (sample, false) }
    var members = sample.members
    for (index, membership) in links where index < members.count {
      members[index].membership = membership
    }
    var sample = sample
    sample.members = members
    return (sample, true)
  }
}
