import HealthBytes
public import HealthErrors

extension HealthError {
  /// A reason that came from writing an output, in the words of its user.
  ///
  /// - Parameter path: The output, as its user named it.
  public func writing(_ path: String) -> HealthError {
    let created = "cannot create '\(path)': "
    let (code, reason, remedy): (Code, String, Remedy?) =
      switch self.code {
      case .closedPipe: (.closedPipe, "the reader of '\(path)' closed it", nil)
      case .exists where AtomicFolder.isFolder(path) && message != OutputContainer.isTables:
        (
          .cannotCreate,
          created
            + "it is a folder that is not empty; only a folder that has nothing but tables that this program wrote can be replaced",
          nil
        )
      case .exists: (.cannotCreate, created + "it exists already", .replaceOutput)
      case .notFound
      where Format.ofAddress(path) == nil
        && FileStatus(path: AtomicFile.split(path).folder, following: true) == nil:
        (
          .cannotCreate, created + "the folder '\(AtomicFile.split(path).folder)' does not exist",
          nil
        )
      case .notFound, .permission, .isDirectory, .notDirectory, .readOnly:
        (.cannotCreate, created + message, nil)
      case .truncated, .checksum, .tooLarge: (.failed, "cannot write '\(path)': \(message)", nil)
      default: (self.code, "cannot write '\(path)': \(message)", self.remedy)
      }
    return HealthError(code, reason, remedy: remedy, cause: self)
  }

  /// The work was ended early.
  ///
  /// - Parameter error: What the handler of its progress threw.
  init(cancelledBy error: any Error) {
    self.init(.cancelled, "cancelled before the end", cause: error)
  }
}
