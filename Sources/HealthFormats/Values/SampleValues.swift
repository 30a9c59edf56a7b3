import HealthBytes
package import HealthModel

extension SampleType {
  /// The type that samples of a kind have by an identifier; of a workout, by that of the activity.
  package init(_ kind: SampleKind, _ identifier: String) {
    switch kind {
    case .quantity: self = .quantity(QuantityType(identifier))
    case .category: self = .category(CategoryType(identifier))
    case .correlation: self = .correlation(CorrelationType(identifier))
    case .workout: self = .workout(WorkoutActivityType(identifier))
    case .clinicalRecord: self = .clinicalRecord(identifier)
    default: self = .other(identifier)
    }
  }

  /// The identifier without what all of its kind share.
  var shortName: String {
    switch self {
    case .quantity(let type): type.shortName
    case .category(let type): type.shortName
    case .correlation(let type): type.shortName
    case .workout: "Workout"
    case .clinicalRecord(let identifier), .other(let identifier): identifier
    }
  }
}

extension SampleKind {
  /// Whether the unit is a field of the kind, and not what its samples share.
  package var hasOwnUnit: Bool { self == .electrocardiogram || self == .medicationDose }
}

extension FieldSample {
  /// Whether start and end are exactly those of a field: then they are not written separately.
  package func hasImpliedDates(_ kind: SampleKind) -> Bool {
    guard !kind.hasOwnDates, let date = fields.impliedDate else { return false }
    return header.start.isSame(as: date) && header.end.isSame(as: date)
  }
}

extension Number {
  /// A fraction as a percentage. The product of zero would have a power of ten, which is printed as `000`.
  var percentage: Number? { digits == 0 ? Number(0) : multiplied(by: Number(100)) }
}

/// Blood pressures in formats that have the two values in one record.
extension Correlation {
  /// Systolic and diastolic pressure in mmHg; `nil` if it is not a blood pressure with both.
  var bloodPressure: (systolic: Number, diastolic: Number)? {
    guard type == .bloodPressure, let systolic = pressure(.bloodPressureSystolic),
      let diastolic = pressure(.bloodPressureDiastolic)
    else { return nil }
    return (systolic, diastolic)
  }

  private func pressure(_ type: QuantityType) -> Number? {
    for member in members {
      guard case .quantity(let quantity) = member.sample, quantity.type == type else { continue }
      return quantity.number.converted(quantity.unit, to: "mmHg")
    }
    return nil
  }

  /// The members that only the correlation has, without the two values of ``bloodPressure``.
  var otherMembers: [Sample] {
    var pressures: [QuantityType] =
      bloodPressure == nil ? [] : [.bloodPressureSystolic, .bloodPressureDiastolic]
    var others: [Sample] = []
    for member in members {
      if case .quantity(let quantity) = member.sample,
        let index = pressures.firstIndex(of: quantity.type)
      {
        pressures.remove(at: index)
      } else if member.membership == .nestedOnly {
        others.append(member.sample)
      }
    }
    return others
  }

  /// Whether its members are a systolic and a diastolic pressure in mmHg that have no dates, origin or metadata of their own.
  var hasPlainPressures: Bool {
    guard members.count == 2 else { return false }
    return zip(members, [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic]).allSatisfy {
      member, type in
      guard case .quantity(let quantity) = member.sample else { return false }
      let descriptor = header.descriptor.replacing(type: .quantity(type), unitText: "mmHg")
      return quantity.beats.isEmpty
        && quantity.header
          == SampleHeader(
            descriptor: descriptor, start: start, end: end, created: created,
            deviceAddress: header.deviceAddress, ordinal: quantity.header.ordinal)
    }
  }
}

extension CategorySample {
  /// The number of a value of sleep analysis, from 0 (in bed) to 5 (REM); `nil` for other types and values.
  var sleepStage: Int? {
    guard type == .sleepAnalysis, let value, let number = value.number, (0...5).contains(number),
      value.enumeration == nil || value.enumeration == type.enumerations.first
    else { return nil }
    return number
  }
}

/// `sourceURL` as `source_url`: names of tables and columns are in lower case.
package func snakeCase(_ name: String) -> String {
  var text: [UInt8] = []
  var wasUpper = true
  for byte in name.utf8 {
    let isUpper = byte &- UInt8(ascii: "A") < 26
    if isUpper, !wasUpper { text.append(UInt8(ascii: "_")) }
    text.append(isUpper ? byte | 32 : byte)
    wasUpper = isUpper
  }
  return String(decoding: text, as: UTF8.self)
}

/// Counts the texts of long names of sources and devices against `ratio`, once for each sample of a file in which samples share
/// them.
struct SharedOrigins {
  private var text: Int64 = 0

  /// Counts the texts of a sample.
  ///
  /// - Parameter consumed: The bytes of the file that were read.
  mutating func count(
    _ sample: Sample, consumed: Int64, at place: Place
  ) throws(HealthError) {
    guard let descriptor = sample.header?.descriptor, descriptor.isHeavy else { return }
    text += Int64(descriptor.weight)
    if text > RatioGuard.mostText(of: consumed) {
      throw RatioGuard.excess(place.file).reading(at: place)
    }
  }
}

/// Counts the rows that one sample consists of, so that memory is bounded where they come one by one.
package final class SampleSize {
  /// Bytes of the rows since `reset()`, with the memory of each.
  private(set) var bytes = 0
  private let limit: Int
  /// Bytes of all rows so far, and the most of them, where rows can share texts.
  var total: Int64 = 0
  var mostTotal = Int64.max

  /// - Parameter ahead: Bytes of the rows of later samples that may be read meanwhile.
  package init(ahead: Int = 0) { limit = Limits.rowsBytes.value + ahead }

  /// The minimum memory of a row in addition to its bytes.
  private static let rowOverhead = 32

  /// Whether all rows together are beyond ``Limits/ratio``.
  var hasExcessiveText: Bool { total > mostTotal }

  /// Begins to count for another sample.
  @inline(__always)
  package func reset() { bytes = 0 }

  /// Counts a row.
  ///
  /// - Returns: Whether the sample is still within ``Limits/rowsBytes``, and all are within ``Limits/ratio``.
  @inline(__always)
  package func add(_ count: Int) -> Bool {
    bytes &+= count &+ Self.rowOverhead
    total &+= Int64(count)
    return bytes <= limit && total <= mostTotal
  }
}
