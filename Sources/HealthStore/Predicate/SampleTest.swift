import HealthModel
import HealthUnits

/// A ``SamplePredicate`` prepared for tests: texts folded, units parsed.
///
/// Conditions on the descriptor are evaluated once for each, by ``reduced(for:)``; the others for each sample.
indirect enum SampleTest: Sendable {
  case constant(Bool)
  // Answered by the descriptor
  case type(String)
  case types(TypePattern)
  case kind(SampleKind)
  case text(SamplePredicate.TextField, TextTest)
  /// Of unknown elements answered by the sample.
  case participant(String?)
  case unit(UnitTest)
  case value(SamplePredicate.Comparison, Double, UnitName?)
  case categoryNamed(TextTest)
  /// A figure; without a comparison, whether the sample has it.
  case figure(SamplePredicate.Figure, SampleTest?, TotalTest)
  // Answered by the sample
  case start(SamplePredicate.Comparison, DateBound)
  case end(SamplePredicate.Comparison, DateBound)
  case created(SamplePredicate.Comparison, DateBound)
  case hasCreated
  case duration(SamplePredicate.Comparison, Double)
  case number(SamplePredicate.Comparison, Double, NumberScale)
  case total(TotalTest)
  case category(CategoryTest)
  case metadata(MetadataKey, MetadataTest)
  case uuids(Set<SampleUUID>)
  case all([SampleTest])
  case any([SampleTest])
  case not(SampleTest)

  init(_ predicate: SamplePredicate.Form) {
    switch predicate {
    case .all: self = .constant(true)
    case .type(let identifier): self = .type(identifier)
    case .types(let pattern): self = .types(TypePattern(unchecked: pattern))
    case .kind(let kind): self = .kind(kind)
    case .start(let comparison, let bound): self = .start(comparison, bound)
    case .end(let comparison, let bound): self = .end(comparison, bound)
    case .created(let comparison, let bound): self = .created(comparison, bound)
    case .hasCreated: self = .hasCreated
    case .duration(let comparison, let seconds): self = .duration(comparison, seconds)
    case .value(let comparison, let value, let unit):
      self = .value(comparison, value, unit.map(UnitName.init))
    case .figure(let figure, let comparison, let value, let unit):
      let name = unit.map(UnitName.init)
      self = .figure(
        figure, .value(comparison, value, name), TotalTest(figure, comparison, value, name))
    case .hasFigure(let figure): self = .figure(figure, nil, TotalTest(figure))
    case .category(let match): self = .categoryNamed(TextTest(match))
    case .text(.unit, let match): self = .unit(UnitTest(match))
    case .text(let field, let match): self = .text(field, TextTest(match))
    case .metadata(let key, let match): self = .metadata(MetadataKey(key), MetadataTest(match))
    case .uuids(let uuids): self = .uuids(uuids)
    case .participant(let id): self = .participant(id)
    case .and(let parts): self = .all(parts.map(SampleTest.init))
    case .or(let parts): self = .any(parts.map(SampleTest.init))
    case .not(let part): self = .not(SampleTest(part))
    }
  }

  var count: Int {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.count }
    case .not(let part): 1 + part.count
    default: 1
    }
  }

  /// The known properties of samples before they are read.
  struct Subject {
    let kind: SampleKind
    /// The type, or the name of unknown elements.
    let type: SampleType
    /// Their descriptor; `nil` if only type and kind are known.
    let descriptor: SampleDescriptor?

    var hasDates: Bool { kind != .document && kind != .unknown }
  }

  /// The test that remains for samples with known properties.
  func reduced(for subject: Subject) -> SampleTest {
    switch self {
    case .type(let identifier): .constant(subject.type.identifier == identifier)
    case .types(let pattern): .constant(pattern.matches(subject))
    case .kind(let kind): .constant(subject.kind == kind)
    case .text(let field, let test):
      known(of: subject) { .constant(test.matches($0.text(field))) }
    case .participant where subject.kind == .unknown: self
    case .participant(let id):
      known(of: subject) { .constant(Self.isOf(id, $0.participant)) }
    case .unit(let test): known(of: subject) { .constant(test.matches($0)) }
    case .value(let comparison, let value, let unit):
      subject.kind != .quantity
        ? .constant(false)
        : known(of: subject) { descriptor in
          NumberScale(from: descriptor, to: unit).map { .number(comparison, value, $0) }
            ?? .constant(false)
        }
    case .figure(let figure, let value, let total):
      if subject.kind != figure.kind {
        .constant(false)
      } else if figure.kind == .workout {
        .total(total)
      } else if figure.isFigure(of: subject.type) {
        value?.reduced(for: subject) ?? .constant(true)
      } else {
        .constant(false)
      }
    case .categoryNamed(let test):
      subject.kind == .category
        ? .category(CategoryTest(test, CategoryType(subject.type.identifier))) : .constant(false)
    case .start(let comparison, let bound) where subject.kind == .activitySummary:
      .start(comparison, bound.onCalendar)
    case .end(let comparison, let bound) where subject.kind == .activitySummary:
      .end(comparison, bound.onCalendar)
    case .start, .end, .duration: subject.hasDates ? self : .constant(false)
    case .created, .hasCreated, .metadata, .uuids:
      subject.kind != .unknown ? self : .constant(false)
    case .constant, .number, .total, .category: self
    case .all(let parts): Self.joined(parts, neutral: true) { $0.reduced(for: subject) }
    case .any(let parts): Self.joined(parts, neutral: false) { $0.reduced(for: subject) }
    case .not(let part):
      switch part.reduced(for: subject) {
      case .constant(let answer): .constant(!answer)
      case let rest: .not(rest)
      }
    }
  }

  /// The test that remains for samples of a participant.
  func reduced(for participant: String?) -> SampleTest {
    switch self {
    case .participant(let id): .constant(Self.isOf(id, participant))
    case .all(let parts): Self.joined(parts, neutral: true) { $0.reduced(for: participant) }
    case .any(let parts): Self.joined(parts, neutral: false) { $0.reduced(for: participant) }
    case .not(let part):
      switch part.reduced(for: participant) {
      case .constant(let answer): .constant(!answer)
      case let rest: .not(rest)
      }
    default: self
    }
  }

  private static func isOf(_ wanted: String?, _ participant: String?) -> Bool {
    participant.map { wanted == nil || wanted == $0 } ?? false
  }

  /// The result for a descriptor, if it alone determines it. Unknown elements have no descriptor.
  private func known(
    of subject: Subject, _ answer: (SampleDescriptor) -> SampleTest
  ) -> SampleTest {
    if subject.kind == .unknown { return .constant(false) }
    return subject.descriptor.map(answer) ?? self
  }

  private static func joined(
    _ parts: [SampleTest], neutral: Bool, _ reduce: (SampleTest) -> SampleTest
  ) -> SampleTest {
    var rest: [SampleTest] = []
    for part in parts {
      let reduced = reduce(part)
      if case .constant(let answer) = reduced {
        if answer != neutral { return .constant(answer) }
      } else {
        rest.append(reduced)
      }
    }
    if rest.isEmpty { return .constant(neutral) }
    if rest.count == 1 { return rest[0] }
    return neutral ? .all(rest) : .any(rest)
  }
}

