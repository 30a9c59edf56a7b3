#if PostgreSQL
  import CHealthLibPQ
  import HealthErrors
  import HealthStore

  /// Sends rows to a table. Meanwhile the connection must not be used otherwise.
  @safe
  struct CopyStream: @unchecked Sendable {
    private let libpq: LibPQ
    private let raw: OpaquePointer
    private let name: String

    /// A stream over an open connection.
    init(_ libpq: LibPQ, _ raw: OpaquePointer, _ name: String) {
      self.libpq = libpq
      unsafe self.raw = unsafe raw
      self.name = name
    }

    /// Sends rows, and waits for the server's confirmation.
    ///
    /// - Parameters:
    ///   - rows: The rows; empty afterwards.
    ///   - statement: `COPY … FROM STDIN (FORMAT binary)`.
    func send(rows: inout CopyRows, _ statement: String) throws(HealthError) {
      let begun = unsafe Rows(libpq.PQexec(raw, statement), libpq)
      guard begun?.status == PGRES_COPY_IN else { throw failure(begun) }
      let isSent = rows.withPieces { chunk in
        unsafe chunk.withUnsafeBufferPointer { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            unsafe libpq.PQputCopyData(raw, bytes.baseAddress, Int32(bytes.count)) == 1
          }
        }
      }
      // The server reports errors when the rows end or are cancelled.
      guard unsafe libpq.PQputCopyEnd(raw, isSent ? nil : "given up") == 1 else {
        throw failure(nil)
      }
      var fault: HealthError?
      while let ended = unsafe Rows(libpq.PQgetResult(raw), libpq) {
        if ended.status != PGRES_COMMAND_OK, fault == nil { fault = failure(ended) }
      }
      if let fault { throw fault }
    }

    private func failure(_ rows: Rows?) -> HealthError {
      HealthError(isConnected: unsafe libpq.PQstatus(raw) == CONNECTION_OK, store: name, rows)
    }
  }

  /// Rows to send, and the statement that receives them.
  final class CopyJob: @unchecked Sendable {
    var statement = ""
    var rows = CopyRows()
  }

  /// A text of PostgreSQL cannot contain U+0000; a text of a sample can. U+0000 is written as U+10FFFE and `0`; U+10FFFE, a
  /// noncharacter, is written twice.
  enum TextEscape {
    private static var zero: Unicode.Scalar { "\0" }
    private static var mark: Unicode.Scalar { "\u{10FFFE}" }
    /// The first byte of U+10FFFE in UTF-8, and of few other characters (U+100000 to U+10FFFF).
    private static var markByte: UInt8 { 0xf4 }

    /// A text, escaped for `COPY`.
    @inline(__always)
    static func encoded(_ text: String) -> String {
      text.utf8.contains { $0 == 0 || $0 == markByte } ? slowEncoded(text) : text
    }

    private static func slowEncoded(_ text: String) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case zero: result.unicodeScalars.append(contentsOf: [mark, "0"])
        case mark: result.unicodeScalars.append(contentsOf: [mark, mark])
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }

    /// The text that ``encoded(_:)`` escaped.
    static func decoded(_ text: String) -> String {
      guard text.utf8.contains(markByte) else { return text }
      var result = ""
      var isMarked = false
      for scalar in text.unicodeScalars {
        if isMarked {
          result.unicodeScalars.append(scalar == mark ? mark : zero)
          isMarked = false
        } else if scalar == mark {
          isMarked = true
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }
#endif
