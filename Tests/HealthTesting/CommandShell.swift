public import Foundation

/// Runs command lines in a temporary folder, with the tool from the build folder of the tests.
public final class CommandShell {
  /// The result of a command line.
  public struct Run {
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errors: String
    /// The exit status.
    public let status: Int32
  }

  /// The folder that the commands run in; it goes with the shell.
  public let folder: URL
  private let samples: URL

  private static let secondsAllowed = 60.0

  /// A shell in a new, empty folder.
  ///
  /// - Parameter samples: The folder that the variable `SAMPLES` names.
  /// - Throws: If no folder can be made.
  public init(samples: URL) throws {
    self.samples = samples
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("work"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Where the commands find themselves.
  public var workFolder: URL { folder.appendingPathComponent("work") }

  /// Runs a command line to its end.
  ///
  /// - Parameter line: What `sh -c` is given.
  /// - Returns: What it did; status -1 if it had to be ended after a minute.
  public func run(_ line: String, input: String = "") throws -> Run {
    // Files instead of pipes, which would have to be emptied while the process runs.
    let urls = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
    for (url, text) in zip(urls, [input, "", ""]) {
      try text.write(to: url, atomically: false, encoding: .utf8)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = workFolder
    process.environment = environment
    let files = [
      try FileHandle(forReadingFrom: urls[0]), try FileHandle(forWritingTo: urls[1]),
      try FileHandle(forWritingTo: urls[2]),
    ]
    // Foundation keeps the process, and so these files, long after its end.
    defer { for file in files { try? file.close() } }
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.start()
    let isLate = ended.wait(timeout: .now() + Self.secondsAllowed) == .timedOut
    if isLate { process.terminate() }
    return Run(
      output: try String(contentsOf: urls[1], encoding: .utf8),
      errors: try String(contentsOf: urls[2], encoding: .utf8),
      status: isLate ? -1 : process.terminationStatus)
  }

  private var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PATH": Self.products.path + ":" + path, "SAMPLES": samples.path, "LC_ALL": "C.UTF-8",
    ]
  }

  /// The folder of what was built: that of the tests' own bundle or executable.
  public static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let own = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return own.deletingLastPathComponent()
  }
}
