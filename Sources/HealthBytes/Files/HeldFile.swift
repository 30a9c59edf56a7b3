import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file on which this process has locks, for as long as this lives: a database that is open.
///
/// POSIX takes all locks of a process from a file when the process closes any descriptor of that file. Whoever looks
/// what a file is, would so take the locks of a database from it, and another program might write at the same time.
/// Descriptors of a held file are therefore not closed before nobody holds it any more, and serve who opens it next.
package final class HeldFile: Sendable {
  private let file: FileStatus.Identity

  /// Holds the file at a path; `nil` if there is none.
  ///
  /// - Parameter path: The path. Hold it before a lock is taken.
  package init?(_ path: String) {
    guard let file = FileStatus(path: path, following: true)?.identity else { return nil }
    self.file = file
    Self.held.withLock { $0[file, default: Held()].holders += 1 }
  }

  deinit {
    Self.held.withLock { held in
      held[file]?.holders -= 1
      guard held[file]?.holders == 0 else { return }
      for number in held.removeValue(forKey: file)?.waiting ?? [] { close(number) }
    }
  }

  private struct Held {
    var holders = 0
    /// Descriptors that would be closed.
    var waiting: [Int32] = []
  }

  private static let held = Mutex<[FileStatus.Identity: Held]>([:])

  /// Closes a descriptor: now, or when nobody holds its file any more.
  static func end(_ number: Int32) {
    held.withLock { held in
      if !held.isEmpty, let file = FileStatus(number)?.identity, held[file] != nil {
        held[file]?.waiting.append(number)
      } else {
        close(number)
      }
    }
  }

  /// Takes a descriptor of a held file that waits to be closed, so that whoever looks again and again needs but one.
  ///
  /// - Returns: A descriptor to read from, at the beginning of the file; `nil` if there is none.
  static func waiting(_ path: String) -> Int32? {
    held.withLock { held in
      guard !held.isEmpty, let file = FileStatus(path: path, following: true)?.identity,
        let place = held[file]?.waiting.firstIndex(where: {
          fcntl($0, F_GETFL) & (O_WRONLY | O_RDWR) != O_WRONLY
        }), let number = held[file]?.waiting.remove(at: place)
      else { return nil }
      _ = lseek(number, 0, SEEK_SET)
      return number
    }
  }
}
