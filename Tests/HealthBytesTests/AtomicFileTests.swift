import Foundation
import Testing

@testable import HealthBytes

@Suite struct AtomicFileTests {
  static let text = prose(300_000)

  @Test func appearsOnlyWhenFinished() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/out.csv"
    let file = try AtomicFile(path)
    try file.write(Self.text.span.extracting(0..<10))
    try file.write(Self.text.span.extracting(10..<300_000))
    let names = try scratch.names
    #expect(names.count == 1)
    #expect(names.first?.hasPrefix(".out.csv.healthconv-") == true)
    try file.finish()
    try file.finish()
    file.abandon()
    #expect(try scratch.names == ["out.csv"])
    #expect(try contents(path) == Self.text)
  }

  @Test func leavesNothingBehind() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/out.csv"
    do {
      let file = try AtomicFile(path)
      try file.write(Self.text.span)
    }
    #expect(try scratch.names == [])
    let file = try AtomicFile(path)
    try file.write([1].span)
    file.abandon()
    try file.finish()
    #expect(try scratch.names == [])
  }

  /// A process that is killed leaves its file, and a database one beside that.
  @Test func clearsUpAfterTheDead() throws {
    let scratch = try Scratch()
    let others = [".out.csv.healthconv-abcd", ".out.healthconv-abcdefgh", "out.csv-wal"]
    let left = ["abcdefgh", "abcdefgh-wal", "ijklmnop-journal"].map { ".out.csv.healthconv-\($0)" }
    for name in others + left {
      _ = try scratch.file(name, [1])
    }
    let living = try AtomicFile(scratch.path + "/out.csv")
    let path = try #require(living.temporary)
    _ = try scratch.file("\((path as NSString).lastPathComponent)-wal", [1])
    #expect(try scratch.names.count == others.count + 2)
    let second = try AtomicFile(scratch.path + "/out.csv")
    try living.write([7].span)
    try second.finish()
    try FileManager.default.removeItem(atPath: scratch.path + "/out.csv")
    AtomicFile.removeLeftovers(of: scratch.path + "/out.csv")
    #expect(FileManager.default.fileExists(atPath: path), "somebody writes it still")
    try living.finish()
    #expect(try contents(scratch.path + "/out.csv") == [7])
    try FileManager.default.removeItem(atPath: path + "-wal")
    #expect(try scratch.names == (others + ["out.csv"]).sorted())
  }

  /// Killed between getting the one name and losing the other.
  @Test func clearsUpTheSecondName() throws {
    let scratch = try Scratch()
    let path = try scratch.file("out.csv", [1, 2])
    let left = scratch.path + "/.out.csv.healthconv-abcdefgh"
    try FileManager.default.linkItem(atPath: path, toPath: left)
    let link = scratch.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out.csv")
    AtomicFile.removeLeftovers(of: link)
    #expect(try scratch.names == ["link", "out.csv"])
    #expect(try contents(path) == [1, 2])
  }

  /// Whoever clears up may come between the making of a file and its lock.
  @Test(.timeLimit(.minutes(1)))
  func makersAndClearersAtOnce() async throws {
    let scratch = try Scratch()
    let path = scratch.path + "/out.csv"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for round in 0..<200 {
            let file = try AtomicFile(path, overwrite: true)
            try file.write([UInt8(worker), UInt8(round)].span)
            try file.finish()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try scratch.names == ["out.csv"])
    #expect(try contents(path).count == 2)
  }

  @Test func keepsWhatIsThere() throws {
    let scratch = try Scratch()
    let path = try scratch.file("out", [1, 2])
    let error = #expect(throws: HealthError.self) { _ = try AtomicFile(path) }
    #expect(error?.code == .exists)
    #expect(error?.description == "\(path): exists already")
    let new = scratch.path + "/new"
    let file = try AtomicFile(new)
    try file.write([3].span)
    _ = try scratch.file("new", [4])
    let late = #expect(throws: HealthError.self) { try file.finish() }
    #expect(late?.code == .exists)
    #expect(try contents(new) == [4])
    #expect(try scratch.names == ["new", "out"])
  }

  @Test func replacesAndKeepsPermissions() throws {
    let scratch = try Scratch()
    let path = try scratch.file("out", [1, 2])
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let link = scratch.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out")
    let file = try AtomicFile(link, overwrite: true)
    try file.write([5].span)
    #expect(try contents(path) == [1, 2])
    try file.finish()
    #expect(try contents(path) == [5])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "out")
    #expect(try scratch.names == ["link", "out"])
  }

  @Test func refusesWhatIsNoFile() throws {
    let scratch = try Scratch()
    let folder = #expect(throws: HealthError.self) { _ = try AtomicFile(scratch.path) }
    #expect(folder?.code == .isDirectory)
    let none = #expect(throws: HealthError.self) { _ = try AtomicFile(scratch.path + "/none/x") }
    #expect(none?.code == .notFound)
    #expect(none?.place.file == scratch.path + "/none/x")
  }

  @Test func longNames() throws {
    let scratch = try Scratch()
    let name = String(repeating: "導", count: 84)
    let file = try AtomicFile(scratch.path + "/" + name)
    try file.finish()
    #expect(try scratch.names == [name])
  }

  @Test func devicesAreWrittenTo() throws {
    // Swallows what is written, as /dev/null does.
    let zero = try AtomicFile("/dev/zero")
    try zero.write(Self.text.span)
    try zero.finish()
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let full = try AtomicFile("/dev/full")
    let error = #expect(throws: HealthError.self) { try full.write(Self.text.span) }
    #expect(error?.code == .full)
    #expect(error?.description == "/dev/full: no space left on the device")
  }

  @Test func interruptionsRemoveFiles() async throws {
    // A process of its own: the list is one for the whole process.
    await #expect(processExitsWith: .exitCode(143)) {
      Interruption.install()
      let file = try AtomicFile("/tmp/healthconv-tests-interrupted-\(getpid())")
      try file.write([1].span)
      let before = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
        .filter { $0.contains("interrupted-\(getpid())") }
      if before.count == 1 { kill(getpid(), SIGTERM) }
      sleep(5)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
      .filter { $0.contains("healthconv-tests-interrupted") }
    #expect(left == [])
  }
}
