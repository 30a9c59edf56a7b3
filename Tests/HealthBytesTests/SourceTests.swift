import Foundation
import HealthBytes
import Testing

@Suite struct SourceTests {
  @Test func filesAndTheirErrors() throws {
    let scratch = try Scratch()
    let text = prose(700_000)
    let source = try FileSource(scratch.file("a", text))
    #expect(source.progress == ByteProgress(consumed: 0, total: 700_000))
    #expect(try source.readAll() == text)
    #expect(source.progress == ByteProgress(consumed: 700_000, total: 700_000))
    let none = #expect(throws: HealthError.self) { _ = try FileSource(scratch.path + "/none") }
    #expect(none?.code == .notFound)
    #expect(none?.description == scratch.path + "/none: no such file or folder")
    let folder = #expect(throws: HealthError.self) { _ = try FileSource(scratch.path) }
    #expect(folder?.code == .isDirectory)
    let limit = #expect(throws: HealthError.self) { _ = try BytesSource(text).readAll(limit: 9) }
    #expect(limit?.code == .tooLarge)
    #expect(try BytesSource(text).readAll(limit: 700_000) == text)
  }

  @Test(arguments: [1, 2, 3, 7, 64, nil]) func transcoding(pieces: Int?) throws {
    let text = "<a b=\"é日本😀\"/>\n" + String(repeating: "long 日本語 ", count: 9000)
    var wide: [UInt8] = []
    for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    let source = try TranscodingSource(BytesSource(wide, pieces: pieces), encoding: "UTF-16LE")
    #expect(try source.readAll() == Array(text.utf8))
    let latin = try TranscodingSource(
      BytesSource([0x63, 0xE9], pieces: pieces), encoding: "ISO-8859-1")
    #expect(try latin.readAll() == Array("cé".utf8))
    var tiny = [UInt8](repeating: 0, count: 1)
    let slow = try TranscodingSource(BytesSource(wide, pieces: pieces), encoding: "UTF-16LE")
    for byte in text.utf8.prefix(30) {
      #expect(try slow.read(into: &tiny, at: 0) == 1)
      #expect(tiny == [byte])
    }
  }

  @Test(
    arguments: [
      ("UTF-16LE", [0x61, 0, 0x00, 0xDC, 0x61, 0], 2), ("UTF-16LE", [0x61, 0, 0x61], 2),
      ("UTF-8", [0x61, 0xC3], 1), ("UTF-8", [0x61, 0x62, 0xFF, 0x61], 2),
    ] as [(String, [UInt8], Int)])
  func transcodingRefusesWhatIsNoText(encoding: String, bytes: [UInt8], place: Int) throws {
    for pieces in [1, 2, 100] {
      let source = try TranscodingSource(BytesSource(bytes, pieces: pieces), encoding: encoding)
      let error = #expect(throws: HealthError.self) { try source.readAll() }
      #expect(
        error?.description == "byte \(place) begins no character of the encoding '\(encoding)'")
    }
    let unknown = #expect(throws: HealthError.self) {
      _ = try TranscodingSource(BytesSource([]), encoding: "KLINGON-8")
    }
    #expect(unknown?.description == "the encoding 'KLINGON-8' is not supported")
  }

  @Test func errorsCannotCommandATerminal() {
    let error = HealthError(.damaged, "a.zip: \u{1B}[2Jx\u{9B}\n", "is damaged")
    #expect(error.description == #"a.zip: \u{1B}[2Jx\u{9B}\u{A}: is damaged"#)
  }

  @Test(arguments: [1, 4, 100]) func sniffingLosesNothing(count: Int) throws {
    let source = try SniffedSource(
      BytesSource(Array("PK\u{3}\u{4}rest".utf8), pieces: 3), count: count)
    #expect(source.first.count == min(count, 8))
    #expect(source.isZip == (count >= 4))
    #expect(try source.readAll() == Array("PK\u{3}\u{4}rest".utf8))
  }
}
