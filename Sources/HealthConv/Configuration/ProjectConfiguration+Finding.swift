import HealthBytes

extension ProjectConfiguration {
  /// The configuration of a working directory.
  public struct Nearest: Sendable {
    /// The file; `nil` if no usable one exists.
    public internal(set) var file: String?
    /// Nearer files that are not used without being named, each with the reason.
    public internal(set) var refused: [(file: String, reason: String)] = []
  }

  /// The name of the file.
  public static let fileName = ".healthconv.yml"
  /// How many folders are searched.
  private static let depthLimit = 64

  /// Searches the working directory and its parents for a configuration that was not put there by another user: it and
  /// its folder belong to the user of the process, and not everybody may write to them.
  public static func nearest() -> Nearest {
    var nearest = Nearest()
    var folder = ""
    for _ in 0..<depthLimit {
      let path = folder + fileName
      do throws(ByteError) {
        _ = try FileSource(trusted: path)
        nearest.file = path
        return nearest
      } catch {
        if error.code != .notFound { nearest.refused.append((path, error.message)) }
      }
      let here = FileStatus(path: folder + ".", following: true)?.identity
      folder += "../"
      if here == FileStatus(path: folder + ".", following: true)?.identity { break }
    }
    return nearest
  }
}
