/// A zip archive that is read from anywhere: its directory is known when it is open, its members are
/// streams. Nothing is ever unpacked to the disk.
///
/// Members can be read by several threads at once.
package struct ZipArchive: Sendable {
  /// Its name in errors: the path.
  public let name: String
  /// The members, in the order of the central directory.
  public let entries: [ZipEntry]
  private let file: FileDescriptor
  private let directory: ZipDirectory
  private let ratio: Int

  /// Opens an archive and reads its directory.
  ///
  /// - Parameter ratio: Bytes of output allowed for each byte of a member, after the first 16 MiB of output.
  /// - Throws: `ByteError`: what opening a file throws; `.truncated` without an end of central
  ///   directory; `.corrupt` where the directory contradicts itself or members overlap; `.tooLarge`
  ///   beyond `Limits.archiveEntries` and `Limits.archiveDirectory`; `.unsupported` for archives in several volumes.
  public init(_ path: String, ratio: Int = Limits.ratio.value) throws(ByteError) {
    try self.init(FileDescriptor(reading: path), ratio: ratio)
  }

  /// Reads the directory of an open file.
  init(_ file: FileDescriptor, ratio: Int = Limits.ratio.value) throws(ByteError) {
    self.file = file
    self.name = file.name
    self.ratio = ratio
    self.directory = try ZipDirectory(file)
    self.entries = try directory.entries(file)
  }

  /// Begins to read a member. Cost: one or two reads of its header.
  ///
  /// - Parameter entry: One of `entries`.
  /// - Returns: The unpacked bytes; length and CRC-32 are checked at their end.
  /// - Throws: `ByteError`: `.unsupported` for encrypted members and methods other than stored and
  ///   deflate; `.isDirectory` for a folder; `.corrupt`, `.truncated` where its header is not there.
  public func open(_ entry: ZipEntry) throws(ByteError) -> any ByteSource {
    let subject = "\(name): \(entry.name)"
    if entry.isEncrypted {
      throw ByteError(.unsupported, subject, "is encrypted, which is not supported")
    }
    guard entry.method == .stored || entry.method == .deflate else {
      throw ByteError(
        .unsupported, subject, "is compressed with \(entry.method), which is not supported")
    }
    if entry.isDirectory {
      throw ByteError(.isDirectory, subject, "is a folder, expected a file")
    }
    let start = try directory.contentOffset(of: entry, file, subject: subject)
    return try ZipMemberSource(entry, file, start: start, name: subject, ratio: ratio)
  }
}
