import HealthBytes
import HealthGenerator
import Testing

@Suite struct SizeTests {
  @Test(arguments: [0, 1, 29, 599, 3_000, 7_345])
  func `as many records as wanted`(count: Int) throws {
    let export = try Export(.init(size: .records(count)))
    #expect(export.truth.recordCount == count)
    #expect(export.tags("Record", depth: 1).count == count)
  }

  @Test(arguments: [200_000, 1_000_000, 2_000_000] as [Int64])
  func `about as many bytes as wanted`(size: Int64) throws {
    let export = try Export(.init(size: .bytes(size)))
    #expect(abs(export.truth.bytes - size) < size / 25)
  }

  @Test func `as many days as wanted`() throws {
    let export = try Export(.init(size: .days(2)))
    #expect(export.truth.count(of: "ActivitySummary") == 2)
    #expect(export.truth.recordCount == 2 * 2_700)
    #expect(export.truth.end - export.truth.start <= 3 * 86_400)
  }

  @Test(arguments: [
    ExportGenerator.Options(size: .records(-5)),
    .init(size: .bytes(-1)), .init(size: .bytes(0)), .init(size: .days(-7)),
    .init(size: .records(40), end: .max), .init(size: .records(40), end: .min),
  ])
  func `odd options are brought into bounds`(options: ExportGenerator.Options) throws {
    let export = try Export(options)
    #expect(export.lines.last == "</HealthData>")
  }

  /// What keeps memory bounded: nothing is held back but a piece.
  @Test func `bytes leave in pieces`() throws {
    let sink = PieceSink()
    let truth = try ExportGenerator(.init(size: .records(3_000))).writeXML(to: sink)
    #expect(sink.total == truth.bytes)
    #expect(sink.largest < 80_000)
  }

  private final class PieceSink: ByteSink {
    var largest = 0
    var total: Int64 = 0

    func write(_ bytes: Span<UInt8>) throws(HealthError) {
      largest = max(largest, bytes.count)
      total += Int64(bytes.count)
    }

    func finish() throws(HealthError) {}
  }
}
