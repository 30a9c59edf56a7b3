#if PostgreSQL
  import CHealthLibPQ
  import HealthStore

  /// Sends rows to a table. Meanwhile the connection must not be used otherwise.
  @safe
  struct CopyStream: @unchecked Sendable {
    private let libpq: LibPQ
    private let raw: OpaquePointer
    private let name: String

    /// The way over a connection that is open.
    init(_ libpq: LibPQ, _ raw: OpaquePointer, _ name: String) {
      self.libpq = libpq
      unsafe self.raw = unsafe raw
      self.name = name
    }

    /// Sends rows, and waits for the server to have them.
    ///
    /// - Parameters:
    ///   - rows: The rows; empty afterwards.
    ///   - statement: `COPY … FROM STDIN (FORMAT binary)`.
    func send(rows: inout CopyRows, _ statement: String) throws(StoreError) {
      let begun = unsafe Rows(libpq.PQexec(raw, statement), libpq)
      guard begun?.status == PGRES_COPY_IN else { throw failure(begun) }
      let isSent = rows.withPieces { piece in
        unsafe piece.withUnsafeBufferPointer { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            unsafe libpq.PQputCopyData(raw, bytes.baseAddress, Int32(bytes.count)) == 1
          }
        }
      }
      // The server reports errors when the rows end or are cancelled.
      guard unsafe libpq.PQputCopyEnd(raw, isSent ? nil : "given up") == 1 else {
        throw failure(nil)
      }
      var fault: StoreError?
      while let ended = unsafe Rows(libpq.PQgetResult(raw), libpq) {
        if ended.status != PGRES_COMMAND_OK, fault == nil { fault = failure(ended) }
      }
      if let fault { throw fault }
    }

    private func failure(_ rows: Rows?) -> StoreError {
      StoreError(isConnected: unsafe libpq.PQstatus(raw) == CONNECTION_OK, store: name, rows)
    }
  }

  /// Rows on their way, and where to.
  final class CopyJob: @unchecked Sendable {
    var statement = ""
    var rows = CopyRows()
  }
#endif
