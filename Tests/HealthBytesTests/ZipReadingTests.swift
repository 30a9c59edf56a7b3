import Foundation
import HealthBytes
import Testing

@Suite struct ZipReadingTests {
  /// An archive of two members, made by hand of `ZipWriter`.
  static func archive(
    _ names: [String] = ["a/export.xml", "a/b.txt"], method: ZipMethod = .deflate,
    content: [UInt8] = prose(700)
  ) throws -> [UInt8] {
    let sink = BytesSink()
    let zip = ZipWriter(sink, ratio: 5_000)
    for name in names {
      try zip.beginEntry(name: name, method: method)
      if !name.hasSuffix("/") { try zip.write(content.span) }
    }
    try zip.finish()
    return sink.bytes
  }

  /// Reads all members of an archive.
  static func members(_ bytes: [UInt8], ratio: Int = 200) throws -> [String: [UInt8]] {
    let scratch = try Scratch()
    let archive = try ZipArchive(scratch.file("x.zip", bytes), ratio: ratio)
    var members: [String: [UInt8]] = [:]
    for entry in archive.entries where !entry.isDirectory {
      members[entry.name] = try archive.open(entry).readAll()
    }
    return members
  }

  /// The error of reading all members, with the path taken off.
  static func failure(_ bytes: [UInt8]) -> (HealthError.Code, String)? {
    do {
      _ = try members(bytes)
      return nil
    } catch let error as HealthError {
      let text = error.description
      guard let range = text.range(of: "x.zip: ") else { return (error.code, text) }
      return (error.code, String(text[range.upperBound...]))
    } catch {
      return (.failed, "\(error)")
    }
  }

  static let directoryHeader: [UInt8] = [0x50, 0x4B, 1, 2]
  static let endRecord: [UInt8] = [0x50, 0x4B, 5, 6]

  @Test(arguments: [ZipMethod.stored, .deflate], [0, 1, 700, 100_000])
  func readsMembers(method: ZipMethod, size: Int) throws {
    let content = prose(size)
    let members = try Self.members(Self.archive(method: method, content: content))
    #expect(members == ["a/export.xml": content, "a/b.txt": content])
  }

  @Test func describesEntries() throws {
    let scratch = try Scratch()
    let sink = BytesSink()
    let zip = ZipWriter(sink)
    let time = ZipTimestamp(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 58)
    try zip.beginEntry(name: "dir/", modified: time, method: .stored)
    try zip.beginEntry(name: "导出.xml", modified: time)
    try zip.write([1, 2, 3].span)
    try zip.finish()
    let archive = try ZipArchive(scratch.file("x.zip", sink.bytes))
    #expect(archive.entries.map(\.name) == ["dir/", "导出.xml"])
    #expect(archive.entries.map(\.isDirectory) == [true, false])
    #expect(archive.entries.map(\.uncompressedSize) == [0, 3])
    #expect(archive.entries.map(\.modified) == [time, time])
    #expect(archive.entries[1].crc32 == 0x55BC_801D)
    let folder = archive.entries[0]
    let error = #expect(throws: HealthError.self) { _ = try archive.open(folder) }
    #expect(error?.code == .isDirectory)
  }

  @Test func everyTruncationIsAnError() throws {
    let archive = try Self.archive()
    for end in 0..<archive.count {
      #expect(Self.failure(Array(archive.prefix(end))) != nil, "cut at \(end)")
    }
  }

