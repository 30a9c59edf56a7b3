import HealthModel

/// Findings of readers in an Apple Health export.
let exportRules: [Rule] = [
  Rule(
    reader: "no-export", .error,
    title: "archive or folder contains no Health export",
    explanation: """
      The archive or folder holds no file that begins as a Health export.
      """),
  Rule(
    reader: "not-an-export", .error,
    title: "file is XML but not a Health export",
    explanation: """
      The file is XML, but its root element is not HealthData.
      """),
  Rule(
    reader: "ambiguous-export", .error,
    title: "archive or folder contains several Health exports",
    explanation: """
      The archive or folder holds several Health exports, and none was chosen.
      """),
  Rule(
    reader: "no-such-member", .error,
    title: "chosen file is missing",
    explanation: """
      The archive or folder does not hold the file that was chosen.
      """),
  Rule(
    reader: "unreadable-input", .error,
    title: "input cannot be read",
    explanation: """
      The input is damaged below its format: a checksum that differs, a compressed stream \
      that is broken.
      """),
  Rule(
    reader: "unsupported", .error,
    title: "input is of an unsupported kind",
    explanation: """
      The input, or something it needs, is of a kind that this program does not read.
      """),
  Rule(
    reader: "limit", .error,
    title: "input exceeds a limit",
    explanation: """
      Something is so large or so deep that no export has the like: an attribute, an element, \
      the elements inside one sample. Reading it would take memory without bound.
      """),
  Rule(
    reader: "missing-attribute", .error,
    title: "sample has no type, start or end",
    explanation: """
      A sample has no type, no start or no end, or a point of a route has no coordinates. The sample is preserved \
      as an element that is not known.
      """),
  Rule(
    reader: "missing-value", .error,
    title: "quantity has no value",
    explanation: """
      A quantity is written without a number. It is preserved as an element that is not known.
      """),
  Rule(
    reader: "malformed-number", .warning,
    title: "number cannot be read",
    explanation: """
      A value that should be a number is something else. If it is the value of a sample, the finding is an error and the \
      sample is preserved as an element that is not known; elsewhere the value is preserved as text.
      """),
  Rule(
    reader: "malformed-date", .warning,
    title: "date cannot be read",
    explanation: """
      A value that should be a date is something else, or is a day that the calendar does not have. If it is the start \
      or the end of a sample, the finding is an error and the sample is preserved as an element that is not known; \
      elsewhere the date is preserved as text.
      """),
  Rule(
    reader: "malformed-beat", .warning,
    title: "list of beats contains something else",
    explanation: """
      The list under a heart rate variability holds something else than beats. It is kept \
      whole.
      """),
  Rule(
    reader: "unexpected-text", .warning,
    title: "text between elements",
    explanation: """
      An export has all it says in attributes. Text between them is kept as it stands.
      """),
  Rule(
    reader: "unknown-element", .info,
    title: "element is not known",
    explanation: """
      An element that no version of the export is known to have: newer than this program, or \
      not written by Health. It is kept whole.
      """),
  Rule(
    reader: "unknown-attribute", .info,
    title: "attribute is not known",
    explanation: """
      An attribute that no version of the export is known to have: a typing error, or newer than this program. It is \
      preserved. Of each element and name, the first occurrence is reported.
      """),
  Rule(
    reader: "late-copy", .info,
    title: "correlation precedes the sample stored separately",
    explanation: """
      A record stands on its own after the correlation that holds it as well, which therefore \
      took it for one that stands nowhere else.
      """),
  Rule(
    reader: "missing-side-file", .warning,
    title: "file that a sample refers to is missing",
    explanation: """
      A sample refers to a file beside the export, such as a route, that is not there. The \
      archive was taken apart, or the phone did not write it.
      """),
  Rule(
    reader: "orphan-side-file", .info,
    title: "no sample refers to the file",
    explanation: """
      A file beside the export belongs to no sample. It is carried as a document.
      """),
  Rule(
    reader: "shared-side-file", .info,
    title: "several samples refer to one file",
    explanation: """
      Two samples refer to one file. It is given with the first.
      """),
  Rule(
    reader: "unreadable-side-file", .error,
    title: "file next to the export is damaged",
    explanation: """
      A route, an electrocardiogram, a clinical record or a document next to the main file of the export is not \
      well-formed, is cut, or is longer than the limit. Its bytes are preserved unchanged; a route or an \
      electrocardiogram that cannot be read becomes a document. Where documents are only converted, not validated, their \
      XML is not checked.
      """),
  Rule(
    reader: "member-memory-full", .info,
    title: "too many possible correlation members to match",
    explanation: """
      There are more records that may be members of correlations than are remembered; members \
      among the rest count as membership nowhere else.
      """),
]
