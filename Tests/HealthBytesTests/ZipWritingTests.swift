import HealthBytes
import Testing

@Suite struct ZipWritingTests {
  static let python = """
    import sys, zipfile
    z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
    for i in z.infolist(): print(i.filename, i.file_size, i.date_time, i.compress_type)
    """

  static let text = noise(1_500_000)

  /// Short and long, packed and plain: the long ones are streamed.
  static func archive() throws -> [UInt8] {
    let sink = BytesSink()
    let zip = ZipWriter(sink)
    let time = ZipTimestamp(year: 2024, month: 7, day: 8, hour: 9, minute: 10, second: 12)
    try zip.beginEntry(name: "apple_health_export/导出.xml", modified: time)
    for start in stride(from: 0, to: text.count, by: 100_000) {
      try zip.write(text.span.extracting(start..<min(start + 100_000, text.count)))
    }
    try zip.endEntry()
    try zip.beginEntry(name: "short.txt", modified: time)
    try zip.write(text.span.extracting(0..<1000))
    try zip.beginEntry(name: "plain", modified: time, method: .stored)
    try zip.write(text.span.extracting(0..<1_200_000))
    try zip.beginEntry(name: "empty", modified: time)
    try zip.finish()
    try zip.finish()
    return sink.bytes
  }

  @Test func sameCallsSameBytes() throws {
    let archive = try Self.archive()
    #expect(try Self.archive() == archive)
    let members = try ZipReadingTests.members(archive)
    #expect(members["apple_health_export/导出.xml"] == Self.text)
    #expect(members["plain"] == Array(Self.text.prefix(1_200_000)))
    #expect(members["short.txt"]?.count == 1000)
    #expect(members["empty"] == [])
  }

  @Test func otherProgramsReadIt() throws {
    let scratch = try Scratch()
    let path = try scratch.file("x.zip", Self.archive())
    if let unzip = try run("unzip", "-t", path) {
      #expect(unzip.status == 0, "\(unzip.output)")
    }
    if let python = try run("python3", "-c", Self.python, path) {
      #expect(python.status == 0)
      #expect(
        python.output == """
          apple_health_export/导出.xml 1500000 (2024, 7, 8, 9, 10, 12) 8
          short.txt 1000 (2024, 7, 8, 9, 10, 12) 8
          plain 1200000 (2024, 7, 8, 9, 10, 12) 0
          empty 0 (2024, 7, 8, 9, 10, 12) 8

          """)
    }
  }

  @Test func weReadWhatOthersWrite() throws {
    let scratch = try Scratch()
    let text = prose(300_000)
    _ = try scratch.file("text", text)
    let path = scratch.path + "/x.zip"
    guard try run("python3", "-m", "zipfile", "-c", path, scratch.path + "/text")?.status == 0
    else { return }
    let archive = try ZipArchive(path)
    let entry = try #require(archive.entries.first)
    #expect(try archive.open(entry).readAll() == text)
  }

  @Test func refusesWhatNoArchiveHolds() throws {
    let zip = ZipWriter(BytesSink())
    let long = #expect(throws: HealthError.self) {
      try zip.beginEntry(name: String(repeating: "é", count: 32768))
    }
    #expect(long?.code == .tooLarge)
    let method = #expect(throws: HealthError.self) {
      try zip.beginEntry(name: "x", method: ZipMethod(rawValue: 14))
    }
    #expect(method?.description == "x: cannot be compressed with LZMA (method 14)")
  }
}
