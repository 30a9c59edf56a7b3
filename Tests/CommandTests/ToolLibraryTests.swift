#if os(Linux)
  import Foundation
  import HealthTesting
  import Testing

  /// What the tool loads at each start.
  struct ToolLibraryTests {
    /// Foundation has 34 MB of data of ICU. The package of arguments needs the part of it without that.
    @Test func foundationIsNotLoaded() throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run("ldd \"$(command -v healthconv)\"")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("libxml2"))
      for name in ["libFoundation.so", "lib_FoundationICU", "libFoundationInternationalization"] {
        #expect(!run.output.contains(name), "\(name)")
      }
    }
  }
#endif
