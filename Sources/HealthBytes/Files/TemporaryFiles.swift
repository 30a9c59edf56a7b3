import LibC
import Synchronization

/// The paths of files and folders that are being written, so that an interrupted process leaves none
/// behind.
///
/// A fixed table of C strings that a signal handler can walk: no locks, no allocation. A string has
/// one owner: who takes it out of its slot, atomically, frees it or unlinks it. Memory begins at even
/// addresses; that of a folder is noted with its lowest bit set.
package enum TemporaryFiles {
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

  /// `rm -rf --`, room for the folder, and an empty environment: made beforehand for the handler.
  private static let removal: Removal = {
    let words = ["/bin/rm", "-rf", "--"]
    let arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 6)
    unsafe arguments.initialize(repeating: nil, count: 6)
    for (index, word) in words.enumerated() { unsafe arguments[index] = strdup(word) }
    return unsafe Removal(arguments: arguments)
  }()

  @safe
  private struct Removal: @unchecked Sendable {
    let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  }

  /// Notes a path; `nil` when the table is full, and the file is then left to its owner alone.
  static func insert(_ path: String, isFolder: Bool = false) -> Int? {
    let string = unsafe path.withSystemPath { unsafe strdup($0) }
    for index in 0..<capacity {
      let result = unsafe slots.base[index].compareExchange(
        expected: 0, desired: UInt(bitPattern: string) | (isFolder ? 1 : 0),
        ordering: .acquiringAndReleasing)
      if result.exchanged { return index }
    }
    unsafe free(string)
    return nil
  }

  /// Forgets a path.
  static func remove(at index: Int) {
    let address = unsafe slots.base[index].exchange(0, ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: address & ~1))
  }

  /// Removes all files and folders on the list. Safe to call in a signal handler once a file has been noted or
  /// `Interruption.install()` was called; not meant for a process that goes on afterwards.
  public static func removeAll() {
    for index in 0..<capacity {
      let address = unsafe slots.base[index].exchange(0, ordering: .acquiringAndReleasing)
      guard let path = unsafe UnsafeMutablePointer<CChar>(bitPattern: address & ~1) else {
        continue
      }
      if address & 1 == 0 {
        unsafe _ = unlink(path)
      } else {
        unsafe removeFolder(path)
      }
    }
  }

  /// A signal handler may start a program and wait for it, but not list a folder, which takes memory.
  private static func removeFolder(_ path: UnsafeMutablePointer<CChar>) {
    let arguments = unsafe removal.arguments
    unsafe arguments[3] = path
    var process: pid_t = 0
    // Behind the folder stand two zeros: the end of the arguments, and an environment without anything.
    guard unsafe posix_spawn(&process, "/bin/rm", nil, nil, arguments, arguments + 4) == 0 else {
      return
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Makes the tables, outside of any signal handler.
  static func prepare() {
    _ = slots
    _ = removal
  }
}

/// The files that SQLite makes next to a database that is a temporary file: they are removed with this, and by an
/// interruption.
package final class DatabaseFiles {
  private let paths: [String]
  private let slots: [Int]

  package init(of path: String) {
    paths = ["-wal", "-shm", "-journal"].map { path + $0 }
    slots = paths.compactMap { TemporaryFiles.insert($0) }
  }

  deinit {
    for path in paths { _ = unsafe path.withSystemPath { unsafe unlink($0) } }
    for slot in slots { TemporaryFiles.remove(at: slot) }
  }
}
