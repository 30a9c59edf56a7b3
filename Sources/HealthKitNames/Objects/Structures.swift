public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthStatistics
import HealthUnits

/// A hearing test.
public final class HKAudiogramSample: HKSample, @unchecked Sendable {
  /// A test.
  public init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date,
    device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) {
    var fields = Sample.AudiogramFields()
    fields.sensitivityPoints = sensitivityPoints.map(\.own)
    let type = HKObjectType.audiogramSampleType().sampleType
    let header = Self.header(type, start, end, device, metadata)
    super.init(.audiogram(Audiogram(header: header, fields: fields)))
  }

  override init(_ sample: Sample) { super.init(sample) }

  /// The thresholds at each frequency.
  public var sensitivityPoints: [HKAudiogramSensitivityPoint] {
    guard case .audiogram(let test) = sample else { return [] }
    return test.sensitivityPoints.map { HKAudiogramSensitivityPoint($0) }
  }
}

/// The thresholds at one frequency.
public struct HKAudiogramSensitivityPoint: Sendable {
  let own: SensitivityPoint

  init(_ own: SensitivityPoint) { self.own = own }

  /// Thresholds in dBHL; `nil` for an ear that was not tested.
  ///
  /// - Throws: `HKError` for units of other dimensions.
  public init(
    frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?
  ) throws {
    do {
      own = SensitivityPoint(
        frequency: try frequency.value(in: .hertz),
        leftEar: try leftEarSensitivity?.value(in: .decibelHearingLevel),
        rightEar: try rightEarSensitivity?.value(in: .decibelHearingLevel))
    } catch { throw HKError(error) }
  }

  /// The frequency.
  public var frequency: HKQuantity {
    let unit = own.frequencyUnit.flatMap { try? HealthUnit($0) } ?? .hertz
    return Quantity(own.frequencyValue?.doubleValue ?? 0, unit)
  }
  /// The threshold of the left ear.
  public var leftEarSensitivity: HKQuantity? {
    own.leftEarValue.map { Quantity($0.doubleValue, .decibelHearingLevel) }
  }
  /// The threshold of the right ear.
  public var rightEarSensitivity: HKQuantity? {
    own.rightEarValue.map { Quantity($0.doubleValue, .decibelHearingLevel) }
  }
}

/// The beats of a heart, one by one.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
  var beats: [Sample.SeriesBeat] {
    if case .heartbeatSeries(let series) = sample { series.fields.beats } else { [] }
  }
  /// How many beats there are.
  override public var count: Int { beats.count }
}

/// An electrocardiogram.
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
  /// How the watch classified it.
  public typealias Classification = HKElectrocardiogramClassification
  /// Whether there were symptoms.
  public typealias SymptomsStatus = HKElectrocardiogramSymptomsStatus
  /// Where it was measured.
  public typealias Lead = HKElectrocardiogramLead

  /// The voltage at a time after the start.
  public struct VoltageMeasurement: Sendable {
    /// Seconds after the start.
    public let timeSinceSampleStart: TimeInterval
    private let voltage: HKQuantity

    init(_ time: TimeInterval, _ voltage: HKQuantity) {
      (timeSinceSampleStart, self.voltage) = (time, voltage)
    }
    /// The voltage: exports have one lead.
    public func quantity(for lead: Lead) -> HKQuantity? { voltage }
  }

  private var own: Electrocardiogram? {
    if case .electrocardiogram(let own) = sample { own } else { nil }
  }
  /// How many voltages there are.
  public var numberOfVoltageMeasurements: Int { own?.fields.voltages.count ?? 0 }
  /// How many voltages there are in a second.
  public var samplingFrequency: HKQuantity? { own?.samplingFrequency }
  /// The average heart rate, if it is stated.
  public var averageHeartRate: HKQuantity? { own?.averageHeartRate }
  /// The classification, where it is written in English, as a phone of that language exports it.
  public var classification: Classification {
    (own?.classification.number).flatMap { Classification(rawValue: $0) } ?? .unrecognized
  }
  /// Whether symptoms are written.
  public var symptomsStatus: SymptomsStatus {
    (own?.symptomsStatus.number).flatMap { SymptomsStatus(rawValue: $0) } ?? .notSet
  }

  /// The voltages in order.
  var measurements: [VoltageMeasurement] {
    guard let fields = own?.fields else { return [] }
    let rate = (try? samplingFrequency?.value(in: .hertz)) ?? 512
    let unit: HealthUnit =
      fields.unit == "V" ? .volt : fields.unit == "mV" ? .volt(.milli) : .microvolt
    return fields.voltages.enumerated().map { index, number in
      VoltageMeasurement(Double(index) / rate, Quantity(number.doubleValue, unit))
    }
  }
}

