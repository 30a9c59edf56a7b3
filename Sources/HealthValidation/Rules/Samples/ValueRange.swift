import HealthModel
import HealthUnits

/// The values of a quantity type from the catalog, in the unit of a descriptor.
struct ValueRange {
  /// The bounds in the descriptor's unit.
  let bounds: ClosedRange<Double>
  /// In words, in the type's canonical unit: `0 to 1, a fraction (0 to 100 %)`.
  let text: String

  /// Every number there is.
  static let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  /// Exports round to six digits, which may carry a value over a bound.
  private static let rounding = 1e-5

  /// The possible values; `nil` if the type has no range, or if the unit does not fit it.
  static func possible(_ descriptor: SampleDescriptor) -> ValueRange? {
    quantity(descriptor).flatMap { ValueRange($0.possibleValues, of: $0, descriptor) }
  }

  /// The plausible values; `nil` if the type has no range, or if the unit does not fit it.
  static func plausible(_ descriptor: SampleDescriptor) -> ValueRange? {
    quantity(descriptor).flatMap { ValueRange($0.plausibleValues, of: $0, descriptor) }
  }

  private static func quantity(_ descriptor: SampleDescriptor) -> QuantityType? {
    guard case .quantity(let type) = descriptor.type else { return nil }
    return type
  }

  private init?(
    _ range: ClosedRange<Double>?, of type: QuantityType, _ descriptor: SampleDescriptor
  ) {
    guard let range, let unit = descriptor.unit, let unitText = descriptor.unitText,
      !unitText.isEmpty,
      let canonical = type.canonicalUnit, let canonicalUnit = try? HealthUnit(canonical),
      let conversion = try? canonicalUnit.conversion(to: unit)
    else { return nil }
    func bound(_ value: Double, outwards: Double) -> Double {
      let converted = conversion(value)
      let slack = unitText == canonical ? 0 : converted.magnitude * Self.rounding
      return min(max(converted + outwards * slack, Self.finite.lowerBound), Self.finite.upperBound)
    }
    bounds = bound(range.lowerBound, outwards: -1)...bound(range.upperBound, outwards: 1)
    text = Self.text(range, canonical)
  }

  /// A range in words; of percent, people read other numbers than a file holds.
  private static func text(_ range: ClosedRange<Double>, _ unit: String) -> String {
    func words(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
    func text(times factor: Double) -> String {
      let least = words(range.lowerBound * factor)
      return range.upperBound == .infinity
        ? "no less than \(least)" : "\(least) to \(words(range.upperBound * factor))"
    }
    guard unit == HealthUnit.percent.description else { return "\(text(times: 1)) \(unit)" }
    return "\(text(times: 1)), a fraction (\(text(times: 100)) %)"
  }
}

extension CheckedSample {
  /// How many days it lasts, at least one: the plausible values of a total are those of up to a day.
  var days: Double { max(1, end.timeInterval(since: start) / 86_400) }

  /// The value of a quantity with its unit, for reports that show values.
  var valueText: String? {
    guard case .quantity(let quantity) = sample else { return nil }
    let unit = quantity.unit ?? ""
    // Files contain a fraction, but people expect per cent next to %.
    return unit == HealthUnit.percent.description
      ? "\(quantity.number), a fraction" : "\(quantity.number) \(unit)"
  }
}

extension Number {
  /// The number in a unit.
  ///
  /// - Parameter text: The unit that was written with it; the result is `nil` if it is missing or does not fit.
  func value(written text: String?, in unit: HealthUnit) -> Double? {
    guard let text, let own = try? HealthUnit(text) else { return nil }
    return try? own.convert(doubleValue, to: unit)
  }
}

extension CheckedSample {
  /// Whether a moment lies within the sample's time, with some seconds allowed: dates are written in whole seconds.
  func holds(_ moment: Timestamp, within seconds: Double = 1) -> Bool {
    moment.timeInterval(since: start) >= -seconds && moment.timeInterval(since: end) <= seconds
  }
}

extension Rule {
  static let impossibleValue = Rule(
    "impossible-value", .samples, .error,
    title: "value is physically impossible",
    explanation: """
      The value of a quantity is impossible: a negative number of steps, a fraction of more than 1. \
      The unit may be wrong, or the number was damaged.
      """,
    exceptions: """
      Fractions are written as such, with % as their unit: 0.97 is 97 %. A change, such as the \
      recovery of a heart rate, can be negative, and so can a temperature of water.
      """,
    examples: Examples(
      bad: .quantity("OxygenSaturation", unit: "%", value: "97"),
      good: .quantity("OxygenSaturation", unit: "%", value: "0.97")),
    kinds: [.quantity]
  ) { ImpossibleValue() }
}

private struct ImpossibleValue: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    .outside(ValueRange.possible(descriptor)?.bounds ?? ValueRange.finite)
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let range = ValueRange.possible(sample.descriptor)
    findings.add(
      "the value is impossible for its type; expected \(range?.text ?? "a finite number")",
      on: sample, detail: sample.valueText)
  }
}

extension Rule {
  static let implausibleValue = Rule(
    "implausible-value", .samples, .warning,
    title: "value is implausible",
    explanation: """
      The value of a quantity is possible, but well beyond medical and sports records: a heart rate of 900. Often \
      the unit is wrong, or the value belongs to another type.
      """,
    exceptions: """
      The ranges are wide, and people are as small and light as they are from 7 years on, unless the export states that the \
      person was younger. A total of several days may be as large as the limit for one day times the number of days. \
      Impossible values are reported by impossible-value.
      """,
    examples: Examples(
      bad: .quantity("HeartRate", unit: "count/min", value: "900"),
      good: .quantity("HeartRate", unit: "count/min", value: "190")),
    kinds: [.quantity]
  ) { ImplausibleValue() }
}

private struct ImplausibleValue: RuleCheck {
  private var birth: Int64?
  /// Until when a person may be as small and light as a child, in seconds.
  private static let childhood: Int64 = 7 * 366 * 86_400
  private static let sizes: Set<QuantityType> = [
    .bodyMass, .leanBodyMass, .height, .waistCircumference,
  ]

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    birth = dataset.dateOfBirth?.secondsSince1970
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    ValueRange.plausible(descriptor).map { .outside($0.bounds) } ?? .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .quantity(let quantity) = sample.sample,
      let range = ValueRange.plausible(sample.descriptor),
      (ValueRange.possible(sample.descriptor)?.bounds ?? ValueRange.finite) ~= quantity.value,
      !isOfChild(sample, quantity.value < range.bounds.lowerBound)
    else { return }
    if case .quantity(let type) = sample.descriptor.type, type.aggregationStyle == .cumulative,
      range.bounds.lowerBound...range.bounds.upperBound * sample.days ~= quantity.value
    {
      return
    }
    findings.add(
      "the value is implausible for its type; expected \(range.text)", on: sample,
      detail: sample.valueText)
  }

  /// Whether a small value is the size of a child.
  private func isOfChild(_ sample: CheckedSample, _ isSmall: Bool) -> Bool {
    guard isSmall, case .quantity(let type) = sample.descriptor.type, Self.sizes.contains(type),
      let birth
    else { return false }
    return sample.start.secondsSince1970 < birth + Self.childhood
  }
}
