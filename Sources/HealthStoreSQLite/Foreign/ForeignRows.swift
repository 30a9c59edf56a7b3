import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// The rows of a statement on a database of another program.
final class ForeignRows: MapRows {
  /// `nil` after the last row.
  private var statement: Statement?
  private let connection: Connection
  private let columns: Int
  /// Whether the rows have numbers of their own, which come before the columns.
  private let isNumbered: Bool
  private var row: Int64 = 0

  init(_ statement: Statement, _ connection: Connection, columns: Int, isNumbered: Bool) {
    (self.statement, self.connection) = (statement, connection)
    (self.columns, self.isNumbered) = (columns, isNumbered)
  }

  func next(
    _ bytes: inout [UInt8], _ cells: inout [Range<Int>?]
  ) throws(HealthError) -> Int64? {
    guard let statement else { return nil }
    do throws(HealthError) {
      guard try statement.step() else {
        self.statement = nil
        return nil
      }
      let first = isNumbered ? 1 : 0
      row = isNumbered ? statement.integer(0) : row + 1
      for column in 0..<columns {
        let start = bytes.count
        switch try statement.value(first + column, as: .text) {
        case .integer(let value): bytes += String(value).utf8
        case .real(let value) where Self.absent.contains(value):
          cells.append(nil)
          continue
        case .real(let value): bytes += Self.text(of: value).utf8
        case .text(let text): bytes += text.utf8
        case .bytes(let value): bytes += Self.text(of: value).utf8
        default:
          cells.append(nil)
          continue
        }
        cells.append(start..<bytes.count)
      }
      guard bytes.count <= Limits.databaseRow.value else {
        throw HealthError(beyond: Limits.databaseRow, of: connection.name)
      }
      return row
    } catch { throw error.readError }
  }

  // MARK: Texts

  /// What Android stores where nothing was measured: `MIN_VALUE` of Java's `Double` and `Float`.
  private static let absent: [Double] = [
    .leastNonzeroMagnitude, Double(Float.leastNonzeroMagnitude),
  ]

  /// A real number as its shortest text; of a whole number, without a fraction.
  private static func text(of value: Double) -> String {
    if value.magnitude < 0x1p53, let whole = Int64(exactly: value) { return String(whole) }
    return "\(value)"
  }

  /// Bytes as a UUID if there are 16, otherwise as hexadecimal digits.
  private static func text(of bytes: [UInt8]) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if bytes.count == 16, [4, 6, 8, 10].contains(index) { text += "-" }
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
    return text
  }
}