/// A record of a clinic.
public final class HKClinicalRecord: HKSample, @unchecked Sendable {
  private var own: ClinicalRecord? {
    if case .clinicalRecord(let record) = sample { record } else { nil }
  }
  /// The type.
  public var clinicalType: HKClinicalType {
    HKClinicalType(of: own?.type.identifier ?? "")
  }
  /// What it is about, in the words of the clinic; empty if the resource does not state it.
  public var displayName: String { own?.displayName ?? "" }
  /// The content; `nil` if the export had none.
  public var fhirResource: HKFHIRResource? {
    own.flatMap { own in own.fields.resource.map { HKFHIRResource(own.fields, $0) } }
  }
}

/// The content of a clinical record.
public struct HKFHIRResource: Sendable {
  /// The identifier at its server.
  public let identifier: String
  /// The address at its server.
  public let sourceURL: URL?
  /// JSON, byte for byte.
  public let data: Data
  /// The version of FHIR, such as `4.0.1`.
  public let fhirVersion: String?

  init(_ fields: Sample.ClinicalRecordFields, _ resource: String) {
    identifier = fields.identifier ?? ""
    sourceURL = fields.sourceURL.flatMap { URL(string: $0) }
    data = Data(resource.utf8)
    fhirVersion = fields.fhirVersion
  }
}

/// How someone felt.
public final class HKStateOfMind: HKSample, @unchecked Sendable {
  /// An emotion or a mood.
  public typealias Kind = HKStateOfMindKind
  /// A word for it.
  public typealias Label = HKStateOfMindLabel
  /// What it is about.
  public typealias Association = HKStateOfMindAssociation

  private var fields: Sample.StateOfMindFields {
    if case .stateOfMind(let own) = sample { own.fields } else { .init() }
  }
  private func number(_ name: String?) -> Int {
    name.flatMap { EnumerationValue($0).number } ?? 0
  }
  /// An emotion or a mood.
  public var kind: Kind { Kind(rawValue: number(fields.kind)) ?? .momentaryEmotion }
  /// From -1, very unpleasant, to 1, very pleasant.
  public var valence: Double { fields.valence?.doubleValue ?? 0 }
  /// The words chosen for it.
  public var labels: [Label] { fields.labels.compactMap { Label(rawValue: number($0.name)) } }
  /// What it is associated with.
  public var associations: [Association] {
    fields.associations.compactMap { Association(rawValue: number($0.name)) }
  }
}

/// The rings of a day.
public final class HKActivitySummary: HKObject, @unchecked Sendable {
  private var own: ActivitySummary? {
    if case .activitySummary(let own) = sample { own } else { nil }
  }
  /// The day: year, month and day of a calendar.
  public func dateComponents(for calendar: Calendar) -> DateComponents {
    guard let day = own?.day else { return DateComponents() }
    return DateComponents(
      calendar: calendar, era: 1, year: day.year, month: day.month, day: day.day)
  }
  /// Whether energy or minutes are the goal.
  public var activityMoveMode: HKActivityMoveMode {
    own?.fields.appleMoveTimeGoal.map { $0.doubleValue > 0 } == true
      ? .appleMoveTime : .activeEnergy
  }
  /// The active energy.
  public var activeEnergyBurned: HKQuantity {
    own?.activeEnergyBurned ?? Quantity(0, .kilocalorie)
  }
  /// The goal of the active energy.
  public var activeEnergyBurnedGoal: HKQuantity {
    own?.activeEnergyBurnedGoal ?? Quantity(0, .kilocalorie)
  }
  /// The time of moving.
  public var appleMoveTime: HKQuantity { own?.appleMoveTime ?? Quantity(0, .minute) }
  /// The goal of the time of moving.
  public var appleMoveTimeGoal: HKQuantity { own?.appleMoveTimeGoal ?? Quantity(0, .minute) }
  /// The time of exercise.
  public var appleExerciseTime: HKQuantity { own?.appleExerciseTime ?? Quantity(0, .minute) }
  /// The goal of the time of exercise.
  public var appleExerciseTimeGoal: HKQuantity { exerciseTimeGoal ?? Quantity(0, .minute) }
  /// The goal of the time of exercise; `nil` if there is none.
  public var exerciseTimeGoal: HKQuantity? { own?.appleExerciseTimeGoal }
  /// The hours with a minute of standing.
  public var appleStandHours: HKQuantity { own?.appleStandHours ?? Quantity(0, .count) }
  /// The goal of these hours.
  public var appleStandHoursGoal: HKQuantity { standHoursGoal ?? Quantity(0, .count) }
  /// The goal of these hours; `nil` if there is none.
  public var standHoursGoal: HKQuantity? { own?.appleStandHoursGoal }
}
