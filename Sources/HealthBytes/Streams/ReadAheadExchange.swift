#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The buffers that go back and forth between the thread that reads and the one that asks.
@safe
final class ReadAheadExchange: @unchecked Sendable {
  /// A stretch of the source.
  struct Piece {
    var bytes: [UInt8]
    var progress: ByteProgress
    var failure: ByteError?
    var isLast: Bool
  }

  /// Pieces that wait to be asked for, at most.
  private static let depth = 2

  // Used by the thread alone.
  private let source: any ByteSource
  private let capacity: Int
  // Under the lock from here on.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var pieces: [Piece] = []
  private var spare: [[UInt8]] = []
  private var isCancelled = false

  /// An exchange for pieces of `capacity` bytes; no thread yet.
  init(_ source: any ByteSource, capacity: Int) {
    self.source = source
    self.capacity = capacity
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe pthread_cond_destroy(changed)
    unsafe lock.deallocate()
    unsafe changed.deallocate()
  }

  /// Starts the thread, which keeps this object until it ends.
  func start() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = unsafe Unmanaged.passRetained(self)
    let result = unsafe pthread_create(
      &thread, nil,
      { context in
        #if canImport(Darwin)
          let exchange = unsafe Unmanaged<ReadAheadExchange>.fromOpaque(context).takeRetainedValue()
        #else
          guard let context = unsafe context else { return nil }
          let exchange = unsafe Unmanaged<ReadAheadExchange>.fromOpaque(context).takeRetainedValue()
        #endif
        exchange.run()
        return nil
      }, context.toOpaque())
    if result != 0 { unsafe context.release() }
    #if canImport(Darwin)
      if let thread { unsafe pthread_detach(thread) }
    #else
      if result == 0 { pthread_detach(thread) }
    #endif
    return result == 0
  }

  /// Lets the thread end at its next piece. Nobody waits for it: it may be waiting for a pipe.
  func cancel() {
    unsafe pthread_mutex_lock(lock)
    isCancelled = true
    unsafe pthread_cond_broadcast(changed)
    unsafe pthread_mutex_unlock(lock)
  }

  /// The next piece, in exchange for a buffer that is no longer needed.
  func take(returning buffer: consuming [UInt8]) -> Piece {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    spare.append(buffer)
    while pieces.isEmpty { unsafe pthread_cond_wait(changed, lock) }
    let piece = pieces.removeFirst()
    unsafe pthread_cond_broadcast(changed)
    return piece
  }

  /// Hands over a piece; `nil` when nobody wants more, else storage for the next.
  private func put(_ piece: Piece) -> [UInt8]? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    pieces.append(piece)
    unsafe pthread_cond_broadcast(changed)
    while pieces.count >= Self.depth, !isCancelled { unsafe pthread_cond_wait(changed, lock) }
    return isCancelled || piece.isLast ? nil : spare.popLast() ?? []
  }

  /// What the thread does: reads pieces until the source ends, fails, or nobody wants more.
  private func run() {
    var storage: [UInt8]? = []
    while let bytes = storage.take() {
      storage = put(read(into: bytes))
    }
  }

  /// Fills a buffer as far as the source goes.
  private func read(into storage: consuming [UInt8]) -> Piece {
    var piece = Piece(
      bytes: storage, progress: source.progress, failure: nil, isLast: false)
    let missing = capacity - piece.bytes.count
    if missing > 0 { piece.bytes += [UInt8](repeating: 0, count: missing) }
    var end = 0
    do throws(ByteError) {
      while end < capacity, !piece.isLast {
        let count = try source.read(into: &piece.bytes, at: end)
        end += count
        piece.isLast = count == 0
      }
    } catch {
      piece.failure = error
      piece.isLast = true
    }
    piece.bytes.removeLast(capacity - end)
    piece.progress = source.progress
    return piece
  }
}
