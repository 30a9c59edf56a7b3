import CHealthLibC
import LibC

/// The kind and size of a path or a descriptor.
package struct FileStatus {
  package let isRegular: Bool
  package let isDirectory: Bool
  let isLink: Bool
  package let size: Int64
  let permissions: UInt32
  /// The id of the user who owns it.
  let owner: UInt32
  /// The id of its group.
  let group: UInt32
  /// The number of its hard links.
  let links: Int
  /// The identity of the file, independent of its names.
  package let identity: Identity
  /// When it was changed last, in nanoseconds since 1970.
  package let changed: Int64

  /// A value that differs after a file was changed or replaced.
  package struct Version: Hashable, Sendable {
    private let identity: Identity
    private let size: Int64
    private let changed: Int64

    fileprivate init(_ status: FileStatus) {
      (identity, size, changed) = (status.identity, status.size, status.changed)
    }
  }

  package var version: Version { Version(self) }

  /// The identity of a file in the file system. A file that replaces another has a different one.
  package struct Identity: Hashable, Sendable, CustomStringConvertible {
    let device: UInt64
    let number: UInt64

    package var description: String { "\(device):\(number)" }
  }

  /// Removes the file at a path together with SQLite's logs next to it, or a folder with its content.
  package static func remove(_ path: String) {
    guard let status = FileStatus(path: path, following: false) else { return }
    if status.isDirectory { return FolderListing.remove(path) }
    for ending in ["", "-wal", "-shm", "-journal"] { _ = unsafe unlink(path + ending) }
  }

  /// The status of an open file; `nil` if the system call fails.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of a path, or of the target of a link when `following`; `nil` with `errno` set if the system
  /// call fails.
  package init?(path: String, following: Bool) {
    var status = stat()
    let result = unsafe path.withSystemPath { path in
      unsafe following ? stat(path, &status) : lstat(path, &status)
    }
    guard result == 0 else { return nil }
    self.init(status)
  }

  /// Whether this process can give the same owner to a file that replaces this one.
  package var canKeepOwner: Bool { owner == geteuid() || geteuid() == 0 }

  /// Whether neither its group nor others may read or change it.
  package var isOnlyForOwner: Bool { permissions & 0o077 == 0 }

  /// Whether this process may write to a file.
  package static func mayWrite(_ path: String) -> Bool {
    unsafe path.withSystemPath { unsafe access($0, W_OK) } == 0
  }

  /// Renames a file or a folder.
  ///
  /// - Returns: Whether it was renamed; if not, `errno` is set.
  package static func rename(_ path: String, to target: String) -> Bool {
    unsafe call(path, target) { unsafe LibC.rename($0, $1) }
  }

  /// Exchanges the paths of two files or folders atomically.
  ///
  /// - Returns: Whether they are exchanged; if not, `errno` is set.
  static func exchange(_ path: String, with other: String) -> Bool {
    #if os(Linux)
      unsafe call(path, other) { unsafe exchange_paths($0, $1) }
    #else
      errno = ENOSYS
      return false
    #endif
  }

  /// Adds a hard link to a file.
  ///
  /// - Returns: Whether it was added; if not, `errno` is set.
  static func link(_ path: String, to target: String) -> Bool {
    unsafe call(path, target) { unsafe LibC.link($0, $1) }
  }

  private static func call(
    _ path: String, _ target: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) -> Bool {
    unsafe path.withSystemPath { from in
      unsafe target.withSystemPath { unsafe body(from, $0) == 0 }
    }
  }

  private init(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    isRegular = kind == S_IFREG
    isDirectory = kind == S_IFDIR
    isLink = kind == S_IFLNK
    size = Int64(status.st_size)
    permissions = UInt32(status.st_mode & 0o7777)
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    links = Int(status.st_nlink)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    changed = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

extension FileSource {
  /// Opens a file that the user did not name, if no other user can have created or changed it: it is a regular file, the user
  /// owns it and its folder, and neither is writable by every user. Other kinds of files are not opened, since a pipe could
  /// block the program.
  ///
  /// - Throws: `HealthError`: `.notFound`, `.permission` with what is wrong, and what opening a file throws.
  package convenience init(trusted path: String) throws(HealthError) {
    let file = try FileDescriptor(regular: path)
    if let reason = FileStatus(file.number)?.untrustedReason("it") {
      throw HealthError(.permission, path, reason)
    }
    let folder = FileStatus(path: AtomicFile.split(path).folder, following: true)
    if let reason = folder?.untrustedReason("its folder") {
      throw HealthError(.permission, path, reason)
    }
    self.init(file)
  }

  /// Opens a regular file. Nothing is read from other files, such as pipes.
  ///
  /// - Throws: `HealthError`: `.unsupported` if it is not a regular file, and what opening a file throws.
  package convenience init(regular path: String) throws(HealthError) {
    self.init(try FileDescriptor(regular: path))
  }
}

extension FileStatus {
  /// Why another user may have written the content; `nil` if none can have.
  fileprivate func untrustedReason(_ subject: String) -> String? {
    if owner != geteuid() { return "\(subject) belongs to another user" }
    return permissions & 0o002 != 0 ? "every user may write to \(subject)" : nil
  }
}

extension FileDescriptor {
  /// Opens a regular file for reading. Throws for a pipe, without waiting for its other end.
  convenience init(regular path: String) throws(HealthError) {
    let number = unsafe path.withSystemPath { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard number >= 0 else { throw HealthError(system: errno, path) }
    self.init(number, name: path, isOwned: true)
    guard FileStatus(number)?.isRegular == true else {
      throw HealthError(.unsupported, path, "it is not a regular file")
    }
  }
}
