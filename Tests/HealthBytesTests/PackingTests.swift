import Testing

@testable import HealthBytes

/// Several threads pack the same bytes as one, and other programs can unpack them.
@Suite struct PackingTests {
  /// Blocks of several kinds: text, noise, and lines that are packed to nearly nothing; the last one is not full.
  static let content =
    prose(3 * DeflateBlock.size + 12_345) + noise(700_000) + prose(1)
    + Array(repeating: LimitTests.lines, count: 40).flatMap { $0 } + prose(1_000)

  /// An archive of long, short, empty and stored members.
  static func archive(
    _ compression: Compression, jobs: Int, step: Int = 70_000
  ) throws -> [UInt8] {
    let sink = BytesSink()
    let zip = ZipWriter(sink, compression, jobs: jobs)
    func add(_ name: String, _ bytes: some Collection<UInt8>, _ method: ZipMethod = .deflate) throws
    {
      try zip.beginEntry(name: name, method: method)
      let bytes = Array(bytes)
      for start in stride(from: 0, to: bytes.count, by: step) {
        try zip.write(bytes.span.extracting(start..<min(start + step, bytes.count)))
      }
      try zip.endEntry()
    }
    try add("long", content)
    for number in 0..<30 {
      try add("short \(number)", content.dropFirst(number * 1_000).prefix(9_000))
    }
    try add("stored", content.prefix(1_500_000), .stored)
    try add("empty", [])
    try add("one block", content.prefix(DeflateBlock.size))
    try add("more than one block", content.prefix(DeflateBlock.size + 1))
    try zip.finish()
    return sink.bytes
  }

  @Test(arguments: [2, 3, 8], Compression.allCases)
  func archivesDoNotDependOnThreads(jobs: Int, compression: Compression) throws {
    let one = try Self.archive(compression, jobs: 1)
    #expect(try Self.archive(compression, jobs: jobs) == one)
    #expect(try Self.archive(compression, jobs: jobs, step: 1_234_567) == one)
  }

  @Test(arguments: Compression.allCases)
  func archivesContainWhatWasWritten(_ compression: Compression) throws {
    let members = try ZipReadingTests.members(try Self.archive(compression, jobs: 3))
    #expect(members["long"] == Self.content)
    #expect(members["short 7"] == Array(Self.content.dropFirst(7_000).prefix(9_000)))
    #expect(members["stored"] == Array(Self.content.prefix(1_500_000)))
    #expect(members["empty"] == [])
    #expect(members["one block"]?.count == DeflateBlock.size)
    #expect(members["more than one block"]?.count == DeflateBlock.size + 1)
    let scratch = try Scratch()
    let path = try scratch.file("x.zip", Self.archive(compression, jobs: 3))
    if let unzip = try run("unzip", "-t", path) { #expect(unzip.status == 0, "\(unzip.output)") }
  }

  @Test(arguments: [1, 2, 3, 8], Compression.allCases)
  func gzip(jobs: Int, compression: Compression) throws {
    func packed(_ jobs: Int) throws -> [UInt8] {
      let sink = BytesSink()
      let gzip = try GzipSink(sink, compression, jobs: jobs)
      for start in stride(from: 0, to: Self.content.count, by: 99_999) {
        let end = min(start + 99_999, Self.content.count)
        try gzip.write(Self.content.span.extracting(start..<end))
      }
      try gzip.finish()
      return sink.bytes
    }
    let bytes = try packed(jobs)
    #expect(try bytes == packed(1))
    #expect(try GzipTests.unpacked(bytes) == Self.content)
    let scratch = try Scratch()
    let path = try scratch.file("x.gz", bytes)
    if let gzip = try run("gzip", "-t", path) { #expect(gzip.status == 0, "\(gzip.output)") }
  }

  /// Blocks cost at most 1 % of the size.
  @Test func sizeIsThatOfOneStream() throws {
    let text = prose(6 << 20)
    let sink = BytesSink()
    let gzip = try GzipSink(sink, .small)
    try gzip.write(text.span)
    try gzip.finish()
    #expect(Double(sink.bytes.count) < 1.01 * Double(deflated(text, level: 9).count))
  }

  /// What fails ends the work with its error, and the threads end without being waited for.
  @Test(arguments: [1, 3]) func outputsThatFail(jobs: Int) throws {
    final class FailingSink: ByteSink {
      var room = 300_000
      func write(_ bytes: Span<UInt8>) throws(HealthError) {
        room -= bytes.count
        if room < 0 { throw HealthError(.failed, "", "no space is left") }
      }
      func finish() throws(HealthError) {}
    }
    let zip = ZipWriter(FailingSink(), jobs: jobs)
    let bytes = noise(1_000_000)
    #expect(throws: HealthError(.failed, "", "no space is left")) {
      try zip.beginEntry(name: "a")
      for _ in 0..<12 { try zip.write(bytes.span) }
      try zip.finish()
    }
  }
}
