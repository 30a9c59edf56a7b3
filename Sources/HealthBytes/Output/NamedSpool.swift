import LibC

/// A copy of a stream in a temporary file that only its owner may read, for libraries that open files by their path.
///
/// The file is removed with this object, by ``remove()``, or when the process is interrupted.
package final class NamedSpool {
  /// The path of the file, which is chosen by this program.
  public let path: String
  private let file: FileDescriptor
  private var slot: Int?
  private var isThere = true

  /// Copies a stream.
  ///
  /// - Throws: `HealthError`: the errors of the stream; also if the file cannot be created or the disk is full.
  public init(copying source: any ByteSource) throws(HealthError) {
    let folder = Environment.temporaryFolder
    do throws(HealthError) {
      (file, path, slot) = try TemporaryPlace(beside: "\(folder)/spool").make(errorPath: folder)
    } catch { throw error.ofTemporaryFile }
    try file.spool(source)
  }

  deinit { remove() }

  /// Removes the file; programs that opened it before can still read it.
  public func remove() {
    guard isThere else { return }
    isThere = false
    _ = unsafe path.withSystemPath { unsafe unlink($0) }
    if let slot { TemporaryFiles.remove(at: slot) }
  }
}
