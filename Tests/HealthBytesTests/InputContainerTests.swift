import Foundation
import HealthBytes
import Testing

@Suite struct InputContainerTests {
  @Test func singleFiles() throws {
    let scratch = try Scratch()
    let plain = try InputContainer(scratch.file("a.xml", Array("<a/>".utf8)))
    #expect(plain.kind == .file)
    #expect(plain.entries.map(\.path) == ["a.xml"])
    #expect(plain.entries.map(\.size) == [4])
    for _ in 0..<2 { #expect(try plain.open("a.xml").readAll() == Array("<a/>".utf8)) }
    let packed = try InputContainer(scratch.file("b.xml.gz", GzipTests.packed([7, 8])))
    #expect(packed.entries.map(\.path) == ["b.xml"])
    #expect(packed.entries.map(\.size) == [nil])
    #expect(try packed.open("b.xml").readAll() == [7, 8])
    #expect(try packed.firstBytes(of: packed.entries[0]) == [7, 8])
    let error = #expect(throws: HealthError.self) { _ = try plain.open("b") }
    #expect(error?.code == .notFound)
    let none = #expect(throws: HealthError.self) { _ = try InputContainer(scratch.path + "/none") }
    #expect(none?.code == .notFound)
  }

  @Test func folders() throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: scratch.path + "/in/routes", withIntermediateDirectories: true)
    _ = try scratch.file("outside", [9])
    _ = try scratch.file("in/export.xml", [1])
    _ = try scratch.file("in/routes/b.gpx", [2, 3])
    _ = try scratch.file("in/routes/a.gpx.gz", GzipTests.packed([4]))
    try manager.createSymbolicLink(
      atPath: scratch.path + "/in/link", withDestinationPath: "../outside")
    try manager.createSymbolicLink(atPath: scratch.path + "/in/loop", withDestinationPath: ".")
    let folder = try InputContainer(scratch.path + "/in/")
    #expect(folder.kind == .folder)
    #expect(folder.entries.map(\.path) == ["export.xml", "routes/a.gpx.gz", "routes/b.gpx"])
    #expect(folder.entries[2].size == 2)
    #expect(folder.links == ["link", "loop"])
    #expect(folder.unlisted == [:])
    #expect(try folder.entries.map { try folder.open($0).readAll() } == [[1], [4], [2, 3]])
    let packed = try folder.open(folder.entries[1], isUnpacking: false).readAll()
    #expect(try packed == GzipTests.packed([4]))
    let error = #expect(throws: HealthError.self) { _ = try folder.open("../outside") }
    #expect(error?.code == .notFound)
  }

  @Test func archives() throws {
    let scratch = try Scratch()
    let bytes = try ZipReadingTests.archive(["d/", "d/a", "b"])
    // By its first bytes, and by its name when something is in front of it.
    for (name, junk) in [("export", 0), ("export.zip", 9)] {
      let path = try scratch.file(name, [UInt8](repeating: 1, count: junk) + bytes)
      let archive = try InputContainer(path)
      #expect(archive.kind == .archive)
      #expect(archive.entries.map(\.path) == ["d/a", "b"])
      #expect(try archive.open("d/a").readAll() == prose(700))
    }
    let error = #expect(throws: HealthError.self) {
      _ = try InputContainer(scratch.file("x.zip", prose(99)))
    }
    #expect(error?.code == .truncated)
  }

  /// Through a pipe: archives are copied aside, anything else is streamed, once.
  @Test func pipes() throws {
    let scratch = try Scratch()
    func piped(_ bytes: [UInt8]) throws -> InputContainer? {
      let pipe = scratch.path + "/pipe-\(bytes.count)"
      let file = try scratch.file("source-\(bytes.count)", bytes)
      guard unsafe mkfifo(pipe, 0o600) == 0 else { return nil }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "cat '\(file)' > '\(pipe)'"]
      try process.run()
      defer { process.waitUntilExit() }
      return try InputContainer(pipe)
    }
    let archive = try #require(try piped(ZipReadingTests.archive(["a"])))
    #expect(archive.kind == .archive)
    #expect(try archive.open("a").readAll() == prose(700))
    let stream = try #require(try piped([1, 2, 3, 4, 5, 6]))
    #expect(stream.entries.map(\.size) == [nil])
    let entry = try #require(stream.entries.first)
    #expect(try stream.firstBytes(of: entry) == [1, 2, 3, 4, 5, 6])
    #expect(try stream.open(entry).readAll() == [1, 2, 3, 4, 5, 6])
    let error = #expect(throws: HealthError.self) { _ = try stream.open(entry) }
    #expect(error?.message == "a stream can be read only once")
  }
}
