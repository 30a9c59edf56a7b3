import CHealthLibC
import LibC

/// An open file, and the system calls that read and write it: they are repeated after an interruption, and throw a
/// `HealthError` made from `errno`. It is closed when its last owner is released.
final class FileDescriptor: Sendable {
  let number: Int32
  /// Its name in errors.
  let name: String
  /// Bytes of a regular file when it was opened; `nil` for pipes and devices.
  let size: Int64?
  private let isOwned: Bool

  /// Opens a file for reading; throws for a folder.
  init(reading path: String) throws(HealthError) {
    number =
      unsafe HeldFile.waiting(path)
      ?? path.withSystemPath { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw HealthError(system: errno, path) }
    name = path
    isOwned = true
    let status = FileStatus(number)
    size = status?.isRegular == true ? status?.size : nil
    // All stored properties are set, so `deinit` closes the file if this throws.
    if status?.isDirectory == true { throw HealthError(system: EISDIR, path) }
    #if !canImport(Darwin)
      _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// Opens `path` for writing; errors name `errorPath`, the path that the user gave. A new file has `permissions`, restricted
  /// by the umask.
  init(
    creating path: String, flags: Int32, permissions: UInt32 = 0o600, errorPath: String
  ) throws(HealthError) {
    number = unsafe path.withSystemPath {
      unsafe open($0, flags | O_CLOEXEC, mode_t(permissions))
    }
    guard number >= 0 else { throw HealthError(system: errno, errorPath) }
    name = errorPath
    size = nil
    isOwned = true
  }

  /// Uses a descriptor that is open already.
  ///
  /// - Parameter isOwned: Whether it is closed with the last owner.
  init(_ number: Int32, name: String, isOwned: Bool) {
    self.number = number
    self.name = name
    self.isOwned = isOwned
    let status = FileStatus(number)
    size = status?.isRegular == true ? status?.size : nil
  }

  deinit {
    if isOwned { HeldFile.end(number) }
  }

  /// Reads bytes into the buffer from `offset` on, at most up to its end. Returns their count; 0 at the end of the file.
  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    try unsafe transfer(into: &buffer, at: offset, count: Int.max) { target, count in
      unsafe LibC.read(number, target, count)
    }
  }

  /// Reads at most `count` bytes at `position`, without moving the file's offset. Returns their count; 0 at the end.
  func read(
    into buffer: inout [UInt8], at offset: Int, position: Int64, count: Int
  ) throws(HealthError) -> Int {
    try unsafe transfer(into: &buffer, at: offset, count: count) { target, count in
      unsafe pread(number, target, count, off_t(position))
    }
  }

  /// The bytes at `position`: `count` of them, or fewer where the file ends.
  func bytes(at position: Int64, count: Int) throws(HealthError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var end = 0
    while end < count {
      let position = position + Int64(end)
      let read = try read(into: &bytes, at: end, position: position, count: count - end)
      if read == 0 { break }
      end += read
    }
    bytes.removeLast(count - end)
    return bytes
  }

  /// Throws the error of a system call, unless the call is to be repeated after a signal.
  private func checkInterruption() throws(HealthError) {
    if errno != EINTR { throw HealthError(system: errno, name) }
    if Interruption.isPending { throw HealthError(.failed, name, "interrupted") }
  }

  private func transfer(
    into buffer: inout [UInt8], at offset: Int, count: Int,
    _ call: (UnsafeMutableRawPointer, Int) -> Int
  ) throws(HealthError) -> Int {
    let count = min(count, buffer.count - offset)
    guard offset >= 0, count > 0 else { return 0 }
    while true {
      let result = unsafe buffer.withUnsafeMutableBytes { storage in
        guard let base = storage.baseAddress else { return 0 }
        return unsafe call(base + offset, count)
      }
      if result >= 0 { return result }
      try checkInterruption()
    }
  }

