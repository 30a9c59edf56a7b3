import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The paths of files that are being written, so that an interrupted process leaves none behind.
///
/// A fixed table of C strings that a signal handler can walk: no locks, no allocation. A string has
/// one owner: who takes it out of its slot, atomically, frees it or unlinks it.
public enum TemporaryFiles {
  private static let capacity = 256

  private static let slots: Slots = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: capacity)
    for index in 0..<capacity { unsafe (slots + index).initialize(to: Atomic(0)) }
    return unsafe Slots(base: slots)
  }()

  /// The table; it lives as long as the process.
  @safe
  private struct Slots: @unchecked Sendable {
    let base: UnsafeMutablePointer<Atomic<UInt>>
  }

  /// Notes a path; `nil` when the table is full, and the file is then left to its owner alone.
  static func insert(_ path: String) -> Int? {
    let string = unsafe strdup(path)
    for index in 0..<capacity {
      let result = unsafe slots.base[index].compareExchange(
        expected: 0, desired: UInt(bitPattern: string), ordering: .acquiringAndReleasing)
      if result.exchanged { return index }
    }
    unsafe free(string)
    return nil
  }

  /// Forgets a path.
  static func remove(at index: Int) {
    let address = unsafe slots.base[index].exchange(0, ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: address))
  }

  /// Unlinks all files on the list. Safe to call in a signal handler once a file has been noted or
  /// `Interruption.install()` was called; not meant for a process that goes on afterwards.
  public static func removeAll() {
    for index in 0..<capacity {
      let address = unsafe slots.base[index].exchange(0, ordering: .acquiringAndReleasing)
      if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { unsafe _ = unlink(path) }
    }
  }

  /// Makes the table, outside of any signal handler.
  static func prepare() {
    _ = slots
  }
}

/// What happens when somebody stops the process.
public enum Interruption {
  /// From now on SIGINT and SIGTERM remove the files that are being written and end the process with
  /// status 130 and 143, and writing to a closed pipe is an error (`.closedPipe`) instead of a
  /// signal. For programs; a library leaves signals alone.
  public static func install() {
    TemporaryFiles.prepare()
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        TemporaryFiles.removeAll()
        _exit(128 + number)
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }
}
