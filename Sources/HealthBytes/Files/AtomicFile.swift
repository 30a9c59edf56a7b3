#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that appears whole or not at all.
///
/// Written as a hidden file beside the one it will be, then synchronised to the disk and renamed by
/// `finish()`. Without `finish()`, and when the process is interrupted, nothing is left. What a process that was
/// killed has left goes when the same file is begun again.
///
/// A link is followed: the file it points to is replaced. Devices and pipes, as `/dev/null`, are
/// written to directly.
public final class AtomicFile: ByteSink {
  /// The path it was asked for.
  public let path: String
  /// The file that will be replaced: `path`, or where it points to.
  private let target: String
  /// The file that is written, also by others who are given its path; `nil` for devices, and when it is gone or
  /// renamed.
  package private(set) var temporary: String?
  private var slot: Int?
  private let overwrite: Bool
  private var output: BufferedOutput
  private var isFinished = false

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where it will be; its folder has to exist.
  ///   - overwrite: Whether a file that is there is replaced; its permissions are kept.
  /// - Throws: `ByteError`: `.exists`, `.isDirectory`, `.notFound` for the folder, `.permission`,
  ///   `.noSpace`, `.io`.
  public init(_ path: String, overwrite: Bool = false) throws(ByteError) {
    self.path = path
    self.overwrite = overwrite
    let status = FileStatus(path: path, following: true)
    if status?.isDirectory == true { throw ByteError(system: EISDIR, path) }
    if let status, !status.isRegular {
      target = path
      output = BufferedOutput(try FileDescriptor(creating: path, flags: O_WRONLY, errorPath: path))
      return
    }
    // A link that points nowhere counts as a file, too.
    let isTaken = status != nil || FileStatus(path: path, following: false) != nil
    if isTaken, !overwrite { throw ByteError(system: EEXIST, path) }
    target = status == nil ? path : Self.resolved(path)
    let place = TemporaryPlace(beside: target)
    place.removeLeftovers()
    let made = try place.make(errorPath: path)
    if let status { _ = fchmod(made.file.number, mode_t(status.permissions)) }
    output = BufferedOutput(made.file)
    temporary = made.path
    slot = made.slot
  }

  deinit { abandon() }

  /// Buffers, and writes in large pieces.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try output.write(bytes)
  }

  /// Writes what is left, waits until it is on the disk, and gives the file its name.
  ///
  /// - Throws: `ByteError`: `.exists` when a file came there meanwhile and may not be replaced,
  ///   `.noSpace`, `.io`. Nothing is left then.
  public func finish() throws(ByteError) {
    if isFinished { return }
    isFinished = true
    do {
      try output.flush()
      guard let temporary else { return }
      try output.file.synchronize()
      try publish(temporary)
    } catch {
      abandon()
      throw error
    }
    forget()
    Self.synchronizeFolder(Self.split(target).folder)
  }

  /// Removes what processes that were killed have left of a file: what was written of it, under another name. Files
  /// that somebody still writes stay.
  ///
  /// - Parameter path: Where the file is, or was to be.
  package static func removeLeftovers(of path: String) {
    let isThere = FileStatus(path: path, following: true) != nil
    TemporaryPlace(beside: isThere ? resolved(path) : path).removeLeftovers()
  }

  /// Removes what was written, if it does not have its name yet.
  public func abandon() {
    isFinished = true
    if let temporary { _ = unsafe unlink(temporary) }
    forget()
  }

  private func forget() {
    temporary = nil
    if let slot { TemporaryFiles.remove(at: slot) }
    slot = nil
  }

  /// Gives the file its name. A link refuses a name that is taken, whoever was faster; file systems
  /// without links get an empty file first, which fails just as surely.
  private func publish(_ temporary: String) throws(ByteError) {
    if !overwrite {
      if unsafe link(temporary, target) == 0 {
        _ = unsafe unlink(temporary)
        return
      }
      if errno == EEXIST { throw ByteError(system: EEXIST, path) }
      let flags = O_WRONLY | O_CREAT | O_EXCL
      _ = try FileDescriptor(creating: target, flags: flags, errorPath: path)
    }
    guard unsafe rename(temporary, target) == 0 else {
      let error = ByteError(system: errno, path)
      if !overwrite { _ = unsafe unlink(target) }
      throw error
    }
  }
}

extension AtomicFile {
  /// The folder and the name of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/." : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Where a path leads when all links are followed; itself, where the system will not say.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  static let suffixLength = 8

  /// Letters nobody else has.
  static func suffix() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<suffixLength).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }

  /// Makes the new name as durable as the content. Where that cannot be done, it is not asked for.
  static func synchronizeFolder(_ path: String) {
    let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    _ = fsync(number)
    close(number)
  }
}
