import Synchronization

/// Bytes in pieces of random sizes, as they arrive at a server.
struct Chunks: AsyncSequence, Sendable {
  /// What happens after the last piece.
  enum End: Sendable {
    case regular
    /// The sequence throws.
    case failure(any Error)
    /// Nothing arrives any more.
    case silence
    /// The pieces are repeated.
    case repeats
  }

  /// How many bytes were taken.
  final class Count: Sendable {
    let value = Atomic(0)
  }

  let bytes: [UInt8]
  var sizes = 1...70_000
  var end = End.regular
  let taken = Count()

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: Chunks
    var position = 0

    mutating func next() async throws -> ArraySlice<UInt8>? {
      if position == chunks.bytes.count {
        switch chunks.end {
        case .regular: return nil
        case .failure(let error): throw error
        case .silence: try await Task.sleep(for: .seconds(3_600))
        case .repeats: position = 0
        }
      }
      let end = Swift.min(chunks.bytes.count, position + Int.random(in: chunks.sizes))
      defer { position = end }
      chunks.taken.value.add(end - position, ordering: .relaxed)
      return chunks.bytes[position..<end]
    }
  }
}
