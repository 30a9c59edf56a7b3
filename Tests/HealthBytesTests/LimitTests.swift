import Testing

@testable import HealthBytes

/// What is packed here is never refused by the guard of the ratio.
@Suite struct LimitTests {
  /// Equal lines, which deflate packs a thousand times.
  static let lines = Array(
    repeating: Array("{\"kind\":\"quantity\",\"value\":60}\n".utf8), count: 2_000
  )
  .flatMap { $0 }

  /// Reads all, and counts the bytes.
  private func count(_ source: any ByteSource) throws -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    while true {
      let read = try source.read(into: &buffer, at: 0)
      if read == 0 { return count }
      count += read
    }
  }

  @Test(arguments: Compression.allCases)
  func equalLinesCanBeUnpacked(_ compression: Compression) throws {
    let sink = BytesSink()
    let gzip = try GzipSink(sink, compression)
    let zipped = BytesSink()
    let zip = ZipWriter(zipped, compression)
    try zip.beginEntry(name: "a.jsonl")
    for _ in 0..<300 {
      try gzip.write(Self.lines.span)
      try zip.write(Self.lines.span)
    }
    try gzip.finish()
    // A second member begins anew.
    try zip.beginEntry(name: "b.jsonl")
    for _ in 0..<290 { try zip.write(Self.lines.span) }
    try zip.finish()
    #expect(try count(GzipSource(BytesSource(sink.bytes), name: "a")) == 300 * Self.lines.count)
    let scratch = try Scratch()
    let archive = try ZipArchive(try scratch.file("a.zip", zipped.bytes))
    let counts = try archive.entries.map { try count(archive.open($0)) }
    #expect(counts == [300 * Self.lines.count, 290 * Self.lines.count])
  }

  /// Where the ratio is far from the limit, the bytes are those that zlib gives.
  @Test func otherBytesArePackedAsBefore() throws {
    let text = prose(400_000)
    let sink = BytesSink()
    let zip = ZipWriter(sink, .small)
    try zip.beginEntry(name: "a")
    try zip.write(text.span)
    try zip.finish()
    let scratch = try Scratch()
    let archive = try ZipArchive(try scratch.file("a.zip", sink.bytes))
    #expect(archive.entries[0].compressedSize == Int64(deflated(text, level: 9).count))
  }

  @Test func archivesOfTooManyFilesAreRefused() throws {
    let limit = Limits.archiveEntries.value
    var entry = [UInt8](repeating: 0, count: 47)
    entry.replaceSubrange(0..<4, with: [0x50, 0x4B, 1, 2])
    entry[28] = 1
    entry[46] = UInt8(ascii: "a")
    var bytes: [UInt8] = []
    for _ in 0...limit { bytes += entry }
    var end = [UInt8](repeating: 0, count: 22)
    end.replaceSubrange(0..<4, with: [0x50, 0x4B, 5, 6])
    for (index, byte) in [0, 8, 16, 24].map({ UInt8(bytes.count >> $0 & 255) }).enumerated() {
      end[12 + index] = byte
    }
    for (index, byte) in [0, 8].map({ UInt8((limit + 1) >> $0 & 255) }).enumerated() {
      end[8 + index] = byte
      end[10 + index] = byte
    }
    let scratch = try Scratch()
    let path = try scratch.file("a.zip", bytes + end)
    do throws(HealthError) {
      _ = try ZipArchive(path)
      Issue.record("an archive beyond the limit was opened")
    } catch { #expect(error.message.contains("(limit 'archive-entries')"), "\(error)") }
    let zip = ZipWriter(BytesSink())
    for _ in 0..<limit { try zip.beginEntry(name: "a", method: .stored) }
    #expect(throws: HealthError.self) { try zip.beginEntry(name: "a", method: .stored) }
  }
}
