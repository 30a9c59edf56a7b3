import Foundation
import HealthBytes
import HealthConv
import Testing

/// Bytes in memory, open files and chunks that arrive over time are read as files are.
struct ServerInputTests {
  private static func isSendable<T: Sendable>(_ type: T.Type) {}

  @Test func datasetsAndConversionsAreSendable() {
    Self.isSendable(Dataset.self)
    Self.isSendable(Conversion.self)
    Self.isSendable(Conversion.Report.self)
  }

  /// What became of a conversion: the output, or an error.
  private static func outcome(
    _ folder: TemporaryFolder, _ convert: (_ output: String) async throws -> Conversion.Report
  ) async -> String {
    let path = "\(folder.path)/\(UUID().uuidString).jsonl"
    do {
      let report = try await convert(path)
      if let error = report.readError { return "\(error)" }
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch { return "\(error)" }
  }

  /// Inputs, sound and damaged, and what their outcome begins with.
  private static func inputs() throws -> [(name: String, bytes: [UInt8], outcome: String)] {
    func bytes(_ path: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: path)))
    }
    let archive = try bytes(Fixture.samples + "/demo/export.zip")
    let small = try bytes(Fixture.smallExport)
    let packed = BytesSink()
    let output = try OutputContainer(gzip: packed)
    let entry = try output.open("")
    try entry.write(small.span)
    try entry.finish()
    try output.finish()
    return [
      ("export.zip", archive, #"{"kind":"dataset""#), ("export.xml", small, #"{"kind":"dataset""#),
      ("export", small, #"{"kind":"dataset""#),
      ("export.xml.gz", packed.bytes, #"{"kind":"dataset""#),
      ("a.zip", Array(archive.dropLast(300)), "cannot read 'a.zip': it is a truncated zip archive"),
      ("b.xml", Array(small.prefix(1_500)), "b.xml:"),
      ("c.xml.gz", Array(packed.bytes.dropLast(20)), "cannot read 'c.xml.gz'"),
      ("d.bin", [1, 2, 3], "cannot read 'd.bin'"),
      ("e.xml", [], "cannot read 'e.xml': it is empty"),
      ("f.zip", Array(small), "cannot read 'f.zip'"),
    ]
  }

  @Test func allInputsHaveTheOutcomeOfAFile() async throws {
    let folder = try TemporaryFolder()
    for (name, bytes, expected) in try Self.inputs() {
      let path = try folder.write(bytes: bytes, name)
      let file = await Self.outcome(folder) {
        try await Conversion(of: .open(path), to: .jsonLines).run(toFile: $0)
      }.replacing(folder.path + "/", with: "")
      #expect(file.hasPrefix(expected), "\(name): \(file.prefix(200))")
      let memory = await Self.outcome(folder) {
        let dataset = try Dataset.open(bytes: bytes, named: name)
        return try await Conversion(of: dataset, to: .jsonLines).run(toFile: $0)
      }
      #expect(memory == file, "\(name)")
      let descriptor = await Self.outcome(folder) {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        _ = try handle.read(upToCount: 2)
        let dataset = try Dataset.open(descriptor: handle.fileDescriptor, named: name)
        #expect(try handle.offset() == min(2, UInt64(bytes.count)))
        try handle.close()
        return try await Conversion(of: dataset, to: .jsonLines).run(toFile: $0)
      }
      #expect(descriptor == file, "\(name)")
      for sizes in [1...7, 1...5_000, 100_000...2_000_000]
      where bytes.count / sizes.upperBound < 20_000 {
        var chunks = Chunks(bytes)
        chunks.sizes = sizes
        let stream = await Self.outcome(folder) { [chunks] output in
          try await Dataset.open(chunks: chunks, named: name) { dataset in
            try await Conversion(of: dataset, to: .jsonLines).run(toFile: output)
          }
        }
        #expect(stream == file, "\(name) \(sizes)")
      }
    }
  }

  @Test func aPipeIsReadOnce() async throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: Fixture.smallExport)))
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    let dataset = try Dataset.open(
      descriptor: pipe.fileHandleForReading.fileDescriptor, named: "pipe")
    #expect(try dataset.samples().info.locale == "en_FR")
    #expect(throws: HealthError.self) { _ = try dataset.samples() }
  }

  /// Two streams in one conversion: each waits for its turn.
  @Test func streamsAreReadOneAfterAnother() async throws {
    let folder = try TemporaryFolder()
    let small = Array(try Data(contentsOf: URL(filePath: Fixture.smallExport)))
    let output = folder.path + "/all.jsonl"
    let report = try await Dataset.open(chunks: Chunks(small), named: "a.xml") { first in
      try await Dataset.open(chunks: Chunks(small), named: "b.xml") { second in
        try await Dataset.open(chunks: Chunks(small), named: "c.xml") { third in
          try await Conversion(of: first, second, third, to: .jsonLines).run(toFile: output)
        }
      }
    }
    #expect(report.readError == nil && report.samplesWritten == 27)
  }

  @Test func aDatabaseIsNotReadFromMemory() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.db"
    _ = try Conversion(of: .open(Fixture.smallExport), to: .sqlite).run(toFile: path)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let error = #expect(throws: HealthError.self) {
      try Dataset.open(bytes: bytes, named: "a.db")
    }
    #expect(
      error?.description == "cannot read 'a.db': a database is opened by its path, expected a file")
    #expect(error?.code == .unsupported)
  }

  /// A name is not a path: an output of the same name is not the input.
  @Test func aNameIsNotAPath() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.db"
    let small = Array(try Data(contentsOf: URL(filePath: Fixture.smallExport)))
    for _ in 0..<2 {
      let report = try await Conversion(
        of: .open(bytes: small, named: path, as: .appleHealth), to: .sqlite
      ).run(toFile: path)
      #expect(report.saved != nil)
    }
  }
}
