/// One view over what an input may be: a zip archive, a folder, or a single file.
///
/// A file is a container of one. Gzip is decompressed transparently, also in a folder or an
/// archive. Pipes work, standard input among them: they are streamed, but for zip archives, which
/// need random access and are copied to an unlinked temporary file first.
public struct InputContainer {
  /// The kinds of inputs.
  public enum Kind: Sendable, Hashable {
    /// A file or a stream.
    case file
    /// A folder.
    case folder
    /// A zip archive.
    case archive
    /// A database that is opened by its address. One that is a file is a file.
    case database
  }

  /// Something in a container that can be read.
  public struct Entry: Sendable, Hashable {
    /// Its path from the container, with `/` between the parts. Of a single file it is the name,
    /// without `.gz`.
    public let path: String
    /// Its length in bytes, unpacked; `nil` where that is not known beforehand.
    public let size: Int64?
    /// The bytes it takes in the container; `nil` where that is not known beforehand.
    public let storedSize: Int64?
    /// Its place among what the container is made of.
    let index: Int
  }

  private enum Content {
    case stream(Once)
    case spool(Spool)
    case file
    case folder
    case archive(ZipArchive)
    case database
  }

  /// A stream that can be had once, and looked at before.
  private final class Once {
    let source: SniffedSource
    var isTaken = false

    init(_ source: SniffedSource) {
      self.source = source
    }
  }

  /// The path it was opened with; `-` for standard input.
  public let path: String
  /// The files that can be read from it, without folders.
  public let entries: [Entry]
  /// Counts of entries of a folder that are not read, such as links, by kind.
  public private(set) var unlisted: [String: Int] = [:]
  /// Whether some of an archive's files need a password.
  public private(set) var isEncrypted = false
  private var content: Content
  private let ratio: Int

  /// What it is.
  public var kind: Kind {
    switch content {
    case .stream, .spool, .file: .file
    case .folder: .folder
    case .archive: .archive
    case .database: .database
    }
  }

  /// A database that is opened by its address.
  public init(database: String) {
    path = database
    ratio = 1
    content = .database
    entries = []
  }

  /// Opens an input. Cost: reads the directory of an archive, lists a folder, copies an archive that
  /// comes through a pipe.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, a pipe, or `-` for standard input.
  ///   - ratio: Bytes of output allowed for each compressed byte, after the first 16 MiB of output; by default the limit `ratio`.
  /// - Throws: `ByteError`: what opening a file, a folder or an archive throws.
  public init(_ path: String, ratio: Int? = nil) throws(ByteError) {
    let ratio = ratio ?? Limits.ratio.value
    self.path = path
    self.ratio = ratio
    if path != "-", FileStatus(path: path, following: true)?.isDirectory == true {
      content = .folder
      let listing = try FolderListing(path)
      entries = listing.items.enumerated().map { index, item in
        Entry(path: item.path, size: item.size, storedSize: item.size, index: index)
      }
      unlisted = listing.unlisted
      return
    }
    let file =
      path == "-"
      ? FileDescriptor(0, name: "standard input", isOwned: false)
      : try FileDescriptor(reading: path)
    let sniffed = try SniffedSource(FileSource(file), count: 4)
    if sniffed.isZip || path.hasSuffix(".zip") {
      let archive = try ZipArchive(
        file.size == nil ? try FileDescriptor(spooling: sniffed, name: file.name) : file,
        ratio: ratio)
      content = .archive(archive)
      isEncrypted = archive.entries.contains { $0.isEncrypted }
      entries = archive.entries.enumerated().lazy.filter { !$0.element.isDirectory }
        .map {
          Entry(
            path: $0.element.name, size: $0.element.uncompressedSize,
            storedSize: $0.element.compressedSize, index: $0.offset)
        }
      return
    }
    let isReopened = path != "-" && file.size != nil
    if isReopened {
      content = .file
    } else {
      let source = Self.unpacked(sniffed, name: file.name, ratio: ratio)
      content = .stream(Once(try SniffedSource(source, count: Self.sniffedCount)))
    }
    let name = path.split(separator: "/").last ?? ""
    entries = [
      Entry(
        path: String(sniffed.isGzip && name.hasSuffix(".gz") ? name.dropLast(3) : name),
        size: sniffed.isGzip ? nil : file.size, storedSize: file.size, index: 0)
    ]
  }

  /// Begins to read an entry.
  ///
  /// - Parameters:
  ///   - entry: One of `entries` of this container.
  ///   - isUnpacking: Whether gzip is seen through. A stream is unpacked in any case.
  /// - Throws: `ByteError`: what opening a file or a member throws; `.io` for the second reading of
  ///   a stream.
  public func open(
    _ entry: Entry, isUnpacking: Bool = true
  ) throws(ByteError) -> any ByteSource {
    let source: any ByteSource
    switch content {
    case .spool(let spool): return try spool.source()
    case .file: source = try FileSource(path)
    case .folder: source = try FileSource("\(path)/\(entry.path)")
    case .archive(let archive):
      guard archive.entries.indices.contains(entry.index) else { throw missing(entry.path) }
      source = try archive.open(archive.entries[entry.index])
    case .database: throw missing(entry.path)
    case .stream(let stream):
      if stream.isTaken { throw ByteError(.io, path, "a stream can be read only once") }
      stream.isTaken = true
      return stream.source
    }
    if !isUnpacking { return source }
    let name = kind == .file ? path : "\(path): \(entry.path)"
    return try Self.unpacked(SniffedSource(source, count: 2), name: name, ratio: ratio)
  }

  /// Begins to read the entry with a path. Cost: a search through all entries.
  ///
  /// - Throws: `ByteError`: `.notFound` where there is no such entry, and what opening it throws.
  public func open(_ path: String) throws(ByteError) -> any ByteSource {
    guard let entry = entries.first(where: { $0.path == path }) else { throw missing(path) }
    return try open(entry)
  }

  /// Sees to it that all entries can be read as often as need be: a stream is copied to a temporary file.
  public mutating func keepStream() throws(ByteError) {
    guard case .stream = content, let entry = entries.first else { return }
    let spool = try Spool()
    try open(entry).copy(to: spool)
    content = .spool(spool)
  }

  /// Returns the beginning of an entry, unpacked; the bytes of a stream are not lost.
  ///
  /// - Parameter entry: One of `entries` of this container.
  /// - Returns: 4096 bytes, or all there are.
  /// - Throws: `ByteError`: what opening and reading the entry throws.
  public func firstBytes(of entry: Entry) throws(ByteError) -> [UInt8] {
    if case .stream(let stream) = content { return stream.source.first }
    return try SniffedSource(open(entry), count: Self.sniffedCount).first
  }

  private static let sniffedCount = 4096

  private static func unpacked(
    _ source: SniffedSource, name: String, ratio: Int
  ) -> any ByteSource {
    source.isGzip ? GzipSource(source, name: name, ratio: ratio) : source
  }

  private func missing(_ entry: String) -> ByteError {
    ByteError(.notFound, "\(path): \(entry)", "no such member")
  }
}
