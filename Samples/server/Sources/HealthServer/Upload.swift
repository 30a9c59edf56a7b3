import Hummingbird
import NIOCore

/// The body of a request in chunks of bytes, up to a limit.
struct Upload: AsyncSequence, Sendable {
  let body: RequestBody
  let limit: Int64

  func makeAsyncIterator() -> Iterator {
    Iterator(body: body.makeAsyncIterator(), left: limit)
  }

  struct Iterator: AsyncIteratorProtocol {
    var body: RequestBody.AsyncIterator
    var left: Int64

    mutating func next() async throws -> ByteBufferView? {
      guard let chunk = try await body.next() else { return nil }
      left -= Int64(chunk.readableBytes)
      if left < 0 { throw HTTPError(.contentTooLarge) }
      return chunk.readableBytesView
    }
  }
}
