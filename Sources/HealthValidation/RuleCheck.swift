public import HealthModel

/// The check of one rule on one dataset.
///
/// A check decides once for each descriptor, in ``scope(for:kind:)``, what depends only on type,
/// unit, source and device. Most checks therefore inspect few samples.
public protocol RuleCheck: Sendable {
  /// Receives the facts about the dataset, before its samples.
  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings)

  /// Determines which of the samples that share a descriptor are checked. Called once for each
  /// descriptor, or again after many others.
  mutating func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope

  /// Whether a sample is checked, if the scope is ``CheckScope/picked``. Called once for each
  /// sample, in order, so it must be fast.
  mutating func picks(_ header: SampleHeader) -> Bool

  /// Checks a sample.
  mutating func check(_ sample: CheckedSample, _ findings: inout Findings)

  /// Whether ``compare(_:_:)`` is called after all samples were read.
  var comparesSamples: Bool { get }

  /// Compares samples after all were read: those of one type and source are passed in order of start, but only those
  /// that share their start or overlap with another.
  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings)

  /// The series whose samples are compared even if they overlap with no other sample. Read once,
  /// after all samples were read.
  var loneSeries: Set<UInt64> { get }

  /// Reports findings that are known only at the end.
  mutating func finish(_ findings: inout Findings)
}

extension RuleCheck {
  /// Does nothing.
  public mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {}
  /// Every sample is checked.
  public mutating func scope(
    for descriptor: SampleDescriptor, kind: SampleKind
  ) -> CheckScope { .every }
  /// Nothing is picked.
  public mutating func picks(_ header: SampleHeader) -> Bool { false }
  /// Does nothing: for checks that report everything in `scope`.
  public mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {}
  /// `false`: each sample is checked by itself.
  public var comparesSamples: Bool { false }
  /// Empty: samples without overlap are not compared.
  public var loneSeries: Set<UInt64> { [] }
  /// Samples are not compared.
  public mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {}
  /// Does nothing at the end.
  public mutating func finish(_ findings: inout Findings) {}
}

/// Which of the samples with one descriptor a check needs.
public enum CheckScope: Sendable {
  /// No sample: all comply with the rule.
  case none
  /// Each sample.
  case every
  /// The quantities whose value, in the unit they are written with, is outside a range.
  case outside(ClosedRange<Double>)
  /// The quantities whose value is not a whole number.
  case fractions
  /// The samples whose dates are not ordinary.
  case dates(CheckScope.OrdinaryDates)
  /// The samples for which ``RuleCheck/picks(_:)`` returns `true`.
  case picked
  /// The samples with metadata, also if only a part of the sample has it.
  case metadata
  /// No sample: all violate the rule, with this message.
  case found(String)
}

extension CheckScope {
  /// The dates of nearly all samples: the end is not before the start, UTC offsets are valid, and
  /// nothing is too early, too late or too long.
  ///
  /// A check of other dates requests the samples with unusual dates, and tests them itself. Several
  /// such checks together cost an ordinary sample one test.
  public struct OrdinaryDates: Sendable {
    /// The first second of a start, since 1970.
    public var earliest: Int64
    /// The last second of an end, since 1970.
    public var latest: Int64
    /// The most seconds from start to end.
    public var longest: UInt64
    /// The most seconds from the date of saving to a later start.
    public var earlySaving: Int64

    /// Dates within bounds; without any by default.
    ///
    /// - Parameters:
    ///   - earliest: The first second of a start, since 1970.
    ///   - latest: The last second of an end, since 1970.
    ///   - longest: The most seconds from start to end.
    ///   - earlySaving: The most seconds from the date of saving to a later start.
    public init(
      earliest: Int64 = .min, latest: Int64 = .max, longest: UInt64 = .max,
      earlySaving: Int64 = .max
    ) {
      self.earliest = earliest
      self.latest = latest
      self.longest = longest
      self.earlySaving = earlySaving
    }

    /// Narrows the bounds to those of others.
    mutating func narrow(to other: CheckScope.OrdinaryDates) {
      earliest = max(earliest, other.earliest)
      latest = min(latest, other.latest)
      longest = min(longest, other.longest)
      earlySaving = min(earlySaving, other.earlySaving)
    }

    @inline(__always)
    func include(_ header: SampleHeader) -> Bool {
      let (start, end) = (header.start.secondsSince1970, header.end.secondsSince1970)
      let isOrdered =
        start < end || start == end && header.start.nanoseconds <= header.end.nanoseconds
      guard isOrdered, earliest <= start, end <= latest,
        UInt64(bitPattern: end &- start) <= longest
      else { return false }
      let offset = header.start.offsetMinutes
      let created = header.created
      if let created, start &- created.secondsSince1970 > earlySaving { return false }
      let others = (header.end.offsetMinutes, created?.offsetMinutes ?? offset)
      return Self.isOffset(offset)
        && (others == (offset, offset) || Self.isOffset(others.0) && Self.isOffset(others.1))
    }

