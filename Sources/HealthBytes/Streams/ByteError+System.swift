import LibC

extension ByteError {
  /// The error of the last failed system call on `subject`.
  package init(system number: Int32, _ subject: String) {
    switch number {
    case ENOENT: self.init(.notFound, subject, "no such file or folder")
    case EACCES, EPERM: self.init(.permission, subject, "permission denied")
    case EROFS: self.init(.permission, subject, "the file system is read-only")
    case EISDIR: self.init(.isDirectory, subject, "is a folder, expected a file")
    case ENOTDIR: self.init(.notDirectory, subject, "a part of the path is not a folder")
    case EEXIST: self.init(.exists, subject, "exists already")
    case ENOSPC: self.init(.noSpace, subject, "no space left on the device")
    case EDQUOT: self.init(.noSpace, subject, "the disk quota is used up")
    case EFBIG: self.init(.tooLarge, subject, "larger than the file system allows")
    case EPIPE: self.init(.closedPipe, subject, "the pipe was closed by its reader")
    default:
      let text = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
      self.init(.io, subject, text.prefix(1).lowercased() + text.dropFirst())
    }
  }
}
