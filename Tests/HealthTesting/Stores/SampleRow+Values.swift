import HealthModel
package import HealthStore

extension SampleRow {
  /// The row of values, if they are those of one.
  package init?(_ values: [StoreValue]) {
    guard values.count == StoreTable.sample.columns.count, let change = values[0].integer,
      case .id(let id) = values[2],
      let ordinal = values[3].integer.flatMap({ UInt32(exactly: $0) }),
      let kind = values[5].integer.flatMap({ SampleKind(code: $0) }), let series = values[6].integer
    else { return nil }
    self.init(
      change: change, parent: values[1].integer, id: id, ordinal: ordinal,
      digest: values[4].integer, kind: kind, series: series)
    start = Self.date(values[7], values[8])
    end = Self.date(values[9], values[10])
    created = Self.date(values[11], values[12])
    deviceAddress = values[13].integer
    value = values[14].real
    category = values[15].integer
    metadata = values[16].integer
    parts = values[17].integer ?? 0
    exact = values[18].text
    extras = values[19].text
    if case .id(let bits) = values[20] { uuid = SampleUUID(bits) }
  }

  private static func date(_ instant: StoreValue, _ offset: StoreValue) -> Timestamp? {
    guard case .instant(let seconds, let nanoseconds) = instant else { return nil }
    return Timestamp(
      validating: seconds, nanoseconds: nanoseconds, offsetMinutes: offset.integer ?? 0)
  }
}
