import HealthBytes
import HealthFormats
import HealthModel

/// The values of one row, put together before they are bound: their texts lie in one buffer, so that a row
/// costs no allocation.
final class DogsheepRow {
  /// What a column holds.
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
    case bytes(Range<Int>)
  }

  /// The values, each with the place of its column.
  private(set) var cells: [(column: Int, value: Value)] = []
  private(set) var texts = ByteBuffer(capacity: 1 << 12)
  /// How many numbers so far are not spelled as SQLite would.
  private(set) var lostSpellings = 0

  /// How many structures so far had an order or names of their own.
  var lostOrders = 0

  /// The least number with more digits than a `Double` has for sure of what it was read from.
  private static let tooLong: UInt64 = 100_000_000_000_000_000

  /// Begins a row.
  func begin() {
    cells.removeAll(keepingCapacity: true)
    // A document was here: the memory of seldom kinds is given back.
    texts.removeAll(keepingCapacity: texts.count < 1 << 20)
  }

  @inline(__always)
  func add(_ column: Int, _ text: String) {
    append(column) { $0.append(utf8: text) }
  }

  /// Adds a text unless it is `nil`.
  func add(_ column: Int, _ text: String?) {
    if let text { add(column, text) }
  }

  /// Adds a whole number.
  func add(_ column: Int, _ value: Int64) {
    cells.append((column, .integer(value)))
  }

  /// Adds a date as an export writes it.
  @inline(__always)
  func add(_ column: Int, _ date: Timestamp) {
    append(column) { buffer in
      if let spelling = date.spelling {
        buffer.append(utf8: spelling.text)
      } else {
        buffer.append(date.text(.export))
      }
    }
  }

  @inline(__always)
  func add(_ column: Int, _ number: Number) {
    if number.exponent == 0, number.spelling == nil {
      cells.append((column, .integer(number.digits)))
      return
    }
    let isSpelledAlike =
      number.spelling == nil && number.digits % 10 != 0 && number.digits.magnitude < Self.tooLong
    if !isSpelledAlike { lostSpellings += 1 }
    cells.append((column, .real(number.doubleValue)))
  }

  /// Adds a number unless it is `nil`.
  func add(_ column: Int, _ number: Number?) {
    if let number { add(column, number) }
  }

  func add(_ column: Int, bytes: [UInt8]) {
    let start = texts.count
    texts.append(bytes)
    cells.append((column, .bytes(start..<texts.count)))
  }

  /// Adds a JSON text that a closure prints.
  func add(_ column: Int, _ print: (inout DogsheepJSON) -> Void) {
    var json = DogsheepJSON()
    print(&json)
    lostOrders += json.lostOrders
    lostSpellings += json.lostSpellings
    json.buffer.withBytes { bytes in append(column) { $0.append(bytes) } }
  }

  /// Adds a text that is printed into the buffer.
  @inline(__always)
  func append(_ column: Int, _ print: (inout ByteBuffer) -> Void) {
    let start = texts.count
    print(&texts)
    cells.append((column, .text(start..<texts.count)))
  }
}
