import HealthModel
import HealthParquet

/// The columns of a table in a file of Parquet: typed, and two for a date.
///
/// A date is an instant with the offset of its clock next to it; `start` has the calendar date in `local_date`, too. A table
/// with numbers has `decimals`: the count of decimals of all numbers of a row, where one of them ends in zeros. What the
/// columns do not give back exactly is in `extras`, which every table with dates or numbers has.
struct ParquetLayout {
  private(set) var columns: [ParquetColumn] = []
  /// The columns of texts that many samples share.
  private(set) var shared: [Int] = []
  private(set) var hasDecimals = false
  /// Whether `extras` is not a column of the table itself.
  private(set) var addsExtras = false

  static let decimals = ParquetColumn("decimals", .int16)
  static let extras = ParquetColumn("extras", .text)
  static let localDate = ParquetColumn("local_date", .date)

  /// The column of the offset of a date.
  static func offset(of name: String) -> ParquetColumn { ParquetColumn("\(name)Offset", .int16) }

  init(_ table: DatasetTable) {
    for column in table.columns {
      if column.type == .date {
        if column.name == "start" { columns.append(Self.localDate) }
        columns += [ParquetColumn(column), Self.offset(of: column.name)]
        continue
      }
      if column.type == .shared { shared.append(columns.count) }
      if column.type == .number { hasDecimals = true }
      columns.append(ParquetColumn(column))
    }
    addsExtras = hasDecimals && columns.last?.name != Self.extras.name
    if addsExtras { columns.append(Self.extras) }
    if hasDecimals { columns.append(Self.decimals) }
  }
}

extension ParquetColumn {
  /// The column of a table's column.
  init(_ column: DatasetTable.Column) {
    let kind: Kind =
      switch column.type {
      case .integer: .int64
      case .number: .double
      case .text, .shared, .json: .text
      case .date: .microseconds
      case .bytes: .bytes
      case .identity: .fixed16
      case .address: .uint64
      }
    self.init(column.name, kind, isRequired: ["n", "parent"].contains(column.name))
  }
}

extension Timestamp {
  /// Microseconds since 1970-01-01 00:00:00 UTC, as a column has them: the earliest or the latest for what is out of range.
  @inline(__always)
  var microseconds: Int64 {
    let (product, isOut) = secondsSince1970.multipliedReportingOverflow(by: 1_000_000)
    let (sum, isOver) = product.addingReportingOverflow(Int64(nanoseconds / 1_000))
    return isOut || isOver ? (secondsSince1970 < 0 ? .min : .max) : sum
  }

  /// The days from 1970-01-01 to the calendar date on the clock that the date was written by.
  var localDays: Int64 {
    let seconds = secondsSince1970 &+ Int64(offsetMinutes) &* 60
    let days = (seconds &- (seconds < 0 ? 86_399 : 0)) / 86_400
    return Int64(Int32(clamping: days))
  }
}