  /// Writes all of `bytes`, with as many system calls as needed.
  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    try unsafe transfer(bytes) { unsafe LibC.write(number, $0.baseAddress, $0.count) }
  }

  /// Writes all of `bytes` at a position, without moving the file's offset.
  func write(_ bytes: Span<UInt8>, at position: Int64) throws(HealthError) {
    var position = position
    try unsafe transfer(bytes) { storage in
      let count = unsafe pwrite(number, storage.baseAddress, storage.count, off_t(position))
      position += Int64(max(0, count))
      return count
    }
  }

  private func transfer(
    _ bytes: Span<UInt8>, _ call: (UnsafeRawBufferPointer) -> Int
  ) throws(HealthError) {
    var written = 0
    while written < bytes.count {
      let result = unsafe bytes.extracting(written..<bytes.count).withUnsafeBytes { storage in
        unsafe call(storage)
      }
      if result > 0 {
        written += result
      } else if result < 0 {
        try checkInterruption()
      }
    }
  }

  /// Starts the transfer of written bytes to the disk. ``synchronize()`` reports the errors.
  func beginToStore(_ range: Range<Int64>) {
    #if os(Linux)
      let write: UInt32 = 2  // SYNC_FILE_RANGE_WRITE
      _ = sync_file_range(
        number, Int(range.lowerBound), Int(range.upperBound - range.lowerBound), write)
    #endif
  }

  /// Waits until the bytes are on the disk. Does nothing for files that cannot be synchronized, such as pipes.
  func synchronize() throws(HealthError) {
    while fsync(number) != 0 {
      if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return }
      if errno != EINTR { throw HealthError(system: errno, name) }
    }
  }
}

extension FileDescriptor {
  /// Appends all of a stream to this file, which is temporary.
  func spool(_ source: any ByteSource) throws(HealthError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try source.read(into: &buffer, at: 0)
      if count == 0 { return }
      do throws(HealthError) { try write(buffer.span.extracting(0..<count)) } catch {
        throw error.ofTemporaryFile
      }
    }
  }

  /// Copies all of a stream to a temporary file without a name, which the system removes with its last descriptor.
  convenience init(spooling source: any ByteSource, name: String) throws(HealthError) {
    let file = try FileDescriptor.temporary()
    try file.spool(source)
    // A second descriptor of the same file, whose length is now known.
    let number = dup(file.number)
    guard number >= 0 else { throw HealthError(system: errno, file.name).ofTemporaryFile }
    self.init(number, name: name, isOwned: true)
  }
}

/// The beginning and the end of a regular file, for the detection of its format.
package struct FileEnds {
  /// The first 64 KiB as text; bytes that are not UTF-8 are replaced.
  package let first: String
  /// The last 4 KiB as text.
  package let last: String

  package init(_ path: String) throws(HealthError) {
    let file = try FileDescriptor(regular: path)
    let size = file.size ?? 0
    first = String(decoding: try file.bytes(at: 0, count: 1 << 16), as: UTF8.self)
    let start = max(0, size - 1 << 12)
    last = String(decoding: try file.bytes(at: start, count: 1 << 12), as: UTF8.self)
  }
}

/// An open file that is written in large chunks.
struct BufferedOutput: ~Copyable {
  private static let capacity = 1 << 16
  /// After this many written bytes, their transfer to the disk is started.
  private static let storedAtOnce: Int64 = 1 << 23

  let file: FileDescriptor
  private var waiting = ByteBuffer(capacity: Self.capacity)
  /// The range of the bytes whose transfer to the disk was not started; `nil` for a file that is not synchronized.
  private var unstored: Range<Int64>?

  /// - Parameter position: Where the first bytes are written, for a file that is synchronized at the end. The system then
  ///   stores bytes while more are made, so little is left to store at the end.
  init(_ file: FileDescriptor, synchronizedFrom position: Int64? = nil) {
    self.file = file
    unstored = position.map { $0..<$0 }
  }

  /// Buffers `bytes`, and writes full buffers; long ones are written directly.
  mutating func write(_ bytes: Span<UInt8>) throws(HealthError) {
    if waiting.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try file.write(bytes)
      store(bytes.count)
    } else {
      waiting.append(bytes)
    }
  }

  /// Writes the buffered bytes.
  mutating func flush() throws(HealthError) {
    let file = file
    try waiting.withBytes { (bytes) throws(HealthError) in try file.write(bytes) }
    store(waiting.count)
    waiting.removeAll()
  }

  private mutating func store(_ count: Int) {
    guard let range = unstored else { return }
    let new = range.lowerBound..<(range.upperBound + Int64(count))
    let isEnough = new.upperBound - new.lowerBound >= Self.storedAtOnce
    if isEnough { file.beginToStore(new) }
    unstored = isEnough ? new.upperBound..<new.upperBound : new
  }
}
