import HealthErrors

#if PostgreSQL
  import CHealthLibPQ
  import HealthStore
  import Testing

  @testable import HealthStorePostgres

  /// What may stand in an address, and what is shown of it.
  @Suite struct PostgresAddressTests {
    @Test(arguments: [
      ("postgres://db.example/health", "postgres://db.example/health"),
      ("postgresql://anna@db.example:5433/health?sslmode=require", "postgres://db.example/health"),
      ("POSTGRES://db.example/health", "postgres://db.example/health"),
      ("postgres://%2Frun%2Fpostgresql/health", "postgres:///health"),
      ("postgres:host=db.example dbname=health", "postgres://db.example/health"),
    ])
    func addressesAreRead(_ address: String, _ name: String) throws {
      #expect(try Address(address).name == name)
    }

    @Test(arguments: [
      "postgres://anna:s3cret@db.example/health",
      "postgres://anna@db.example/health?password=s3cret",
      "postgres://anna%3As3cret@db.example/health", "postgres:user=anna:s3cret host=db.example",
      "postgres:host=db.example password=s3cret", "postgres://db.example/health?sslpassword=s3cret",
      "postgres://anna:s3cret%zz@db.example/health",
      "postgres://anna:s3cret@db.example/health?bogus=1",
      "mysql://anna:s3cret@db.example/health", "s3cret",
    ])
    func passwordsAreRefusedAndNotRepeated(_ address: String) {
      do {
        _ = try Address(address)
        Issue.record("the address was taken")
      } catch {
        #expect(!error.description.contains("s3cret"))
        #expect(error.code == .unsupported || error.code == .notFound)
      }
    }

    @Test func aPasswordIsSentWhereItBelongs() {
      do {
        _ = try Address("postgres://anna:s3cret@db.example/health")
      } catch {
        #expect(error.message.contains("PGPASSWORD") && error.message.contains("~/.pgpass"))
      }
    }

    @Test(arguments: [
      (["libpq.so.of.tomorrow"], "cannot be loaded"), ([], "cannot be loaded"),
      // Libraries that are there, and others.
      (["libz.so.1", "libz.dylib"], "has no function 'PQclear'"),
    ])
    func whereThereIsNoLibpqThatIsSaid(_ names: [String], _ reason: String) {
      do {
        _ = try LibPQ(names)
        Issue.record("that is not libpq")
      } catch {
        #expect(error.code == .notFound)
        #expect(error.message.contains(reason) && error.message.contains("libpq5"))
      }
    }

    @Test func whereNobodyAnswersIsNoStore() throws {
      do {
        _ = try PostgresStore("postgres://127.0.0.1:1/health?connect_timeout=2", for: .reading)
        Issue.record("nobody listens there")
      } catch { #expect(error.code == .notFound) }
    }

    @Test(arguments: [
      ("53100", HealthError.Code.full), ("53400", .full), ("55P03", .busy), ("40P01", .busy),
      ("25006", .readOnly),
      ("42501", .readOnly), ("XX001", .damaged), ("57P01", .disconnected), ("08006", .disconnected),
      ("25P03", .disconnected), ("22021", .failed), ("23505", .failed), ("42P01", .failed),
    ])
    func refusalsAreUnderstood(_ state: String, _ code: HealthError.Code) {
      let error = HealthError(state: state, store: "postgres://db/health", words: "Jane's pulse")
      #expect(error.code == code)
      if state.hasPrefix("2") && state != "25006" { #expect(!error.message.contains("Jane")) }
    }

    @Test func textsMayHoldAnything() {
      for text in [
        "", "Jane", "a\u{0}b", "\u{10FFFE}", "\u{10FFFE}0", "\u{0}\u{10FFFE}0\u{0}", "\u{10FFFF}😀",
      ] {
        let encoded = TextEscape.encoded(text)
        #expect(!encoded.utf8.contains(0))
        #expect(Array(TextEscape.decoded(encoded).utf8) == Array(text.utf8))
      }
    }

    @Test func instantsAreKeptToTheMicrosecond() {
      for (seconds, nanoseconds) in [
        (0, 0), (-1, 999_999_000), (946_684_800, 1_000), (253_402_300_799, 999_999_000),
        (-62_135_596_800, 0),
      ] as [(Int64, Int32)] {
        let found = PostgresEpoch.seconds(
          PostgresEpoch.microseconds(seconds, nanoseconds: nanoseconds))
        #expect(found.seconds == seconds && found.microseconds * 1_000 == nanoseconds)
      }
      _ = PostgresEpoch.microseconds(.max, nanoseconds: 999_999_999)
      _ = PostgresEpoch.microseconds(.min, nanoseconds: 0)
    }
  }
#endif
