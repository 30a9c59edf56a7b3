public import HealthModel

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

  /// Whether a check needs the sample; checks that pick their samples are not asked. Plain samples need none.
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
  /// Whether it has no fraction.
  var isWhole: Bool { exponent >= 0 || doubleValue == doubleValue.rounded() }
}

/// A sample as checks see it: what every sample has is taken out once.
public struct CheckedSample {
  /// The sample.
  public let sample: Sample
  /// Where it begins, or for one inside another, where that does.
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

  /// Whether it or one of its parts may have metadata; cheap and possibly `true` without any.
  var mayHaveMetadata: Bool { !metadata.isEmpty || kind == .workout || header.extras != nil }

  /// Shows each entry of its metadata, and of those of its parts: events, activities and routes of a workout.
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
