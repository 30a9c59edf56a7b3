package import HealthStatistics

/// What is in a dataset: which types, how many samples, from when to when, from whom.
///
/// Made in one pass, in memory that does not grow with the input.
public struct Inventory: Sendable {
  /// The samples of one type.
  public struct TypeEntry: Sendable {
    /// The kind of the samples.
    public let kind: SampleKind
    /// The type's identifier.
    public let identifier: String
    /// How many samples there are, each once.
    public internal(set) var count = 0
    /// How many of these are nested in a correlation or a workout and not also at top level.
    public internal(set) var nested = 0
    /// The earliest start.
    public internal(set) var first: Timestamp?
    /// The latest end.
    public internal(set) var last: Timestamp?
    /// The latest start.
    package internal(set) var lastStart: Timestamp?
    /// The units the samples were written with.
    public internal(set) var units = Inventory.NameCounts()
    /// The sources that wrote them.
    public internal(set) var sources = Inventory.NameCounts()
    /// What kinds of sources wrote them.
    package internal(set) var sourceKinds: Set<SourceClass> = []
  }

  /// The name of the dataset in messages.
  public let name: String
  /// The name of its format.
  public let format: String
  /// Facts about the dataset.
  public let info: DatasetInfo
  /// The types, those with the most samples first.
  public internal(set) var types: [TypeEntry] = []
  /// The offsets from UTC that starts were written with, as `+02:00`.
  public internal(set) var offsets = Inventory.NameCounts()
  /// The names of the unknown elements.
  public internal(set) var unknownElements = Inventory.NameCounts()
  /// What was worth saying about the input.
  public internal(set) var findings = FindingLog()
  /// Counts of what the input contains in addition to samples.
  public internal(set) var notes = ReaderNotes()
  /// Why reading stopped before the end, if it did.
  public internal(set) var readError: FormatError?

  /// How many samples are nested in a correlation or a workout and not also at top level.
  public internal(set) var nestedCount = 0

  /// How many samples there are, each once: with nested and unknown ones.
  public var count: Int {
    types.reduce(0) { $0 + $1.count } + unknownElements.entries.reduce(0) { $0 + $1.count }
      + unknownElements.unlisted
  }

  /// Reads a dataset and counts what is in it.
  ///
  /// - Parameter onProgress: Receives progress. An error that it throws ends the work.
  /// - Throws: If the input cannot be read from the start; a later error is in `readError`.
  public init(
    of dataset: Dataset, onProgress: Conversion.Progress.Handler = { _ in }
  ) throws(ConversionError) {
    try self.init(of: dataset, nil, onProgress)
  }

  /// Reads a dataset.
  ///
  /// - Parameter zones: Counts the zones that samples name.
  init(
    of dataset: Dataset, _ zones: NamedZones?, _ onProgress: Conversion.Progress.Handler = { _ in }
  ) throws(ConversionError) {
    var samples: Samples
    do throws(FormatError) { samples = try dataset.samples() } catch {
      throw ConversionError(error)
    }
    name = dataset.name
    format = dataset.format.name
    info = samples.info
    var counts = InventoryCounts()
    var ticks = ProgressTicks()
    try samples.readAll(jobs: dataset.jobs) { (samples) throws(ConversionError) in
      while let sample = next(of: &samples) {
        counts.add(sample, unknownElements: &unknownElements)
        counts.settle()
        zones?.add(sample)
        if ticks.isDue(after: sample) {
          findings.add(samples.takeFindings())
          try Conversion.Progress(bytes: samples.progress, samples: ticks.samples)
            .report(to: onProgress)
        }
      }
      return readError == nil
    }
    findings.add(samples.takeFindings())
    notes = samples.notes
    (types, offsets) = counts.totals()
    nestedCount = counts.nestedCount
  }

  /// The next sample; at an error the end, and the error noted.
  private mutating func next(of samples: inout Samples) -> Sample? {
    do throws(FormatError) { return try samples.next() } catch {
      readError = error
      return nil
    }
  }
}
