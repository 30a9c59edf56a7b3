#if PostgreSQL
  import Foundation
  import HealthBytes
  import HealthGenerator
  import HealthStore
  import Testing

  @testable import HealthStorePostgres

  /// The program may die at any moment of a load: the store is as it was, and the load can be run again.
  @Suite(.needsPostgres) struct PostgresKillTests {
    /// The tool that was built beside the tests.
    private static var tool: URL {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let own = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
      return own.deletingLastPathComponent().appendingPathComponent("healthconv")
    }

    private static func load(_ path: String, into address: String) throws -> Process {
      let process = Process()
      process.executableURL = tool
      process.arguments = ["convert", "-q", path, "-o", address]
      try process.run()
      return process
    }

    @Test(.timeLimit(.minutes(5)))
    func aKilledLoadLeavesNothingAndIsRunAgain() throws {
      let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).xml"
      let sink = BytesSink()
      _ = try ExportGenerator(ExportGenerator.Options(seed: 5, size: .records(6_000))).writeXML(
        to: sink)
      try Data(sink.bytes).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }

      let whole = PostgresStoreTests.Schema()
      let begin = ContinuousClock.now
      let undisturbed = try Self.load(path, into: PostgresServer.address(schema: whole.name))
      undisturbed.waitUntilExit()
      try #require(undisturbed.terminationStatus == 0)
      let duration = ContinuousClock.now - begin
      let expected = try whole.open(.reading).all()

      for moment in [0.2, 0.7, 0.95] {
        let schema = PostgresStoreTests.Schema()
        let address = try PostgresServer.address(schema: schema.name)
        let killed = try Self.load(path, into: address)
        Thread.sleep(forTimeInterval: duration / .seconds(1) * moment)
        kill(killed.processIdentifier, SIGKILL)
        killed.waitUntilExit()
        do {
          let store = try schema.open(.reading)
          #expect(try store.all() == expected, "it was committed in time")
        } catch let error as HealthError { #expect(error.code == .notFound) }
        let again = try Self.load(path, into: address)
        again.waitUntilExit()
        #expect(again.terminationStatus == 0)
        let store = try schema.open(.reading)
        #expect(try store.all() == expected)
        #expect(try store.check() == [])
      }
    }
  }
#endif
