@_exported public import HealthErrors
import LibC

extension HealthError {
  /// The error of the last failed system call on a file.
  package init(system number: Int32, _ name: String) {
    switch number {
    case ENOENT: self.init(.notFound, name, "no such file or folder")
    case EACCES, EPERM: self.init(.permission, name, "permission denied")
    case EROFS: self.init(.permission, name, "the file system is read-only")
    case EISDIR: self.init(.isDirectory, name, "is a folder, expected a file")
    case ENOTDIR: self.init(.notDirectory, name, "a part of the path is not a folder")
    case EEXIST: self.init(.exists, name, "exists already")
    case ENOSPC: self.init(.full, name, "no space left on the device")
    case EDQUOT: self.init(.full, name, "the disk quota is used up")
    case EFBIG: self.init(.tooLarge, name, "larger than the file system allows")
    case EPIPE: self.init(.closedPipe, name, "the pipe was closed by its reader")
    default:
      let text = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
      self.init(.failed, name, text.prefix(1).lowercased() + text.dropFirst())
    }
  }
}
