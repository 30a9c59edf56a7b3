import CHealthLibC
@_exported public import HealthErrors
import LibC

/// The environment variables of the process.
package enum Environment {
  /// The value of a variable, or `nil` if it is not set.
  public static subscript(name: String) -> String? {
    unsafe getenv(name).map { unsafe String(systemPath: $0) }
  }

  /// The folder for temporary files.
  public static var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }
}

/// The clock of the system.
package enum SystemClock {
  /// Whole seconds since 1970-01-01 00:00:00 UTC.
  public static var secondsSince1970: Int64 { Int64(time(nil)) }
}

/// Functions of the C library that Swift's own library lacks.
package enum Mathematics {
  package static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

  package static func log10(_ value: Double) -> Double {
    LibC.log10(value)
  }

  /// The sine of an angle in radians.
  package static func sine(_ angle: Double) -> Double { LibC.sin(angle) }

  /// The cosine of an angle in radians.
  package static func cosine(_ angle: Double) -> Double { LibC.cos(angle) }

  /// The angle of a point, in radians from -π to π.
  package static func arcTangent(_ y: Double, _ x: Double) -> Double { LibC.atan2(y, x) }
}

/// The processors of this machine.
package enum Processors {
  /// How many of them this process may use, at least 1. `taskset` may restrict a process to some of them, and a container to
  /// the time of some.
  package static var available: Int {
    #if os(Linux)
      if let allowed = allowed() { return min(allowed, quota() ?? .max) }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// How many processors the process may run on.
  ///
  /// - Parameter root: The folder that has `proc`; tests use another one.
  static func allowed(_ root: String = "") -> Int? {
    // `sched_getaffinity` is not imported; the kernel prints the same bits as hexadecimal digits.
    let line = lines(root + "/proc/self/status").first { $0.hasPrefix("Cpus_allowed:") }
    let count = line?.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return if let count, count > 0 { count } else { nil }
  }

  /// How many processors' time the control groups of the process have, rounded up; `nil` without a limit.
  ///
  /// - Parameter root: The folder that has `proc` and `sys`; tests use another one.
  static func quota(_ root: String = "") -> Int? {
    var least: Int?
    for line in lines(root + "/proc/self/cgroup") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isSecondVersion = fields[1].isEmpty
      guard isSecondVersion || fields[1].split(separator: ",").contains("cpu") else { continue }
      let base = root + "/sys/fs/cgroup" + (isSecondVersion ? "" : "/cpu")
      // A group has at most what the groups around it have. A container may see only its own, at the root.
      var path = fields[2].split(separator: "/")
      while true {
        let folder = ([base[...]] + path).joined(separator: "/")
        let numbers =
          isSecondVersion
          ? lines(folder + "/cpu.max").first?.split(separator: " ").map { Int($0) } ?? []
          : ["quota", "period"].map {
            lines("\(folder)/cpu.cfs_\($0)_us").first.flatMap { Int($0) }
          }
        if numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0,
          period > 0
        {
          let count = quota / period + (quota % period > 0 ? 1 : 0)
          least = min(least ?? count, count)
        }
        guard path.popLast() != nil else { break }
      }
    }
    return least
  }

  /// The lines of a file that the kernel makes; none if it cannot be read.
  private static func lines(_ path: String) -> [Substring] {
    guard let bytes = try? FileSource(path).readAll(limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

/// The allocator of the C library.
package enum Allocator {
  /// The size in bytes from which a block is mapped separately, so that its memory is returned to the system when it is freed.
  private static let largeBlock: Int32 = 1 << 20
  /// How much unused memory a heap keeps. With the 128 KiB of glibc, the memory of each route was returned to the system
  /// and requested again, which took 4 % of the time of `info`.
  private static let kept: Int32 = 1 << 22

  /// Lets large blocks be returned to the system as soon as they are freed, and only those. A program calls it before it
  /// starts threads.
  ///
  /// By default, glibc reuses blocks of up to 32 MiB, and has a heap for each thread. Texts of some MB then leave unused
  /// space in each of them: with two threads and sources of 8 MB, Parquet took 107 MB instead of 65 MB.
  package static func returnLargeBlocks() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
      _ = mallopt(M_TRIM_THRESHOLD, kept)
    #endif
  }
}

extension HealthError {
  /// The error of the last failed system call on a file.
  package init(system number: Int32, _ name: String) {
    switch number {
    case ENOENT: self.init(.notFound, name, "no such file or folder")
    case EACCES, EPERM: self.init(.permission, name, "permission denied")
    case EROFS: self.init(.permission, name, "the file system is read-only")
    case EISDIR: self.init(.isDirectory, name, "is a folder, expected a file")
    case ENOTDIR: self.init(.notDirectory, name, "a part of the path is not a folder")
    case EEXIST: self.init(.exists, name, "exists already")
    case ENOSPC: self.init(.full, name, "no space left on the device")
    case EDQUOT: self.init(.full, name, "the disk quota is used up")
    case EFBIG: self.init(.tooLarge, name, "larger than the file system allows")
    case EPIPE: self.init(.closedPipe, name, "the pipe was closed by its reader")
    default:
      let text = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
      self.init(.failed, name, text.prefix(1).lowercased() + text.dropFirst())
    }
  }
}

/// Runs lines of the shell.
package enum ShellCommand {
  /// Runs a line with `/bin/sh -c` to its end, with the environment and the outputs of this process.
  ///
  /// - Parameter input: The standard input of the shell.
  /// - Returns: The exit status, or 128 plus the number of the signal that ended the shell.
  /// - Throws: `HealthError` if no program can be started.
  package static func run(_ line: String, input: Spool) throws(HealthError) -> Int32 {
    let file = try input.written().number
    lseek(file, 0, SEEK_SET)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, file, 0)
    // This process ignores SIGPIPE and SIGXFSZ; programs that the shell runs may rely on the default actions of these signals.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let arguments = unsafe (["sh", "-c", line] as [String]).map { unsafe strdup($0) }
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let failure = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
    if failure != 0 { throw HealthError(system: failure, "/bin/sh") }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw HealthError(system: errno, "/bin/sh") }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
