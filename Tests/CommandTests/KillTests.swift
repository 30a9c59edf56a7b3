import Foundation
import HealthTesting
import Testing

/// Loads into a store that are killed. `make test-kill` does it twenty times with more samples.
struct KillTests {
  @Test func aKilledLoadLeavesASoundStore() throws {
    let script = CommandFileTests.root.appendingPathComponent("Tests/kill-loads.sh").path
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run("bash '\(script)' \"$(command -v healthconv)\" 3 1MB")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
