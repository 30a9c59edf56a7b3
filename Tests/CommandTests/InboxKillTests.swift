import Foundation
import HealthTesting
import Testing

/// A folder of hourly files and full exports in random order, loaded by loads that are killed. `Tests/Inbox/run.py` does it with a
/// year.
struct InboxKillTests {
  @Test func everyHourCountsOnce() throws {
    let script = CommandFileTests.root.appendingPathComponent("Tests/Inbox/run.py").path
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run("python3 '\(script)' \"$(command -v healthconv)\" 8")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
