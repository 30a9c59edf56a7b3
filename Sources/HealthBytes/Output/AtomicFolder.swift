import LibC

/// A folder that is written atomically.
///
/// It is written as a hidden folder next to the final one, and renamed by `finish()`. Without `finish()`, and after an
/// interruption, nothing is left. The remains of a killed process are removed when the same folder is written again. An
/// existing folder is replaced only if it is empty, or has nothing but files of given names: these are removed when the new
/// folder has its name. Only the owner may read the folder and its files.
package final class AtomicFolder {
  /// The requested path.
  public let path: String
  private let temporary: String
  private var folders: Set<String> = []
  /// The names of the files that the existing folder may contain.
  private let replaced: Set<String>
  /// The permissions of the folder that is replaced.
  private var permissions: UInt32?
  /// Holds the lock on the folder while it is written.
  private var lock: FileDescriptor?
  private var slot: Int?
  private var isFinished = false

  /// Begins a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder; its parent folder must exist.
  ///   - replaced: The names of files that the existing folder may have, and that are replaced.
  /// - Throws: `HealthError`: `.exists` for a folder with other files, `.notDirectory` if the path is not a folder, `.notFound`
  ///   if there is no parent folder, `.permission`, `.failed`.
  public init(_ path: String, replacing replaced: Set<String> = []) throws(HealthError) {
    self.replaced = replaced
    var path = path[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    self.path = String(path)
    if let status = FileStatus(path: self.path, following: true) {
      guard status.isDirectory else { throw HealthError(system: ENOTDIR, self.path) }
      permissions = status.permissions
      guard try FolderListing.hasOnly(replaced, self.path) else {
        throw HealthError(.exists, self.path, "there is a folder that is not empty")
      }
    }
    let place = TemporaryPlace(beside: self.path)
    place.removeLeftovers()
    let made = try place.make(isFolder: true, errorPath: self.path)
    (lock, temporary, slot) = (made.file, made.path, made.slot)
  }

  deinit { abandon() }

  /// Whether a path is that of a folder, or of a link to one.
  public static func isFolder(_ path: String) -> Bool {
    FileStatus(path: path, following: true)?.isDirectory == true
  }

  /// Begins a file of the folder.
  ///
  /// - Parameter path: Its path from the folder; see `OutputContainer.isSafe`.
  /// - Throws: `HealthError`: what making folders and files throws.
  public func open(_ path: String) throws(HealthError) -> any ByteSink {
    let parts = path.split(separator: "/")
    var folder = temporary
    for part in parts.dropLast() {
      folder += "/\(part)"
      guard folders.insert(folder).inserted else { continue }
      if unsafe folder.withSystemPath({ unsafe mkdir($0, 0o700) }) != 0, errno != EEXIST {
        throw HealthError(system: errno, "\(self.path)/\(path)")
      }
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL
    return FolderFile(
      try FileDescriptor(
        creating: "\(temporary)/\(path)", flags: flags, errorPath: "\(self.path)/\(path)"))
  }

  /// Renames the folder to its final path.
  ///
  /// - Throws: `HealthError`: `.exists` if something else was created at the path meanwhile, `.failed`. What was written is
  ///   then removed.
  public func finish() throws(HealthError) {
    if isFinished { return }
    if let permissions, let lock { _ = fchmod(lock.number, mode_t(permissions)) }
    // Renaming replaces an empty folder; one with files needs `replace()`.
    guard FileStatus.rename(temporary, to: path) || errno == ENOTEMPTY && replace() else {
      let error = HealthError(system: errno == ENOTEMPTY ? EEXIST : errno, path)
      abandon()
      throw error
    }
    isFinished = true
    Interruption.commit()
    unregister()
    AtomicFile.synchronizeFolder(AtomicFile.split(path).folder)
  }

  /// Replaces the existing folder, which may contain only files to replace, and removes it.
  ///
  /// - Returns: Whether it was replaced; if not, `errno` is set.
  private func replace() -> Bool {
    guard (try? FolderListing.hasOnly(replaced, path)) == true else {
      errno = EEXIST
      return false
    }
    if !FileStatus.exchange(temporary, with: path) {
      // If the file system cannot exchange names, no folder has the name for a moment.
      let old = "\(temporary)-old"
      guard errno == EINVAL || errno == ENOSYS, FileStatus.rename(path, to: old) else {
        return false
      }
      guard FileStatus.rename(temporary, to: path) else {
        let code = errno
        _ = FileStatus.rename(old, to: path)
        errno = code
        return false
      }
      FolderListing.remove(old)
    }
    FolderListing.remove(temporary)
    return true
  }

  /// Removes the temporary folder, unless `finish()` has renamed it.
  public func abandon() {
    if isFinished { return }
    isFinished = true
    FolderListing.remove(temporary)
    unregister()
  }

  private func unregister() {
    if let slot { TemporaryFiles.remove(at: slot) }
    slot = nil
    lock = nil
  }
}

/// A file of a folder that is being written.
private final class FolderFile: ByteSink {
  private var output: BufferedOutput
  private var isFinished = false

  init(_ file: FileDescriptor) { output = BufferedOutput(file, synchronizedFrom: 0) }

  func write(_ bytes: Span<UInt8>) throws(HealthError) { try output.write(bytes) }

  func finish() throws(HealthError) {
    if isFinished { return }
    isFinished = true
    try output.flush()
    try output.file.synchronize()
  }
}

/// A zip archive whose entries may be written at the same time.
final class ArchiveOutput {
  private let zip: ZipWriter
  /// The modification time of the entries.
  var modified = ZipTimestamp.earliest
  /// Whether an entry is being written directly into the archive.
  private var isBusy = false
  /// The entries that wait, in the order in which they were begun.
  private var waiting: [WaitingEntry] = []
  /// Spools that are not in use.
  private var free: [Spool] = []

  init(_ sink: any ByteSink, _ compression: Compression, jobs: Int) {
    zip = ZipWriter(sink, compression, jobs: jobs)
  }

  func open(_ path: String) throws(HealthError) -> any ByteSink {
    if !isBusy {
      isBusy = true
      try zip.beginEntry(name: path, modified: modified)
      return DirectEntry(self)
    }
    let spool: Spool
    if let last = free.popLast() { spool = last } else { spool = try Spool() }
    let entry = WaitingEntry(self, path: path, spool: spool)
    waiting.append(entry)
    return entry
  }

  func finish() throws(HealthError) {
    for entry in waiting {
      try zip.beginEntry(name: entry.path, modified: modified)
      try entry.spool.source(entry.start..<entry.end).copy(to: DirectEntry(self))
    }
    waiting = []
    free = []
    try zip.finish()
  }

  /// The entry that is written directly into the archive.
  private final class DirectEntry: ByteSink {
    private let archive: ArchiveOutput
    private var isFinished = false

    init(_ archive: ArchiveOutput) { self.archive = archive }

    func write(_ bytes: Span<UInt8>) throws(HealthError) { try archive.zip.write(bytes) }

    func finish() throws(HealthError) {
      if isFinished { return }
      isFinished = true
      try archive.zip.endEntry()
      archive.isBusy = false
    }
  }

  /// An entry that waits on the disk until another is done.
  private final class WaitingEntry: ByteSink {
    let path: String
    let spool: Spool
    let start: Int64
    private(set) var end: Int64
    private weak let archive: ArchiveOutput?
    private var isFinished = false

    init(_ archive: ArchiveOutput, path: String, spool: Spool) {
      self.archive = archive
      self.path = path
      self.spool = spool
      start = spool.count
      end = start
    }

    func write(_ bytes: Span<UInt8>) throws(HealthError) {
      try spool.write(bytes)
      end = spool.count
    }

    func finish() throws(HealthError) {
      if isFinished { return }
      isFinished = true
      archive?.free.append(spool)
    }
  }
}
