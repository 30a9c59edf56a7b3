import LibC
import Synchronization

/// A zip archive, a folder or a single file, with one interface for all of them.
///
/// A single file is a container with one entry. Gzip is decompressed transparently, also in a folder or an archive. Pipes,
/// including standard input, are streamed; only a zip archive in a pipe is first copied to an unlinked temporary file,
/// because it needs random access.
///
/// It can be used by several threads at the same time.
public struct InputContainer: Sendable {
  /// The kinds of inputs.
  public enum Kind: Sendable, Hashable {
    /// A file or a stream.
    case file
    /// A folder.
    case folder
    /// A zip archive.
    case archive
    /// A database that is named by an address. A database file that is named by its path is a `file`.
    case database
  }

  /// Something in a container that can be read.
  public struct Entry: Sendable, Hashable {
    /// Its path from the container, with `/` between the parts. Of a single file it is the name,
    /// without `.gz`.
    public let path: String
    /// Its length in bytes, unpacked; `nil` if it is not known in advance.
    public let size: Int64?
    /// The bytes it takes in the container; `nil` if that is not known in advance.
    public let storedSize: Int64?
    /// Its index in the listing of the folder or the archive.
    let index: Int
  }

  enum Content: Sendable {
    case stream(SingleUseSource)
    case bytes([UInt8])
    /// An open file and its size. It has no path, because another file may have that path by now.
    case descriptor(FileDescriptor, Int64)
    /// A stream that was unpacked into a temporary file.
    case unpacked(FileDescriptor, Int64)
    case file
    case folder
    case archive(ZipArchive)
    case database
  }

  /// A stream that can be read once, and inspected before. Only the caller that takes the source uses it.
  final class SingleUseSource: @unchecked Sendable {
    private let source: SniffedSource
    private let isTaken = Atomic(false)

    init(_ source: SniffedSource) { self.source = source }

    var first: [UInt8] { source.first }

    /// The source; `nil` if it was taken before.
    func take() -> SniffedSource? {
      isTaken.exchange(true, ordering: .relaxed) ? nil : source
    }
  }

  /// The path it was opened with; `-` for standard input. Without a path, its name.
  public let path: String
  /// Whether it was opened by a path or an address, so that it can be opened again by that.
  package let hasPath: Bool
  /// The files that can be read from it, without folders.
  public let entries: [Entry]
  /// The paths of the links in a folder, which are not followed.
  public private(set) var links: [String] = []
  /// Counts of other entries of a folder that are not read, such as devices, by kind.
  public private(set) var unlisted: [String: Int] = [:]
  /// Whether some of an archive's files need a password.
  public private(set) var isEncrypted = false
  private var content: Content
  private let ratio: Int

  /// Whether it can be read only once.
  package var isStream: Bool { if case .stream = content { true } else { false } }

  /// The kind of the input.
  public var kind: Kind {
    switch content {
    case .stream, .bytes, .descriptor, .unpacked, .file: .file
    case .folder: .folder
    case .archive: .archive
    case .database: .database
    }
  }

