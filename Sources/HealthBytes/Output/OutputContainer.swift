/// An output: a single file or stream, a zip archive, a folder, or a database.
///
/// Entries may be written at the same time. In an archive the first entry is written directly; entries that begin while it is
/// open are spooled to the disk, and follow in the order in which they began.
public final class OutputContainer {
  /// The kinds of outputs.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A file or a stream.
    case file
    /// A folder.
    case folder
    /// A zip archive.
    case archive
    /// A database, which the writer opens by its location.
    case database
  }

  private enum Content {
    case file(any ByteSink)
    case folder(AtomicFolder)
    case archive(ArchiveOutput)
    case database(DatabaseOutput)
    case nothing(Kind)
  }

  private let content: Content
  private let counter = ByteCounter()
  private var paths: Set<String> = []

  /// The kind of the output.
  public var kind: Kind {
    switch content {
    case .file: .file
    case .folder: .folder
    case .archive: .archive
    case .database: .database
    case .nothing(let kind): kind
    }
  }

  /// How many bytes were written so far; for an archive, without spooled ones.
  public var bytesWritten: Int64 { counter.count }

  /// A single file or a stream.
  ///
  /// - Parameter sink: Receives the bytes; `finish()` finishes it, too.
  public init(file sink: any ByteSink) {
    content = .file(CountingSink(sink, counter))
  }

  /// A single file, compressed with gzip.
  ///
  /// - Parameters:
  ///   - sink: Receives the compressed bytes; `finish()` finishes it, too.
  ///   - compression: How much time is spent to make the file smaller.
  ///   - jobs: How many threads pack. The bytes do not depend on it.
  /// - Throws: `HealthError` when there is no memory.
  public init(
    gzip sink: any ByteSink, _ compression: Compression = .fast, jobs: Int = 1
  ) throws(HealthError) {
    content = .file(try GzipSink(CountingSink(sink, counter), compression, jobs: jobs))
  }

  /// An output that discards everything, for dry runs.
  public init(discarding kind: Kind) {
    content = kind == .file ? .file(CountingSink(NoSink(), counter)) : .nothing(kind)
  }

  /// A zip archive.
  ///
  /// - Parameters:
  ///   - sink: Receives the bytes; `finish()` finishes it, too.
  ///   - compression: How much time is spent to make the archive smaller.
  ///   - jobs: How many threads pack. The bytes do not depend on it.
  public init(archive sink: any ByteSink, _ compression: Compression = .fast, jobs: Int = 1) {
    content = .archive(ArchiveOutput(CountingSink(sink, counter), compression, jobs: jobs))
  }

  /// A folder.
  ///
  /// - Parameter folder: Receives the files; `finish()` finishes it, too.
  package init(folder: AtomicFolder) {
    content = .folder(folder)
  }

  /// A database.
  ///
  /// - Parameter database: The database; `finish()` commits what was written to it.
  package init(database: DatabaseOutput) {
    content = .database(database)
  }

  /// The database; `nil` for every other kind, and for an output that discards everything.
  package var database: DatabaseOutput? {
    if case .database(let database) = content { database } else { nil }
  }

  /// The path of the folder; `nil` for every other kind.
  package var folder: String? {
    if case .folder(let folder) = content { folder.path } else { nil }
  }

  /// The modification time of the entries of an archive.
  package var modified: ZipTimestamp {
    get { if case .archive(let archive) = content { archive.modified } else { .earliest } }
    set { if case .archive(let archive) = content { archive.modified = newValue } }
  }

  /// Whether an entry may have a path: relative, without `.` and `..`, without empty parts, and of a length that file systems
  /// support. Paths come from data, and must not lead out of the output.
  ///
  /// - Parameter path: The path, with `/` between its parts.
  public static func isSafe(_ path: String) -> Bool {
    guard path.utf8.count <= 1_024, !path.utf8.contains(0), !path.utf8.contains(UInt8(ascii: "\\"))
    else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255
    }
  }

  /// Begins an entry.
  ///
  /// - Parameter path: Its path in the container; ignored for a single file.
  /// - Throws: `HealthError`: `.exists` for a second entry of a path or of a file, `.unsupported` for a path
  ///   that is not safe, and what the output throws.
  public func open(_ path: String) throws(HealthError) -> any ByteSink {
    if case .file(let sink) = content {
      guard paths.insert("").inserted else {
        throw HealthError(.exists, path, "is the second file")
      }
      return OpenSink(sink)
    }
    guard Self.isSafe(path) else {
      throw HealthError(.unsupported, path, "is not a path for an output file")
    }
    guard paths.insert(path).inserted else {
      throw HealthError(.exists, path, "was written already")
    }
    switch content {
    case .file(let sink): return sink
    case .folder(let folder): return CountingSink(try folder.open(path), counter)
    case .archive(let archive): return try archive.open(path)
    case .database(let database):
      throw HealthError(.unsupported, database.location, "a database contains no files")
    case .nothing: return CountingSink(NoSink(), counter)
    }
  }

  /// Ends the output and gives it its name. All entries must have been finished.
  public func finish() throws(HealthError) {
    switch content {
    case .file(let sink): try sink.finish()
    case .folder(let folder): try folder.finish()
    case .archive(let archive): try archive.finish()
    case .database(let database): try database.commit()
    case .nothing: break
    }
  }
}

