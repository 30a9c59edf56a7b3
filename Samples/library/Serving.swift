import Foundation
import HealthConv
import Testing

/// The code of the article "Reading uploads".
struct Serving {
  @Test func anUploadIsStored() async throws {
    let scratch = try Scratch()
    let bytes = Array(try Data(contentsOf: URL(filePath: scratch.path("export.zip"))))
    let body = AsyncStream<ArraySlice<UInt8>> { continuation in
      for start in stride(from: 0, to: bytes.count, by: 4_096) {
        continuation.yield(bytes[start..<min(start + 4_096, bytes.count)])
      }
      continuation.finish()
    }
    let report = try await Dataset.open(chunks: body, named: "export.zip") { dataset in
      try await Conversion(of: dataset, to: .sqlite).run(toFile: scratch.path("uploads.db"))
    }
    if let error = report.readError { throw error }
    #expect(report.saved?.new == report.samplesRead)
  }

  @Test func bytesAndFilesAreConverted() async throws {
    let scratch = try Scratch()
    let file = try FileHandle(forReadingFrom: URL(filePath: scratch.path("export.zip")))
    let bytes = Array(try Data(contentsOf: URL(filePath: scratch.path("export.zip"))))
    let uploaded = try Dataset.open(bytes: bytes, named: "upload.zip")
    let opened = try Dataset.open(descriptor: file.fileDescriptor, named: "upload.zip")
    #expect(try Comparison(of: uploaded, with: opened).run { _ in }.isSame)
  }

  @Test func aConversionIsStopped() throws {
    let scratch = try Scratch()
    let dataset = try Dataset.open(scratch.path("export.zip"))
    var conversion = Conversion(of: dataset, to: .jsonLines)
    conversion.onProgress = { progress in
      if progress.bytes.consumed > 100_000 { throw CancellationError() }
    }
    let error = #expect(throws: HealthError.self) {
      try conversion.run(toFile: scratch.path("samples.jsonl"))
    }
    #expect(error?.code == .cancelled)
    #expect(try !scratch.files().contains("samples.jsonl"))
  }
}