    /// Whether an offset in minutes is a valid UTC offset: a multiple of 15 from -12:00 to +14:00.
    static func isOffset(_ minutes: Int16) -> Bool {
      -12 * 60...14 * 60 ~= minutes && minutes % 15 == 0
    }
  }
}

/// Which checks need samples of one descriptor, as indexes into the validator's list of checks.
///
/// A class, so that using it for a sample costs one reference, with constant properties, so that no exclusivity checks
/// are needed. The lists are its own properties: those of a structure in it would be copied, each with its reference.
final class CheckPlan: Sendable {
  /// The checks of all samples.
  let every: [Int]
  /// The checks of samples whose dates are not ordinary: those of all, with others between them.
  let withUnusualDates: [Int]
  let dates: CheckScope.OrdinaryDates
  /// The checks that pick their samples.
  let picking: [Int]
  /// The checks of samples with metadata.
  let metadata: [Int]
  let ranges: [(check: Int, range: ClosedRange<Double>)]
  /// The checks of values that are not whole numbers.
  let fractions: [Int]
  /// The checks that all samples break.
  let alwaysBroken: [(check: Int, message: String)]

  /// A plan of the scopes of the checks that apply.
  init(_ scopes: [(check: Int, scope: CheckScope)]) {
    var every: [Int] = []
    var withUnusualDates: [Int] = []
    var dates = CheckScope.OrdinaryDates()
    var picking: [Int] = []
    var metadata: [Int] = []
    var ranges: [(check: Int, range: ClosedRange<Double>)] = []
    var fractions: [Int] = []
    var alwaysBroken: [(check: Int, message: String)] = []
    for (check, scope) in scopes {
      switch scope {
      case .none: break
      case .every:
        every.append(check)
        withUnusualDates.append(check)
      case .dates(let ordinary):
        dates.narrow(to: ordinary)
        withUnusualDates.append(check)
      case .picked: picking.append(check)
      case .metadata: metadata.append(check)
      case .outside(let range): ranges.append((check, range))
      case .fractions: fractions.append(check)
      case .found(let message): alwaysBroken.append((check, message))
      }
    }
    self.every = every
    self.withUnusualDates = withUnusualDates
    self.dates = dates
    self.picking = picking
    self.metadata = metadata
    self.ranges = ranges
    self.fractions = fractions
    self.alwaysBroken = alwaysBroken
  }

  /// Whether a check needs the sample, without the checks that pick their samples.
  @inline(__always)
  func needs(_ sample: Sample, _ header: SampleHeader) -> Bool {
    guard every.isEmpty, alwaysBroken.isEmpty,
      metadata.isEmpty || header.metadata.isEmpty && header.extras == nil,
      withUnusualDates.isEmpty || dates.include(header)
    else { return true }
    switch sample {
    case .quantity(let quantity):
      if !fractions.isEmpty, !quantity.number.isWhole { return true }
      guard !ranges.isEmpty else { return false }
      let value = quantity.value
      return ranges.contains { !($0.range ~= value) }
    case .workout: return true
    default: return false
    }
  }
}

extension Number {
  /// Whether the number is whole.
  var isWhole: Bool { exponent >= 0 || doubleValue == doubleValue.rounded() }
}

/// A sample with its location, its kind and its header, which are read once for all checks.
public struct CheckedSample {
  /// The sample.
  public let sample: Sample
  /// The location of the sample; for a nested sample, of the sample that contains it.
  public let place: Place
  /// Its kind.
  public let kind: SampleKind
  let header: SampleHeader
  /// Where its parts are, if the reader provides that.
  let parts: Place.Parts?

  /// Its descriptor.
  public var descriptor: SampleDescriptor { header.descriptor }
  /// When it began.
  public var start: Timestamp { header.start }
  /// When it ended.
  public var end: Timestamp { header.end }
  /// When it was saved, if the file states it.
  public var created: Timestamp? { header.created }
  /// Its metadata.
  public var metadata: Metadata { header.metadata }

  /// Whether the sample or one of its parts may have metadata: fast, and possibly `true` without
  /// any.
  var mayHaveMetadata: Bool { !metadata.isEmpty || kind == .workout || header.extras != nil }

  /// Calls a function with the metadata of the sample, and of its parts: events, activities and
  /// routes of a workout.
  public func forEachMetadata(_ body: (Metadata) -> Void) {
    if !metadata.isEmpty { body(metadata) }
    guard case .workout(let workout) = sample else { return }
    let fields = workout.fields
    for event in fields.events where !event.metadata.isEmpty { body(event.metadata) }
    for route in fields.routes where !route.metadata.isEmpty { body(route.metadata) }
    for activity in fields.activities {
      if !activity.metadata.isEmpty { body(activity.metadata) }
      for event in activity.events where !event.metadata.isEmpty { body(event.metadata) }
    }
  }
}
