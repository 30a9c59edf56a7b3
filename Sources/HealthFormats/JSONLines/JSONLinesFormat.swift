import HealthBytes
import HealthModel

extension Format {
  /// JSON Lines: one JSON object a line, the first for the dataset, then one for each sample.
  public static let jsonLines = Format(
    name: "jsonl", title: "JSON Lines, an object per sample", extensions: ["jsonl", "ndjson"],
    isText: true, layouts: [Format.Layout("lines", "an object per line", outputs: [.file])],
    losses: [], rules: jsonLinesRules,
    confidence: { preview in
      let bytes = preview.firstBytes.span
      if ByteScan.equal(bytes, at: 0, to: "{\"kind\":\"") { return .certain }
      return bytes.count > 0 && bytes[0] == UInt8(ascii: "{") ? .possible : .no
    },
    makeReader: { (input, options) throws(FormatError) in
      let place = Place(file: input.name)
      guard let entry = input.container.entries.first else {
        throw FormatError(
          .noInput, rule: "unreadable-input", place: place, "it contains no file to read")
      }
      let source: any ByteSource
      do throws(ByteError) { source = try input.container.open(entry) } catch {
        throw FormatError(error, place: place)
      }
      return JSONLinesReader(source: source, name: input.name, options: options)
    },
    makeWriter: { (output, options) throws(FormatError) in
      JSONLinesWriter(sink: try output.stream())
    })
}