extension TypePattern {
  fileprivate func matches(_ subject: SampleTest.Subject) -> Bool {
    subject.kind == .unknown
      ? matches(elementNamed: subject.type.identifier) : matches(subject.type, kind: subject.kind)
  }
}

extension SampleDescriptor {
  func text(_ field: SamplePredicate.TextField) -> String? {
    switch field {
    case .source: sourceName
    case .sourceVersion: source.version
    case .sourceProductType: source.productType
    case .sourceOperatingSystem: source.operatingSystemVersion
    case .device: device?.name
    case .deviceManufacturer: device?.manufacturer
    case .deviceModel: device?.model
    case .deviceHardware: device?.hardwareVersion
    case .deviceFirmware: device?.firmwareVersion
    case .deviceSoftware: device?.softwareVersion
    case .deviceLocalIdentifier: device?.localIdentifier
    case .deviceUDI: device?.udiDeviceIdentifier
    case .unit: unitText
    }
  }
}

extension SampleTest {
  /// Whether a sample passes, of what was reduced for its descriptor.
  func holds(for sample: borrowing Sample, _ units: inout UnitMemo) -> Bool {
    switch self {
    case .constant(let answer): return answer
    case .number(let comparison, let value, let scale):
      guard case .quantity(let sample) = copy sample else { return false }
      return comparison.holds(scale.value(of: sample.number), value)
    case .start(let comparison, let bound):
      return sample.start.map { bound.holds($0, comparison) } ?? false
    case .end(let comparison, let bound):
      return sample.end.map { bound.holds($0, comparison) } ?? false
    case .created(let comparison, let bound):
      return sample.header?.created.map { bound.holds($0, comparison) } ?? false
    case .hasCreated: return sample.header?.created != nil
    case .duration(let comparison, let seconds):
      guard let start = sample.start, let end = sample.end else { return false }
      return comparison.holds(end.timeInterval(since: start), seconds)
    case .total(let test):
      guard case .workout(let sample) = copy sample else { return false }
      return test.matches(sample)
    case .category(let test):
      guard case .category(let sample) = copy sample else { return false }
      return test.matches(sample.value)
    case .metadata(let key, let test):
      guard let entries = sample.header?.metadata.entries else { return false }
      for entry in entries where entry.key == key && test.matches(entry.value, &units) {
        return true
      }
      return false
    case .uuids(let uuids): return uuids.contains(sample.uuid)
    case .participant(let id): return Self.isOf(id, sample.participant)
    case .all(let parts):
      for part in parts where !part.holds(for: sample, &units) { return false }
      return true
    case .any(let parts):
      for part in parts where part.holds(for: sample, &units) { return true }
      return false
    case .not(let part): return !part.holds(for: sample, &units)
    // A reduced test has none of these.
    case .type, .types, .kind, .text, .unit, .value, .categoryNamed, .figure: return false
    }
  }
}
