import LibC

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
