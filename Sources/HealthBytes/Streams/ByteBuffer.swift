import LibC

/// The bytes a writer builds before it hands them to a sink: storage that grows, with appends that
/// come down to a copy.
///
/// On the path of every sample written, hence its own memory instead of an array: no uniqueness
/// check and no bounds check for each byte.
@safe
@usableFromInline package struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0
  /// The bytes that a writer accepts, from the first one on. Texts end after them, so that what a limit refuses takes no
  /// memory, and ``count`` is greater then.
  @usableFromInline package var most = Int.max

  /// An empty buffer.
  ///
  /// - Parameter capacity: Bytes it holds before it first grows, at least 16.
  public init(capacity: Int = 1 << 16) {
    self.capacity = max(16, capacity)
    guard let storage = unsafe malloc(self.capacity) else { fatalError("out of memory") }
    unsafe base = storage.assumingMemoryBound(to: UInt8.self)
  }

  deinit { unsafe free(base) }

  /// The most bytes that are allocated in addition to those that are needed, and that an empty buffer keeps.
  private static var mostSpare: Int { 1 << 22 }

  /// How many bytes it holds.
  @inlinable public var count: Int { end }

  /// Whether it holds nothing.
  @inlinable public var isEmpty: Bool { end == 0 }

  /// How many bytes of a text can be appended: all of them, or those up to one more than ``most``.
  @inlinable
  package func room(for count: Int) -> Int {
    most &- end >= count ? count : max(0, most &- end &+ 1)
  }

  /// Lends the bytes.
  ///
  /// - Parameter body: Gets a span of all bytes.
  @inlinable
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe UnsafeBufferPointer(start: base, count: end).span)
  }

  /// A copy of the bytes.
  public var bytes: [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: base, count: end))
  }

  /// Empties the buffer.
  ///
  /// - Parameter keepingCapacity: Whether the storage stays as large as it has become, unless that is some megabytes.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    end = 0
    if keepingCapacity && capacity <= Self.mostSpare { return }
    guard let storage = unsafe realloc(base, 16) else { return }
    unsafe base = storage.assumingMemoryBound(to: UInt8.self)
    capacity = 16
  }

  /// Removes bytes from the end, down to `count`, to discard unfinished output.
  ///
  /// - Parameter count: The bytes to keep; more than there are keeps all.
  @inlinable
  public mutating func truncate(to count: Int) {
    end = min(end, max(0, count))
  }

  /// Takes bytes off the front; those behind move there.
  ///
  /// - Parameter count: How many; more than there are takes all.
  public mutating func removeFirst(_ count: Int) {
    let count = min(max(0, count), end)
    end -= count
    unsafe base.update(from: base + count, count: end)
  }

  /// Hands all bytes to a sink and empties the buffer, which keeps its capacity unless that is some megabytes.
  public mutating func flush(to sink: any ByteSink) throws(ByteError) {
    try withBytes { (bytes) throws(ByteError) in try sink.write(bytes) }
    removeAll()
  }

  /// Makes room for `extra` bytes behind the end, doubling the storage as needed.
  @inlinable
  mutating func reserve(_ extra: Int) {
    if capacity - end < extra { grow(extra) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ extra: Int) {
    // Megabytes are moved by the system without a copy, so that they are not in memory twice.
    let larger = max(capacity + min(capacity, Self.mostSpare), end + extra)
    guard let storage = unsafe realloc(base, larger) else { fatalError("out of memory") }
    unsafe base = storage.assumingMemoryBound(to: UInt8.self)
    capacity = larger
  }
}
