import HealthModel

extension Rule {
  static let implausibleDuration = Rule(
    "implausible-duration", .samples, .warning,
    title: "sample is implausibly long",
    explanation: """
      A sleep, a mindful session, a stand hour, or washing of hands or brushing of teeth lasts more than a day, a \
      workout more than a week, or a quantity, such as steps, more than 31 days. Most often the end was never recorded, or \
      one of the two dates is wrong.
      """,
    exceptions: """
      A total may cover a month, and a state such as a pregnancy lasts for months. Multi-day expeditions are \
      recorded as one workout. Measurements of one moment that last are reported by lasting-moment. Types that the catalog \
      does not have may last for any time.
      """,
    examples: Examples(
      bad: .category(
        "SleepAnalysis", value: "HKCategoryValueSleepAnalysisAsleepCore", source: "Watch",
        start: "2024-05-30 23:00:00 +0200", end: "2024-06-01 06:30:00 +0200"),
      good: .category(
        "SleepAnalysis", value: "HKCategoryValueSleepAnalysisInBed", source: "Watch",
        start: "2024-05-31 20:00:00 +0200", end: "2024-06-01 10:30:00 +0200")),
    kinds: [.category, .workout, .quantity]
  ) { ImplausibleDuration() }
}

private struct ImplausibleDuration: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    Self.longest(descriptor).map { .dates(CheckScope.OrdinaryDates(longest: UInt64($0))) } ?? .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard let longest = Self.longest(sample.descriptor),
      sample.end.secondsSince1970 &- sample.start.secondsSince1970 > longest
    else { return }
    let days = longest / day
    findings.add("the sample lasts more than \(days == 1 ? "a day" : "\(days) days")", on: sample)
  }

  /// The longest plausible time in seconds; `nil` for types that may last for any time.
  private static func longest(_ descriptor: SampleDescriptor) -> Int64? {
    switch descriptor.type {
    case .workout: 7 * day
    case .category(let type) where categories.contains(type): day
    case .quantity(let type) where type.canonicalUnit != nil && !type.isMomentary: 31 * day
    default: nil
    }
  }

  private static let categories: Set<CategoryType> = [
    .sleepAnalysis, .mindfulSession, .appleStandHour, .handwashingEvent, .toothbrushingEvent,
  ]
}

private let day: Int64 = 86_400
