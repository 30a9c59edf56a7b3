import LibC

/// A folder that a program keeps: its lock, its subfolders, and files that are renamed into it.
package final class StudyFolder {
  package let path: String
  private var lock: Int32 = -1

  package init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  deinit { if lock >= 0 { close(lock) } }

  /// Makes a folder in it, and those that it is in.
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

  /// Holds the lock of the folder until this is freed.
  ///
  /// - Throws: `HealthError` of code `.failed` if another process has it.
  package func hold() throws(HealthError) {
    let name = "\(path)/.lock"
    let number = unsafe name.withSystemPath { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    if number < 0 { throw HealthError(system: errno, name) }
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let error = errno
      close(number)
      guard error == EWOULDBLOCK else { throw HealthError(system: error, name) }
      throw HealthError(.failed, path, "another program is changing this study")
    }
    lock = number
  }

  /// Renames a file; both are paths in the folder.
  package func rename(_ from: String, _ to: String) throws(HealthError) {
    guard FileStatus.rename("\(path)/\(from)", to: "\(path)/\(to)") else {
      throw HealthError(system: errno, "\(path)/\(to)")
    }
  }

  /// Removes a file or a folder with all that is in it, if it exists.
  package func remove(_ name: String) {
    let path = "\(path)/\(name)"
    guard let status = FileStatus(path: path, following: false) else { return }
    if status.isDirectory { FolderListing.remove(path) } else { FileStatus.remove(path) }
  }

  /// The names in a folder in it, sorted, without hidden ones; none where it does not exist.
  package func names(in folder: String = "") -> [String] {
    FolderListing.visibleNames("\(path)/\(folder)").sorted()
  }

  /// The size of a file; `nil` if it does not exist.
  package func size(of name: String) -> Int64? {
    FileStatus(path: "\(path)/\(name)", following: true)?.size
  }

  /// Writes a file atomically.
  package func write(_ text: String, to name: String) throws(HealthError) {
    let file = try AtomicFile("\(path)/\(name)", overwrite: true)
    try file.write(text.utf8.span)
    try file.finish()
  }

  /// Adds a line to a file, and waits until it is on the disk.
  package func append(_ line: String, to name: String) throws(HealthError) {
    let path = "\(path)/\(name)"
    let file = try FileDescriptor(
      creating: path, flags: O_WRONLY | O_CREAT | O_APPEND, permissions: 0o600, errorPath: path)
    let text = line + "\n"
    try file.write(text.utf8.span)
    try file.synchronize()
  }

  /// The lines of a file, one after another; none if it does not exist. A line without its end, of a killed program, is left
  /// out.
  ///
  /// - Returns: Whether the last line has its end.
  package func forEachLine(
    of name: String, _ body: ([UInt8]) throws(HealthError) -> Void
  ) throws(HealthError) -> Bool {
    guard size(of: name) != nil else { return true }
    let source = try FileSource("\(path)/\(name)")
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var line: [UInt8] = []
    while true {
      let count = try source.read(into: &buffer, at: 0)
      if count == 0 { return line.isEmpty }
      for byte in buffer[..<count] {
        if byte == 10 {
          try body(line)
          line.removeAll(keepingCapacity: true)
        } else {
          line.append(byte)
        }
      }
    }
  }
}
