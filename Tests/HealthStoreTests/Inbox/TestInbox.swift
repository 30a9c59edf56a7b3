import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthStore
import Testing

/// A folder with files, and a store.
final class TestInbox {
  let path = FileManager.default.temporaryDirectory.path + "/inbox-\(UUID().uuidString)"
  let place: StoreUnderTest.Place
  let store: String

  init(_ kind: StoreUnderTest) throws {
    place = try kind.make()
    store = try #require(place.location)
    try FileManager.default.createDirectory(
      atPath: path + "/deeper", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file that was changed long ago, or just now.
  func write(_ text: String, _ name: String, isOld: Bool = true) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    if isOld {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: "\(path)/\(name)")
    }
  }

  /// Writes an archive that was changed long ago.
  func write(_ files: [(path: String, text: String)], archive name: String) throws {
    let sink = BytesSink()
    let writer = ZipWriter(sink)
    for (path, text) in files {
      try writer.beginEntry(name: path)
      try writer.write(text.utf8.span)
    }
    try writer.finish()
    try Data(sink.bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: "\(path)/\(name)")
  }

  /// Loads the files into the store, or into another one.
  func load(
    into other: String? = nil, _ change: (inout Inbox) throws -> Void = { _ in }
  ) throws -> Inbox.Report {
    var inbox = try Inbox([path], into: other ?? store)
    inbox.allowsNewSources = true
    try change(&inbox)
    return try inbox.run { _, _, _ in }
  }

  func ledger() throws -> [InboxFile] {
    try #require(try place.open(.reading) as? any InboxStore).inboxFiles()
  }

  func samples() throws -> [Sample] {
    try place.open(.reading).samples(SampleQuery(.all)).all()
  }

  /// The values of the quantities, in the order of time.
  func values() throws -> [Double] {
    try samples().compactMap { sample -> (Timestamp, Double)? in
      guard case .quantity(let quantity) = sample else { return nil }
      return (quantity.header.start, quantity.value)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
