public import Foundation
import HealthConv
import HealthFoundation
public import HealthModel
import HealthStatistics
import HealthStore
import HealthUnits

/// What is stored: a sample of the library with HealthKit's names. Immutable, and compared by ``uuid``.
public class HKObject: Hashable, @unchecked Sendable {
  /// The sample as the library has it.
  public let sample: Sample

  init(_ sample: Sample) { self.sample = sample }

  /// What stores have of it: of a series of quantities, each as a sample.
  var stored: [Sample] { [sample] }

  /// That of an object made in code is random, and kept by stores. That of a sample of an export is made of its identity
  /// and ordinal, so that it is the same wherever the sample is read.
  public var uuid: UUID { UUID(sample.uuid) }
  /// The metadata; `nil` if there are none.
  public var metadata: [String: Any]? { sample.metadata.dictionary }
  /// The source, in its version.
  public var sourceRevision: HKSourceRevision {
    HKSourceRevision(sample.source ?? Source(name: ""))
  }
  /// The source.
  public var source: HKSource { sourceRevision.source }
  /// What measured it, if that is known.
  public var device: HKDevice? { sample.device.map { HKDevice($0) } }

  /// Whether both have the same UUID.
  public static func == (a: HKObject, b: HKObject) -> Bool { a.uuid == b.uuid }
  /// Feeds the UUID.
  public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }

  /// The header of an object that is made in code.
  static func header(
    _ type: SampleType, unit: String? = nil, _ start: Date, _ end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) -> SampleHeader {
    SampleHeader(
      descriptor: SampleDescriptor(
        type: type, unitText: unit, source: Source(name: HKSource.default().name),
        device: device?.own),
      start: Timestamp(start), end: Timestamp(end), metadata: Metadata(metadata), uuid: .random())
  }
}

/// An object with a type, a start and an end.
///
/// Initializers of samples do not throw, as HealthKit's do not. A sample that breaks the rules is refused when it is
/// saved.
public class HKSample: HKObject, @unchecked Sendable {
  /// The type.
  public var sampleType: HKSampleType {
    HKSampleType.of(sample) ?? HKSampleType.workoutType()
  }
  /// When it began.
  public var startDate: Date { Date(sample.startDate ?? .unknown) }
  /// When it ended.
  public var endDate: Date { Date(sample.endDate ?? .unknown) }
  /// Whether it is one quantity of a series.
  var isOfSeries: Bool {
    guard case .quantity(let quantity) = sample else { return false }
    return quantity.metadata[QuantitySeries.key].flatMap { SampleUUID($0) } != nil
  }
  /// Whether it has no end yet.
  public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

  /// A sample of the library in the class of its kind; `nil` for rings and unknown elements, which are no samples of HealthKit.
  public static func make(_ sample: Sample) -> HKSample? {
    switch sample {
    case .quantity(let quantity):
      switch quantity.type.aggregationStyle {
      case nil: HKQuantitySample(sample)
      case .cumulative?: HKCumulativeQuantitySample(sample)
      default: HKDiscreteQuantitySample(sample)
      }
    case .category: HKCategorySample(sample)
    case .correlation: HKCorrelation(sample)
    case .workout: HKWorkout(sample)
    case .audiogram: HKAudiogramSample(sample)
    case .electrocardiogram: HKElectrocardiogram(sample)
    case .heartbeatSeries: HKHeartbeatSeriesSample(sample)
    case .clinicalRecord: HKClinicalRecord(sample)
    case .stateOfMind: HKStateOfMind(sample)
    case .activitySummary, .unknown: nil
    default: HKSample(sample)
    }
  }
}

