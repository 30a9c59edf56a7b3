// Outputs are written atomically. The system begins to store what was written every 8 MiB (`BufferedOutput`), so
// `fsync` at the end has little to wait for. Until it is complete, a file or folder is hidden next to its final
// location and locked; one without a lock was left by a killed program, and is removed when the same output is
// written again. If reading fails, everything before the fault was written to a pipe; a file is not written, unless
// `--keep-partial` is given.
//
// Files that belong together (`AtomicFile.finish(_:failure:then:)`: an output and its rejects, reports and a
// baseline, a fixed file) are completed first, so that a full disk fails before the first is renamed; if one of them
// cannot be renamed, the others are removed again. New files are private, as [SECURITY.md](SECURITY.md) states.
// `validate --fix` writes a `Rewriting`: under another name, read back and compared by digests, checked by the
// rules, and only then renamed.

import LibC

/// A file that is written atomically.
///
/// The bytes go into a hidden file in the same folder, which `finish()` synchronises to the disk and renames. Without
/// `finish()`, and when the process is interrupted, nothing is left. What a killed process has left is removed when
/// the same file is begun again.
///
/// Until then only its owner may read it. Then it has the owner and the permissions of the file that it replaces; a new
/// one may be read by its owner only, unless it is made as not private.
///
/// A link is followed: the file it points to is replaced. Devices and pipes, as `/dev/null`, are written to directly.
package final class AtomicFile: ByteSink {
  /// The path it was begun with.
  public let path: String
  /// The file that will be replaced: `path`, or where it points to.
  private let target: String
  /// The file that is written, also by others who are given its path; `nil` for devices, and when it is gone or
  /// renamed.
  package private(set) var temporary: String?
  private var slot: Int?
  private let overwrite: Bool
  /// The status of the replaced file at the start.
  private let replaced: FileStatus?
  private let keepsOwner: Bool
  private var output: BufferedOutput
  private var state = State.open
  /// A second name of the file that was replaced, until that is settled.
  private var backup: (path: String, slot: Int?)?
  /// Whether this gave the file its name.
  private var hasName = false

  private enum State { case open, prepared, finished }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where it will be; its folder has to exist.
  ///   - overwrite: Whether a file that is there is replaced.
  ///   - isPrivate: Whether only the owner may read a file that is new; else what the umask allows.
  ///   - keepsOwner: Whether `prepare()` fails if the file cannot have the owner of the one that it replaces. By
  ///     default it belongs to the user of the process then.
  /// - Throws: `HealthError`: `.exists`, `.isDirectory`, `.notFound` for the folder, `.permission`,
  ///   `.full`, `.failed`.
  public init(
    _ path: String, overwrite: Bool = false, isPrivate: Bool = true, keepsOwner: Bool = false
  ) throws(HealthError) {
    self.path = path
    self.overwrite = overwrite
    self.keepsOwner = keepsOwner
    let status = FileStatus(path: path, following: true)
    replaced = status
    if status?.isDirectory == true { throw HealthError(system: EISDIR, path) }
    if let status, !status.isRegular {
      target = path
      output = BufferedOutput(try FileDescriptor(creating: path, flags: O_WRONLY, errorPath: path))
      return
    }
    // A link that points nowhere counts as a file, too.
    let isTaken = status != nil || FileStatus(path: path, following: false) != nil
    if isTaken, !overwrite { throw HealthError(system: EEXIST, path) }
    target = status == nil ? path : Self.resolved(path)
    let place = TemporaryPlace(beside: target)
    place.removeLeftovers()
    let made = try place.make(isPrivate: isPrivate || isTaken, errorPath: path)
    output = BufferedOutput(made.file, synchronizedFrom: 0)
    temporary = made.path
    slot = made.slot
  }

  deinit { abandon() }

  /// Buffers, and writes in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    try output.write(bytes)
  }

  /// Writes the rest and waits until it is on the disk. After that, `finish()` only gives the file its name.
  ///
  /// - Throws: `HealthError`: `.full`, `.failed`, `.permission` for an owner that cannot be kept. Nothing is left then.
  public func prepare() throws(HealthError) {
    guard state == .open else { return }
    do {
      try output.flush()
      if temporary != nil {
        if let replaced { try copyAccess(of: replaced) }
        try output.file.synchronize()
      }
    } catch {
      abandon()
      throw error
    }
    state = .prepared
  }

  /// Completes the file and renames it.
  ///
  /// - Throws: `HealthError`: `.exists` when a file came there meanwhile and may not be replaced,
  ///   `.full`, `.failed`. Nothing is left then.
  public func finish() throws(HealthError) {
    try finish(keepingOld: false)
    Interruption.commit()
  }

  /// Does what `finish()` does, and keeps what was replaced until ``removeBackup()`` or ``undo()``.
  func finish(keepingOld: Bool) throws(HealthError) {
    if state == .finished { return }
    try prepare()
    state = .finished
    guard let temporary else { return }
    do throws(HealthError) { try publish(temporary, keepingOld: keepingOld) } catch {
      abandon()
      throw error
    }
    hasName = true
    unregister()
    Self.synchronizeFolder(Self.split(target).folder)
  }

  /// Removes what processes that were killed have left of a file: what was written of it, under another name. Files
  /// that somebody still writes stay.
  package static func removeLeftovers(of path: String) {
    let isThere = FileStatus(path: path, following: true) != nil
    TemporaryPlace(beside: isThere ? resolved(path) : path).removeLeftovers()
  }

  /// Removes what was written, if it does not have its name yet.
  public func abandon() {
    state = .finished
    if let temporary { _ = unsafe temporary.withSystemPath { unsafe unlink($0) } }
    unregister()
    removeBackup()
  }

  private func unregister() {
    temporary = nil
    if let slot { TemporaryFiles.remove(at: slot) }
    slot = nil
  }

  /// Gives the file the owner and the permissions of another.
  private func copyAccess(of other: FileStatus) throws(HealthError) {
    let number = output.file.number
    guard let own = FileStatus(number) else { throw HealthError(system: errno, path) }
    var permissions = other.permissions & 0o777
    if own.owner != other.owner, fchown(number, uid_t(other.owner), gid_t.max) != 0, keepsOwner {
      throw HealthError(.permission, path, "it belongs to another user")
    }
    // The permissions of a group are not for another group.
    if own.group != other.group, fchown(number, uid_t.max, gid_t(other.group)) != 0 {
      permissions &= 0o707
    }
    guard fchmod(number, mode_t(permissions)) == 0 else { throw HealthError(system: errno, path) }
  }

  /// Gives the file its name. Creating a link fails if the name exists, without a race; on file
  /// systems without links an empty file is created exclusively first, which fails likewise.
  private func publish(_ temporary: String, keepingOld: Bool) throws(HealthError) {
    if !overwrite {
      if FileStatus.link(temporary, to: target) {
        _ = unsafe temporary.withSystemPath { unsafe unlink($0) }
        return
      }
      if errno == EEXIST { throw HealthError(system: EEXIST, path) }
      let flags = O_WRONLY | O_CREAT | O_EXCL
      _ = try FileDescriptor(creating: target, flags: flags, errorPath: path)
    } else if keepingOld, replaced != nil {
      let second = TemporaryPlace(beside: target).secondName()
      // Where the file system has no links, what was replaced cannot be put back.
      if FileStatus.link(target, to: second.path) { backup = second }
    }
    guard FileStatus.rename(temporary, to: target) else {
      let error = HealthError(system: errno, path)
      if !overwrite { _ = unsafe target.withSystemPath { unsafe unlink($0) } }
      throw error
    }
  }
}

