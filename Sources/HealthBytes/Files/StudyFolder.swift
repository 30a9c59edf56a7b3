import LibC

/// A folder that a program keeps: its lock, its subfolders, and files that are renamed into it.
///
/// All changes of the folder are calls of this class, so that tests can inspect each state in which a killed program may
/// leave the folder.
package final class StudyFolder {
  package let path: String
  private var lock: Int32 = -1
  /// Called before and after each change.
  private let onStep: () -> Void

  package init(_ path: String, onStep: @escaping () -> Void = {}) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    self.onStep = onStep
  }

  deinit { release() }

  /// Makes a folder in this one, and all folders of its path.
  package func makeFolder(_ name: String = "") throws(HealthError) {
    var made = path
    try Self.make(made)
    for part in name.split(separator: "/") {
      made += "/\(part)"
      try Self.make(made)
    }
  }

  private static func make(_ path: String) throws(HealthError) {
    if unsafe path.withSystemPath({ unsafe mkdir($0, 0o700) }) != 0, errno != EEXIST {
      throw HealthError(system: errno, path)
    }
  }

  /// Whether the lock is held.
  package var isHeld: Bool { lock >= 0 }

  /// Holds the lock of the folder until ``release()``, or until this is freed.
  ///
  /// - Parameters:
  ///   - isShared: Whether other readers may hold it, too. If `.lock` cannot be
  ///     opened for writing, the folder itself is locked then.
  ///   - seconds: How long to wait for processes that hold the lock; `nil` to wait without a limit.
  /// - Throws: `HealthError` of code `.failed` if another process still holds the lock.
  package func hold(isShared: Bool = false, waiting seconds: Int? = 0) throws(HealthError) {
    let name = "\(path)/.lock"
    var number = unsafe name.withSystemPath { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    if number < 0, isShared {
      number = unsafe path.withSystemPath { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    }
    if number < 0 { throw HealthError(system: errno, name) }
    var pauses = (seconds ?? 0) * 1_000 / Self.pause
    while flock(number, (isShared ? LOCK_SH : LOCK_EX) | (seconds == nil ? 0 : LOCK_NB)) != 0 {
      let error = errno
      if error == EINTR { continue }
      if error == EWOULDBLOCK, pauses > 0 {
        pauses -= 1
        Pause.sleep(milliseconds: UInt32(Self.pause))
        continue
      }
      close(number)
      guard error == EWOULDBLOCK else { throw HealthError(system: error, name) }
      throw HealthError(
        .failed, path, "another program is changing\(isShared ? "" : " or reading") this study")
    }
    lock = number
  }

  /// Milliseconds between two attempts.
  private static let pause = 50

  /// Releases the lock, if it is held.
  package func release() {
    if lock >= 0 { Self.unlock(lock) }
    lock = -1
  }

  /// Unlocks a file before it is closed: a child process has a copy of the descriptor until `exec`
  /// closes it, and would hold the lock until then.
  fileprivate static func unlock(_ number: Int32) {
    _ = flock(number, LOCK_UN)
    close(number)
  }

  /// Makes a folder in this one that only this process uses. The caller must hold the lock.
  package func makeOwnFolder(_ prefix: String) throws(HealthError) -> OwnFolder {
    onStep()
    defer { onStep() }
    return try OwnFolder(in: path, prefix)
  }

  /// Renames a file; both are paths in the folder.
  package func rename(_ from: String, _ to: String) throws(HealthError) {
    onStep()
    guard FileStatus.rename("\(path)/\(from)", to: "\(path)/\(to)") else {
      throw HealthError(system: errno, "\(path)/\(to)")
    }
    onStep()
  }

  /// Removes a file or a folder with all that is in it, if it exists.
  package func remove(_ name: String) {
    let path = "\(path)/\(name)"
    guard let status = FileStatus(path: path, following: false) else { return }
    onStep()
    if status.isDirectory { FolderListing.remove(path) } else { FileStatus.remove(path) }
    onStep()
  }

  /// The names in a folder in it, sorted, without hidden ones; none where it does not exist.
  package func names(in folder: String = "") -> [String] {
    (try? FolderListing.visibleNames("\(path)/\(folder)").sorted()) ?? []
  }

  /// The hidden names in a folder in it, sorted; none where it does not exist.
  package func hiddenNames(in folder: String = "") -> [String] {
    FolderListing.names("\(path)/\(folder)", withPrefix: ".").sorted()
  }

  /// The size of a file; `nil` if it does not exist.
  package func size(of name: String) -> Int64? {
    FileStatus(path: "\(path)/\(name)", following: true)?.size
  }

  /// Writes a file atomically.
  package func write(_ text: String, to name: String) throws(HealthError) {
    try write(to: name) { (file) throws(HealthError) in try file.write(text.utf8.span) }
  }

  /// Writes a file atomically.
  package func write(
    to name: String, _ body: (AtomicFile) throws(HealthError) -> Void
  ) throws(HealthError) {
    let file = try AtomicFile("\(path)/\(name)", overwrite: true)
    onStep()
    try body(file)
    try file.prepare()
    onStep()
    try file.finish()
    onStep()
  }

  /// Adds a line to a file, and waits until it is on the disk.
  package func append(_ line: String, to name: String) throws(HealthError) {
    onStep()
    defer { onStep() }
    let path = "\(path)/\(name)"
    let file = try FileDescriptor(
      creating: path, flags: O_WRONLY | O_CREAT | O_APPEND, permissions: 0o600, errorPath: path)
    let text = line + "\n"
    try file.write(text.utf8.span)
    try file.synchronize()
  }
}

/// A hidden folder of one process, which holds the lock of a file in it. The lock shows whether the process is running.
package final class OwnFolder {
  /// Its name in the study folder.
  package let name: String
  private let path: String
  private let lock: Int32

  /// Makes a folder with the first free number. The caller holds the lock of the study: no process removes the folder as unused
  /// before it is locked.
  init(in folder: String, _ prefix: String) throws(HealthError) {
    var number = 1
    while unsafe "\(folder)/\(prefix)\(number)".withSystemPath({ unsafe mkdir($0, 0o700) }) != 0 {
      guard errno == EEXIST else {
        throw HealthError(system: errno, "\(folder)/\(prefix)\(number)")
      }
      number += 1
    }
    name = "\(prefix)\(number)"
    path = "\(folder)/\(name)"
    let file = Self.file(path)
    lock = unsafe file.withSystemPath { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    if lock < 0 { throw HealthError(system: errno, file) }
    while flock(lock, LOCK_EX) != 0 {
      if errno != EINTR { throw HealthError(system: errno, file) }
    }
  }

  deinit {
    if lock >= 0 {
      FolderListing.remove(path)
      StudyFolder.unlock(lock)
    }
  }

  private static func file(_ path: String) -> String { "\(path)/.lock" }

  /// Whether the process of such a folder may be running; `true` if that is not known.
  package static func isInUse(_ path: String) -> Bool {
    let number = unsafe file(path).withSystemPath { unsafe open($0, O_RDWR | O_CLOEXEC) }
    if number < 0 { return errno != ENOENT && errno != ENOTDIR }
    defer { StudyFolder.unlock(number) }
    return flock(number, LOCK_EX | LOCK_NB) != 0
  }
}
