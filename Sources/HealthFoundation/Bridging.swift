public import Foundation
public import HealthModel

extension Timestamp {
  /// The instant of a `Date`, with the UTC offset of a time zone.
  ///
  /// A `Date` more than 2,177 years from 2001 has the offset 0; one more than 4.4 million years from 2001 becomes the nearest
  /// instant in that range. A `Date` that is not a number becomes ``unknown``.
  ///
  /// - Parameters:
  ///   - date: The instant. A `Date` is exact to some hundred nanoseconds.
  ///   - zone: The zone whose offset from UTC at that instant is stored, in whole minutes.
  public init(_ date: Date, in zone: TimeZone = .current) {
    guard !date.timeIntervalSinceReferenceDate.isNaN else {
      self = .unknown
      return
    }
    let limit = 0x1p47
    let seconds = min(max(date.timeIntervalSinceReferenceDate, -limit), limit)
    let whole = seconds.rounded(.down)
    let nanoseconds = min(((seconds - whole) * 1e9).rounded(), 999_999_999)
    let offset = whole.magnitude < 0x1p36 ? zone.secondsFromGMT(for: date) : 0
    self.init(
      secondsSince1970: Int64(whole) + Int64(Date.timeIntervalBetween1970AndReferenceDate),
      nanoseconds: Int32(nanoseconds), offsetMinutes: Int16(offset / 60))
  }

  /// The time that passed since another timestamp; negative if that is later.
  public func duration(since other: Timestamp) -> Duration {
    let (seconds, isOver) = secondsSince1970.subtractingReportingOverflow(other.secondsSince1970)
    return Duration(
      secondsComponent: isOver ? (self < other ? .min + 1 : .max - 1) : seconds,
      attosecondsComponent: Int64(nanoseconds - other.nanoseconds) * 1_000_000_000)
  }

  /// The timestamp after a duration, with the same UTC offset.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int64(self.nanoseconds) + attoseconds / 1_000_000_000
    let carry = (nanoseconds >= 1_000_000_000 ? 1 : 0) - (nanoseconds < 0 ? 1 : 0)
    return Timestamp(
      secondsSince1970: secondsSince1970 &+ seconds &+ Int64(carry),
      nanoseconds: Int32(nanoseconds - Int64(carry) * 1_000_000_000), offsetMinutes: offsetMinutes)
  }
}

extension Date {
  /// The instant of a timestamp, to some hundred nanoseconds.
  public init(_ timestamp: Timestamp) {
    self.init(
      timeIntervalSinceReferenceDate: Double(timestamp.secondsSince1970)
        - Date.timeIntervalBetween1970AndReferenceDate
        + Double(timestamp.nanoseconds) / 1e9)
  }
}

extension HealthSample {
  /// The time from start to end; `nil` for a sample that ends before it starts or has no dates.
  public var dateInterval: DateInterval? {
    guard start.isKnown, end.isKnown, end >= start else { return nil }
    return DateInterval(start: Date(start), end: Date(end))
  }
}

extension UUID {
  /// The UUID of a sample.
  public init(_ uuid: SampleUUID) {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word &>> (56 - 8 * index))
    }
    let (a, b) = (uuid.high, uuid.low)
    self.init(
      uuid: (
        byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6),
        byte(a, 7), byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5),
        byte(b, 6), byte(b, 7)
      ))
  }
}

extension SampleUUID {
  /// The UUID of a sample, from one of Foundation.
  public init(_ uuid: UUID) {
    func word(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 &<< 8 | UInt64($1) } }
    let b = uuid.uuid
    self.init(
      high: word([b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7]),
      low: word([b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15]))
  }
}

extension StructuredSample where Fields == Sample.ClinicalRecordFields {
  /// The FHIR resource as Foundation reads JSON (`HKFHIRResource.data`).
  ///
  /// - Returns: `nil` if the record has no resource.
  /// - Throws: The error of `JSONSerialization` if the resource is not JSON.
  public func fhirResource() throws -> [String: Any]? {
    try fields.resource.map { text in
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// What the record is about, in the words of the clinic (`HKClinicalRecord.displayName`): the text of the resource's
  /// code, of the vaccine, medication, substance or type, otherwise the display of its first coding.
  ///
  /// - Returns: `nil` if the resource states none, or is not JSON.
  public var displayName: String? {
    guard let resource = try? fhirResource() else { return nil }
    let concepts = [
      "code", "vaccineCode", "medicationCodeableConcept", "medicationReference", "medication",
      "substance", "type",
    ]
    for name in concepts {
      guard let concept = resource[name] as? [String: Any] else { continue }
      let coding = concept["coding"] as? [[String: Any]] ?? []
      let texts = [concept["text"], concept["display"]] + coding.map { $0["display"] }
      if let text = texts.lazy.compactMap({ $0 as? String }).first(where: { !$0.isEmpty }) {
        return text
      }
    }
    return nil
  }
}
