import HealthBytes
import HealthModel

/// Handles the messages of files other than activities.
extension FITReader {
  mutating func useDaily(_ kind: FITMessageKind, _ message: borrowing FITMessage) {
    guard let seconds = message.time ?? message.date(0) else {
      return drop("measurements without a time")
    }
    if kind == .monitoring, !activity.offsetIsKnown, let offset = daily.offset(of: origin.serial) {
      activity.offset = offset
    }
    let time = FITTime(seconds).timestamp(activity.offset)
    switch kind {
    case .monitoring: useMonitoring(message, seconds, time)
    case .weightScale: useWeight(message, time)
    case .bloodPressure: usePressure(message, time)
    // The mode 0 means that the watch was off the wrist.
    case .oxygenSaturation where message[2] == 0:
      drop("oxygen saturations without contact to the wrist")
    default:
      var isRead = false
      for measurement in Self.daily where measurement.kind == kind {
        guard !isRead, let raw = message[measurement.field], raw > 0 else { continue }
        isRead = true
        deliver(
          quantity(
            measurement.type, measurement.unit,
            Number(digits: raw &* measurement.factor, exponent: measurement.exponent), time, time))
      }
      if !isRead { drop("measurements without a value") }
    }
  }

  /// A message with one value.
  private struct Measurement {
    let kind: FITMessageKind
    let field: Int
    let type: QuantityType
    let unit: String
    /// The value is the field times the factor times this power of ten.
    let exponent: Int16
    var factor: Int64 = 1
  }

  /// Of several fields of a message, the first that has a value counts.
  private static let daily: [Measurement] = [
    Measurement(
      kind: .restingHeartRate, field: 1, type: .restingHeartRate, unit: "count/min", exponent: 0),
    Measurement(
      kind: .restingHeartRate, field: 0, type: .restingHeartRate, unit: "count/min", exponent: 0),
    Measurement(kind: .maximalMET, field: 2, type: .vo2Max, unit: "mL/min·kg", exponent: -1),
    Measurement(
      kind: .oxygenSaturation, field: 0, type: .oxygenSaturation, unit: "%", exponent: -2),
    Measurement(
      kind: .respiration, field: 0, type: .respiratoryRate, unit: "count/min", exponent: -2),
    // 1/128 is 78125 / 10^7.
    Measurement(
      kind: .hrvValue, field: 0, type: .heartRateVariabilityRMSSD, unit: "ms", exponent: -7,
      factor: 78_125),
  ]

  private mutating func useMonitoring(
    _ message: borrowing FITMessage, _ seconds: Int64, _ time: Timestamp
  ) {
    if let rate = message[27], rate > 0 {
      deliver(quantity(.heartRate, "count/min", Number(digits: rate, exponent: 0), time, time))
    }
    let kind = (message[5] ?? message[24].map { $0 & 0x1F } ?? 0) & 0xFF
    let totals: [(field: Int, type: QuantityType?, unit: String, exponent: Int16)] = [
      (3, kind == 6 || kind == 1 ? .stepCount : nil, "count", 0),
      (2, FITDaily.distances[kind], "m", -2),
      (19, .activeEnergyBurned, "kcal", 0),
    ]
    for (field, type, unit, exponent) in totals {
      guard let total = message[field] else { continue }
      let (amount, from): (Int64, Int64)
      guard let type else {
        drop("counts of activities without a type")
        continue
      }
      let counter = FITDaily.Counter(field: field, kind: kind, serial: origin.serial)
      switch daily.add(total, to: counter, at: seconds, offset: activity.offset) {
      case .nothing: continue
      case .isOlder:
        drop("running totals older than one that was read before")
        continue
      case .added(let added, let since): (amount, from) = (added, since)
      }
      deliver(
        quantity(
          type, unit, Number(digits: amount, exponent: exponent),
          FITTime(from).timestamp(activity.offset), time))
    }
  }

