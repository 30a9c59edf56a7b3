#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The processors of this machine.
package enum Processors {
  /// How many of them this process may use, at least 1: a container or `taskset` may allow fewer than there are.
  package static var available: Int {
    #if os(Linux)
      // `sched_getaffinity` is not imported; the kernel prints the same bits as hexadecimal digits.
      if let status = try? FileSource("/proc/self/status").readAll(limit: 1 << 16),
        let line = status.split(separator: 10).first(where: {
          $0.starts(with: "Cpus_allowed:".utf8)
        })
      {
        let count = line.dropFirst(13).reduce(0) { count, byte in
          count + (Character(UnicodeScalar(byte)).hexDigitValue?.nonzeroBitCount ?? 0)
        }
        if count > 0 { return count }
      }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
