import HealthModel

extension DatasetInfo {
  /// A property of a dataset.
  enum Property: String {
    case exportDate, exportDateSpelled, locale, exportVersion, path, characteristic, attribute
  }

  /// The properties that are known, a row for each.
  var rows: [(property: Property, name: String?, value: String)] {
    var rows: [(property: Property, name: String?, value: String)] = []
    if let date = exportDate {
      rows.append((.exportDate, nil, date.text(.iso8601).description))
      if let spelling = date.spelling { rows.append((.exportDateSpelled, nil, spelling.text)) }
    }
    if let locale { rows.append((.locale, nil, locale)) }
    if let exportVersion { rows.append((.exportVersion, nil, exportVersion)) }
    if let path { rows.append((.path, nil, path)) }
    rows += characteristics.map { (.characteristic, $0.type.identifier, $0.value) }
    return rows + attributes.map { (.attribute, $0.name, $0.value) }
  }

  /// Adds what a row of the table states.
  mutating func add<Row: TableRow & ~Copyable>(_ row: inout Row) throws(FormatError) {
    let name = try row.text(1) ?? ""
    let value = try row.text(2) ?? ""
    switch try row.text(0).flatMap({ Property(rawValue: $0) }) {
    case .exportDate:
      switch Timestamp.parse(value.utf8Span.span, form: .iso8601) {
      case .success(let date): exportDate = date
      case .failure(let fault):
        throw row.error("malformed-date", column: 2, "value \(fault.wording)")
      }
    case .exportDateSpelled:
      if let spelled = Timestamp(value), spelled == exportDate { exportDate = spelled }
    case .locale: locale = value
    case .exportVersion: exportVersion = value
    case .path: path = value
    case .characteristic:
      characteristics.append(
        DatasetInfo.Characteristic(type: CharacteristicType(name), value: value))
    case .attribute: attributes.append(Element.Attribute(name: name, value: value))
    case nil:
      throw row.error("malformed-value", column: 0, "found a property that datasets do not have")
    }
  }
}
