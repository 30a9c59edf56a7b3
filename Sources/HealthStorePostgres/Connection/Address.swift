#if PostgreSQL
  import CHealthLibPQ
  import HealthBytes
  import HealthStore

  /// The address of a store: the connection parameters for libpq, and the part of them that messages may show.
  ///
  /// `postgres://host/database?sslmode=verify-full` and `postgresql://…`, `postgres:service=home` and other pairs of
  /// libpq, or `postgres:` alone; missing parts come from the variables `PG*`, the service file and `~/.pgpass`.
  struct Address: Sendable {
    let connection: String
    /// The address without what does not concern the user: never a password.
    let name: String

    /// Reads an address.
    ///
    /// - Throws: `HealthError` if it is not one, or holds a password: arguments are seen by all users of a machine;
    ///   or if there is no libpq.
    init(_ text: String) throws(HealthError) {
      guard let colon = text.firstIndex(of: ":") else { throw Self.malformed }
      let scheme = text[..<colon].lowercased()
      guard scheme == "postgres" || scheme == "postgresql" else { throw Self.malformed }
      let rest = text[text.index(after: colon)...]
      connection = rest.hasPrefix("//") ? "\(scheme):\(rest)" : String(rest)
      let parts = try Self.parts(connection)
      // For libpq, an escaped colon (%3A) is part of the user's name; here it is treated as a mistake.
      let hasPasswordInUser = parts["user"]?.contains(":") ?? false
      guard parts["password"] == nil, parts["sslpassword"] == nil, !hasPasswordInUser else {
        throw HealthError(
          .unsupported, "postgres:",
          "the address contains a password, which others could read; put it in PGPASSWORD, ~/.pgpass or "
            + "a service file")
      }
      name = Self.name(
        host: parts["host"] ?? parts["hostaddr"] ?? Environment["PGHOST"],
        database: parts["dbname"] ?? parts["service"] ?? Environment["PGDATABASE"])
    }

    /// The text of an address for messages, without a password.
    ///
    /// - Parameter host: The host; a folder is that of a socket of this machine.
    /// - Returns: `postgres://host/database`.
    static func name(host: String?, database: String?) -> String {
      let host = host.map { $0.hasPrefix("/") ? "" : $0 } ?? ""
      return "postgres://\(host)/\(database ?? "")"
    }

    /// The messages of libpq about an address are not shown, since they repeat its text.
    private static var malformed: HealthError {
      HealthError(
        .notFound, "postgres:",
        "the address cannot be read; expected postgres://HOST/DATABASE, pairs as in postgres:service=NAME, or "
          + "postgres: alone with PGHOST and PGDATABASE")
    }

    /// The error for an address that names a schema as other programs do.
    private static func schemaFault(_ text: String) -> HealthError? {
      let parameters = text.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let names = parameters.split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() }
      guard
        let name = names.first(where: { ["schema", "currentschema", "search_path"].contains($0) })
      else { return nil }
      return HealthError(
        .notFound, "postgres:",
        "the address has a parameter '\(name)', which PostgreSQL does not have; a schema is named by "
          + "?options=-csearch_path%3DNAME")
    }

    private static func parts(_ text: String) throws(HealthError) -> [String: String] {
      let libpq = try LibPQ.loaded
      guard let options = unsafe libpq.PQconninfoParse(text, nil) else {
        throw schemaFault(text) ?? malformed
      }
      defer { unsafe libpq.PQconninfoFree(options) }
      var parts: [String: String] = [:]
      var option = unsafe options
      while let key = unsafe option.pointee.keyword {
        if let value = unsafe option.pointee.val, unsafe value.pointee != 0 {
          unsafe parts[String(cString: key)] = unsafe String(cString: value)
        }
        unsafe option += 1
      }
      return parts
    }
  }
#endif
