import CHealthLibC
import LibC

/// The processors of this machine.
package enum Processors {
  /// How many of them this process may use, at least 1: `taskset` may allow fewer than there are, and a container the time
  /// of fewer.
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
  /// From which size on a block has memory of its own, which is returned to the system when it is freed.
  private static let largeBlock: Int32 = 1 << 20
  /// How much unused memory a heap keeps. With the 128 KiB of glibc, each route gave its memory back and got it again: 4 %
  /// of the time of `info`.
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
