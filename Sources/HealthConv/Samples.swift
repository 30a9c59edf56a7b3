import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// The samples of a dataset, one at a time, in the order of the file.
///
/// Call ``next()`` until it returns `nil`. Memory does not grow with the input.
public struct Samples: SampleSequence, ~Copyable {
  /// Facts about the dataset, which precede the samples in the input.
  public private(set) var info: DatasetInfo
  private var reader: any SampleReader & ~Copyable
  /// Replaces names of sources; `nil` if none are replaced.
  var renaming: SourceRenaming?
  /// Finds or marks nested samples that are also at top level.
  var members: MemberLinker?
  /// Findings about the input that precede those of the reader.
  private var findingsBefore: [Finding] = []
  /// Counts of files that no reader receives, by kind.
  private var unlisted: [String: Int] = [:]
  /// Removes what a grant does not allow.
  private var filter: VisibilityFilter<Grant>?
  /// Applies a policy to the samples; with the name of the dataset.
  private var released: (filter: ReleaseFilter, name: String)?
  /// Numbers for the names of files, if these are hidden.
  private var pathNames: PathNames?
  /// Assigns a participant to each sample, or selects the samples of one participant.
  private var labels: ParticipantLabeller?
  // Accessors that only read `reader` are mutating, because Swift 6.3.1 treats a call on a borrowed
  // noncopyable existential as its consumption.

  /// The samples of a reader. Reads the facts about the dataset at once.
  ///
  /// - Parameter reader: A reader that was not used yet.
  public init(_ reader: consuming any SampleReader & ~Copyable) throws(HealthError) {
    try self.init(reader, nil)
  }

  /// The samples of a reader that a grant allows.
  init(_ reader: consuming any SampleReader & ~Copyable, _ grant: Grant?) throws(HealthError) {
    let info = try reader.dataset()
    self.info = grant == nil ? info : Grant.filter(info)
    self.reader = reader
    filter = grant.map { VisibilityFilter($0) }
  }

  /// The samples of an input, with a finding about links in a folder, which are not followed.
  init(
    _ reader: consuming any SampleReader & ~Copyable, of input: Input, _ grant: Grant?
  ) throws(HealthError) {
    try self.init(reader, grant)
    let links = input.container.links
    unlisted = input.container.unlisted
    guard !links.isEmpty else { return }
    unlisted["links", default: 0] += links.count
    findingsBefore = [
      Finding(
        rule: "link-not-followed", severity: .warning, place: Place(file: input.name),
        message: (links.count == 1 ? "1 link is" : "\(links.count.grouped) links are")
          + " not followed: \(links.shortList)")
    ]
  }

  /// The next sample, or `nil` at the end and after it.
  ///
  /// - Throws: If the input after the last returned sample cannot be read.
  public mutating func next() throws(HealthError) -> Sample? {
    let next: Sample?
    do throws(HealthError) { next = try filter == nil ? nextGiven() : nextGranted() } catch {
      throw pathNames?.hidden(error) ?? error
    }
    guard let sample = next else { return nil }
    return renaming == nil || released != nil ? sample : renaming?.renamed(sample)
  }

  /// The next sample of the reader, after a policy was applied, if there is one: to samples whose
  /// sources were renamed. Without a policy, ``next()`` renames sources. A grant applies to the result.
  @inline(__always)
  private mutating func nextGiven() throws(HealthError) -> Sample? {
    released == nil ? try nextRead() : try nextReleased()
  }

  private mutating func nextReleased() throws(HealthError) -> Sample? {
    if let sample = released?.filter.takeWaiting() { return sample }
    while let sample = try nextReadForRelease() {
      let named = renaming == nil ? sample : renaming?.renamed(sample) ?? sample
      if let given = released?.filter.released(named) { return given }
    }
    if let name = released?.name { released?.filter.finish(name) }
    return nil
  }

  private mutating func nextReadForRelease() throws(HealthError) -> Sample? {
    do throws(HealthError) { return try nextRead() } catch {
      throw error.withoutText(released?.name ?? "")
    }
  }

  /// Applies a policy to the samples and the facts.
  mutating func release(_ release: Release, named name: String) throws(HealthError) {
    info = try release.released(info)
    released = (ReleaseFilter(release), name)
    // These findings contain names of files.
    findingsBefore = []
  }

  /// The same samples, with numbers in place of the names of files.
  mutating func hidePaths(_ names: PathNames) {
    info.path = nil
    pathNames = names
  }

  @inline(__always)
  private mutating func nextRead() throws(HealthError) -> Sample? {
    guard let sample = try reader.next() else { return nil }
    if labels != nil { return try nextLabelled(sample) }
    return members == nil ? sample : members?.taken(sample)
  }

