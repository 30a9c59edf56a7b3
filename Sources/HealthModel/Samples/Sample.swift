/// One item of a dataset: a sample of any kind, or an unknown element.
public enum Sample: Sendable, Equatable {
  /// A measured quantity.
  case quantity(QuantitySample)
  /// A category sample, whose value is one of a few cases.
  case category(CategorySample)
  /// Samples that belong together, such as the two values of a blood pressure.
  case correlation(Correlation)
  /// A workout.
  case workout(Workout)
  /// The activity rings of a day.
  case activitySummary(ActivitySummary)
  /// A hearing test.
  case audiogram(Audiogram)
  /// A prescription for glasses or contact lenses.
  case visionPrescription(VisionPrescription)
  /// A record from a clinic.
  case clinicalRecord(ClinicalRecord)
  /// An electrocardiogram.
  case electrocardiogram(Electrocardiogram)
  /// A series of single heartbeats.
  case heartbeatSeries(HeartbeatSeries)
  /// How someone felt.
  case stateOfMind(StateOfMind)
  /// A questionnaire with a score.
  case scoredAssessment(ScoredAssessment)
  /// A dose that was taken, or not.
  case medicationDose(MedicationDose)
  /// A document.
  case document(HealthDocument)
  /// An unknown element, preserved unchanged.
  case unknown(Element)
}

extension Sample {
  /// A sample of any kind.
  public init(_ sample: some HealthSample) { self = sample.anySample }

  /// The type; `nil` for an unknown element.
  public var sampleType: SampleType? { header?.descriptor.type }
  /// When the sample began; `nil` for an unknown element.
  public var startDate: Timestamp? { header?.start }
  /// When it ended; `nil` for an unknown element.
  public var endDate: Timestamp? { header?.end }
  /// The app or device that wrote it; `nil` for an unknown element.
  public var source: Source? { header?.descriptor.source }
  /// The device that measured the sample; `nil` if it is not known.
  public var device: Device? { header?.descriptor.device }
  /// The id of its participant; `nil` in data of one person.
  public var participant: String? {
    if case .unknown(let element) = self { element.participant } else { descriptor?.participant }
  }
  /// Its metadata; none for an unknown element.
  public var metadata: Metadata { header?.metadata ?? Metadata() }

  /// The sample as what all kinds but the unknown have in common.
  public var healthSample: (any HealthSample)? {
    switch self {
    case .quantity(let sample): sample
    case .category(let sample): sample
    case .correlation(let sample): sample
    default: structured
    }
  }

  /// The sample of a kind that is a structure of fields: all but quantities, categories, correlations and the unknown.
  package var structured: (any FieldSample)? {
    switch self {
    case .quantity, .category, .correlation, .unknown: nil
    case .workout(let sample): sample
    case .activitySummary(let sample): sample
    case .audiogram(let sample): sample
    case .visionPrescription(let sample): sample
    case .clinicalRecord(let sample): sample
    case .electrocardiogram(let sample): sample
    case .heartbeatSeries(let sample): sample
    case .stateOfMind(let sample): sample
    case .scoredAssessment(let sample): sample
    case .medicationDose(let sample): sample
    case .document(let sample): sample
    }
  }

  /// What every sample has; an unknown one has none.
  public var header: SampleHeader? {
    switch self {
    case .quantity(let sample): sample.header
    case .category(let sample): sample.header
    default: healthSample?.header
    }
  }

  /// The kind of the sample.
  public var kind: SampleKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .correlation: .correlation
    case .workout: .workout
    case .activitySummary: .activitySummary
    case .audiogram: .audiogram
    case .visionPrescription: .visionPrescription
    case .clinicalRecord: .clinicalRecord
    case .electrocardiogram: .electrocardiogram
    case .heartbeatSeries: .heartbeatSeries
    case .stateOfMind: .stateOfMind
    case .scoredAssessment: .scoredAssessment
    case .medicationDose: .medicationDose
    case .document: .document
    case .unknown: .unknown
    }
  }

  /// The identity: the same wherever the sample is read.
  ///
  /// - Complexity: Constant for the common kinds; linear in the content of an unknown element.
  public var id: SampleID {
    switch self {
    case .quantity(let sample): sample.id
    case .category(let sample): sample.id
    case .unknown(let element): element.id
    default: healthSample?.id ?? IdentityHash().id
    }
  }

  /// The UUID that the sample states, otherwise one that is derived from its identity and ordinal
  /// (``SampleUUID``).
  public var uuid: SampleUUID { header?.uuid ?? SampleUUID(id: id, ordinal: ordinal) }
}

/// The kinds of samples.
public enum SampleKind: String, Sendable, CaseIterable {
  case quantity, category, correlation, workout, activitySummary, audiogram, visionPrescription
  case clinicalRecord, electrocardiogram, heartbeatSeries, stateOfMind, scoredAssessment
  case medicationDose, document, unknown

  /// Its position in the list of kinds, which is its number in stores: new kinds are added at the end.
  package var index: Int {
    switch self {
    case .quantity: 0
    case .category: 1
    default: Self.all.firstIndex(of: self) ?? 0
    }
  }