/// A measured quantity.
public class HKQuantitySample: HKSample, @unchecked Sendable {
  /// A sample. A quantity that is not a number ends the program.
  public convenience init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date,
    metadata: [String: Any]? = nil
  ) {
    self.init(
      type: quantityType, quantity: quantity, start: start, end: end, device: nil,
      metadata: metadata)
  }

  /// A sample that a device measured. A quantity that is not a number ends the program.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date,
    device: HKDevice?, metadata: [String: Any]? = nil
  ) {
    guard let number = Number(quantity.value) else {
      preconditionFailure("the value of a sample is not a number")
    }
    let header = Self.header(
      quantityType.sampleType, unit: "\(quantity.unit)", start, end, device, metadata)
    (series, quantities) = (nil, [])
    super.init(.quantity(QuantitySample(header: header, number: number)))
  }

  /// A sample of the library: one quantity.
  override init(_ sample: Sample) {
    (series, quantities) = (nil, [])
    super.init(sample)
  }

  /// A series as one sample, of the quantities that stores have of it.
  init?(_ quantities: [QuantitySample]) {
    guard let series = QuantitySeries(quantities), let sample = try? series.sample() else {
      return nil
    }
    (self.series, self.quantities) = (series, quantities)
    super.init(.quantity(sample))
  }

  /// A series as one object, in the class of its type; samples that are no series as several.
  static func objects(_ quantities: [QuantitySample]) -> [HKSample] {
    let series: HKQuantitySample? =
      switch quantities.first?.type.aggregationStyle {
      case nil: HKQuantitySample(quantities)
      case .cumulative?: HKCumulativeQuantitySample(quantities)
      default: HKDiscreteQuantitySample(quantities)
      }
    return series.map { [$0] } ?? quantities.compactMap { HKSample.make(.quantity($0)) }
  }

  /// Objects of which those of one series are one, after the others.
  static func joined(_ objects: [HKSample]) -> [HKSample] {
    if !objects.contains(where: \.isOfSeries) { return objects }
    let quantities = objects.filter(\.isOfSeries).flatMap(\.stored).compactMap { sample in
      if case .quantity(let quantity) = sample { quantity } else { nil }
    }
    return objects.filter { !$0.isOfSeries }
      + QuantitySeries.members(of: quantities).flatMap { Self.objects($0) }
  }

  /// The series that it is, if it has several quantities.
  let series: QuantitySeries?
  private let quantities: [QuantitySample]
  override var stored: [Sample] { series == nil ? [sample] : quantities.map { .quantity($0) } }

  private var own: QuantitySample? {
    if case .quantity(let sample) = sample { sample } else { nil }
  }
  /// The type.
  public var quantityType: HKQuantityType { HKQuantityType(own?.type ?? QuantityType("")) }
  /// The value with its unit; of a text that is not a unit, the value as a count.
  public var quantity: HKQuantity { (try? own?.quantity) ?? Quantity(own?.value ?? 0, .count) }
  /// How many quantities a series has; 1 for other samples.
  public var count: Int { series?.count ?? 1 }
}

/// A quantity of a type that adds up.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The sum.
  public var sumQuantity: HKQuantity { quantity }
}

/// A quantity of a type that does not add up.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The average.
  public var averageQuantity: HKQuantity { quantity }
  /// The least quantity.
  public var minimumQuantity: HKQuantity { series?.minimumQuantity ?? quantity }
  /// The greatest quantity.
  public var maximumQuantity: HKQuantity { series?.maximumQuantity ?? quantity }
  /// The quantity that begins last.
  public var mostRecentQuantity: HKQuantity { series?.mostRecentQuantity ?? quantity }
  /// The time of that quantity.
  public var mostRecentQuantityDateInterval: DateInterval {
    let last = series?.entries.last
    return DateInterval(
      start: last.map { Date($0.start) } ?? startDate, end: last.map { Date($0.end) } ?? endDate)
  }
}

/// One of a few cases, by its number.
public final class HKCategorySample: HKSample, @unchecked Sendable {
  /// A sample.
  public init(
    type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice? = nil,
    metadata: [String: Any]? = nil
  ) {
    let header = Self.header(type.sampleType, start, end, device, metadata)
    let known = type.type.enumerations.lazy.compactMap { $0.value(numbered: value) }.first
    super.init(
      .category(CategorySample(header: header, value: known ?? CategoryValue("\(value)"))))
  }

  override init(_ sample: Sample) { super.init(sample) }

  private var own: CategorySample? {
    if case .category(let sample) = sample { sample } else { nil }
  }
  /// The type.
  public var categoryType: HKCategoryType { HKCategoryType(own?.type ?? CategoryType("")) }
  /// The number of the case; 0 (not applicable) of a case without a number.
  public var value: Int { own?.value?.number ?? 0 }
}

/// Samples that belong together.
public final class HKCorrelation: HKSample, @unchecked Sendable {
  /// A correlation of samples, which are saved with it.
  public init(
    type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>,
    device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) {
    let header = Self.header(type.sampleType, start, end, device, metadata)
    let members = objects.map(\.sample).sorted { SampleKey($0) < SampleKey($1) }
    super.init(
      .correlation(Correlation(header: header, members: members.map { NestedSample(sample: $0) })))
  }

  override init(_ sample: Sample) { super.init(sample) }

  /// The type.
  public var correlationType: HKCorrelationType {
    HKCorrelationType(CorrelationType(sample.sampleType?.identifier ?? ""))
  }
  /// The samples.
  public var objects: Set<HKSample> { Set(sample.members.compactMap { HKSample.make($0.sample) }) }
  /// The samples of a type.
  public func objects(for type: HKSampleType) -> Set<HKSample> {
    objects.filter { $0.sampleType == type }
  }
}