// MARK: Several files at once

extension AtomicFile {
  /// Gives several files their names: all, or none if one of them cannot have its name.
  ///
  /// Steps that can fail on a full disk are completed for all files before the first is renamed. Of files that were
  /// replaced, the old ones are put back, where the file system has links.
  ///
  /// - Parameter last: What is done when all have their names. If it fails, they lose them again.
  /// - Throws: What `finish()` throws, and what `last` throws. None of the files is there then.
  public static func finish<Failure: Error>(
    _ files: [AtomicFile], failure: (HealthError, AtomicFile) -> Failure,
    then last: () throws(Failure) -> Void = {}
  ) throws(Failure) {
    do throws(Failure) {
      for file in files {
        do throws(HealthError) { try file.prepare() } catch { throw failure(error, file) }
      }
      for file in files {
        do throws(HealthError) { try file.finish(keepingOld: true) } catch {
          throw failure(error, file)
        }
      }
      try last()
    } catch {
      for file in files.reversed() { file.undo() }
      throw error
    }
    if !files.isEmpty { Interruption.commit() }
    for file in files { file.removeBackup() }
  }

  /// Undoes `finish(keepingOld:)`: what was replaced has its name again.
  private func undo() {
    guard state == .finished, hasName else { return abandon() }
    hasName = false
    if let backup {
      _ = FileStatus.rename(backup.path, to: target)
    } else if replaced == nil {
      _ = unsafe target.withSystemPath { unsafe unlink($0) }
    }
    removeBackup()
  }

  /// Removes what was replaced.
  private func removeBackup() {
    guard let backup else { return }
    _ = unsafe backup.path.withSystemPath { unsafe unlink($0) }
    if let slot = backup.slot { TemporaryFiles.remove(at: slot) }
    self.backup = nil
  }
}

extension AtomicFile {
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/." : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Where a path leads when all links are followed; itself, where the system will not say.
  package static func resolved(_ path: String) -> String {
    guard let real = unsafe path.withSystemPath({ unsafe realpath($0, nil) }) else { return path }
    defer { unsafe free(real) }
    return unsafe String(systemPath: real)
  }

  static let suffixLength = 8

  /// Random letters that make the name unique.
  static func suffix() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<suffixLength).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }

  /// Syncs the folder, so that the new name is as durable as the content. Errors are ignored: not
  /// all file systems support it.
  static func synchronizeFolder(_ path: String) {
    let number = unsafe path.withSystemPath { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { return }
    _ = fsync(number)
    close(number)
  }
}
