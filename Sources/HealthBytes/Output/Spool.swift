import LibC

/// Bytes in a temporary file without a name, which the system deletes when its last owner is released.
///
/// The file is in the folder that `TMPDIR` names, otherwise in `/tmp`.
package final class Spool: ByteSink {
  private var output: BufferedOutput
  /// The bytes written so far.
  public private(set) var count: Int64 = 0

  /// An empty spool.
  ///
  /// - Throws: `HealthError` when no file can be made.
  public init() throws(HealthError) {
    output = BufferedOutput(try FileDescriptor.temporary())
  }

  /// Appends bytes, which are buffered and written in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    do throws(HealthError) { try output.write(bytes) } catch { throw error.ofTemporaryFile }
    count += Int64(bytes.count)
  }

  /// Writes the buffered bytes. More can be appended afterwards.
  public func finish() throws(HealthError) {
    do throws(HealthError) { try output.flush() } catch { throw error.ofTemporaryFile }
  }

  /// Opens a range of the bytes for reading. Several ranges can be read at the same time.
  ///
  /// - Parameter range: Offsets of bytes that were written before; by default all bytes.
  public func source(_ range: Range<Int64>? = nil) throws(HealthError) -> any ByteSource {
    try finish()
    return RangeSource(file: output.file, range: range ?? 0..<count)
  }

  /// The descriptor of the file, after writing the buffered bytes.
  func written() throws(HealthError) -> FileDescriptor {
    try finish()
    return output.file
  }
}

/// A part of a file, read independently of the position of its descriptor.
final class RangeSource: ByteSource {
  private let file: FileDescriptor
  private let range: Range<Int64>
  private var position: Int64

  init(file: FileDescriptor, range: Range<Int64>) {
    self.file = file
    self.range = range
    position = range.lowerBound
  }

  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    let count = Int(min(range.upperBound - position, Int64(buffer.count - offset)))
    guard count > 0 else { return 0 }
    let read = try file.read(into: &buffer, at: offset, position: position, count: count)
    position += Int64(read)
    return read
  }

  var progress: ByteProgress {
    ByteProgress(
      consumed: position - range.lowerBound, total: range.upperBound - range.lowerBound)
  }
}

extension FileDescriptor {
  /// A file without a name, open for reading and writing.
  static func temporary() throws(HealthError) -> FileDescriptor {
    let folder = Environment.temporaryFolder
    var template =
      SystemPath.bytes("\(folder)/healthconv-XXXXXX").map { CChar(bitPattern: $0) } + [0]
    let number = unsafe mkstemp(&template)
    guard number >= 0 else {
      throw HealthError(system: errno, folder).ofTemporaryFile
    }
    _ = unsafe unlink(template)
    return FileDescriptor(number, name: folder, isOwned: true)
  }
}

extension HealthError {
  /// The same error for a temporary file: it names the folder, because callers report errors with the name of the
  /// output.
  package var ofTemporaryFile: HealthError {
    HealthError(
      code == .full ? .full : .failed, "",
      "cannot write temporary data to '\(place.file)': \(message)")
  }
}

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
    let place = TemporaryPlace(beside: "\(folder)/spool")
    // Files that killed processes left contain health data.
    place.removeLeftovers()
    do throws(HealthError) {
      (file, path, slot) = try place.make(errorPath: folder)
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