extension OutputContainer {
  /// Does everything that `finish()` does except naming the output.
  ///
  /// - Returns: The path at which a database can be read before it is renamed; `nil` for all other outputs.
  package func prepare() throws(HealthError) -> String? {
    switch content {
    case .file(let sink): try sink.finish()
    case .archive(let archive): try archive.finish()
    case .database(let database): return try database.onPrepare()
    case .folder, .nothing: break
    }
    return nil
  }
}

/// A sink that writes to another sink without finishing it: the owner of that sink does.
private final class OpenSink: ByteSink {
  private let sink: any ByteSink

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: Span<UInt8>) throws(HealthError) { try sink.write(bytes) }

  func finish() throws(HealthError) {}
}

/// A sink that discards everything.
private final class NoSink: ByteSink {
  func write(_ bytes: Span<UInt8>) throws(HealthError) {}
  func finish() throws(HealthError) {}
}

/// A count of the bytes that were written to an output.
final class ByteCounter {
  var count: Int64 = 0
}

/// Counts the bytes that it writes to another sink.
final class CountingSink: ByteSink {
  private let sink: any ByteSink
  private let counter: ByteCounter

  init(_ sink: any ByteSink, _ counter: ByteCounter) {
    self.sink = sink
    self.counter = counter
  }

  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    try sink.write(bytes)
    counter.count += Int64(bytes.count)
  }

  func finish() throws(HealthError) { try sink.finish() }
}

/// A database as an output: not a stream of bytes, but a location that the writer opens.
package final class DatabaseOutput {
  /// Where it is: a path, or an address with its scheme.
  public let location: String
  /// Whether a new database replaces the existing content.
  public let isReplacing: Bool
  /// Commits what was written and returns the counts of changes; set by the writer. If it is never called, the database
  /// is unchanged.
  public var onCommit: () throws(HealthError) -> SaveCounts? = { nil }
  /// Completes everything that can be done before the commit, and returns the path at which the database can then be
  /// read; `nil` where it cannot be read before. Set by the writer.
  package var onPrepare: () throws(HealthError) -> String? = { nil }
  /// Rolls back what was written, so that the database is unchanged. Set by the writer. Its load may be running on another
  /// thread, so it must not be rolled back in any other way.
  package var rollBack: () -> Void = {}
  /// The load that saves into the database, for callers that know its type. Set by the writer.
  package var load: AnyObject?
  /// The counts of changes, if known, after the output was finished.
  public private(set) var counts: SaveCounts?

  /// A database at a location; nothing is opened yet.
  ///
  /// - Parameter isReplacing: Whether a new database replaces the existing content.
  public init(_ location: String, replacing isReplacing: Bool = false) {
    self.location = location
    self.isReplacing = isReplacing
  }

  /// Commits what was written.
  func commit() throws(HealthError) {
    counts = try onCommit()
    Interruption.commit()
  }
}
