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
  /// `Interruption.install()` was called; not meant for a process that continues afterwards.
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
    // Two zeros follow the folder: the end of the arguments, and an environment without anything.
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

/// Where a file or a folder is written before it gets its name: hidden, in the folder that it will be in.
///
/// The writing process holds a lock on it until it exits. A file left by a killed process is therefore recognized by
/// its missing lock.
struct TemporaryPlace {
  private let folder: String
  /// The prefix of all temporary files for the same target.
  private let prefix: String

  /// The place for a file or a folder.
  init(beside target: String) {
    let (folder, name) = AtomicFile.split(target)
    self.folder = folder
    // A name may have 255 bytes.
    prefix = ".\(name.utf8.count > 200 ? "output" : name).healthconv-"
  }

  /// Makes a temporary file or folder and locks it.
  ///
  /// - Parameter isPrivate: Whether only its owner may read it; else what the umask allows.
  /// - Throws: `HealthError` if it cannot be made; nothing of it is left then.
  func make(
    isFolder: Bool = false, isPrivate: Bool = true, errorPath: String
  ) throws(HealthError) -> (file: FileDescriptor, path: String, slot: Int?) {
    var attempts = 0
    while true {
      attempts += 1
      let path = "\(folder)/\(prefix)\(AtomicFile.suffix())"
      // Noted before it exists, so that no signal can come between.
      let slot = TemporaryFiles.insert(path, isFolder: isFolder)
      do throws(HealthError) {
        if isFolder, unsafe path.withSystemPath({ unsafe mkdir($0, 0o700) }) != 0 {
          throw HealthError(system: errno, errorPath)
        }
        let file = try Self.opened(path, isFolder, isPrivate, errorPath)
        // Somebody who clears up may have been there before the lock: the next is another one. Not without end, as
        // there may be file systems that count no names.
        let isOurs = file.lock(isFolder: isFolder) != .taken && FileStatus(file.number)?.links != 0
        if isOurs || attempts == 8 { return (file, path, slot) }
        Self.remove(path)
      } catch {
        if let slot { TemporaryFiles.remove(at: slot) }
        throw error
      }
      if let slot { TemporaryFiles.remove(at: slot) }
    }
  }

  private static func opened(
    _ path: String, _ isFolder: Bool, _ isPrivate: Bool, _ errorPath: String
  ) throws(HealthError) -> FileDescriptor {
    do throws(HealthError) {
      return try FileDescriptor(
        creating: path, flags: isFolder ? O_RDONLY | O_DIRECTORY : O_WRONLY | O_CREAT | O_EXCL,
        permissions: isPrivate ? 0o600 : 0o666, errorPath: errorPath)
    } catch {
      // The folder is there already. A file that is there is another program's.
      if isFolder { remove(path) }
      throw error
    }
  }

  /// A path for one more name of a file, which an interruption removes.
  func secondName() -> (path: String, slot: Int?) {
    let path = "\(folder)/\(prefix)\(AtomicFile.suffix())"
    return (path, TemporaryFiles.insert(path))
  }

  /// Removes abandoned files and folders, and the files next to them whose names begin alike, such as the logs of a
  /// database.
  ///
  /// - Complexity: Linear in the folder.
  func removeLeftovers() {
    // Each file with `-wal` and the like of it.
    let found = Dictionary(grouping: FolderListing.names(folder, withPrefix: prefix)) { name in
      name.dropFirst(prefix.count).prefix { $0 != "-" }
    }
    for (suffix, names) in found where suffix.utf8.count == AtomicFile.suffixLength {
      guard isLeftOver("\(folder)/\(prefix)\(suffix)") else { continue }
      for name in names { Self.remove("\(folder)/\(name)") }
    }
  }

  private static func remove(_ path: String) {
    if FileStatus(path: path, following: false)?.isDirectory == true {
      FolderListing.remove(path)
    } else {
      _ = unsafe path.withSystemPath { unsafe unlink($0) }
    }
  }

  private func isLeftOver(_ path: String) -> Bool {
    // The logs of a missing file are not needed either.
    guard let status = FileStatus(path: path, following: false) else { return errno == ENOENT }
    let isFolder = status.isDirectory
    if !status.isRegular, !isFolder { return false }
    // It has got its name already and was to lose this one. Opening it could cost a database that this process has
    // open its locks: they go when a process closes the file, by whatever descriptor.
    if !isFolder, status.links > 1 { return true }
    let flags = isFolder ? O_RDONLY | O_DIRECTORY : O_WRONLY | O_NONBLOCK
    let number = unsafe path.withSystemPath { unsafe open($0, flags | O_NOFOLLOW | O_CLOEXEC) }
    guard number >= 0 else { return false }
    return FileDescriptor(number, name: path, isOwned: true).lock(isFolder: isFolder) == .made
  }
}

/// Turns of all threads and programs that give files names in a folder.
package enum FolderTurn {
  /// Waits until no other turn is left, then does something. Where the file system has no locks, nothing is waited for.
  public static func run<Result, Failure: Error>(
    in path: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let number = unsafe path.withSystemPath { unsafe open($0, flags) }
    let folder = number < 0 ? nil : FileDescriptor(number, name: path, isOwned: true)
    while number >= 0, flock(number, LOCK_EX) != 0, errno == EINTR {}
    defer { withExtendedLifetime(folder) {} }
    return try body()
  }
}

extension FileDescriptor {
  enum Locking {
    /// It is ours, until the file is closed.
    case made
    /// Somebody else has it.
    case taken
    /// The file system does not support locks.
    case unknown
  }

  /// Locks the file against others that do the same.
  ///
  /// The lock belongs to the open file, not to the process, and is on one byte that no file has: locks that a database
  /// takes on the same file are neither hindered by it nor lost with it. A folder has no bytes, and is locked as a whole.
  func lock(isFolder: Bool) -> Locking {
    if isFolder {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return .made }
      return errno == EWOULDBLOCK ? .taken : .unknown
    }
    #if canImport(Darwin)
      let command: Int32 = 90
    #else
      let command: Int32 = 37
    #endif
    // `F_OFD_SETLK`: a macro that Swift does not see everywhere.
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = 1 << 62
    range.l_len = 1
    if unsafe fcntl(number, command, &range) == 0 { return .made }
    return errno == EAGAIN || errno == EACCES ? .taken : .unknown
  }
}

/// How many files this process may have open.
package enum OpenFiles {
  /// Whether some more can be open at the same time. Cost: opens and closes so many.
  ///
  /// - Returns: `false` if there is no room for all of them.
  package static func haveRoom(for count: Int) -> Bool {
    var numbers: [Int32] = []
    defer { for number in numbers { close(number) } }
    while numbers.count < count {
      // No file: who closes one loses the locks that the process has on it.
      let number = unsafe open("/", O_RDONLY | O_CLOEXEC)
      // Without permission to read that folder, the result is unknown.
      guard number >= 0 else { return errno != EMFILE && errno != ENFILE }
      numbers.append(number)
    }
    return true
  }
}
