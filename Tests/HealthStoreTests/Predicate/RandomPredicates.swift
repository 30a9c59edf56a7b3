import HealthBytes
import HealthGenerator
import HealthModel
import HealthStore
import HealthTesting

/// Samples to ask, of every kind and of a generated export.
enum PredicateSamples {
  static let all: [Sample] = {
    let sink = BytesSink()
    _ = try? ExportGenerator(.init(size: .records(1_500))).writeXML(to: sink)
    let generated = Reading(sink.bytes).samples
    return MarkedSamples.all + generated.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
  }()
}

extension [Sample] {
  /// The samples, some of which are of the participants P1 and P2.
  var withParticipants: [Sample] {
    enumerated().map { index, sample in
      let participant = [nil, "P1", "P2"][index % 3]
      if case .unknown(var element) = sample {
        element.participant = participant
        return .unknown(element)
      }
      var sample = sample
      sample.updateHeader { $0.descriptor = $0.descriptor.with(participant: participant) }
      return sample
    }
  }
}

extension SamplePredicate {
  /// A predicate about what some samples have, so that it matches some of them and not others.
  static func random(_ dice: inout FixedRandom, about samples: [Sample], depth: Int = 3) -> Self {
    SamplePredicate(Form.random(&dice, about: samples, depth: depth))
  }
}

extension SamplePredicate.Form {
  typealias Comparison = SamplePredicate.Comparison
  typealias TextField = SamplePredicate.TextField
  typealias TextMatch = SamplePredicate.TextMatch

  fileprivate static func random(
    _ dice: inout FixedRandom, about samples: [Sample], depth: Int
  ) -> Self {
    func parts() -> [Self] {
      (0..<Int.random(in: 0...3, using: &dice)).map { _ in
        random(&dice, about: samples, depth: depth - 1)
      }
    }
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &dice) {
    case 4, 5: return .and(parts())
    case 6: return .or(parts())
    case 7: return .not(random(&dice, about: samples, depth: depth - 1))
    default: return leaf(&dice, samples[Int.random(in: samples.indices, using: &dice)])
    }
  }

  private static func leaf(_ dice: inout FixedRandom, _ sample: Sample) -> Self {
    let comparison = Comparison.allCases.randomElement(using: &dice) ?? .equal
    let header = sample.header
    let bound = bound(&dice, header?.start ?? MarkedSamples.date("2024-06-01 08:00:00 +0200"))
    let descriptor = header?.descriptor
    let match: TextMatch
    let field = TextField.allCases.randomElement(using: &dice) ?? .source
    let text = field == .unit ? descriptor?.unitText : descriptor?.source.name
    match =
      [
        .equals(text ?? "x"), .differs(text ?? "x"), .like("*\(text?.suffix(2) ?? "a")"), .exists,
      ].randomElement(using: &dice) ?? .exists
    switch Int.random(in: 0..<17, using: &dice) {
    case 16: return .participant(Bool.random(using: &dice) ? sample.participant : "P1")
    case 14:
      guard case .workout(let workout) = sample else {
        return .hasFigure(SamplePredicate.Figure.allCases.randomElement(using: &dice) ?? .sum)
      }
      let isFar = Bool.random(using: &dice)
      let total = isFar ? workout.distance : workout.energyBurned
      return .figure(
        isFar ? .distance : .energy, comparison, total?.number.doubleValue ?? 1,
        unit: [nil, total?.unit, isFar ? "mi" : "kJ"].randomElement(using: &dice) ?? nil)
    case 15:
      guard case .quantity(let quantity) = sample else {
        return .figure(.latest, comparison, 60, unit: "count/min")
      }
      return .figure(
        [.average, .minimum, .maximum, .latest, .sum].randomElement(using: &dice) ?? .sum,
        comparison, quantity.value, unit: [nil, quantity.unit].randomElement(using: &dice) ?? nil)
    case 0: return .all
    case 1:
      if case .unknown(let element) = sample { return .type(element.name) }
      return .type(descriptor?.type.identifier ?? "none")
    case 2: return .types(like: "*\(descriptor?.type.identifier.suffix(4) ?? "b")")
    case 3: return .kind(sample.kind)
    case 4: return .start(comparison, bound)
    case 5: return .end(comparison, bound)
    case 6: return .created(comparison, bound)
    case 7: return .hasCreated
    case 8: return .duration(comparison, [0, 60, 1_800].randomElement(using: &dice) ?? 0)
    case 9:
      guard case .quantity(let quantity) = sample else {
        return .value(comparison, 1, unit: "kg")
      }
      return .value(
        comparison, quantity.value,
        unit: [nil, quantity.unit, "mi"].randomElement(using: &dice) ?? nil)
    case 10:
      guard case .category(let category) = sample, let value = category.value else {
        return .category(match)
      }
      return .category(
        [.equals(value.name), .differs(value.shortName), .like("*e*"), .exists]
          .randomElement(using: &dice) ?? .exists)
    case 11:
      let entry = header?.metadata.entries.first
      return .metadata(
        key: entry?.key.identifier ?? "HKTimeZone",
        [
          .text(.exists), .text(.equals(entry?.value ?? "")), .number(comparison, 10, unit: nil),
          .number(comparison, 10, unit: "m"), .date(comparison, bound),
        ].randomElement(using: &dice) ?? .text(.exists))
    case 12:
      return .uuids(
        Bool.random(using: &dice) ? [sample.uuid] : [sample.uuid, SampleUUID(high: 1, low: 2)])
    default: return .text([field, .source].randomElement(using: &dice) ?? field, match)
    }
  }

  private static func bound(_ dice: inout FixedRandom, _ time: Timestamp) -> DateBound {
    let near = time.advanced(
      byNanoseconds: Int64.random(in: -2...2, using: &dice) * 1_800_000_000_000)
    let text = near.text(.iso8601).description
    let forms = [text, String(text.prefix(19)), String(text.prefix(10))]
    return DateBound(forms.randomElement(using: &dice) ?? text) ?? DateBound(near)
  }
}
