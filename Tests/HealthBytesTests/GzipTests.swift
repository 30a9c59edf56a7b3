import Testing

@testable import HealthBytes

@Suite struct GzipTests {
  static let text = prose(5000)

  static func packed(_ bytes: [UInt8], _ compression: Compression = .fast) throws -> [UInt8] {
    let sink = BytesSink()
    let gzip = try GzipSink(sink, compression)
    try gzip.write(bytes.span)
    try gzip.finish()
    try gzip.finish()
    return sink.bytes
  }

  static func unpacked(_ bytes: [UInt8], pieces: Int? = nil) throws -> [UInt8] {
    try GzipSource(BytesSource(bytes, pieces: pieces), name: "a.gz").readAll()
  }

  @Test(arguments: [1, 2, 3, 7, 64, nil], Compression.allCases)
  func roundTrip(pieces: Int?, compression: Compression) throws {
    let packed = try Self.packed(Self.text, compression)
    #expect(packed.count < Self.text.count / 2)
    #expect(try Self.unpacked(packed, pieces: pieces) == Self.text)
  }

  @Test func intoBuffersOfOneByte() throws {
    let source = try GzipSource(BytesSource(Self.packed(Self.text)))
    var buffer: [UInt8] = [0]
    var bytes: [UInt8] = []
    while try source.read(into: &buffer, at: 0) > 0 { bytes += buffer }
    #expect(bytes == Self.text)
    #expect(source.progress.consumed == source.progress.total)
  }

  @Test(arguments: [1, 2, 3, 7, 64, nil]) func severalMembersAndPadding(pieces: Int?) throws {
    let members = try Self.packed(Self.text) + Self.packed([]) + Self.packed([1, 2, 3])
    #expect(try Self.unpacked(members, pieces: pieces) == Self.text + [1, 2, 3])
    #expect(try Self.unpacked(members + [0, 0, 0], pieces: pieces) == Self.text + [1, 2, 3])
  }

  /// A member whose header has every field; all of it by hand but for what zlib packs.
  static let dressed: [UInt8] = {
    func noted(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
      var checksum = Checksum()
      checksum.update(bytes.span)
      return [0, 0, 0, 0].replacing(0, little: UInt64(checksum.value), 4).prefix(size) + []
    }
    var header: [UInt8] = [0x1F, 0x8B, 8, 0x1F, 1, 2, 3, 4, 0, 3, 5, 0]
    header += Array("extraname\0comment\0".utf8)
    header += noted(header, 2)
    let length = [0, 0, 0, 0].replacing(0, little: UInt64(text.count), 4)
    return header + deflated(text, level: 6) + noted(text, 4) + length
  }()

  @Test(arguments: [1, 2, 3, 7, 64, nil]) func headersWithEveryField(pieces: Int?) throws {
    let members = Self.dressed + Self.dressed
    #expect(try Self.unpacked(members, pieces: pieces) == Self.text + Self.text)
  }

  @Test(
    arguments: [
      (3, 0x3F, "unknown header flags set"), (4, 0, "header crc mismatch"),
      (30, 0, "header crc mismatch"),
    ] as [(Int, UInt8, String)])
  func damagedFieldsAreNamed(place: Int, value: UInt8, reason: String) throws {
    var packed = Self.dressed
    packed[place] = value
    let error = #expect(throws: HealthError.self) { try Self.unpacked(packed) }
    #expect(error?.description == "a.gz: the compressed data is damaged (\(reason))")
  }

  @Test func aHeaderThatEndsIsTruncated() throws {
    for end in 0..<40 {
      let error = #expect(throws: HealthError.self) {
        try Self.unpacked(Array(Self.dressed.prefix(end)), pieces: 3)
      }
      #expect(error?.code == .truncated)
    }
  }

  @Test func whatGzipWrites() throws {
    let scratch = try Scratch()
    let path = try scratch.file("text", Self.text)
    guard try run("gzip", "-k", path)?.status == 0 else { return }
    #expect(try GzipSource(FileSource(path + ".gz")).readAll() == Self.text)
    let ours = try scratch.file("ours.gz", Self.packed(Self.text))
    #expect(try run("gzip", "-t", ours)?.status == 0)
  }

  @Test func everyTruncationIsAnError() throws {
    let packed = try Self.packed(Array("short".utf8))
    for end in 0..<packed.count {
      let error = #expect(throws: HealthError.self) {
        try Self.unpacked(Array(packed.prefix(end)))
      }
      #expect(error?.code == .truncated)
    }
  }

  @Test(
    arguments: [
      (-5, .checksum, "a.gz: the CRC-32 of the content differs from the one recorded"),
      (-1, .checksum, "a.gz: the length of the content differs from the one recorded"),
      (0, .damaged, "a.gz: the compressed data is damaged (incorrect header check)"),
      (2, .damaged, "a.gz: the compressed data is damaged (unknown compression method)"),
    ] as [(Int, HealthError.Code, String)])
  func damageIsNamed(place: Int, code: HealthError.Code, text: String) throws {
    var packed = try Self.packed(Self.text)
    packed[place < 0 ? packed.count + place : place] ^= 0x15
    let error = #expect(throws: HealthError.self) { try Self.unpacked(packed) }
    #expect(error?.code == code)
    #expect(error?.description == text)
  }

  @Test func whatFollowsIsNotDropped() throws {
    let packed = try Self.packed(Self.text) + Array("more".utf8)
    let error = #expect(throws: HealthError.self) { try Self.unpacked(packed) }
    #expect(error?.description == "a.gz: something that is not gzip follows the content")
  }

  @Test func bombsAreRefusedEarly() throws {
    // zlib's own stream between a header and a trailer: our encoder does not make bombs.
    let content = [UInt8](repeating: 0x20, count: 24 << 20)
    let ends = try Self.packed(content, .small)
    let bomb = ends.prefix(10) + deflated(content, level: 9) + ends.suffix(8)
    let source = GzipSource(BytesSource(Array(bomb)), name: "bomb.gz")
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var made = 0
    let error = #expect(throws: HealthError.self) {
      while case let count = try source.read(into: &buffer, at: 0), count > 0 { made += count }
    }
    #expect(error?.code == .tooLarge)
    #expect(
      error?.description == "bomb.gz: unpacks to more than 200 times its size (limit 'ratio')"
    )
    #expect(made <= 17 << 20)
    #expect(try GzipSource(BytesSource(Array(bomb)), ratio: 2000).readAll().count == 24 << 20)
  }
}
