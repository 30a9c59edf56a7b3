import Foundation
import Synchronization

/// Another program, used by a test as an oracle.
public enum OtherProgram {
  /// The result of a program.
  public struct Run {
    /// The exit status; 127 if there is no such program.
    public let status: Int32
    /// Standard output; mixed with standard error if requested.
    public let output: String
  }

  /// Runs a program to its end.
  ///
  /// - Parameter joinsErrors: Whether its standard error is wanted, too; else it is that of the tests.
  public static func run(
    _ name: String, _ arguments: [String], joinsErrors: Bool = false
  ) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    if joinsErrors { process.standardError = pipe }
    try process.start()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    try pipe.fileHandleForReading.close()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}

/// The result of Python, independent of this code.
public enum Python {
  /// Whether it is there.
  ///
  /// - Parameter modules: What it must be able to import.
  public static func has(_ modules: String...) -> Bool {
    let imports = modules.map { "  import \($0)\n" }.joined()
    return found.withLock { found in
      if let isFound = found[modules] { return isFound }
      let run = try? run("try:\n  pass\n\(imports)except ImportError: exit(1)")
      found[modules] = run?.status == 0
      return run?.status == 0
    }
  }

  /// Importing some modules takes a second.
  private static let found = Mutex<[[String]: Bool]>([:])

  /// Runs a script.
  ///
  /// - Parameter arguments: What it finds in `sys.argv`, from 1 on.
  public static func run(_ script: String, _ arguments: [String] = []) throws -> OtherProgram.Run {
    try OtherProgram.run("python3", ["-c", script] + arguments)
  }
}

extension Process {
  private static let starting = NSLock()

  /// Starts the program while no other starts.
  ///
  /// `run()` of Foundation crashes now and then where more than about 1,300 files are open: it copies
  /// each entry of `/proc/self/fd` at the full size of `dirent`, past the end of the buffer of `readdir`.
  func start() throws { try Self.starting.withLock { try run() } }
}
