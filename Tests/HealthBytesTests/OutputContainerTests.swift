import Foundation
import HealthBytes
import Testing

/// The three kinds of outputs, read back through the container of inputs.
@Suite struct OutputContainerTests {
  @Test func entriesMayBeWrittenAtTheSameTime() throws {
    for isArchive in [true, false] {
      let scratch = try Scratch()
      let path = scratch.path + "/out"
      let output =
        isArchive
        ? OutputContainer(archive: try AtomicFile(path))
        : OutputContainer(folder: try AtomicFolder(path))
      let main = try output.open("top/main")
      try main.write(prose(100_000).span)
      let first = try output.open("top/side/first")
      let second = try output.open("second")
      try first.write(noise(70_000).span)
      try second.write([1, 2].span)
      try first.write([3].span)
      try first.finish()
      // Takes the place on the disk that the first one left.
      let third = try output.open("top/side/third")
      try third.write(prose(9).span)
      try second.finish()
      try third.finish()
      try main.write([4].span)
      try main.finish()
      let last = try output.open("last")
      try last.finish()
      #expect(FileManager.default.fileExists(atPath: path) == false)
      try output.finish()
      #expect(output.bytesWritten > 70_000)
      let input = try InputContainer(path)
      let expected: [String: [UInt8]] = [
        "top/main": prose(100_000) + [4], "top/side/first": noise(70_000) + [3],
        "second": [1, 2], "top/side/third": prose(9), "last": [],
      ]
      #expect(Set(input.entries.map(\.path)) == Set(expected.keys))
      for (path, bytes) in expected { #expect(try input.open(path).readAll() == bytes, "\(path)") }
      #expect(try scratch.names == ["out"])
    }
  }

  @Test func sameCallsGiveTheSameArchive() throws {
    func archive() throws -> [UInt8] {
      let sink = BytesSink()
      let output = OutputContainer(archive: sink)
      let main = try output.open("main")
      for name in ["c", "a", "b"] {
        let side = try output.open(name)
        try side.write(Array(name.utf8).span)
        try side.finish()
      }
      try main.finish()
      try output.finish()
      #expect(output.bytesWritten == sink.bytes.count)
      return sink.bytes
    }
    #expect(try archive() == archive())
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", "a\\b", "a\u{0}b",
    String(repeating: "a", count: 256), String(repeating: "a/", count: 600) + "a",
  ])
  func noPathLeadsOut(_ path: String) throws {
    let scratch = try Scratch()
    let output = OutputContainer(folder: try AtomicFolder(scratch.path + "/out"))
    let error = #expect(throws: HealthError.self) { _ = try output.open(path) }
    #expect(error?.code == .unsupported)
  }

  @Test func aPathIsWrittenOnce() throws {
    let output = OutputContainer(archive: BytesSink())
    try output.open("a").finish()
    let error = #expect(throws: HealthError.self) { _ = try output.open("a") }
    #expect(error?.code == .exists)
    let file = OutputContainer(file: BytesSink())
    try file.open("a").finish()
    #expect(throws: HealthError.self) { _ = try file.open("b") }
  }

  @Test func aFolderIsNeverReplaced() throws {
    let scratch = try Scratch()
    _ = try scratch.file("file", [1])
    let path = scratch.path + "/full"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    _ = try scratch.file("full/kept", [2])
    for (name, code) in [
      ("full", HealthError.Code.exists), ("file", .notDirectory), ("no/out", .notFound),
    ] {
      let error = #expect(throws: HealthError.self) {
        _ = try AtomicFolder("\(scratch.path)/\(name)")
      }
      #expect(error?.code == code)
    }
    #expect(try contents(path + "/kept") == [2])
    #expect(try scratch.names == ["file", "full"])
  }

  @Test func aFolderAppearsWholeOrNotAtAll() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/out/"
    do {
      let folder = try AtomicFolder(path)
      try folder.open("a/b/c").write([1].span)
    }
    #expect(try scratch.names == [])
    let late = try AtomicFolder(path)
    try late.open("a").finish()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    _ = try scratch.file("out/kept", [2])
    let error = #expect(throws: HealthError.self) { try late.finish() }
    #expect(error?.code == .exists)
    #expect(try scratch.names == ["out"])
    #expect(try contents(path + "kept") == [2])
  }

  /// What a process that was killed has left of a folder goes; what somebody writes stays.
  @Test func aFolderThatWasLeftGoes() throws {
    let scratch = try Scratch()
    let left = scratch.path + "/.out.healthconv-abcdefgh/a/b"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    _ = try scratch.file(".out.healthconv-abcdefgh/a/c", [1])
    let living = try AtomicFolder(scratch.path + "/out")
    #expect(try scratch.names.count == 1)
    try living.open("a").write([7].span)
    _ = try AtomicFolder(scratch.path + "/out")
    #expect(try scratch.names.count == 1, "somebody writes it still")
    try living.finish()
    #expect(try scratch.names == ["out"])
  }

  @Test func spoolsGiveBackAnyPart() throws {
    let spool = try Spool()
    let bytes = noise(200_000)
    try spool.write(bytes.span.extracting(0..<150_000))
    #expect(try spool.source(10..<140_000).readAll() == Array(bytes[10..<140_000]))
    try spool.write(bytes.span.extracting(150_000..<200_000))
    let whole = try spool.source(0..<spool.count)
    let end = try spool.source(199_999..<200_000)
    #expect(try end.readAll() == [bytes[199_999]])
    #expect(try whole.readAll() == bytes)
    #expect(whole.progress == ByteProgress(consumed: 200_000, total: 200_000))
  }
}