  /// Made once: `allCases` makes an array each time.
  private static let all = allCases

  /// Whether an export writes start and end of these samples. Of the others, a header's dates follow from
  /// another field: the day of an activity summary, the issue of a prescription, the receipt of a record.
  public var hasOwnDates: Bool {
    switch self {
    case .activitySummary, .visionPrescription, .clinicalRecord, .document, .unknown: false
    default: true
    }
  }
}

extension Sample {
  /// The number of the sample among duplicates, from 0; always 0 for an unknown element.
  public var ordinal: UInt32 {
    get {
      switch self {
      case .quantity(let sample): sample.header.ordinal
      case .category(let sample): sample.header.ordinal
      default: header?.ordinal ?? 0
      }
    }
    set { updateHeader { $0.ordinal = newValue } }
  }

  /// Changes the header of the sample; an unknown element has none and is unchanged.
  public mutating func updateHeader(_ change: (inout SampleHeader) -> Void) {
    func changed<S: HealthSample>(_ sample: S) -> S {
      var sample = sample
      change(&sample.header)
      return sample
    }
    switch self {
    case .quantity(let sample): self = .quantity(changed(sample))
    case .category(let sample): self = .category(changed(sample))
    case .correlation(let sample): self = .correlation(changed(sample))
    case .workout(let sample): self = .workout(changed(sample))
    case .activitySummary(let sample): self = .activitySummary(changed(sample))
    case .audiogram(let sample): self = .audiogram(changed(sample))
    case .visionPrescription(let sample): self = .visionPrescription(changed(sample))
    case .clinicalRecord(let sample): self = .clinicalRecord(changed(sample))
    case .electrocardiogram(let sample): self = .electrocardiogram(changed(sample))
    case .heartbeatSeries(let sample): self = .heartbeatSeries(changed(sample))
    case .stateOfMind(let sample): self = .stateOfMind(changed(sample))
    case .scoredAssessment(let sample): self = .scoredAssessment(changed(sample))
    case .medicationDose(let sample): self = .medicationDose(changed(sample))
    case .document(let sample): self = .document(changed(sample))
    case .unknown: break
    }
  }
}

extension QuantitySample: Equatable {
  /// Whether two samples are equal in every detail, including the text form of values.
  public static func == (a: QuantitySample, b: QuantitySample) -> Bool {
    a.header == b.header && a.number.description == b.number.description && a.beats == b.beats
  }
}

extension StructuredSample: Equatable {
  /// Whether two samples are the same, field by field.
  public static func == (a: StructuredSample, b: StructuredSample) -> Bool {
    a.header == b.header && a.fields == b.fields
  }
}

extension Sample {
  /// Whether samples of the kind can hold others: correlations and workouts.
  @inlinable public var canHoldSamples: Bool {
    switch self {
    case .correlation, .workout: true
    default: false
    }
  }

  /// The samples that are directly nested in this one: members of a correlation, records of a workout. Setting them
  /// does nothing in samples of other kinds.
  public var members: [NestedSample] {
    get {
      switch self {
      case .correlation(let correlation): correlation.members
      case .workout(let workout): workout.fields.samples
      default: []
      }
    }
    set {
      switch self {
      case .correlation(var correlation):
        correlation.members = newValue
        self = .correlation(correlation)
      case .workout(let workout):
        var fields = workout.fields
        fields.samples = newValue
        self = .workout(Workout(header: workout.header, fields: fields))
      default: break
      }
    }
  }

  /// The samples that are directly nested in this one and not also at top level.
  public var nestedSamples: [Sample] {
    members.filter { $0.membership == .nestedOnly }.map(\.sample)
  }

  /// The outermost nested samples that meet a condition. The samples nested in one of these are not
  /// searched.
  ///
  /// - Parameter isWanted: Receives each nested sample before the samples nested in it.
  /// - Returns: The samples, in the order written.
  public func nestedSamples(where isWanted: (Sample) -> Bool) -> [Sample] {
    var found: [Sample] = []
    var left: [Sample] = nestedSamples.reversed()
    while let sample = left.popLast() {
      if isWanted(sample) {
        found.append(sample)
      } else if sample.canHoldSamples {
        left += sample.nestedSamples.reversed()
      }
    }
    return found
  }
}

/// A sample that is nested in a correlation or a workout, and whether it is also stored separately.
public struct NestedSample: Sendable, Equatable {
  /// Whether a nested sample is also stored separately.
  public enum Membership: String, Sendable {
    /// The same sample is also at top level: counting both would count it twice.
    case alsoTopLevel
    /// The sample occurs only where it is nested.
    case nestedOnly
  }

  /// The sample.
  public var sample: Sample
  /// Whether the sample is also stored separately.
  public var membership: Membership

  /// A nested sample; by default it occurs only where it is nested.
  public init(sample: Sample, membership: Membership = .nestedOnly) {
    self.sample = sample
    self.membership = membership
  }
}
