import HealthModel

/// What is found in an Apple Health export.
let exportRules: [Rule] = [
  Rule(
    reader: "no-export", .error,
    title: "there is an export in it",
    explanation: """
      The archive or folder holds no file that begins as a Health export.
      """),
  Rule(
    reader: "not-an-export", .error,
    title: "the file is an export",
    explanation: """
      The file is XML, but its root element is not HealthData.
      """),
  Rule(
    reader: "ambiguous-export", .error,
    title: "there is one export in it",
    explanation: """
      The archive or folder holds several Health exports, and none was chosen.
      """),
  Rule(
    reader: "no-such-member", .error,
    title: "the chosen file is there",
    explanation: """
      The archive or folder does not hold the file that was chosen.
      """),
  Rule(
    reader: "unreadable-input", .error,
    title: "the bytes can be read",
    explanation: """
      The input is damaged below its format: a checksum that differs, a compressed stream \
      that is broken.
      """),
  Rule(
    reader: "unsupported", .error,
    title: "the input can be read at all",
    explanation: """
      The input, or something it needs, is of a kind that this program does not read.
      """),
  Rule(
    reader: "limit", .error,
    title: "sizes stay within limits",
    explanation: """
      Something is so large or so deep that no export has the like: an attribute, an element, \
      the elements inside one sample. Reading it would take memory without bound.
      """),
  Rule(
    reader: "missing-attribute", .warning,
    title: "an element has the attributes it needs",
    explanation: """
      A sample has no type, no start or no end. It is kept whole, as an element that is not \
      known.
      """),
  Rule(
    reader: "missing-value", .warning,
    title: "a quantity has a value",
    explanation: """
      A quantity is written without a number. It is kept whole, as an element that is not \
      known.
      """),
  Rule(
    reader: "malformed-number", .warning,
    title: "a number is one",
    explanation: """
      Something else stands where a number belongs. A sample whose value it is is kept whole; \
      elsewhere it is kept as text.
      """),
  Rule(
    reader: "malformed-date", .warning,
    title: "a date is one",
    explanation: """
      Something else stands where a date belongs, or a day that no calendar has. A sample \
      whose date it is is kept whole; elsewhere it is kept as text.
      """),
  Rule(
    reader: "malformed-beat", .warning,
    title: "a list of beats holds beats",
    explanation: """
      The list under a heart rate variability holds something else than beats. It is kept \
      whole.
      """),
  Rule(
    reader: "unexpected-text", .warning,
    title: "there is no text between elements",
    explanation: """
      An export has all it says in attributes. Text between them is kept as it stands.
      """),
  Rule(
    reader: "unknown-element", .info,
    title: "elements are those of exports",
    explanation: """
      An element that no version of the export is known to have: newer than this program, or \
      not written by Health. It is kept whole.
      """),
  Rule(
    reader: "late-twin", .info,
    title: "a member stands before its correlation",
    explanation: """
      A record stands on its own after the correlation that holds it as well, which therefore \
      took it for one that stands nowhere else.
      """),
  Rule(
    reader: "missing-side-file", .warning,
    title: "files that are referred to are there",
    explanation: """
      A sample refers to a file beside the export, such as a route, that is not there. The \
      archive was taken apart, or the phone did not write it.
      """),
  Rule(
    reader: "orphan-side-file", .info,
    title: "files are referred to",
    explanation: """
      A file beside the export belongs to no sample. It is carried as a document.
      """),
  Rule(
    reader: "shared-side-file", .info,
    title: "a file belongs to one sample",
    explanation: """
      Two samples refer to one file. It is given with the first.
      """),
  Rule(
    reader: "unreadable-side-file", .warning,
    title: "files beside the export can be read",
    explanation: """
      A file beside the export is not of its format, or longer than is read. It is carried as \
      a document.
      """),
  Rule(
    reader: "twin-memory-full", .info,
    title: "members can be told",
    explanation: """
      There are more records that may be members of correlations than are remembered; members \
      among the rest count as standing nowhere else.
      """),
]
