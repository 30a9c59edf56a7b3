import HealthBytes
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// What one sample consists of is bounded, on the way into a store and back.
@Suite struct SampleSizeTests {
  static func sample(_ count: Int, of length: Int) -> Sample {
    let value = String(repeating: "x", count: length)
    return Inputs.heartRate(
      60,
      metadata: Metadata(
        (0..<count).map { MetadataEntry(key: MetadataKey("k\($0)"), value: value) })
    )
  }

  @Test func aSampleOfManyTextsIsNotSaved() throws {
    let rows = RowStore()
    var encoder = RowEncoder(rows)
    let next = try encoder.encode([Self.sample(14, of: 1 << 20)], change: 1)
    do throws(StoreError) {
      _ = try encoder.encode([Self.sample(17, of: 1 << 20)], change: next)
      Issue.record("a sample beyond the limit was encoded")
    } catch {
      #expect(error.code == .unsupported)
      #expect(error.message.contains("(limit 'rows-bytes')"))
    }
  }

  @Test func aSampleOfManyTextsIsNotRead() throws {
    let rows = RowStore()
    var encoder = RowEncoder(rows)
    _ = try encoder.encode([Self.sample(10, of: 1 << 20), Inputs.heartRate(61)], change: 1)
    // What somebody puts into the rows is counted, too.
    let text = StoreValue.text(String(repeating: "y", count: 1 << 21))
    rows.damage = { row, table in if table.name == "metadata_entry" { row[3] = text } }
    var decoder = RowDecoder(rows, store: "rows")
    let sample = try #require(rows.samples[1])
    do throws(StoreError) {
      _ = try decoder.sample(sample)
      Issue.record("a sample beyond the limit was decoded")
    } catch { #expect(error.code == .unsupported) }
    // The next one is counted anew.
    let other = try #require(rows.samples[2])
    #expect(try decoder.sample(other) == Inputs.heartRate(61))
  }
}
