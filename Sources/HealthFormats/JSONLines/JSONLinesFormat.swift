import HealthBytes
import HealthModel

extension Format {
  /// JSON Lines: one JSON object a line, the first for the dataset, then one for each sample.
  public static let jsonLines = Format(
    name: "jsonl", title: "JSON Lines, an object per sample", extensions: ["jsonl", "ndjson"],
    isText: true, losses: [],
    likeness: { bytes in
      bytes.count > 0 && bytes[0] == UInt8(ascii: "{") ? .possible : .no
    },
    makeReader: nil,
    makeWriter: { (sink) throws(WriteError) in JSONLinesWriter(sink: sink) })
}
