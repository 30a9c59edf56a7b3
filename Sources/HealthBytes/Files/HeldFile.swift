// POSIX releases all locks of a process on a file when the process closes *any* descriptor of it, for example after
// detecting its format. Connections therefore hold their files (`HeldFile`): other descriptors of these are closed
// only when the database is no longer open, and are reused meanwhile.

import LibC
import Synchronization

/// A file on which this process has locks, for as long as this lives: a database that is open.
///
/// POSIX releases all locks of a process on a file when the process closes any descriptor of that file. Detecting the
/// format of a file could thus release the locks of an open database, and another program might write at the same time.
/// Descriptors of a held file are therefore closed only after its last holder is gone, and are reused meanwhile.
package final class HeldFile: Sendable {
  private let file: FileStatus.Identity

  /// Holds the file at a path; `nil` if it does not exist.
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

  /// Closes a descriptor: at once, or when the last holder of its file is gone.
  static func end(_ number: Int32) {
    held.withLock { held in
      if !held.isEmpty, let file = FileStatus(number)?.identity, held[file] != nil {
        held[file]?.waiting.append(number)
      } else {
        close(number)
      }
    }
  }

  /// Takes a descriptor of a held file that waits to be closed, so that repeated reads need only one.
  ///
  /// - Returns: A descriptor at the beginning of the file; `nil` if none waits.
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

/// An existing file that grows at its end and of which parts are rewritten.
package final class GrowingFile: ByteSink {
  private var output: BufferedOutput

  /// Opens a file to append to it.
  ///
  /// - Throws: `HealthError`: what opening a file throws.
  public init(_ path: String, name: String) throws(HealthError) {
    let file = try FileDescriptor(creating: path, flags: O_WRONLY, errorPath: name)
    let end = lseek(file.number, 0, SEEK_END)
    guard end >= 0 else { throw HealthError(system: errno, name) }
    output = BufferedOutput(file, synchronizedFrom: Int64(end))
  }

  /// Appends; buffers, and writes in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    try output.write(bytes)
  }

  /// Writes over the existing content.
  ///
  /// - Throws: `HealthError`: `.full`, `.failed`.
  public func write(_ bytes: Span<UInt8>, at position: Int64) throws(HealthError) {
    try output.flush()
    try output.file.write(bytes, at: position)
  }

  /// Writes the rest.
  public func finish() throws(HealthError) {
    try output.flush()
  }
}

/// A file that others write to as well, and that gets something more at its end: a log, a summary.
package final class AppendedFile: ByteSink {
  private var output: BufferedOutput

  /// Opens a file, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - path: Where it is; its folder has to exist.
  ///   - isPrivate: Whether only its owner may read a file that is made.
  /// - Throws: `HealthError`: what opening a file throws.
  public init(_ path: String, isPrivate: Bool = false) throws(HealthError) {
    output = BufferedOutput(
      try FileDescriptor(
        creating: path, flags: O_WRONLY | O_CREAT | O_APPEND,
        permissions: isPrivate ? 0o600 : 0o666,
        errorPath: path))
  }

  /// Buffers, and writes in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    try output.write(bytes)
  }

  /// Writes the rest.
  public func finish() throws(HealthError) {
    try output.flush()
  }
}
