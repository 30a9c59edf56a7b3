import HealthModel

/// What is found in a file of JSON Lines.
let jsonLinesRules: [Rule] = [
  Rule(
    reader: "malformed-json", .error,
    title: "each line is one JSON value",
    explanation: """
      A line breaks the grammar of JSON. Reading ends there; what came before was read.
      """),
  Rule(
    reader: "malformed-utf8", .error,
    title: "the text is UTF-8",
    explanation: """
      A line holds bytes that are not UTF-8. Reading ends there.
      """),
  Rule(
    reader: "malformed-value", .error,
    title: "a member is of its type",
    explanation: """
      A member of an object is of another type than the schema says: text for a number, a \
      list for an object.
      """),
  Rule(
    reader: "missing-member", .error,
    title: "an object has the members it needs",
    explanation: """
      A member without which the object means nothing is not there.
      """),
  Rule(
    reader: "duplicate-member", .error,
    title: "an object has each member once",
    explanation: """
      A member stands twice in one object, and readers differ in which of the two they take.
      """),
  Rule(
    reader: "unknown-member", .warning,
    title: "members are those of the schema",
    explanation: """
      A member that the schema does not have. It is left out.
      """),
  Rule(
    reader: "unknown-kind", .warning,
    title: "a line is a sample of a known kind",
    explanation: """
      The kind of a line is none that is known: newer than this program, or a typing error. \
      The line is kept whole.
      """),
  Rule(
    reader: "missing-dataset", .warning,
    title: "the first line is the dataset",
    explanation: """
      The file does not begin with a line that says what is known of the dataset. Its lines \
      are read all the same.
      """),
  Rule(
    reader: "second-dataset", .warning,
    title: "a file holds one dataset",
    explanation: """
      A dataset begins in the middle of the file, as when two files were joined. Its line is \
      kept whole, and the samples that follow count to the first.
      """),
  Rule(
    reader: "unsupported-version", .error,
    title: "the version of the format is one that can be read",
    explanation: """
      The file was written in a later version of the format.
      """),
  Rule(
    reader: "line-too-long", .error,
    title: "lines stay within the limit",
    explanation: """
      A line is longer than that of any sample. Reading it would take memory without bound.
      """),
  Rule(
    reader: "nesting-too-deep", .error,
    title: "values stay within the limit of depth",
    explanation: """
      Lists or objects are nested deeper than in any sample.
      """),
  Rule(
    reader: "too-many-values", .error,
    title: "a line holds no more values than the limit",
    explanation: """
      A line holds more values than any sample. Reading it would take memory without bound.
      """),
  Rule(
    reader: "id-differs", .warning,
    title: "an id is the one that the sample has",
    explanation: """
      The id that is written is not the one that follows from the sample, which was changed \
      after it was written. The sample's own is used.
      """),
  Rule(
    reader: "spelling-differs", .warning,
    title: "a spelling says what its value says",
    explanation: """
      The spelling that is kept beside a value does not say the same, or belongs to no value. \
      It is left out.
      """),
  Rule(
    reader: "foreign-date", .warning,
    title: "dates are ISO 8601 with an offset",
    explanation: """
      A date is written in another form than 2024-06-01T08:00:00+02:00. It is read; other programs may \
      not be able to.
      """),
  Rule(
    reader: "device-differs", .warning,
    title: "a device's text says what its fields say",
    explanation: """
      The raw text of a device and its fields differ. The text is used.
      """),
]
