#if PostgreSQL
  import CHealthLibPQ
  import HealthBytes
  import HealthStore
  import LibC

  /// A connection to a server. One thread at a time may use it; libpq does not mind which.
  @safe
  final class Connection: @unchecked Sendable {
    /// The name of the store in messages.
    private(set) var name: String
    let libpq: LibPQ
    private let raw: OpaquePointer
    /// Statements that the server has prepared, by their text.
    private var prepared: [String: String] = [:]
    /// Sends rows on a thread of its own, one job at a time.
    private var worker: Worker<CopyJob>?
    private let job = CopyJob()

    /// Connects.
    ///
    /// - Throws: `HealthError`: `.notFound` with libpq's words.
    init(_ address: Address) throws(HealthError) {
      let libpq = try LibPQ.loaded
      // Later ones count: the address over the time limit, ours over the encoding of the address.
      var pairs = [
        ("connect_timeout", Environment["PGCONNECT_TIMEOUT"] ?? "10"),
        ("dbname", address.connection),
        ("fallback_application_name", "healthconv"), ("client_encoding", "UTF8"),
      ]
      if address.connection.isEmpty { pairs.remove(at: 1) }
      var texts: [UInt8] = []
      var places: [(key: Int, value: Int)] = []
      for (key, value) in pairs {
        let keyPlace = texts.count
        texts += Array(key.utf8) + [0]
        places.append((keyPlace, texts.count))
        texts += Array(value.utf8) + [0]
      }
      let connection = unsafe texts.withUnsafeBufferPointer { bytes -> OpaquePointer? in
        unsafe bytes.withMemoryRebound(to: CChar.self) { texts in
          guard let base = texts.baseAddress else { return nil }
          let keys = unsafe places.map { unsafe Optional(base + $0.key) } + [nil]
          let values = unsafe places.map { unsafe Optional(base + $0.value) } + [nil]
          return unsafe libpq.PQconnectdbParams(keys, values, 1)
        }
      }
      guard let connection = unsafe connection else {
        throw HealthError(.failed, address.name, "out of memory for a connection")
      }
      self.libpq = libpq
      unsafe raw = unsafe connection
      name = address.name
      guard unsafe libpq.PQstatus(raw) == CONNECTION_OK else {
        throw HealthError(.notFound, name, unsafe Self.sentence(libpq.PQerrorMessage(raw)))
      }
      _ = unsafe libpq.PQsetNoticeProcessor(raw, { _, _ in }, nil)
      let host = unsafe libpq.PQhost(raw).map { unsafe String(cString: $0) }
      let database = unsafe libpq.PQdb(raw).map { unsafe String(cString: $0) }
      name = Address.name(host: host, database: database)
    }

    deinit {
      try? worker?.finish()
      unsafe libpq.PQfinish(raw)
    }

    /// Does what some statements say; of what they answer the last is freed.
    ///
    /// - Parameter statements: One statement, or several with `;` between them.
    @discardableResult
    func run(_ statements: String) throws(HealthError) -> Int {
      try waitForRows()
      return try unsafe check(libpq.PQexec(raw, statements)).changed
    }

    /// Queries rows in binary format.
    ///
    /// - Parameter statement: One statement; `$1` and so on stand for values.
    func rows(_ statement: String, _ values: [StoreValue] = []) throws(HealthError) -> Rows {
      try rows(statement, Parameters(values))
    }

    /// Queries rows in binary format.
    ///
    /// - Parameter statement: One statement; `$1` and so on stand for values.
    func rows(_ statement: String, _ parameters: borrowing Parameters) throws(HealthError) -> Rows {
      try waitForRows()
      let key = try prepare(statement, parameters)
      return try unsafe check(
        parameters.withPointers { count, values, lengths, formats in
          unsafe libpq.PQexecPrepared(raw, key, count, values, lengths, formats, 1)
        })
    }

    private func prepare(
      _ statement: String, _ parameters: borrowing Parameters
    ) throws(HealthError) -> String {
      if let key = prepared[statement] { return key }
      let key = "healthconv_\(prepared.count)"
      _ = try unsafe check(
        parameters.types.withUnsafeBufferPointer { types in
          unsafe libpq.PQprepare(raw, key, statement, Int32(types.count), types.baseAddress)
        })
      prepared[statement] = key
      return key
    }

    // MARK: Sending

    /// Sends rows to a table.
    ///
    /// - Parameters:
    ///   - statement: `COPY … FROM STDIN (FORMAT binary)`.
    ///   - rows: The rows; empty afterwards.
    func copy(_ statement: String, _ rows: inout CopyRows) throws(HealthError) {
      try waitForRows()
      try unsafe CopyStream(libpq, raw, name).send(rows: &rows, statement)
    }

    /// Sends rows to a table in the background. The next use of the connection waits until they are sent.
    ///
    /// - Parameters:
    ///   - statement: `COPY … FROM STDIN (FORMAT binary)`.
    ///   - rows: The rows; empty afterwards.
    /// - Throws: `HealthError`, also for rows of earlier calls.
    func copyLater(_ statement: String, _ rows: inout CopyRows) throws(HealthError) {
      try waitForRows()
      do {
        let worker = try worker ?? makeWorker()
        swap(&job.rows, &rows)
        job.statement = statement
        try worker.send(job)
      } catch { throw storeError(error) }
    }

    private func makeWorker() throws(HealthError) -> Worker<CopyJob> {
      let stream = unsafe CopyStream(libpq, raw, name)
      let worker = try Worker<CopyJob>(capacity: 1) { job in
        try stream.send(rows: &job.rows, job.statement)
      }
      self.worker = worker
      return worker
    }

    /// Waits until all rows were sent.
    private func waitForRows() throws(HealthError) {
      guard let worker else { return }
      do { try worker.wait() } catch {
        self.worker = nil
        try? worker.finish()
        throw storeError(error)
      }
    }

    /// The thread throws errors of the store.
    private func storeError(_ error: any Error) -> HealthError {
      error as? HealthError ?? HealthError(.failed, name, "saving failed", cause: error)
    }

    // MARK: Answers

    private func check(_ result: OpaquePointer?) throws(HealthError) -> Rows {
      guard let rows = unsafe Rows(result, libpq) else { throw failure(nil) }
      switch rows.status {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return rows
      default: throw failure(rows)
      }
    }

    /// Why something was not done.
    func failure(_ rows: Rows?) -> HealthError {
      HealthError(isConnected: unsafe libpq.PQstatus(raw) == CONNECTION_OK, store: name, rows)
    }

    /// The message of libpq, in one line.
    private static func sentence(_ text: UnsafePointer<CChar>?) -> String {
      let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
      let line = words.split { $0 == "\n" || $0 == "\t" || $0 == " " }.joined(separator: " ")
      return line.isEmpty ? "the server does not answer" : line
    }
  }

  extension Connection: SQLDatabase {
    func rows(
      _ statement: String, _ values: [StoreValue], as types: [StoreTable.Column.DataType]
    ) throws(HealthError) -> [[StoreValue]] {
      let rows = try rows(statement, values)
      return (0..<rows.count).map { row in
        types.enumerated().map { rows.value(row, $0.offset, $0.element) }
      }
    }

    /// Whether row-level security hides a part of the store.
    func isRestricted() throws(HealthError) -> Bool {
      try rows("select row_security_active('store')").bool(0, 0)
    }

    /// The bytes of the tables and indexes of the schema.
    func size() throws(HealthError) -> Int64 {
      try rows(
        """
        select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
        where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
        """
      ).integer(0, 0)
    }
  }

  extension HealthError {
    /// Why a server did not do something.
    init(isConnected: Bool, store: String, _ rows: Rows?) {
      if isConnected {
        self.init(state: rows?.state ?? "", store: store, words: rows?.message ?? "")
      } else {
        self.init(.disconnected, store, "the connection to the server was lost")
      }
    }

    /// Maps SQLSTATE codes to errors.
    ///
    /// - Parameter words: The server's message in one line. Left out where it may contain values.
    init(state: String, store: String, words: String) {
      let reason: (code: Code, message: String) =
        switch state {
        case "53100": (.full, "the server's disk is full; nothing was saved")
        case "53400":
          (.full, "the server has no space for more temporary data; nothing was saved: \(words)")
        case "55P03", "40001", "40P01":
          (.busy, "another program is writing to the store; try again later")
        case "25006": (.readOnly, "the server does not allow writing here: \(words)")
        case "42501": (.readOnly, "the user of this connection lacks a permission: \(words)")
        case "XX001", "XX002": (.damaged, "the server reports damaged files: \(words)")
        case "57P01", "57P02", "57P03", "25P03": (.disconnected, "the server ended the connection")
        case let state where state.hasPrefix("08"):
          (.disconnected, "the connection to the server was lost")
        case let state where state.hasPrefix("22") || state.hasPrefix("23"):
          (.failed, "the server refused what was saved (SQLSTATE \(state))")
        default: (.failed, "the server refused (SQLSTATE \(state)): \(words)")
        }
      self.init(reason.code, store, reason.message)
    }
  }

  /// libpq is loaded at run time instead of linked: with the twenty libraries that it depends on, linking would double
  /// the start time of every command.
  extension LibPQ {
    /// The functions of libpq, which is loaded at their first use.
    ///
    /// - Throws: `HealthError`: `.notFound` where there is no libpq.
    static var loaded: LibPQ {
      get throws(HealthError) { try shared.get() }
    }

    private static let shared = Result { () throws(HealthError) in try LibPQ(names) }

    /// The possible names of the library, the most common version first.
    private static let names = [
      "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "libpq.so",
      "libpq.dylib",
    ]

    /// Loads a library, which stays loaded.
    ///
    /// - Throws: `HealthError`: `.notFound` if the library or one of its functions is missing.
    init(_ names: [String]) throws(HealthError) {
      self.init()
      guard let library = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first
      else { throw Self.missing("cannot be loaded") }
      if let name = unsafe LibPQFind(&self, library) {
        throw Self.missing("has no function '\(unsafe String(cString: name))'")
      }
    }

    private static func missing(_ reason: String) -> HealthError {
      HealthError(
        .notFound, "postgres:",
        "libpq, PostgreSQL's own library, \(reason); on Debian and Ubuntu it is the package libpq5")
    }
  }
#endif
