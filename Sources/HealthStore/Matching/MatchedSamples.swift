package import HealthBytes

/// The properties of a sample that are needed for matching: a record on the disk.
package protocol MatchedRecord: MatchedProperties {
  init(_ bytes: Span<UInt8>)
}

/// Samples that are sorted on the disk by ``SortKey/init(_:content:)``.
package struct MatchedRecords<Record: MatchedRecord>: MatchedSamples, ~Copyable {
  private var records: SortedRecords

  package init(_ records: consuming SortedRecords) { self.records = records }

  package mutating func nextKey() throws(HealthError) -> SortKey? {
    try records.next() ? records.key : nil
  }

  package borrowing func record() -> Record { records.withBytes { Record($0) } }

  /// Lends the record of the current sample.
  package borrowing func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    records.withBytes(body)
  }
}

/// A few samples in memory.
package struct ListedSamples<Record: MatchedProperties>: MatchedSamples {
  private let samples: [(key: SortKey, record: Record)]
  private var index = -1

  /// Sorts samples. Equal ones keep their order.
  package init(_ samples: [(key: SortKey, record: Record)]) {
    let order = samples.indices.sorted { (samples[$0].key, $0) < (samples[$1].key, $1) }
    self.samples = order.map { samples[$0] }
  }

  package mutating func nextKey() throws(Never) -> SortKey? {
    index += 1
    return index < samples.count ? samples[index].key : nil
  }

  package borrowing func record() -> Record { samples[index].record }
}
