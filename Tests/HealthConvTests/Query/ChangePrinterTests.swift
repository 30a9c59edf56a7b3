import Foundation
import HealthBytes
import HealthFormats
import HealthStore
import HealthTesting
import Testing

@testable import HealthConv

struct ChangePrinterTests {
  private static func text(_ changes: StoreChanges) throws -> [String] {
    let sink = BytesSink()
    var printer = ChangePrinter(sink: sink)
    for change in changes.changes { try printer.print(change) }
    try printer.print(changes.anchor)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func changes() throws -> (MemoryStore, StoreAnchor, StoreChanges) {
    let store = MemoryStore()
    let begin = try store.anchor()
    try store.save(MarkedSamples.all, .upsert, .unchecked)
    _ = try store.delete(where: .kind(.quantity))
    return (store, begin, try store.changes(since: begin, matching: .all, limit: .max))
  }

  @Test func samplesAreWrittenWithoutAnAnchor() throws {
    let sink = BytesSink()
    var printer = ChangePrinter(sink: sink)
    try printer.print(.added(MarkedSamples.all[0], key: SampleKey(MarkedSamples.all[0])))
    try printer.finish()
    #expect(sink.bytes.last == UInt8(ascii: "\n"))
  }

  @Test func linesComeInTheOrderOfTheChanges() throws {
    let (store, _, changes) = try Self.changes()
    let lines = try Self.text(changes)
    #expect(lines.count == changes.changes.count + 1)
    let deleted = lines.filter { $0.hasPrefix("{\"deleted\":") }
    let quantities = MarkedSamples.all.filter { $0.kind == .quantity }
    #expect(deleted.count == quantities.count)
    #expect(lines[lines.count - 2] == deleted.last)
    #expect(
      deleted.first
        == "{\"deleted\":\"\(SampleKey(quantities[0]))\",\"kind\":\"quantity\",\"type\":\"\(quantities[0].header?.descriptor.type.identifier ?? "")\"}"
    )
    #expect(lines.last == "{\"anchor\":\"\(try store.anchor())\"}")
  }

  /// Samples come back to the letter from the lines.
  @Test func whatWasAddedIsJSONLines() throws {
    let store = MemoryStore()
    try store.save(MarkedSamples.all, .upsert, .unchecked)
    let lines = try Self.text(store.changes(since: nil, matching: .all, limit: .max)).dropLast()
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    var reader = try Samples(
      JSONLinesReader(source: BytesSource(bytes), name: "changes", options: ReadOptions()))
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    #expect(try samples == store.samples(SampleQuery()).all())
  }

  @Test(
    .enabled(
      if: Python.has("jsonschema", "referencing"), "python3 with jsonschema is not installed"))
  func theSchemaAcceptsEveryLine() throws {
    let script = """
      import json, sys
      sys.setrecursionlimit(100000)
      from jsonschema import Draft202012Validator
      from referencing import Registry, Resource
      schemas = [json.load(open(path)) for path in sys.argv[1:3]]
      registry = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in schemas])
      validator = Draft202012Validator(schemas[0], registry=registry)
      for line in open(sys.argv[3], encoding="utf-8", newline="\\n"):
          print("accepted" if validator.is_valid(json.loads(line)) else "refused")
      """
    let folder = try TemporaryFolder()
    let (_, _, changes) = try Self.changes()
    let refused = [
      "{}", #"{"deleted":"1","kind":"quantity","type":"T"}"#, #"{"anchor":"x"}"#,
      #"{"kind":"dataset","version":1}"#,
    ]
    let key = SampleKey(MarkedSamples.all[0])
    let deleted = DeletedSample(key: key, kind: .quantity, type: "T", participant: "P1")
    let own = StoreChanges(changes: [.deleted(deleted)], anchor: changes.anchor, hasMore: false)
    let lines = try Self.text(changes) + Self.text(own)
    #expect(lines.contains { $0.hasSuffix(#""type":"T","participant":"P1"}"#) })
    let file = try folder.write(
      bytes: Array((lines + refused).joined(separator: "\n").utf8), "changes.jsonl")
    let schemas = URL(fileURLWithPath: Fixtures.samples + "/../Schemas").standardizedFileURL.path
    let result = try Python.run(
      script, [schemas + "/changes.schema.json", schemas + "/jsonlines.schema.json", file])
    #expect(result.status == 0)
    #expect(
      result.output.split(separator: "\n")
        == lines.map { _ in "accepted" } + refused.map { _ in "refused" })
  }
}