  private mutating func useWeight(_ message: borrowing FITMessage, _ time: Timestamp) {
    // The greatest but one means that the scale has not finished.
    if let weight = message[0], weight < 0xFFFE {
      deliver(quantity(.bodyMass, "kg", Number(digits: weight, exponent: -2), time, time))
    } else {
      drop("weights without a value")
    }
    if let fat = message[1] {
      deliver(quantity(.bodyFatPercentage, "%", Number(digits: fat, exponent: -4), time, time))
    }
    if let index = message[13] {
      deliver(quantity(.bodyMassIndex, "count", Number(digits: index, exponent: -1), time, time))
    }
    for field in [2, 4, 5, 7, 10] where message[field] != nil { drop("values of scales") }
  }

  private mutating func usePressure(_ message: borrowing FITMessage, _ time: Timestamp) {
    if let systolic = message[0], let diastolic = message[1] {
      let members = [
        quantity(
          .bloodPressureSystolic, "mmHg", Number(digits: systolic, exponent: 0), time, time),
        quantity(
          .bloodPressureDiastolic, "mmHg", Number(digits: diastolic, exponent: 0), time, time),
      ]
      let descriptor = SampleDescriptor(
        type: .correlation(.bloodPressure), source: origin.source, device: origin.device)
      deliver(
        .correlation(
          Correlation(
            header: SampleHeader(descriptor: descriptor, start: time, end: time),
            members: members.map { NestedSample(sample: $0) })))
    } else {
      drop("blood pressures without both values")
    }
    if let rate = message[6] {
      deliver(quantity(.heartRate, "count/min", Number(digits: rate, exponent: 0), time, time))
    }
  }
}

/// The running totals of days, which become amounts of intervals.
///
/// A watch counts steps, meters and energy by kind of activity from midnight on, and writes several files a day: a total
/// continues that of the file before. A total of midnight itself is the last one of the day that ends.
struct FITDaily {
  /// What is counted: a field of a message of monitoring for a kind of activity, by one device.
  struct Counter: Hashable {
    let field: Int
    let kind: Int64
    let serial: Int64?
  }

  enum Outcome {
    case nothing
    /// The total is older than the last one of its day: what it counted is part of that.
    case isOlder
    /// What was added, since a time.
    case added(Int64, since: Int64)
  }

  private struct Key: Hashable {
    let counter: Counter
    let midnight: Int64
  }

  private var totals: [Key: (total: Int64, time: Int64)] = [:]
  /// What the clock of each device shows more than UTC, in minutes, by its serial number.
  private var offsets: [Int64?: Int16] = [:]

  /// The most totals in memory: those of some years. Beyond, all are forgotten.
  private static let most = 1 << 16

  /// The types of distances by the kind of activity.
  static let distances: [Int64: QuantityType] = [
    1: .distanceWalkingRunning, 2: .distanceCycling, 5: .distanceSwimming,
    6: .distanceWalkingRunning,
  ]

  /// The last known offset of the clock of a device, in minutes.
  func offset(of serial: Int64?) -> Int16? { offsets[serial] }

  /// Notes what the clock of a device shows more than UTC, in minutes: its next file may not state it.
  mutating func note(_ offset: Int16, of serial: Int64?) {
    if offsets.count >= Self.most { offsets.removeAll() }
    offsets[serial] = offset
  }

  /// Adds a total.
  ///
  /// - Parameter offset: What the clock shows more than UTC, in minutes.
  mutating func add(
    _ total: Int64, to counter: Counter, at time: Int64, offset: Int16
  ) -> Outcome {
    let clock = time &- 1 &+ Int64(offset) &* 60
    let midnight = clock &- clock % 86_400 &- Int64(offset) &* 60
    let key = Key(counter: counter, midnight: midnight)
    if totals.count >= Self.most { totals.removeAll() }
    guard let last = totals[key] else {
      totals[key] = (total, time)
      return total > 0 ? .added(total, since: midnight) : .nothing
    }
    guard last.time <= time else { return .isOlder }
    // A small decrease is a correction; a device that was switched off may begin anew.
    if total < last.total, total > last.total / 2 {
      totals[key] = (last.total, time)
      return .nothing
    }
    totals[key] = (total, time)
    let added = total < last.total ? total : total &- last.total
    return added > 0 ? .added(added, since: last.time) : .nothing
  }
}
