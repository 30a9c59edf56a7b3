import CHealthSQLite
import HealthModel
import HealthStore

/// A prepared statement: bind, step, read the columns, reset. Columns count from 0, parameters from 1, as
/// SQLite does it.
@safe
final class Statement {
  /// `nil` after ``end()``. SQLite returns an error for every call without a statement.
  private var statement: OpaquePointer?
  private unowned let connection: Connection
  /// The error of a binding that failed. A step would save the previous value of the parameter, or `NULL`.
  private var bindingFailure = SQLITE_OK

  /// `SQLITE_TRANSIENT`: SQLite copies the bytes at once.
  private static let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ sql: String, _ connection: Connection) throws(HealthError) {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = unsafe sqlite3_prepare_v3(connection.handle, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else { throw connection.failure() }
    unsafe self.statement = statement
    self.connection = connection
  }

  deinit { end() }

  /// Finalizes the statement, even if references to it remain.
  func end() {
    unsafe sqlite3_finalize(statement)
    unsafe statement = nil
  }

  /// Goes to the next row, or runs the statement; whether there is a row.
  @inline(__always)
  func step() throws(HealthError) -> Bool {
    if bindingFailure != SQLITE_OK { throw unbound() }
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failed()
    }
  }

  /// Runs a statement whose rows are not needed, and resets it.
  @inline(__always)
  func run() throws(HealthError) {
    if bindingFailure != SQLITE_OK { throw unbound() }
    let code = unsafe sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failed() }
    // A statement that has more rows ends only now.
    guard unsafe sqlite3_reset(statement) == SQLITE_OK else { throw connection.failure() }
  }

  @inline(never)
  private func failed() -> HealthError {
    let error = connection.failure()
    reset()
    return error
  }

  @inline(never)
  private func unbound() -> HealthError {
    defer { bindingFailure = SQLITE_OK }
    return connection.failure(bindingFailure)
  }

  /// Makes the statement ready to run again. What was bound stays bound.
  func reset() {
    // The result is that of the last step, which was checked.
    _ = unsafe sqlite3_reset(statement)
  }

  /// Resets the statement and clears its parameters, which frees the copies of texts.
  func clear() {
    reset()
    _ = unsafe sqlite3_clear_bindings(statement)
  }
}

extension Statement {
  /// Records the result of a call that binds. The next step throws it, so that callers need not check each value.
  @inline(__always)
  private func record(_ code: Int32) {
    if code != SQLITE_OK { bindingFailure = code }
  }

  @inline(__always)
  func bind(_ index: Int, _ value: Int64) {
    unsafe record(sqlite3_bind_int64(statement, Int32(truncatingIfNeeded: index), value))
  }

  @inline(__always)
  func bind(_ index: Int, _ value: Double) {
    unsafe record(sqlite3_bind_double(statement, Int32(truncatingIfNeeded: index), value))
  }

  @inline(__always)
  func bindNull(_ index: Int) {
    unsafe record(sqlite3_bind_null(statement, Int32(truncatingIfNeeded: index)))
  }

