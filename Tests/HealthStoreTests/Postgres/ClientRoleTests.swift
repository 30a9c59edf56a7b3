#if PostgreSQL
  import HealthBytes
  import HealthConv
  import HealthFormats
  import HealthModel
  import HealthTesting
  import Testing

  @testable import HealthStore
  @testable import HealthStorePostgres

  /// The SQL that gives clients roles.
  @Suite struct ClientRoleSQLTests {
    private static let names = ["a'b", "a\\", "a\\'; DROP TABLE x; --", "\"; $$ x $$", ":'schema'"]

    /// A name is text between apostrophes, whatever it contains: what is left without these is the same for all names.
    @Test(arguments: names, names) func namesAreQuoted(_ name: String, _ schema: String) {
      func rest(_ name: String, _ schema: String) -> String {
        let types = [ClientTypes.Readable(kind: .quantity, identifier: name)]
        let statements = ClientPolicies(schema).statements(
          for: [ClientTypes(client: name, readable: types)])
        var (rest, quote, isEscape) = ("", nil as Character?, false)
        for character in statements {
          if let open = quote {
            // A doubled quote ends a text and begins another, which leaves the same.
            if isEscape {
              isEscape = false
            } else if open == "E", character == "\\" {
              isEscape = true
            } else if character == (open == "\"" ? "\"" : "'") {
              quote = nil
            }
          } else if character == "'" || character == "\"" {
            quote = character == "'" && rest.last == "E" ? "E" : character
          } else {
            rest.append(character)
          }
        }
        return rest.filter { $0 != "E" && !$0.isWhitespace }
      }
      #expect(rest(name, schema) == rest("x", "health"))
    }
  }

  /// What a role sees of a store, compared with what the client of the library sees.
  @Suite(.needsPostgres, .serialized) struct ClientRoleTests {
    typealias Schema = PostgresStoreTests.Schema

    /// A client whose role goes in the end.
    private final class Client {
      let name = "Study \(UInt64.random(in: 0 ... .max))"
      let schema: Schema
      var role: String { "healthconv_client_\(name)" }

      init(_ schema: Schema) { self.schema = schema }

      deinit {
        PostgresServer.remove("drop schema if exists \(schema.name)_clients cascade")
        PostgresServer.remove("drop role if exists \"\(role)\"")
      }

      /// The store as the role sees it. The address encodes the space of the name.
      func open() throws -> PostgresStore {
        try PostgresStore(address(), for: .reading)
      }

      /// Rows of a query, as the role sees them.
      func rows(_ query: String) throws -> Rows {
        try Connection(Address(address())).rows(query)
      }

      /// As if the role had logged in, with its setting. Compiling the plans of policies takes seconds.
      private func address() throws -> String {
        // In options, a backslash is before a space of a value.
        try PostgresServer.address(schema: schema.name)
          + "%20-cjit%3Doff%20-crole%3D" + role.split(separator: " ").joined(separator: "%5C%20")
      }
    }

    private static func samples(_ client: String, _ seed: UInt64) throws -> [Sample] {
      var nested = NestedSamples(seed: seed)
      let own = (0..<9).map { Inputs.heartRate(50 + $0, at: Int64($0) * 300, source: client) }
      return try nested.samples(60) + own + Inputs.marked
        + Inputs.generated(seed: seed, count: 200)
    }

    private static func grant(
      _ client: String, _ samples: [Sample], _ dice: inout FixedRandom
    ) throws -> ClientGrant {
      var grant = try ClientGrant(client: client)
      let types = Set(samples.compactMap { $0.sampleType?.identifier }).sorted()
      for name in types + ["HKWorkoutTypeIdentifier"] {
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: grant.decide(.init(type: name, read: .denied))
        case 1:
          let second = Int64.random(in: 1_699_999_000...1_700_003_000, using: &dice)
          grant.decide(.init(type: name, read: .since(Timestamp(secondsSince1970: second))))
        case 2: break
        default: grant.decide(.init(type: name, read: .authorized))
        }
      }
      let all = [nil, "*", "*", "quantity"].randomElement(using: &dice) ?? nil
      let objects = samples.filter { $0.kind.requiresPerObjectAuthorization }
      grant.objects = Set(objects.filter { _ in Bool.random(using: &dice) }.map(\.uuid))
      if let all { grant.decide(.init(type: all, read: .authorized)) }
      return grant
    }

    @Test(arguments: 0..<2 as Range<UInt64>)
    func aRoleSeesWhatItsClientSeesWhole(_ seed: UInt64) throws {
      let schema = Schema()
      let owner = try schema.open(.creating)
      let client = Client(schema)
      var dice = FixedRandom(seed: seed)
      let samples = try Self.samples(client.name, seed)
      try owner.save(samples, .upsert, .unchecked)
      let grant = try Self.grant(client.name, samples, &dice)
      try owner.setGrant(grant)
      // It can be run again.
      for _ in 0..<2 { try PostgresServer.run(owner.clientRoles()) }
      #expect(try owner.check() == [])
      let library = owner.client(client.name)
      let stored = try owner.samples(SampleQuery()).all()
      let visible = try stored.filter { try library.sample(SampleKey($0)) == $0 }
      #expect(!visible.isEmpty && visible.count < stored.count)
      let role = try client.open()
      #expect(try role.samples(SampleQuery()).all() == visible)
      let kinds = Set(visible.flatMap(\.withNested).map(\.kind))
      for kind in SampleKind.allCases {
        #expect(try role.samples(SampleQuery(.kind(kind))).all().isEmpty != kinds.contains(kind))
      }
      // Nothing else is told by what samples share.
      let types = visible.flatMap(\.withNested).compactMap { $0.sampleType?.identifier }
      let found = try client.rows("select identifier from \(schema.name).type")
      #expect(Set((0..<found.count).map { found.text($0, 0) }) == Set(types))
      #expect(throws: HealthError.self) { try role.check() }

      let anchor = try owner.anchor()
      try owner.delete(
        where: .or([
          .kind(.quantity), .kind(.workout), .kind(.correlation), .kind(.visionPrescription),
        ]))
      func deleted(_ store: any SampleStore) throws -> [StoreChange] {
        try store.changes(since: anchor, matching: .all, limit: .max).changes
      }
      #expect(try deleted(client.open()) == deleted(library))
      #expect(
        try role.samples(SampleQuery()).all()
          == visible.filter { try owner.sample(SampleKey($0)) != nil })
    }

    /// A client to which nothing is granted, or which is no client any more, sees empty tables.
    @Test func withoutAGrantThereIsNothing() throws {
      let schema = Schema()
      let owner = try schema.open(.creating)
      let client = Client(schema)
      try owner.save(Self.samples("Other", 1), .upsert, .unchecked)
      try owner.setGrant(ClientGrant(client: client.name))
      try PostgresServer.run(owner.clientRoles())
      func expectNothing() throws {
        #expect(try client.open().samples(SampleQuery()).all().isEmpty)
        var closed: Set<String> = []
        for table in StoreTable.all where table.name != "store" {
          do {
            let count = try client.rows("select count(*) from \(schema.name).\(quoted(table.name))")
            #expect(count.integer(0, 0) == 0, "\(table.name)")
          } catch { closed.insert(table.name) }
        }
        #expect(
          closed == ["client_grant", "kept_anchor", "answer_day", "answer_night", "answer_workout"])
      }
      try expectNothing()
      try owner.setGrant(
        ClientGrant(client: client.name, decisions: [.init(type: "*", read: .authorized)]))
      try PostgresServer.run(owner.clientRoles())
      #expect(try !client.open().samples(SampleQuery()).all().isEmpty)
      try owner.removeGrant(of: client.name)
      try PostgresServer.run(owner.clientRoles())
      try expectNothing()
    }

    /// A look-up of a nested sample reads its correlation, however many there are, and a count reads each sample a few times.
    /// Pages are counted, as times depend on what else the machine does.
    @Test func aRoleReadsWhatItsQueriesTouch() throws {
      let schema = Schema()
      let owner = try schema.open(.creating)
      let client = Client(schema)
      let type = SampleType.correlation(.bloodPressure)
      let samples = (0..<2_000).map { number in
        let members = (0..<2).map { Inputs.heartRate(50 + $0, at: Int64(number)) }
        let start = Timestamp(secondsSince1970: 1_700_000_000 + Int64(number), offsetMinutes: 0)
        let header = SampleHeader(
          descriptor: SampleDescriptor(type: type, unitText: nil, source: Source(name: "Cuff")),
          start: start, end: start)
        return Sample.correlation(
          Correlation(header: header, members: members.map { NestedSample(sample: $0) }))
      }
      try owner.save(samples)
      try owner.setGrant(
        ClientGrant(client: client.name, decisions: [.init(type: "HeartRate", read: .authorized)]))
      try PostgresServer.run(owner.clientRoles())
      let count = Int64(3 * samples.count)
      #expect(try client.rows("select count(*) from sample").integer(0, 0) == count)
      /// The pages of 8 KiB that a query reads.
      func pages(_ query: String) throws -> Int {
        let plan = try client.rows("explain (analyze, buffers, costs off, timing off) \(query)")
        let line = (0..<plan.count).lazy.map { plan.text($0, 0) }.first { $0.contains("Buffers:") }
        let numbers = try #require(line).split { !$0.isNumber }.compactMap { Int($0) }
        return numbers.reduce(0, +)
      }
      let nested = try schema.integer("select max(change) from @sample where parent is not null")
      #expect(try pages("select from sample where change = \(nested)") < 300)
      #expect(try pages("select from sample") < 10 * Int(count))
    }

    @Test func aNameThatIsTooLongIsRefused() throws {
      let owner = try Schema().open(.creating)
      try owner.save([])
      try owner.setGrant(ClientGrant(client: String(repeating: "é", count: 23)))
      #expect(throws: HealthError.self) { try owner.clientRoles() }
    }
  }
#endif
