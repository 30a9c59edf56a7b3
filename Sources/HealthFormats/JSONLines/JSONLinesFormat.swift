import HealthBytes
import HealthModel
import HealthValidation

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
    makeReader: { (input, options) throws(HealthError) in
      let place = Place(file: input.name)
      let entry = try input.onlyFile()
      let source: any ByteSource
      do throws(HealthError) { source = try input.container.open(entry) } catch {
        throw error.reading(at: place)
      }
      return JSONLinesReader(source: source, name: input.name, options: options)
    },
    makeWriter: { (output, options) throws(HealthError) in
      JSONLinesWriter(sink: try output.open(""))
    })
}

/// The names in JSON Lines that differ from the export's, and those that frame a line.
enum JSONLinesVocabulary {
  /// The version of the format, written in the first line. Increase it when older readers would fail.
  static let version = 1

  /// The type of every workout; what was done is its `workoutActivityType`.
  static let workoutType = "HKWorkoutTypeIdentifier"

  /// The name in JSON of an export's attribute.
  static func key(ofAttribute name: String) -> String {
    // Called for each field of each point of a route: most names differ from these in length.
    let count = name.utf8.count
    guard count == 4 || count == 7 || count == 9 || count == 12 else { return name }
    return switch name {
    case "startDate": "start"
    case "endDate": "end"
    case "creationDate": "created"
    // Every line has a kind of its own.
    case "kind": "stateOfMindKind"
    default: name
    }
  }
}

/// Findings of readers in a JSON Lines file.
let jsonLinesRules: [Rule] = [
  Rule(
    reader: "malformed-json", .error,
    title: "line is not one JSON value",
    explanation: """
      A line violates the grammar of JSON. Reading ends there; samples before it were read.
      """),
  Rule(
    reader: "malformed-utf8", .error,
    title: "text is not UTF-8",
    explanation: """
      The text contains bytes that are not UTF-8. Reading ends there.
      """),
  Rule(
    reader: "malformed-value", .error,
    title: "member has the wrong type",
    explanation: """
      A member of an object has another type than the schema requires: a string instead of a \
      number, an array instead of an object.
      """),
  Rule(
    reader: "missing-member", .error,
    title: "required member is missing",
    explanation: """
      A required member of an object is missing.
      """),
  Rule(
    reader: "duplicate-member", .error,
    title: "object has a member twice",
    explanation: """
      An object contains the same member twice. Programs differ in which of the two they use.
      """),
  Rule(
    reader: "unknown-member", .warning,
    title: "member is not in the schema",
    explanation: """
      An object has a member that the schema does not define. It is preserved among the attributes of the sample. In an \
      object without attributes, such as a source or a device, it is an error.
      """),
  Rule(
    reader: "unknown-kind", .warning,
    title: "kind of sample is not known",
    explanation: """
      The kind of a line is not known: it is newer than this program, or a typing error. The \
      line is preserved.
      """),
  Rule(
    reader: "missing-dataset", .warning,
    title: "first line does not describe the dataset",
    explanation: """
      The first line of the file does not describe the dataset. The samples are read \
      nevertheless.
      """),
  Rule(
    reader: "second-dataset", .warning,
    title: "second dataset in one file",
    explanation: """
      A second dataset begins in the middle of the file, as after two files were joined. Its \
      line is preserved, and the samples that follow are counted in the first dataset.
      """),
  Rule(
    reader: "unlisted-participant", .error,
    title: "participant is not among those of the dataset",
    explanation: """
      A sample has a participant whom the facts about the dataset do not list. Reading or writing ends there. List \
      all participants in the first line, or remove "participant" and "participants" from it.
      """),
  Rule(
    reader: "unsupported-version", .error,
    title: "version of the format is not supported",
    explanation: """
      A later version of this program wrote the file, in a later version of the format.
      """),
  Rule(
    reader: "line-too-long", .error,
    title: "line exceeds the limit",
    explanation: """
      A line is longer than that of any real sample. Reading it would take unbounded memory.
      """),
  Rule(
    reader: "nesting-too-deep", .error,
    title: "values are nested too deeply",
    explanation: """
      Arrays or objects are nested more deeply than in any real sample.
      """),
  Rule(
    reader: "too-many-values", .error,
    title: "line has too many values",
    explanation: """
      A line contains more values than any real sample. Reading it would take unbounded \
      memory.
      """),
  Rule(
    reader: "id-differs", .warning,
    title: "id differs from that of the sample",
    explanation: """
      The id in the file differs from the one computed from the sample, so the sample was \
      changed after it was written. The computed id is used.
      """),
  Rule(
    reader: "spelling-differs", .warning,
    title: "text form differs from its value",
    explanation: """
      The text form that is stored with a value does not match the value, or belongs to no \
      value. It is left out.
      """),
  Rule(
    reader: "foreign-date", .warning,
    title: "date is not ISO 8601 with an offset",
    explanation: """
      A date has another form than 2024-06-01T08:00:00+02:00. It is accepted, but other \
      programs may reject it.
      """),
  Rule(
    reader: "device-differs", .warning,
    title: "device text differs from its fields",
    explanation: """
      The text of a device and its fields differ. The text is used.
      """),
]