  /// A database that is opened by its address.
  public init(database: String) {
    path = database
    hasPath = true
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
  /// - Throws: `HealthError`: what opening a file, a folder or an archive throws.
  public init(_ path: String, ratio: Int? = nil) throws(HealthError) {
    if path != "-", FileStatus(path: path, following: true)?.isDirectory == true {
      try self.init(folder: path, ratio: ratio)
      return
    }
    let file =
      path == "-"
      ? FileDescriptor(0, name: "standard input", isOwned: false)
      : try FileDescriptor(reading: path)
    try self.init(
      FileSource(file), path: path, name: file.name, hasPath: path != "-", size: file.size,
      file: file.size == nil ? nil : file, again: path != "-" && file.size != nil ? .file : nil,
      ratio: ratio)
  }

  private init(folder path: String, ratio: Int?) throws(HealthError) {
    self.path = path
    hasPath = true
    self.ratio = ratio ?? Limits.ratio.value
    content = .folder
    let listing = try FolderListing(path)
    entries = listing.items.enumerated().map { index, item in
      Entry(path: item.path, size: item.size, storedSize: item.size, index: index)
    }
    links = listing.links
    unlisted = listing.unlisted
  }

  /// Something that is not a folder.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - file: The open file that an archive is read from; `nil` to copy the source to a temporary file.
  ///   - again: How to open the input again if it is not an archive; by default it is a stream, which can be read once.
  init(
    _ source: any ByteSource, path: String, name: String, hasPath: Bool, size: Int64?,
    file: FileDescriptor? = nil, again: Content? = nil, ratio: Int? = nil
  ) throws(HealthError) {
    let ratio = ratio ?? Limits.ratio.value
    self.path = path
    self.hasPath = hasPath
    self.ratio = ratio
    let sniffed = try SniffedSource(source, count: 4)
    if sniffed.isZip || path.hasSuffix(".zip") {
      let file =
        if let file { file } else { try FileDescriptor(spooling: sniffed, name: name) }
      let archive = try ZipArchive(file, ratio: ratio)
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
    if let again {
      content = again
    } else {
      let source = Self.unpacked(sniffed, name: name, ratio: ratio)
      content = .stream(SingleUseSource(try SniffedSource(source, count: Self.sniffedCount)))
    }
    let last = path.split(separator: "/").last ?? ""
    entries = [
      Entry(
        path: String(sniffed.isGzip && last.hasSuffix(".gz") ? last.dropLast(3) : last),
        size: sniffed.isGzip ? nil : size, storedSize: size, index: 0)
    ]
  }

  /// Begins to read an entry.
  ///
  /// - Parameters:
  ///   - entry: One of `entries` of this container.
  ///   - isUnpacking: Whether gzip is unpacked. A stream always is.
  /// - Throws: `HealthError`: what opening a file or a member throws; `.failed` for the second reading of
  ///   a stream.
  public func open(
    _ entry: Entry, isUnpacking: Bool = true
  ) throws(HealthError) -> any ByteSource {
    let source: any ByteSource
    switch content {
    case .bytes(let bytes): source = BytesSource(bytes)
    case .descriptor(let file, let size): source = RangeSource(file: file, range: 0..<size)
    case .unpacked(let file, let size): return RangeSource(file: file, range: 0..<size)
    case .file: source = try FileSource(path)
    case .folder: source = try FileSource("\(path)/\(entry.path)")
    case .archive(let archive):
      guard archive.entries.indices.contains(entry.index) else { throw missing(entry.path) }
      source = try archive.open(archive.entries[entry.index])
    case .database: throw missing(entry.path)
    case .stream(let stream):
      guard let source = stream.take() else {
        throw HealthError(.failed, path, "a stream can be read only once")
      }
      return source
    }
    if !isUnpacking { return source }
    let name = kind == .file ? path : "\(path): \(entry.path)"
    return try Self.unpacked(SniffedSource(source, count: 2), name: name, ratio: ratio)
  }

  /// Begins to read the entry with a path. Cost: a search through all entries.
  ///
  /// - Throws: `HealthError`: `.notFound` where there is no such entry, and what opening it throws.
  public func open(_ path: String) throws(HealthError) -> any ByteSource {
    guard let entry = entries.first(where: { $0.path == path }) else { throw missing(path) }
    return try open(entry)
  }

  /// Makes all entries readable more than once: a stream is copied to a temporary file.
  public mutating func keepStream() throws(HealthError) {
    guard case .stream = content, let entry = entries.first else { return }
    let spool = try Spool()
    try open(entry).copy(to: spool)
    content = .unpacked(try spool.written(), spool.count)
  }

  /// Returns the beginning of an entry, unpacked; the bytes of a stream are not lost.
  ///
  /// - Parameter entry: One of `entries` of this container.
  /// - Returns: 4096 bytes, or all there are.
  /// - Throws: `HealthError`: what opening and reading the entry throws.
  public func firstBytes(of entry: Entry) throws(HealthError) -> [UInt8] {
    if case .stream(let stream) = content { return stream.first }
    return try SniffedSource(open(entry), count: Self.sniffedCount).first
  }

  /// The checksum of an entry that the archive states; `nil` if it is not in an archive.
  func statedChecksum(of entry: Entry) -> UInt32? {
    guard case .archive(let archive) = content, archive.entries.indices.contains(entry.index)
    else { return nil }
    return archive.entries[entry.index].crc32
  }

  /// The path of the file whose bytes are exactly those of an entry; `nil` if the entry is compressed or streamed.
  package func filePath(of entry: Entry) -> String? {
    let path: String
    switch content {
    case .file where hasPath: path = self.path
    case .folder: path = "\(self.path)/\(entry.path)"
    default: return nil
    }
    guard let source = try? SniffedSource(open(entry, isUnpacking: false), count: 2),
      !source.isGzip
    else { return nil }
    return path
  }

  private static let sniffedCount = 4096

  private static func unpacked(
    _ source: SniffedSource, name: String, ratio: Int
  ) -> any ByteSource {
    source.isGzip ? GzipSource(source, name: name, ratio: ratio) : source
  }

  private func missing(_ entry: String) -> HealthError {
    HealthError(.notFound, "\(path): \(entry)", "no such member")
  }
}
