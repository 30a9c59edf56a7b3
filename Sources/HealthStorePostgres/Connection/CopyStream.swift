#if PostgreSQL
  import CLibPQ
  import HealthStore

  /// The way that rows take to a table. While one sends, nobody else may use the connection.
  @safe
  struct CopyStream: @unchecked Sendable {
    private let raw: OpaquePointer
    private let name: String

    /// The way over a connection that is open.
    init(_ raw: OpaquePointer, _ name: String) {
      unsafe self.raw = unsafe raw
      self.name = name
    }

    /// Sends rows, and waits for the server to have them.
    ///
    /// - Parameters:
    ///   - rows: The rows; empty afterwards.
    ///   - statement: `COPY … FROM STDIN (FORMAT binary)`.
    /// - Throws: `StoreError`.
    func send(rows: inout CopyRows, _ statement: String) throws(StoreError) {
      let begun = unsafe Rows(PQexec(raw, statement))
      guard begun?.status == PGRES_COPY_IN else { throw failure(begun) }
      let isSent = rows.withPieces { piece in
        unsafe piece.withUnsafeBufferPointer { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            unsafe PQputCopyData(raw, bytes.baseAddress, Int32(bytes.count)) == 1
          }
        }
      }
      // What went wrong on the server is told when the rows have ended, or were given up.
      guard unsafe PQputCopyEnd(raw, isSent ? nil : "given up") == 1 else { throw failure(nil) }
      var fault: StoreError?
      while let ended = unsafe Rows(PQgetResult(raw)) {
        if ended.status != PGRES_COMMAND_OK, fault == nil { fault = failure(ended) }
      }
      if let fault { throw fault }
    }

    private func failure(_ rows: Rows?) -> StoreError {
      unsafe StoreError(of: raw, named: name, rows)
    }
  }

  /// Rows on their way, and where to.
  final class Parcel: @unchecked Sendable {
    var statement = ""
    var rows = CopyRows()
  }
#endif