  func bind(_ index: Int, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      // An empty text may have no address; SQLite would then bind `NULL`.
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress else {
          return unsafe record(sqlite3_bind_text(statement, Int32(index), "", 0, Self.transient))
        }
        unsafe record(
          sqlite3_bind_text64(
            statement, Int32(index), base, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8)))
      }
    }
  }

  func bind(_ index: Int, _ value: [UInt8]) {
    unsafe value.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, bytes.count > 0 else {
        return unsafe record(sqlite3_bind_zeroblob(statement, Int32(index), 0))
      }
      unsafe record(
        sqlite3_bind_blob64(
          statement, Int32(index), base, UInt64(bytes.count), Self.transient))
    }
  }

  /// Binds a text without copying it: it has to stay where it is until another value is bound. Its buffer has an
  /// address even if it is empty; without one, SQLite would bind `NULL`.
  @unsafe func bind(_ index: Int, text: UnsafeRawBufferPointer) {
    let base = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self)
    unsafe record(
      sqlite3_bind_text64(
        statement, Int32(index), base, UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
  }

  /// Binds bytes in the same way.
  @unsafe func bind(_ index: Int, bytes: UnsafeRawBufferPointer) {
    unsafe record(
      sqlite3_bind_blob64(statement, Int32(index), bytes.baseAddress, UInt64(bytes.count), nil))
  }

  @inline(__always)
  func bind(_ index: Int, _ value: SampleID) {
    var words = (value.high.bigEndian, value.low.bigEndian)
    unsafe withUnsafeBytes(of: &words) { bytes in
      unsafe record(
        sqlite3_bind_blob(
          statement, Int32(truncatingIfNeeded: index), bytes.baseAddress, 16, Self.transient))
    }
  }

  /// Binds seconds since 1970, as an integer or with a fraction. Both compare like the instants, to the precision of a
  /// `Double`; more digits are stored in the exact text form.
  @inline(__always)
  func bind(_ index: Int, _ value: Timestamp) {
    if value.nanoseconds == 0 {
      bind(index, value.secondsSince1970)
    } else {
      bind(index, value.timeIntervalSince1970)
    }
  }

  func bind(_ index: Int, _ value: StoreValue) {
    switch value {
    case .null: bindNull(index)
    case .integer(let value): bind(index, value)
    case .real(let value): bind(index, value)
    case .text(let value): bind(index, value)
    case .bytes(let value): bind(index, value)
    case .id(let value): bind(index, value)
    case .instant(let seconds, let nanoseconds):
      bind(index, Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds))
    }
  }

  @inline(__always)
  func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  @inline(__always)
  func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(statement, Int32(truncatingIfNeeded: column))
  }

  /// The value of a column, until the next step. Two queries of it cost half as much as two of the column.
  @inline(__always)
  private func value(_ column: Int) -> OpaquePointer? {
    unsafe sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
  }

  /// The whole number of a column, `nil` for `NULL`.
  @inline(__always)
  func optionalInteger(_ column: Int) -> Int64? {
    let value = unsafe value(column)
    return unsafe sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
  }

  /// The real number of a column, `nil` for `NULL`, NaN for a value that is not a number.
  @inline(__always)
  func optionalReal(_ column: Int) -> Double? {
    let value = unsafe value(column)
    return switch unsafe sqlite3_value_type(value) {
    case SQLITE_NULL: nil
    case SQLITE_FLOAT, SQLITE_INTEGER: unsafe sqlite3_value_double(value)
    default: .nan
    }
  }

  /// The whole seconds of an instant, or the minutes of an offset; `nil` for none. What is not a number is `Int64.min`,
  /// which no date has.
  @inline(__always)
  func wholeNumber(_ column: Int) -> Int64? {
    let value = unsafe value(column)
    return switch unsafe sqlite3_value_type(value) {
    case SQLITE_NULL: nil
    case SQLITE_INTEGER: unsafe sqlite3_value_int64(value)
    case SQLITE_FLOAT: Int64(exactly: unsafe sqlite3_value_double(value).rounded(.down)) ?? .min
    default: .min
    }
  }

  @inline(__always)
  func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(statement, Int32(truncatingIfNeeded: column))
  }

  /// The text of a column.
  ///
  /// - Throws: `HealthError` if the column is `NULL`, which no text of a store is, or if memory is short.
  func text(_ column: Int) throws(HealthError) -> String {
    guard let text = unsafe sqlite3_column_text(statement, Int32(column)) else {
      throw unreadable(column)
    }
    let count = unsafe sqlite3_column_bytes(statement, Int32(column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
  }

  /// The text of a column, `nil` for `NULL`.
  func optionalText(_ column: Int) throws(HealthError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  func bytes(_ column: Int) throws(HealthError) -> [UInt8] {
    guard let blob = unsafe sqlite3_column_blob(statement, Int32(column)) else {
      // An empty blob has no address either.
      if connection.isShortOfMemory { throw connection.failure() }
      return []
    }
    let count = unsafe sqlite3_column_bytes(statement, Int32(column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: blob, count: Int(count)))
  }

  /// The error for a column that has no text.
  @inline(never)
  private func unreadable(_ column: Int) -> HealthError {
    if connection.isShortOfMemory { return connection.failure() }
    return HealthError(
      .damaged, connection.name, "is damaged: the column '\(name(column))' has no text in some row")
  }

  func name(_ column: Int) -> String {
    let name = unsafe sqlite3_column_name(statement, Int32(column))
    return unsafe name.map { unsafe String(cString: $0) } ?? ""
  }

  /// The identity in a column, if valid.
  @inline(__always)
  func id(_ column: Int) -> SampleID? {
    let value = unsafe value(column)
    guard let blob = unsafe sqlite3_value_blob(value), unsafe sqlite3_value_bytes(value) == 16
    else { return nil }
    let high = unsafe blob.loadUnaligned(as: UInt64.self)
    let low = unsafe blob.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return SampleID(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  /// The value of a column.
  ///
  /// - Parameter type: The type to return it as; a value that cannot have that type is returned unchanged.
  func value(
    _ column: Int, as type: StoreTable.Column.DataType
  ) throws(HealthError) -> StoreValue {
    switch unsafe sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER:
      switch type {
      case .instant: .instant(integer(column), nanoseconds: 0)
      // Whole numbers take less space, and SQLite returns them as numbers of the column's type.
      case .real: .real(real(column))
      default: .integer(integer(column))
      }
    case SQLITE_FLOAT:
      type == .instant ? instant(column) : .real(real(column))
    case SQLITE_TEXT: .text(try text(column))
    case SQLITE_BLOB:
      if type == .id, let id = id(column) { .id(id) } else { .bytes(try bytes(column)) }
    default: .null
    }
  }

  /// The instant of a number of seconds with a fraction.
  private func instant(_ column: Int) -> StoreValue {
    let seconds = real(column).rounded(.down)
    guard let whole = Int64(exactly: seconds) else { return .instant(.min, nanoseconds: 0) }
    let nanoseconds = min(((real(column) - seconds) * 1e9).rounded(), 999_999_999)
    return .instant(whole, nanoseconds: Int32(nanoseconds))
  }

  func values(as types: [StoreTable.Column.DataType]) throws(HealthError) -> [StoreValue] {
    try types.enumerated().map { (column, type) throws(HealthError) in
      try value(column, as: type)
    }
  }
}
