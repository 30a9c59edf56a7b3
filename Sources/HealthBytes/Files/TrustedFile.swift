import LibC

extension FileSource {
  /// Opens a file that the program found by itself, if no other user can have put it there: a regular file of the user
  /// in a folder of the user, neither writable by everybody. Other kinds of files are not opened, since a pipe could
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

  /// Opens a regular file. Of anything else, as of a pipe, nothing is read.
  ///
  /// - Throws: `HealthError`: `.unsupported` if it is not a regular file, and what opening a file throws.
  package convenience init(regular path: String) throws(HealthError) {
    self.init(try FileDescriptor(regular: path))
  }
}

extension FileStatus {
  /// Why somebody else may have written the existing content; `nil` if that is not so.
  fileprivate func untrustedReason(_ subject: String) -> String? {
    if owner != geteuid() { return "\(subject) belongs to another user" }
    return permissions & 0o002 != 0 ? "every user may write to \(subject)" : nil
  }
}

extension FileDescriptor {
  /// Opens a regular file for reading, without waiting for the other end of a pipe.
  convenience init(regular path: String) throws(HealthError) {
    let number = unsafe path.withSystemPath { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard number >= 0 else { throw HealthError(system: errno, path) }
    self.init(number, name: path, isOwned: true)
    guard FileStatus(number)?.isRegular == true else {
      throw HealthError(.unsupported, path, "it is not a regular file")
    }
  }
}
