import Foundation
import HealthBytes
import Testing

/// What 32 bits cannot hold, in sparse files and made-up headers.
@Suite struct ZipLargeTests {
  /// The directory and end of an archive whose one member begins at `offset`.
  func zip64(_ archive: [UInt8], lieAboutCount count: UInt64 = 1) -> [UInt8] {
    // All three numbers of the member move to a zip64 field, those of the end to its zip64 record.
    let header = archive.last(ZipReadingTests.directoryHeader)
    let end = archive.count - 22
    var directory = Array(archive[header..<end])
    let numbers = [24, 20, 42].map { UInt64(directory.number($0, 4)) }
    for place in [24, 20, 42] {
      directory = directory.replacing(place, little: 0xFFFF_FFFF, 4)
    }
    directory = directory.replacing(30, little: 28, 2)
    var field = [UInt8](repeating: 0, count: 28)
    field = field.replacing(0, little: 1, 2).replacing(2, little: 24, 2)
    for (index, number) in numbers.enumerated() {
      field = field.replacing(4 + 8 * index, little: number, 8)
    }
    directory += field
    var record = [UInt8](repeating: 0, count: 56)
    record = record.replacing(0, little: 0x0606_4B50, 4).replacing(4, little: 44, 8)
    record = record.replacing(24, little: count, 8).replacing(32, little: count, 8)
    record = record.replacing(40, little: UInt64(directory.count), 8)
    record = record.replacing(48, little: UInt64(header), 8)
    var locator = [UInt8](repeating: 0, count: 20)
    locator = locator.replacing(0, little: 0x0706_4B50, 4)
    locator = locator.replacing(8, little: UInt64(header + directory.count), 8)
    locator = locator.replacing(16, little: 1, 4)
    let last = [UInt8](repeating: 0xFF, count: 22).replacing(0, little: 0x0605_4B50, 4)
      .replacing(4, little: 0, 4).replacing(20, little: 0, 2)
    return Array(archive[..<header]) + directory + record + locator + last
  }

  @Test func readsZip64() throws {
    let plain = try ZipReadingTests.archive(["one"])
    let whole = try ZipReadingTests.members(plain)
    let large = zip64(plain)
    #expect(try ZipReadingTests.members(large) == whole)
    #expect(try ZipReadingTests.members([1, 2, 3] + large) == whole)
    let failure = ZipReadingTests.failure(zip64(plain, lieAboutCount: 1 << 40))
    #expect(failure?.0 == .damaged)
    for place in large.indices.suffix(200) {
      for value: UInt8 in [0, 0xFF, 0x80] {
        var damaged = large
        damaged[place] = value
        guard let members = try? ZipReadingTests.members(damaged) else { continue }
        #expect(members.isEmpty || members.values.first == whole["one"])
      }
    }
  }

  @Test func manyMembersNeedZip64() throws {
    let sink = BytesSink()
    let zip = ZipWriter(sink)
    for number in 0..<70_000 { try zip.beginEntry(name: "\(number)", method: .stored) }
    try zip.finish()
    let scratch = try Scratch()
    let path = try scratch.file("x.zip", sink.bytes)
    #expect(try ZipArchive(path).entries.count == 70_000)
  }

  /// Members behind 4 GiB of nothing, in a sparse file, with the offset whole or wrapped.
  @Test(arguments: [true, false]) func offsetsBeyondFourGiB(isWrapped: Bool) throws {
    let scratch = try Scratch()
    let archive = try ZipReadingTests.archive(["one"])
    let path = try scratch.file("x.zip", [])
    let file = try #require(FileHandle(forWritingAtPath: path))
    let start = (1 << 32) + 5
    try file.seek(toOffset: UInt64(start))
    let header = archive.last(ZipReadingTests.directoryHeader)
    // Wrapped, as macOS writes it: the last 32 bits, as if nothing had happened.
    var bytes = archive.replacing(header + 42, little: 5, 4)
    bytes = bytes.replacing(bytes.count - 6, little: UInt64(header + 5), 4)
    try file.write(contentsOf: Data(isWrapped ? bytes : archive))
    try file.close()
    let read = try ZipArchive(path)
    let entry = try #require(read.entries.first)
    #expect(try read.open(entry).readAll() == prose(700))
  }

  /// A member noted as 4 GiB shorter than it is cannot be told from a damaged one by its sizes: its
  /// deflate stream decides.
  @Test func sizesNotedModuloFourGiB() throws {
    let scratch = try Scratch()
    let archive = try ZipReadingTests.archive(["one"])
    let header = archive.last(ZipReadingTests.directoryHeader)
    let path = try scratch.file("x.zip", Array(archive[..<header]))
    let file = try #require(FileHandle(forWritingAtPath: path))
    // Room for the 4 GiB, between the member and the directory.
    try file.seek(toOffset: UInt64(header + 1 << 32))
    let bytes = Array(archive[header...]).replacing(20, little: 9, 4)
    try file.write(contentsOf: Data(bytes))
    try file.close()
    let read = try ZipArchive(path)
    let entry = try #require(read.entries.first)
    // The stream goes on over the noted end; then the whole size is not the noted one either.
    let error = #expect(throws: HealthError.self) { try read.open(entry).readAll() }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("expected 4294967305") == true)
  }
}
