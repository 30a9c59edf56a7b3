import HealthModel

/// Findings of readers in a JSON Lines file.
let jsonLinesRules: [Rule] = [
  Rule(
    reader: "malformed-json", .error,
    title: "line is not one JSON value",
    explanation: """
      A line breaks the grammar of JSON. Reading ends there; what came before was read.
      """),
  Rule(
    reader: "malformed-utf8", .error,
    title: "text is not UTF-8",
    explanation: """
      A line holds bytes that are not UTF-8. Reading ends there.
      """),
  Rule(
    reader: "malformed-value", .error,
    title: "member has the wrong type",
    explanation: """
      A member of an object is of another type than the schema says: text for a number, a \
      list for an object.
      """),
  Rule(
    reader: "missing-member", .error,
    title: "required member is missing",
    explanation: """
      A member without which the object means nothing is not there.
      """),
  Rule(
    reader: "duplicate-member", .error,
    title: "object has a member twice",
    explanation: """
      A member stands twice in one object, and readers differ in which of the two they take.
      """),
  Rule(
    reader: "unknown-member", .warning,
    title: "member is not in the schema",
    explanation: """
      A member that the schema does not have. It is left out.
      """),
  Rule(
    reader: "unknown-kind", .warning,
    title: "kind of sample is not known",
    explanation: """
      The kind of a line is none that is known: newer than this program, or a typing error. \
      The line is kept whole.
      """),
  Rule(
    reader: "missing-dataset", .warning,
    title: "first line is not the dataset",
    explanation: """
      The file does not begin with a line that says what is known of the dataset. Its lines \
      are read all the same.
      """),
  Rule(
    reader: "second-dataset", .warning,
    title: "second dataset in one file",
    explanation: """
      A dataset begins in the middle of the file, as when two files were joined. Its line is \
      kept whole, and the samples that follow count to the first.
      """),
  Rule(
    reader: "unsupported-version", .error,
    title: "version of the format is not supported",
    explanation: """
      The file was written in a later version of the format.
      """),
  Rule(
    reader: "line-too-long", .error,
    title: "line exceeds the limit",
    explanation: """
      A line is longer than that of any sample. Reading it would take memory without bound.
      """),
  Rule(
    reader: "nesting-too-deep", .error,
    title: "values are nested too deeply",
    explanation: """
      Lists or objects are nested deeper than in any sample.
      """),
  Rule(
    reader: "too-many-values", .error,
    title: "line has too many values",
    explanation: """
      A line holds more values than any sample. Reading it would take memory without bound.
      """),
  Rule(
    reader: "id-differs", .warning,
    title: "id differs from that of the sample",
    explanation: """
      The id that is written is not the one that follows from the sample, which was changed \
      after it was written. The sample's own is used.
      """),
  Rule(
    reader: "spelling-differs", .warning,
    title: "text form differs from its value",
    explanation: """
      The spelling that is kept beside a value does not say the same, or belongs to no value. \
      It is left out.
      """),
  Rule(
    reader: "foreign-date", .warning,
    title: "date is not ISO 8601 with an offset",
    explanation: """
      A date is written in another form than 2024-06-01T08:00:00+02:00. It is read; other programs may \
      not be able to.
      """),
  Rule(
    reader: "device-differs", .warning,
    title: "device text differs from its fields",
    explanation: """
      The raw text of a device and its fields differ. The text is used.
      """),
]
