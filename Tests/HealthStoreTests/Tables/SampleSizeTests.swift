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
    do throws(HealthError) {
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
    do throws(HealthError) {
      _ = try decoder.sample(sample)
      Issue.record("a sample beyond the limit was decoded")
    } catch { #expect(error.code == .unsupported) }
    // The next one is counted anew.
    let other = try #require(rows.samples[2])
    #expect(try decoder.sample(other) == Inputs.heartRate(61))
  }

  /// Text that is stored once, and would be in memory as often as something refers to it.
  @Test(arguments: ["metadata_key", "source"])
  func textsOfSharedRowsAreCounted(_ table: String) throws {
    let rows = RowStore()
    var encoder = RowEncoder(rows)
    let members = (0..<20).map {
      NestedSample(
        sample: Inputs.heartRate(
          $0, source: "S\($0)",
          metadata: Metadata([MetadataEntry(key: MetadataKey("k\($0)"), value: "v")])),
        membership: .nestedOnly)
    }
    let header = try #require(Inputs.heartRate(1).header)
    let type = SampleType.correlation(CorrelationType("HKCorrelationTypeIdentifierFood"))
    let correlation = Correlation(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: type, source: nil), start: header.start, end: header.end),
      members: members)
    _ = try encoder.encode([.correlation(correlation)], change: 1)
    var number = 0
    rows.damage = { row, other in
      guard other.name == table else { return }
      number += 1
      row[0] = .text("\(number)" + String(repeating: "x", count: 1 << 20))
    }
    var decoder = RowDecoder(rows, store: "rows")
    let row = try #require(rows.samples[1])
    do throws(HealthError) {
      _ = try decoder.sample(row)
      Issue.record("a sample beyond the limit was decoded")
    } catch {
      #expect(error.message.contains("(limit 'rows-bytes')"))
    }
  }

  /// The same texts are not saved.
  @Test func longSourcesOfNestedSamplesAreNotSaved() throws {
    let members = (0..<20).map {
      NestedSample(
        sample: Inputs.heartRate($0, source: "\($0)" + String(repeating: "x", count: 1 << 20)),
        membership: .nestedOnly)
    }
    let header = try #require(members[0].sample.header)
    let type = SampleType.correlation(CorrelationType("HKCorrelationTypeIdentifierFood"))
    let correlation = Correlation(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: type, source: nil), start: header.start, end: header.end),
      members: members)
    var encoder = RowEncoder(RowStore())
    do throws(HealthError) {
      _ = try encoder.encode([.correlation(correlation)], change: 1)
      Issue.record("a sample beyond the limit was encoded")
    } catch {
      #expect(error.message.contains("(limit 'rows-bytes')"))
    }
  }

  @Test func seriesShareTheTextsOfTheirSource() throws {
    let rows = RowStore()
    var encoder = RowEncoder(rows)
    let source = Source(name: String(repeating: "x", count: 1 << 16))
    let header = try #require(Inputs.heartRate(1).header)
    let samples = (0..<50).map { number in
      let type = SampleType.quantity(QuantityType("T\(number)"))
      return Sample.quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(type: type, source: source), start: header.start,
            end: header.end), number: Number(1)))
    }
    _ = try encoder.encode(samples, change: 1)
    var readings = 0
    rows.damage = { _, table in if table.name == "source" { readings += 1 } }
    var decoder = RowDecoder(rows, store: "rows")
    for change in 1...50 {
      let row = try #require(rows.samples[Int64(change)])
      #expect(try decoder.sample(row) == samples[change - 1])
    }
    #expect(readings == 1)
  }
}
