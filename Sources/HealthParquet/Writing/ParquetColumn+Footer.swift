import HealthBytes

extension ParquetColumn {
  /// Writes the column's element of the schema.
  func describe(to footer: inout CompactWriter) {
    footer.beginItem()
    footer.int32(1, kind.physicalType.rawValue)
    if kind == .fixed16 { footer.int32(2, 16) }
    footer.int32(3, isRequired ? 0 : 1)
    footer.text(4, name)
    if let convertedType = kind.convertedType { footer.int32(6, convertedType) }
    if let logicalType = kind.logicalType {
      footer.beginStructure(10)
      footer.beginStructure(logicalType)
      switch kind {
      case .timestamp(let units):
        footer.truth(1, true)
        footer.beginStructure(2)
        footer.beginStructure(units == 1_000 ? 1 : units == 1_000_000 ? 2 : 3)
        footer.endStructure()
        footer.endStructure()
      case .int16, .uint64:
        footer.byte(1, kind == .int16 ? 16 : 64)
        footer.truth(2, kind == .int16)
      default: break
      }
      footer.endStructure()
      footer.endStructure()
    }
    footer.endStructure()
  }
}

extension ParquetColumn.Kind {
  /// The field of the union of logical types.
  var logicalType: Int16? {
    switch self {
    case .text: 1
    case .date: 6
    case .timestamp: 8
    case .int16, .uint64: 10
    case .int32, .int64, .double, .bytes, .fixed16: nil
    }
  }
}
