import HealthBytes
import HealthModel
import HealthValidation

/// Drops duplicates, as overlapping exports have them, and links nested samples to those at top level: see
/// ``DuplicateFinder``.
///
/// Whether a sample is a duplicate is known when all were read: until then they wait on the disk, as JSON Lines. A sample in
/// which a nested one was linked comes last, as in an export.
final class DuplicateStage: SampleStage {
  private var finder: DuplicateFinder?
  private var spooled: SpooledSamples?
  private var decision: MergeDecision?
  private var waiting: Samples?
  private var position: UInt64 = 0
  private var last: LastSamples
  private var dropped = 0
  private var relinked = 0
  private let canDrop: (Sample) -> Bool

  /// Holds nothing back yet.
  ///
  /// - Parameters:
  ///   - canDrop: Which samples may be dropped; by default all.
  ///   - isLinking: Whether nested samples are linked.
  init(
    _ info: DatasetInfo, of canDrop: @escaping (Sample) -> Bool = { _ in true },
    isLinking: Bool = true
  ) throws(HealthError) {
    self.canDrop = canDrop
    finder = try DuplicateFinder(isLinking: isLinking)
    last = LastSamples(info)
    spooled = try SpooledSamples(info)
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    try finder?.add(sample)
    try spooled?.write(sample)
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let spooled = spooled.take() {
      decision = try finder.take()?.decision()
      waiting = try spooled.read()
    }
    while let sample = try waiting?.next() {
      let place = SortKey(high: 0, low: position)
      position += 1
      let written = try decision?.written(sample, at: place)
      if let written, written.isLast {
        if written.sample.members != sample.members { relinked += 1 }
        try last.add(written.sample)
      } else if written != nil || !canDrop(sample) {
        return sample
      } else {
        dropped += 1
      }
    }
    waiting = nil
    return try last.next()
  }

  func add(to report: inout Conversion.Report) {
    report.duplicates += dropped
    report.correlationsRelinked += relinked
  }
}

extension Sample {
  /// Whether the rule `exact-duplicate` compares it with others.
  var isComparedByRules: Bool {
    switch self {
    case .document, .unknown: false
    default: true
    }
  }
}

/// Replaces deprecated names of category values and workout activities by those that newer exports write.
///
/// A name is replaced where HealthKit has exactly one replacement. Values that are numbers stay.
final class RenamingStage: SampleStage {
  private var renamings: [Conversion.Report.Renaming] = []
  /// Whether only samples are changed in which a rule finds a deprecated name.
  private let isForFindings: Bool
  private var validator: Validator

  init() {
    isForFindings = false
    validator = Validator([])
  }

  /// Replaces the names that the rule finds, which depends on the date of the export.
  init(found info: DatasetInfo) {
    isForFindings = true
    validator = Validator([.deprecatedValue])
    validator.begin(info, at: Place(file: ""))
  }

  /// Whether the rule finds the sample itself, not one nested in it.
  private func isFound(_ sample: Sample) -> Bool {
    validator.check(sample, at: Place(file: ""))
    let type = sample.header?.descriptor.type.identifier
    return validator.takeFindings().contains { $0.type == type }
  }

  func process(_ sample: Sample) -> Sample? {
    switch sample {
    case .category, .workout:
      return isForFindings && !isFound(sample) ? sample : renamed(sample)
    default: return sample
    }
  }

  private func renamed(_ sample: Sample) -> Sample {
    switch sample {
    case .category(let category):
      guard let old = category.value, let new = old.replacement else { return sample }
      count(old.name, new.name)
      return .category(CategorySample(header: category.header, value: new))
    case .workout(let workout):
      let old = workout.activityType
      guard old.deprecated != nil, old.replacements.count == 1, let new = old.replacements.first
      else { return sample }
      count(old.identifier, new.identifier)
      var workout = workout
      let descriptor = workout.header.descriptor
      workout.header.descriptor = descriptor.replacing(
        type: .workout(new), unitText: descriptor.unitText)
      return .workout(workout)
    default: return sample
    }
  }

  /// There are as many as the catalog has deprecated names.
  private func count(_ old: String, _ new: String) {
    if let index = renamings.firstIndex(where: { $0.from == old }) {
      renamings[index].count += 1
    } else {
      renamings.append(Conversion.Report.Renaming(from: old, to: new, count: 1))
    }
  }

  func add(to report: inout Conversion.Report) { report.renamings = renamings }
}