  @Test func noSingleByteTrapsOrPasses() throws {
    let archive = try Self.archive(content: Array("some content".utf8))
    let whole = try Self.members(archive)
    for place in archive.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF, archive[place] ^ 0x10] {
        var damaged = archive
        damaged[place] = value
        // What is read without an error is what was written, under whatever name.
        guard let members = try? Self.members(damaged) else { continue }
        for content in members.values { #expect(whole.values.contains(content)) }
      }
    }
  }

  @Test func junkAroundAnArchive() throws {
    let archive = try Self.archive()
    let whole = try Self.members(archive)
    #expect(try Self.members([UInt8](repeating: 0x2A, count: 77) + archive) == whole)
    #expect(try Self.members(archive + [0, 0, 0]) == whole)
    let end = archive.count
    let comment = archive.replacing(end - 2, little: 5, 2) + Array("hello".utf8)
    #expect(try Self.members(comment) == whole)
  }

  @Test func emptyFilesAndEmptyArchives() throws {
    #expect(Self.failure([])?.1 == "is empty, expected a zip archive")
    #expect(Self.failure([])?.0 == .truncated)
    #expect(
      Self.failure(prose(100_000))?.1
        == "has no end of central directory: not a whole zip archive")
    #expect(try Self.members(Self.archive([])) == [:])
  }

  @Test func notAFile() throws {
    let scratch = try Scratch()
    let none = #expect(throws: HealthError.self) { _ = try ZipArchive(scratch.path + "/none") }
    #expect(none?.code == .notFound)
    let folder = #expect(throws: HealthError.self) { _ = try ZipArchive(scratch.path) }
    #expect(folder?.code == .isDirectory)
  }

  @Test(
    arguments: [
      (8, 1, 2, .unsupported, "a/b.txt: is encrypted, which is not supported"),
      (
        10, 14, 2, .unsupported,
        "a/b.txt: is compressed with LZMA (method 14), which is not supported"
      ),
      (
        10, 99, 2, .unsupported,
        "a/b.txt: is compressed with AES encryption (method 99), which is not supported"
      ),
      (16, 99, 4, .checksum, "a/b.txt: the CRC-32 of the content differs from the one recorded"),
      (24, 5, 4, .damaged, "a/b.txt: unpacks to 700 bytes, expected 5"),
      (20, 9_999_999, 4, .truncated, "a/b.txt: extends beyond the end of the archive"),
      (20, 9, 4, .truncated, "a/b.txt: ends in the middle of its compressed data"),
      (42, 3, 4, .damaged, "its members overlap, expected one after the other"),
      (
        28, 60_000, 2, .damaged,
        "its central directory lists 1 members, its end record states 2"
      ),
    ] as [(Int, UInt64, Int, HealthError.Code, String)])
  func liesAreNamed(
    field: Int, value: UInt64, size: Int, code: HealthError.Code, text: String
  ) throws {
    let archive = try Self.archive()
    let place = archive.last(Self.directoryHeader) + field
    let failure = Self.failure(archive.replacing(place, little: value, size))
    #expect(failure?.0 == code)
    #expect(failure?.1 == text)
  }

  @Test(
    arguments: [
      (10, 3, 2, "its central directory lists 2 members, its end record states 3"),
      (12, 99_999, 4, "its central directory is longer than the file"),
      (4, 1, 2, "is a part of an archive in several volumes"),
    ] as [(Int, UInt64, Int, String)])
  func liesOfTheEndRecordAreNamed(field: Int, value: UInt64, size: Int, text: String) throws {
    let archive = try Self.archive()
    let place = archive.count - 22 + field
    #expect(Self.failure(archive.replacing(place, little: value, size))?.1 == text)
  }

  @Test func namesOfEveryKind() throws {
    func name(_ raw: [UInt8], flags: UInt64) throws -> String {
      let plain = try Self.archive([String(repeating: "x", count: raw.count)])
      let header = plain.last(Self.directoryHeader)
      var bytes = plain.replacing(header + 8, little: flags, 2)
      for start in [30, header + 46] {
        bytes.replaceSubrange(start..<(start + raw.count), with: raw)
      }
      return try Self.members(bytes).keys.first ?? ""
    }
    #expect(try name(Array("导出.xml".utf8), flags: 0x800) == "导出.xml")
    #expect(try name(Array("导出.xml".utf8), flags: 0) == "导出.xml")
    // Nothing tells the encoding of others: their bytes are preserved.
    for raw: [UInt8] in [[0x45, 0x78, 0x70, 0xA2, 0x72], [0x80, 0x9F, 0xFF, 0xE1], [0x61, 0xFF]] {
      #expect(SystemPath.bytes(try name(raw, flags: 0)) == raw)
      #expect(SystemPath.bytes(try name(raw, flags: 0x800)) == raw)
    }
  }

  @Test func bombsAreRefusedEarly() throws {
    let bomb = try Self.archive(["bomb"], content: [UInt8](repeating: 0x20, count: 24 << 20))
    #expect(bomb.count < 60_000)
    let failure = Self.failure(bomb)
    #expect(failure?.0 == .tooLarge)
    #expect(failure?.1 == "bomb: unpacks to more than 200 times its size (limit 'ratio')")
    #expect(try Self.members(bomb, ratio: 2000)["bomb"]?.count == 24 << 20)
  }

  @Test func anythingAtAllIsRefusedWithoutATrap() throws {
    var number: UInt64 = 1
    for round in 0..<300 {
      var bytes = (0..<200).map { _ in
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: number >> 33)
      }
      if round % 2 == 0 { bytes.replaceSubrange(0..<4, with: Self.directoryHeader) }
      if round % 3 == 0 { bytes.replaceSubrange(90..<94, with: Self.directoryHeader) }
      bytes += try Self.archive([]).replacing(10, little: UInt64(round % 3), 2)
        .replacing(12, little: UInt64(round), 4)
      _ = Self.failure(bytes)
    }
  }
}