  private mutating func nextLabelled(_ first: Sample) throws(HealthError) -> Sample? {
    var next: Sample? = first
    while let sample = next {
      if let labelled = labels?.labelled(sample) {
        return members == nil ? labelled : members?.taken(labelled)
      }
      next = try reader.next()
    }
    return nil
  }

  /// Lists the participants that the samples name.
  mutating func list(_ participants: [String]) {
    info = DatasetInfo(of: participants.map { DatasetInfo().with(participant: $0) })
  }

  /// The same samples, labelled or selected.
  mutating func label(_ labels: ParticipantLabels, of name: String) throws(HealthError) {
    info = try labels.info(info, of: name)
    self.labels = ParticipantLabeller(labels)
  }

  private mutating func nextGranted() throws(HealthError) -> Sample? {
    if let sample = filter?.takeWaiting() { return sample }
    while let sample = try nextGiven() {
      if let granted = filter?.filter(sample) ?? filter?.takeWaiting() { return granted }
    }
    return nil
  }

  /// The location of the beginning of the sample that `next()` returned last.
  public var place: Place {
    mutating get {
      let place = released.map { Place(file: $0.name) } ?? reader.place
      return pathNames?.hidden(place) ?? place
    }
  }

  /// The locations of the structures nested in that sample; `nil` if they have none of their own.
  public var parts: Place.Parts? {
    mutating get {
      let parts = released == nil ? reader.parts : nil
      return pathNames.map { parts?.namingFiles($0.file) } ?? parts
    }
  }

  /// The location of the description of the person in the input, if known.
  public var personPlace: Place? {
    mutating get {
      let place = released == nil ? reader.personPlace : nil
      return pathNames.map { place.map($0.hidden) } ?? place
    }
  }

  /// Findings about the input since the last call, in the order of the file.
  public mutating func takeFindings() -> [Finding] {
    var findings = reader.takeFindings()
    if findings.isEmpty, findingsBefore.isEmpty, released == nil { return [] }
    findings = findingsBefore + findings
    findingsBefore = []
    if labels?.labels.leavesOutFindings == true { findings = [] }
    if members?.isLinking == true { findings.removeAll { $0.rule == "late-copy" } }
    if let released {
      findings = released.filter.released(findings, Place(file: released.name))
    }
    if let grant = filter?.visibility { findings = findings.filter { grant.allows($0) } }
    return pathNames.map { findings.map($0.hidden) } ?? findings
  }

  /// Counts of what the input contains in addition to samples; complete after `next()` has returned `nil`.
  public var notes: ReaderNotes {
    mutating get {
      if filter != nil || released != nil { return ReaderNotes() }
      var notes = reader.notes
      notes.unreadFiles.merge(unlisted, uniquingKeysWith: +)
      return notes
    }
  }

  /// How far the input has been read, in bytes as stored on the disk.
  public var progress: ByteProgress { mutating get { reader.progress } }

  /// Calls a function that reads samples: once, or once for each chunk of an input that is read in
  /// chunks. `next()` returns `nil` at the end of each.
  ///
  /// - Parameter body: Reads samples, and returns whether to continue.
  mutating func readAll(
    jobs: Int, _ body: (inout Samples) throws(HealthError) -> Bool
  ) throws(HealthError) {
    guard let run = splitRest(jobs: jobs) else {
      _ = try body(&self)
      return
    }
    try run.run([], write: { _ in }) { (step) throws(HealthError) in
      if case .accept(let chunk, let decoder) = step { return accept(chunk, decodedBy: decoder) }
      return try body(&self)
    }
  }

  /// Splits the rest of the input, if there are several threads and the format can be read in chunks.
  mutating func splitRest(jobs: Int) -> ChunkRun? {
    guard jobs > 1, let input = reader.splitRest() else { return nil }
    return ChunkRun(input, jobs: jobs)
  }

  /// Passes the next chunk to the reader; returns whether its samples were decoded.
  mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    reader.accept(chunk, decodedBy: decoder)
  }
}

/// A sequence of samples whose errors can be recorded instead of thrown.
protocol SampleSequence: ~Copyable {
  mutating func next() throws(HealthError) -> Sample?
}

extension SampleSequence where Self: ~Copyable {
  /// The next sample; `nil` at the end, or after an error, which is stored.
  @inline(__always)
  mutating func next(storingErrorIn stored: inout HealthError?) -> Sample? {
    do throws(HealthError) { return try next() } catch {
      stored = error
      return nil
    }
  }
}

extension HealthError {
  /// The error without location and text, if it is about the content of an input: these may reveal
  /// what the policy removes.
  func withoutText(_ name: String) -> HealthError {
    guard kind == .malformed else { return self }
    return HealthError(
      code, rule: rule, place: Place(file: name),
      "its content has a fault. With a policy, faults have no location and no text: read it without the policy to see them"
    )
  }
}
