import HealthBytes
import HealthModel
import HealthStore

/// The second pass over datasets that are merged: the samples that are to be written.
struct MergePass: ~Copyable {
  /// The error that ended reading; `nil` at a regular end.
  var error: HealthError?

  private let datasets: [Dataset]
  private let selection: Selection
  private let onProgress: Conversion.Progress.Handler
  private var decision: MergeDecision
  /// Samples in which nested ones were linked, if these come last.
  private var last: LastSamples?
  private var samples: Samples?
  private var counter: SampleCounter
  private var input = 0
  private var position: UInt64 = 0
  private var ticks = ProgressTicks()

  /// - Parameter info: Facts about the dataset, if samples in which nested ones were linked come last: a reader of an
  ///   export finds a link only after the sample at top level.
  init(
    _ datasets: [Dataset], _ selection: Selection, _ decision: consuming MergeDecision,
    linkedLast info: DatasetInfo? = nil, _ onProgress: @escaping Conversion.Progress.Handler
  ) {
    last = info.map { LastSamples($0) }
    self.datasets = datasets
    self.selection = selection
    self.decision = decision
    self.onProgress = onProgress
    counter = SampleCounter(selection)
  }

  /// What workouts that were left out state and those that were written do not, after the last sample.
  mutating func takeSameWorkoutLosses() -> WorkoutUnion.Losses {
    decision.sameWorkouts?.takeLosses() ?? WorkoutUnion.Losses()
  }

  /// The next sample to write; `nil` at the end or at an error, which is noted.
  mutating func next() -> Sample? {
    while let (sample, isWanted) = nextDecided() { if isWanted { return sample } }
    return nil
  }

  /// The next sample, and whether it is to be written; `nil` at the end or at an error, which is noted.
  mutating func nextDecided() -> (sample: Sample, isWanted: Bool)? {
    if error != nil { return nil }
    do throws(HealthError) {
      while input < datasets.count {
        if samples == nil { samples = try datasets[input].samples() }
        while true {
          let nested = counter.takeNested()
          guard let sample = try nested == nil ? samples?.next() : nested else { break }
          let place = SortKey(high: UInt64(input), low: position)
          position += 1
          if ticks.isDue(after: sample) { try report() }
          counter.flushIfLarge()
          guard nested != nil || counter.admit(sample) else { continue }
          let linked = counter.relinked(sample)
          let written = try decision.written(linked, at: place)
          if linked.kind == .workout,
            try decision.sameWorkouts?.holdBack(written?.sample ?? linked, at: place) == true
          {
            continue
          }
          guard let written else { return (linked, false) }
          if !written.isLast || last == nil { return (written.sample, true) }
          try last?.add(written.sample)
        }
        samples = nil
        position = 0
        ticks = ProgressTicks()
        input += 1
      }
      if let sample = try last?.next() { return (sample, true) }
      return try decision.sameWorkouts?.next().map { ($0, true) }
    } catch { self.error = error }
    return nil
  }

  private mutating func report() throws(HealthError) {
    guard let bytes = samples?.progress else { return }
    // They were reported in the first pass.
    _ = samples?.takeFindings()
    try ticks.report(
      bytes, pass: datasets.count + input + 1, of: 2 * datasets.count, to: onProgress)
  }
}

extension Sample {
  /// The sample without the content of files next to an export, and whether it had none; `nil` for a sample that refers
  /// to no such file.
  var withoutFiles: (sample: Sample, isBare: Bool)? {
    var stripper = FileStripper()
    let stripped: Sample
    switch self {
    case .workout(let workout):
      var fields = workout.fields
      if fields.routes.isEmpty { return nil }
      fields.visit(&stripper)
      stripped = .workout(Workout(header: workout.header, fields: fields))
    case .clinicalRecord(let record):
      var fields = record.fields
      fields.visit(&stripper)
      stripped = .clinicalRecord(ClinicalRecord(header: record.header, fields: fields))
    default: return nil
    }
    return stripper.hasPath ? (stripped, !stripper.hasContent) : nil
  }
}

/// Removes content that is in files whose path is known.
private struct FileStripper: Sample.FieldVisitor {
  var hasPath = false
  var hasContent = false
  /// Whether the structure that is visited has named a file.
  private var isNamed = false

  init() {}

  mutating func text(_ name: String, _ value: inout String?) {
    if name == "path" || name == "resourceFilePath" {
      isNamed = value != nil
      if isNamed { hasPath = true }
    }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    // Points come by the thousand, and refer to nothing.
    guard S.self != RouteLocation.self else { return }
    for index in value.indices { value[index].visit(&self) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if isNamed, value != nil { (value, hasContent) = (nil, true) }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) {
    if isNamed, value != nil { (value, hasContent) = (nil, true) }
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func metadata(_ value: inout Metadata) {}
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}

/// Files that come as several documents, until their last part was seen.
struct OpenDocuments {
  /// A file, or as much of it as there is.
  struct File {
    let path: String?
    let size: Number?
    /// A hash of all parts so far.
    var hash = ContentHash()
    var count = 0
    /// Where its parts are among all samples.
    var runs: [Range<UInt64>] = []
    var end: Int64 = 0
  }

  private var files: [File] = []

  /// The most files whose parts may take turns, and the most chunks that one may be in.
  private static let limit = 8
  private static let runLimit = 1 << 12

  mutating func add(_ document: HealthDocument, _ digest: UInt64, at position: UInt64) -> [File] {
    let fields = document.fields
    let start = fields.offset.map { Int64(exactly: $0.doubleValue) ?? -1 } ?? 0
    var done: [File] = []
    let known = files.lastIndex {
      $0.path == fields.path && $0.size == fields.size && $0.end == start && start > 0
        && $0.runs.count < Self.runLimit
    }
    if known == nil {
      if files.count == Self.limit { done.append(files.removeFirst()) }
      files.append(File(path: fields.path, size: fields.size))
    }
    let index = known ?? files.count - 1
    files[index].hash.combine(digest)
    files[index].count += 1
    files[index].end = start + Int64(fields.data.count)
    if files[index].runs.last?.upperBound == position {
      let run = files[index].runs.removeLast()
      files[index].runs.append(run.lowerBound..<(position + 1))
    } else {
      files[index].runs.append(position..<(position + 1))
    }
    if let size = files[index].size, Double(files[index].end) >= size.doubleValue {
      done.append(files.remove(at: index))
    }
    return done
  }

  /// Removes and returns the remaining files, whose parts did not all follow.
  mutating func takeAll() -> [File] {
    defer { files = [] }
    return files
  }
}

extension Sample.HealthDocumentFields {
  /// Whether the bytes are not all there are.
  var isPart: Bool {
    offset != nil || (size.map { $0 != Number(data.count) } ?? (data.count >= Self.longestData))
  }
}
