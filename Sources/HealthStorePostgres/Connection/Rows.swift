#if PostgreSQL
  import CHealthLibPQ
  import HealthModel
  import HealthStore

  /// The result of a query: rows of binary values.
  @safe
  final class Rows {
    private let libpq: LibPQ
    private let raw: OpaquePointer

    /// Takes ownership of a result of libpq.
    ///
    /// - Parameter result: libpq's result, which is `nil` where the connection was lost or memory is short.
    init?(_ result: OpaquePointer?, _ libpq: LibPQ) {
      guard let result = unsafe result else { return nil }
      self.libpq = libpq
      unsafe raw = unsafe result
    }

    deinit { unsafe libpq.PQclear(raw) }

    var status: ExecStatusType { unsafe libpq.PQresultStatus(raw) }
    /// The SQLSTATE code of an error.
    var state: String { field(UInt8(ascii: "C")) }
    /// The server's error message, in one line.
    var message: String { field(UInt8(ascii: "M")) }

    private func field(_ code: UInt8) -> String {
      unsafe libpq.PQresultErrorField(raw, Int32(code)).map { unsafe String(cString: $0) } ?? ""
    }

    var count: Int { Int(unsafe libpq.PQntuples(raw)) }

    /// How many rows the statement changed.
    var changed: Int {
      unsafe libpq.PQcmdTuples(raw).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    func isNull(_ row: Int, _ column: Int) -> Bool {
      unsafe libpq.PQgetisnull(raw, Int32(row), Int32(column)) != 0
    }

    /// Calls a function with the bytes of a value; with none if the value is null.
    @inline(__always)
    private func withBytes<Value>(
      _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value {
      let start = unsafe libpq.PQgetvalue(raw, Int32(row), Int32(column))
      let count = Int(unsafe libpq.PQgetlength(raw, Int32(row), Int32(column)))
      return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// A whole number of 2, 4 or 8 bytes; 0 for anything else.
    func integer(_ row: Int, _ column: Int) -> Int64 {
      unsafe withBytes(row, column) { bytes in
        switch bytes.count {
        case 8: unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: unsafe Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: unsafe Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: 0
        }
      }
    }

    /// The value of a `boolean`.
    func bool(_ row: Int, _ column: Int) -> Bool {
      unsafe withBytes(row, column) { unsafe $0.first == 1 }
    }

    /// Text; invalid UTF-8, which a server does not send, is repaired.
    func text(_ row: Int, _ column: Int) -> String {
      unsafe withBytes(row, column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a column of a store's table.
    func value(_ row: Int, _ column: Int, _ type: StoreTable.Column.DataType) -> StoreValue {
      if isNull(row, column) { return .null }
      switch type {
      case .integer, .reference: return .integer(integer(row, column))
      case .real: return .real(Double(bitPattern: UInt64(bitPattern: integer(row, column))))
      case .text: return .text(TextEscape.decoded(text(row, column)))
      case .bytes: return .bytes(unsafe withBytes(row, column) { unsafe [UInt8]($0) })
      case .id: return .id(id(row, column))
      case .instant:
        let (seconds, microseconds) = PostgresEpoch.seconds(integer(row, column))
        return .instant(seconds, nanoseconds: microseconds * 1_000)
      }
    }

    /// An identity, which is stored as a UUID.
    func id(_ row: Int, _ column: Int) -> SampleID {
      unsafe withBytes(row, column) { bytes in
        guard bytes.count == 16 else { return SampleID(high: 0, low: 0) }
        return unsafe SampleID(
          high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
    }
  }

  /// The server's instants: microseconds since the year 2000.
  enum PostgresEpoch {
    private static var seconds: Int64 { 946_684_800 }

    /// The server's value of an instant. An instant beyond the server's range, which no calendar reaches, becomes the end of
    /// the range.
    @inline(__always)
    static func microseconds(_ seconds: Int64, nanoseconds: Int32) -> Int64 {
      let bound: Int64 = 9_000_000_000_000  // the server's own is 9,223,371,331,200
      let seconds = min(max(seconds, -bound), bound) - Self.seconds
      return max(seconds * 1_000_000 + Int64(nanoseconds / 1_000), -211_813_488_000_000_000)
    }

    /// Seconds since 1970 and the microseconds after.
    @inline(__always)
    static func seconds(_ microseconds: Int64) -> (seconds: Int64, microseconds: Int32) {
      var (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      if rest < 0 {
        rest += 1_000_000
        seconds -= 1
      }
      return (seconds + Self.seconds, Int32(truncatingIfNeeded: rest))
    }
  }

  /// The rows of a query, one after another. The server sends some thousand at a time, so memory does not grow with them.
  /// Other statements can use the connection between two rows.
  final class Cursor {
    private let connection: Connection
    private let name: String
    private var rows: Rows?
    private var row = 0

    /// Declares a cursor, which the end of the transaction closes.
    init(_ connection: Connection, _ name: String, _ query: String) throws(HealthError) {
      self.connection = connection
      self.name = name
      try connection.run("declare \(quoted(name)) no scroll cursor for \(query)")
    }

    /// Moves to the next row.
    ///
    /// - Returns: `false` after the last row.
    func next() throws(HealthError) -> Bool {
      row += 1
      if let rows, row < rows.count { return true }
      rows = try connection.rows("fetch 10000 from \(quoted(name))")
      row = 0
      return rows.map { $0.count > 0 } ?? false
    }

    func isNull(_ column: Int) -> Bool { rows?.isNull(row, column) ?? true }

    func integer(_ column: Int) -> Int64 { rows?.integer(row, column) ?? 0 }

    func id(_ column: Int) -> SampleID {
      rows?.id(row, column) ?? SampleID(high: 0, low: 0)
    }
  }
#endif
