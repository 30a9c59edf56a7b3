import HealthBytes
import Testing

@Suite struct ReadAheadTests {
  static let text = prose(50_000)

  @Test(arguments: [1, 7, 64, nil], [1000, 4096, 1 << 18])
  func sameBytes(pieces: Int?, capacity: Int) throws {
    let source = try ReadAheadSource(BytesSource(Self.text, pieces: pieces), capacity: capacity)
    #expect(try source.readAll() == Self.text)
    #expect(source.progress.consumed == 50_000)
    var rest: [UInt8] = [1]
    #expect(try source.read(into: &rest, at: 0) == 0)
  }

  @Test func whatCameBeforeAnErrorComesFirst() throws {
    let packed = Array(try GzipTests.packed(Self.text).dropLast(8))
    let plain = try GzipSource(BytesSource(packed), name: "a")
    let source = try ReadAheadSource(GzipSource(BytesSource(packed), name: "a"), capacity: 1000)
    for source in [plain, source] as [any ByteSource] {
      var buffer = [UInt8](repeating: 0, count: 999)
      var bytes: [UInt8] = []
      for _ in 0..<2 {
        let error = #expect(throws: ByteError.self) {
          while case let count = try source.read(into: &buffer, at: 0), count > 0 {
            bytes += buffer[..<count]
          }
        }
        #expect(error?.code == .truncated)
      }
      #expect(bytes == Self.text)
    }
  }

  /// A thread that nobody asks any more ends and lets its source go.
  @Test func abandonedThreadsEnd() async throws {
    final class Endless: ByteSource {
      func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int { 1 }
      var progress: ByteProgress { ByteProgress(consumed: 0, total: nil) }
    }
    weak var endless: Endless?
    do {
      let source = Endless()
      endless = source
      var buffer = [UInt8](repeating: 0, count: 10)
      #expect(try ReadAheadSource(source, capacity: 10).read(into: &buffer, at: 0) == 10)
    }
    for _ in 0..<500 where endless != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(endless == nil)
  }
}
