import HealthBytes
import HealthStore
import Testing

#if PostgreSQL
  @testable import HealthStorePostgres

  /// The server that tests may use: `make test-postgres` starts one and says so in HEALTHCONV_POSTGRES.
  enum PostgresServer {
    /// Its address; `nil` where there is none.
    static let address = Environment["HEALTHCONV_POSTGRES"]

    /// The address of a schema, with more settings of the session if wanted.
    static func address(schema: String, _ settings: String...) throws -> String {
      let address = try #require(address)
      let options = (["search_path=\(schema)"] + settings).map { "-c\($0)" }.joined(separator: " ")
      let spelled = options.split(separator: "=").joined(separator: "%3D").split(separator: " ")
        .joined(separator: "%20")
      return "\(address)\(address.contains("?") ? "&" : "?")options=\(spelled)"
    }

    /// A number that a query gives.
    static func integer(_ query: String) throws -> Int64 {
      try Connection(Address(#require(address))).rows(query).integer(0, 0)
    }

    /// Removes what a test has made. At its end the optimizer may release a cursor later than this, which would be waited for
    /// forever; then it stays until the server is removed.
    static func remove(_ statements: String) { try? run("set lock_timeout = '1s'; \(statements)") }

    /// Does something on the server, as its owner would.
    static func run(_ statements: String) throws {
      try Connection(Address(#require(address))).run(statements)
    }

    /// A name that no other schema has.
    static func newSchema() -> String { "test_\(UInt64.random(in: 0 ... .max))" }
  }

  extension StoreUnderTest {
    /// A store on a server, each in a schema of its own, if there is a server.
    static let postgres: [StoreUnderTest] =
      PostgresServer.address == nil
      ? []
      : [
        StoreUnderTest(testDescription: "PostgreSQL") {
          let schema = PostgresServer.newSchema()
          let address = try PostgresServer.address(schema: schema)
          try PostgresStore(address, for: .creating).save([])
          return Place(
            open: { try PostgresStore(address, for: $0) },
            location: address,
            rows: { query, columns in
              let connection = try Connection(Address(address))
              // Tables of tests are so small that the server would rather read all of them.
              try connection.run("set enable_seqscan = off; set enable_bitmapscan = off")
              let rows = try connection.rows(query)
              return (0..<rows.count).map { row in (0..<columns).map { rows.text(row, $0) } }
            },
            remove: { PostgresServer.remove("drop schema \(schema) cascade") })
        }
      ]
  }

  extension Trait where Self == ConditionTrait {
    /// Skipped, aloud, where there is no server.
    static var needsPostgres: ConditionTrait {
      .enabled(
        if: PostgresServer.address != nil,
        "HEALTHCONV_POSTGRES names no server: run make test-postgres")
    }
  }
#else
  extension StoreUnderTest {
    /// The package was built without the trait.
    static let postgres: [StoreUnderTest] = []
  }
#endif
