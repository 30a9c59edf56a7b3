#if PostgreSQL
  import Foundation
  import HealthBytes
  import HealthConv
  import HealthFormats
  import HealthModel
  import HealthStore
  import HealthTesting
  import Synchronization
  import Testing

  @testable import HealthStorePostgres

  /// What a store on a server promises beside the contract.
  @Suite(.needsPostgres) struct PostgresStoreTests {
    /// A schema that goes in the end.
    final class Schema {
      let name = PostgresServer.newSchema()

      deinit { PostgresServer.remove("drop schema if exists \(name) cascade") }

      func open(_ access: StoreKind.Access, _ settings: String...) throws -> PostgresStore {
        let settings = settings.joined(separator: " -c")
        let address =
          try settings.isEmpty
          ? PostgresServer.address(schema: name) : PostgresServer.address(schema: name, settings)
        return try PostgresStore(address, for: access)
      }

      /// Does something to the tables.
      func run(_ statements: String) throws {
        try PostgresServer.run("set search_path to \(name); \(statements)")
      }

      func integer(_ query: String) throws -> Int64 {
        try PostgresServer.integer(query.split(separator: "@").joined(separator: "\(name)."))
      }

      /// Ends the connection that is writing.
      func endWriter() throws {
        let ended = try PostgresServer.integer(
          """
          select count(pg_terminate_backend(pid)) from pg_locks where locktype = 'advisory' and granted
          and classid = 1751474540 and objid::bigint = hashtext('\(name)')::bigint & 4294967295
          """)
        #expect(ended == 1)
      }
    }

    func code(_ body: () throws -> Void) -> HealthError.Code? {
      do {
        try body()
        return nil
      } catch { return (error as? HealthError)?.code }
    }

    // MARK: Places

    /// The address of the store by another name of the server; the file of passwords has none for that.
    private func renamed(_ address: String, _ passwords: String) throws -> String {
      let file = try String(contentsOfFile: #require(Environment["PGPASSFILE"]), encoding: .utf8)
      try file.replacing("127.0.0.1:", with: "localhost:")
        .write(toFile: passwords, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passwords)
      return "\(address)&host=localhost&hostaddr=127.0.0.1&passfile=\(passwords)"
    }

    @Test(
      .enabled(
        if: PostgresServer.address?.contains("@127.0.0.1:") == true
          && Environment["PGPASSFILE"] != nil, "the server is not that of make test-postgres"))
    func aServerOfTwoNamesIsOnePlace() throws {
      let (schema, other) = (Schema(), Schema())
      let store = try schema.open(.creating)
      try store.save([Inputs.heartRate(60)])
      let passwords = FileManager.default.temporaryDirectory.path + "/\(schema.name)"
      defer { try? FileManager.default.removeItem(atPath: passwords) }
      let address = try PostgresServer.address(schema: schema.name)
      let second = try renamed(address, passwords)
      let same = try PostgresStore(second, for: .reading)
      #expect(same.name != store.name)
      #expect(try same.location() == store.location())
      let copy = try other.open(.creating)
      try copy.save([Inputs.heartRate(60)])
      #expect(try copy.location() != store.location())
      let source = try Dataset.open(address)
      let format = try Format.forWriting(to: second)
      let moved = #expect(throws: HealthError.self) {
        try Migration(of: source, to: second, as: format).run()
      }
      #expect(moved?.code == .usage)
      let added = #expect(throws: HealthError.self) {
        try Conversion(of: source, to: format).run(toFile: second)
      }
      #expect(added?.code == .cannotCreate)
      #expect(try store.contents(limit: 1).sampleCount == 1)
    }

    // MARK: Bad moments

    @Test func aLostConnectionLeavesNothing() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save([Inputs.heartRate(60)])
      let long = try store.beginSaving(.upsert)
      try long.save(Inputs.heartRate(61))
      try schema.endWriter()
      #expect(
        code {
          for second in 0..<20_000 { try long.save(Inputs.heartRate(99, at: Int64(second))) }
        } == .disconnected)
      let error = #expect(throws: HealthError.self) { _ = try long.commit() }
      #expect(error?.code == .disconnected)
      #expect(error?.message.hasSuffix("; nothing was saved") == true, "\(error?.message ?? "")")
      let load = try store.beginSaving(.upsert)
      try load.save(Inputs.heartRate(61))
      try schema.endWriter()
      #expect(code { _ = try load.commit() } == .disconnected)
      #expect(code { _ = try load.commit() } == .disconnected, "the load has ended")
      // The store itself goes on.
      #expect(try store.all() == [Inputs.heartRate(60)])
      #expect(try store.save([Inputs.heartRate(61)]).new == 1)
      #expect(try store.check() == [])
    }

    @Test func idleConnectionsMayBeLost() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save([Inputs.heartRate(60)])
      for connection in store.idle.withLock({ $0 }) {
        let id = try connection.rows("select pg_backend_pid()").integer(0, 0)
        try PostgresServer.run("select pg_terminate_backend(\(id))")
      }
      #expect(try store.all().count == 1)
    }

    @Test func whoMayOnlyReadIsTold() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save([Inputs.heartRate(60)])
      let role = "reader_\(schema.name)"
      try PostgresServer.run(
        """
        create role \(role); grant usage on schema \(schema.name) to \(role);
        grant select on all tables in schema \(schema.name) to \(role)
        """)
      defer { PostgresServer.remove("drop owned by \(role); drop role \(role)") }
      let reader = try schema.open(.reading, "role=\(role)")
      #expect(try reader.all() == [Inputs.heartRate(60)])
      #expect(try reader.check() == [])
      #expect(code { try reader.save([]) } == .readOnly)
      #expect(code { _ = try schema.open(.writing, "role=\(role)") } == .readOnly)
      #expect(
        code { _ = try schema.open(.creating, "default_transaction_read_only=on") } == .readOnly)
    }

    @Test func whoMayNotEvenReadIsTold() throws {
      let schema = Schema()
      try schema.open(.creating).save([Inputs.heartRate(60)])
      let role = "nobody_\(schema.name)"
      try PostgresServer.run("create role \(role)")
      defer { PostgresServer.remove("drop owned by \(role); drop role \(role)") }
      func refusal() -> String? {
        do {
          _ = try schema.open(.creating, "role=\(role)")
          return nil
        } catch { return (error as? HealthError)?.message }
      }
      #expect(refusal() == "the user of this connection may not read the store")
      try PostgresServer.run("grant usage on schema \(schema.name) to \(role)")
      #expect(refusal() == "the user of this connection may not read the store")
      try PostgresServer.run("grant select on all tables in schema \(schema.name) to \(role)")
      #expect(refusal() == "the user of this connection may not write to the store")
      // Who may write needs temporary tables, too, or a schema of their own.
      let other = Schema()
      #expect(
        code { try other.open(.creating, "role=\(role)").save([Inputs.heartRate(60)]) } == .readOnly
      )
    }

    /// A limit that the server has for temporary files stands for a full disk: both are met in the midst of a load.
    @Test func whereTheServerHasNoRoomNothingIsSaved() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save(Inputs.marked, .upsert)
      let anchor = try store.anchor()
      let many = (0..<9_000).map { Inputs.heartRate(60 + $0 % 40, at: Int64($0)) }
      let cramped = try schema.open(.writing, "temp_file_limit=64", "work_mem=400")
      #expect(code { try cramped.save(many, .upsert) } == .full)
      #expect(try store.anchor() == anchor)
      #expect(try store.all() == Inputs.marked)
      #expect(try store.check() == [])
      #expect(try store.save(many, .upsert).new == many.count)
    }

    @Test func whatTakesTooLongIsGivenUp() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save(Inputs.marked, .upsert)
      let many = (0..<20_000).map { Inputs.heartRate(60 + $0 % 40, at: Int64($0)) }
      #expect(
        code { try schema.open(.writing, "statement_timeout=20").save(many, .upsert) } == .failed)
      #expect(try store.all() == Inputs.marked)
      #expect(try store.save(many, .upsert).new == many.count)
    }

    @Test func twoLoadsAtOnceComeOneAfterAnother() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save([Inputs.heartRate(60)])
      let first = try store.beginSaving(.upsert)
      try first.save(Inputs.heartRate(61))
      #expect(code { _ = try schema.open(.writing).beginSaving(.upsert) } == .busy)
      #expect(try first.commit().new == 1)
      #expect(try schema.open(.writing).save([Inputs.heartRate(61)]).same == 1)
    }

    @Test func whatIsNotOursIsLeftAlone() throws {
      let schema = Schema()
      #expect(code { _ = try schema.open(.reading) } == .notFound)
      #expect(code { _ = try schema.open(.writing) } == .notFound)
      try PostgresServer.run("create schema \(schema.name)")
      #expect(code { _ = try schema.open(.reading) } == .notFound)
      try schema.run("create table visitor (name text)")
      for access in [StoreKind.Access.reading, .writing, .creating, .replacing] {
        #expect(code { _ = try schema.open(access) } == .foreign)
      }
      try schema.run("create table store (id int, name text)")
      #expect(code { _ = try schema.open(.creating) } == .foreign)
      try schema.run("drop table store; create table store (name text, value text)")
      #expect(code { _ = try schema.open(.creating) } == .foreign)
    }

    @Test func newerTablesAreNotRead() throws {
      let schema = Schema()
      try schema.open(.creating).save([])
      try schema.run("update store set value = '2' where name = 'version'")
      for access in [StoreKind.Access.reading, .writing, .creating, .replacing] {
        #expect(code { _ = try schema.open(access) } == .newer)
      }
    }

    // MARK: Making and replacing

    @Test func aStoreIsMadeWhenSomethingIsCommitted() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      #expect(try store.all() == [])
      #expect(try store.info() == DatasetInfo())
      let anchor = try store.anchor()
      try store.beginSaving(.upsert).rollBack()
      #expect(code { _ = try schema.open(.reading) } == .notFound)
      try store.save([Inputs.heartRate(60)])
      #expect(try store.anchor().store == anchor.store)
      #expect(try store.changes(since: anchor, matching: .all, limit: 9).changes.count == 1)
    }

    @Test func aNewStoreTakesThePlaceOfTheOld() throws {
      let schema = Schema()
      let old = try schema.open(.creating)
      try old.save(Inputs.marked, .upsert)
      let anchor = try old.anchor()
      let load = try schema.open(.replacing).beginSaving(.upsert)
      try load.save(Inputs.heartRate(60))
      #expect(try old.all() == Inputs.marked, "until then the old one is there")
      #expect(try load.commit().new == 1)
      #expect(try old.all() == [Inputs.heartRate(60)])
      #expect(
        code { _ = try old.changes(since: anchor, matching: .all, limit: 9) } == .foreignAnchor)
      #expect(try schema.integer("select count(*) from @source") == 1)
      #expect(try old.check() == [])
    }

    /// Transactions begin in another order than they get the lock, so dates may come in another order than changes.
    @Test func whatIsForgottenStaysForgotten() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      let samples = [Inputs.heartRate(60), Inputs.heartRate(61)]
      try store.save(samples, .upsert)
      try store.delete([SampleKey(samples[0])])
      let anchor = try store.anchor()
      try store.delete([SampleKey(samples[1])])
      try schema.run(
        """
        update tombstone set deletion_date = case change when \(anchor.change)
          then timestamptz '2002-01-01' else timestamptz '2001-01-01' end
        """)
      for year in [2001, 2002] as [Int64] {
        try store.forgetDeleted(
          before: Timestamp(secondsSince1970: (year - 1970) * 31_556_952 + 86_400 * 9))
        #expect(
          code { _ = try store.changes(since: anchor, matching: .all, limit: 9) }
            == .expiredAnchor)
      }
      #expect(try store.changes(since: store.anchor(), matching: .all, limit: 9).changes == [])
    }

    // MARK: What is saved

    @Test func textsOfAnyKindAndLength() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      let names = [
        "a\u{0}b", "\u{10FFFE}", String(repeating: "long ", count: 4_000), "é", "e\u{301}",
      ]
      let samples = names.map { Inputs.heartRate(60, source: $0) }
      #expect(try store.save(samples, .upsert).new == names.count)
      #expect(try store.save(samples, .upsert).same == names.count)
      let back = try store.all()
      #expect(
        back.map { Array($0.header!.descriptor.source.name.utf8) } == names.map { Array($0.utf8) })
    }

    @Test func metadataThatNobodyHasGo() throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      try store.save(Inputs.marked, .upsert)
      let entries = try schema.integer("select count(*) from @metadata_entry")
      #expect(entries > 5)
      #expect(try store.save(Inputs.marked, .upsert).same == Inputs.marked.count)
      #expect(try schema.integer("select count(*) from @metadata_entry") == entries)
      try store.delete(where: .all)
      for table in StoreTable.all where table.role == .parts || table.role == .samples {
        #expect(try schema.integer("select count(*) from @\(table.name)") == 0, "\(table.name)")
      }
      #expect(try schema.integer("select count(*) from @metadata") == 0)
      #expect(try store.check() == [])
    }

    /// Samples of one identity are matched as the store in memory does it, whatever their own ordinals are. Of equal ones,
    /// either may be the new one.
    @Test(arguments: 0..<6)
    func twinsAreMatchedAlike(_ round: Int) throws {
      let digester = SampleDigester(.saved)
      func contents(_ store: any SampleStore) throws -> [UInt64] {
        try store.all().map { digester.total($0) }.sorted()
      }
      let schema = Schema()
      let store = try schema.open(.creating)
      let memory = MemoryStore()
      for load in 0..<3 {
        let samples = (0..<60).map { _ in
          var sample = Inputs.heartRate(.random(in: 60..<64), created: .random(in: 0..<3))
          sample.ordinal = Bool.random() ? 0 : .random(in: 0..<6)
          return sample
        }
        let mode = load == 1 ? SavingMode.append : .upsert
        #expect(try store.save(samples, mode) == memory.save(samples, mode))
        #expect(try contents(store) == contents(memory))
        let keys = try store.all().map { SampleKey($0) }
        #expect(Set(keys).count == keys.count)
      }
      #expect(try store.check() == [])
    }

    @Test func ordinalsThatAreTaken() {
      for _ in 0..<200 {
        var taken = TakenOrdinals()
        var met: Set<UInt32> = []
        for _ in 0..<60 {
          let own = UInt32.random(in: 0..<30)
          var free = own
          while met.contains(free) { free += 1 }
          met.insert(free)
          #expect(taken.take(from: own) == free)
        }
      }
    }

    // MARK: Damage

    static let damages: [(String, StoreDefect.Name)] = [
      ("update @sample set value = value + 1 where kind = 0", .changedIdentity),
      (
        "update @sample set start_date = start_date + interval '1 second' where kind = 1",
        .changedIdentity
      ),
      ("update @sample set series = 999999 where kind = 0", .missingRow),
      ("update @sample set kind = 99 where kind = 0 and parent is null", .unreadableSample),
      ("update @sample set exact = 'bogus' where kind = 0", .unreadableSample),
      ("update @sample set creation_date = now() where kind = 0", .changedSample),
      ("update @sample set end_offset = end_offset + 1 where kind = 1", .changedSample),
      ("update @sample set parent = change where parent is not null", .misplacedSample),
      ("update @sample set root = null where parent is not null", .misplacedSample),
      ("update @sample set root = change where parent is not null", .misplacedSample),
      ("update @sample set root = null where root = change", .misplacedSample),
      ("delete from @metadata_entry", .unreadableSample),
      ("delete from @workout", .unreadableSample),
      ("delete from @sample where kind = 3", .missingRow),
      ("delete from @unit", .missingRow),
      ("update @store set value = 1 where name = 'next_change'", .reusedChange),
      ("update @store set value = 'de_CH' where name = 'locale'", .changedFacts),
      ("update @characteristic set value = '' where n = 0", .changedFacts),
    ]

    @Test(arguments: damages)
    func damageIsFound(_ statement: String, _ name: StoreDefect.Name) throws {
      let schema = Schema()
      let store = try schema.open(.creating)
      let load = try store.beginSaving(.upsert)
      try load.describe(Inputs.info)
      for sample in Inputs.marked { try load.save(sample) }
      _ = try load.commit()
      #expect(try store.check() == [])
      try schema.run(statement.split(separator: "@").joined())
      let defects = try store.check()
      #expect(defects.contains { $0.name == name }, "\(defects)")
    }
  }
#endif
