import HealthModel
import HealthValidation

/// Findings of readers in an Apple Health export.
let exportRules: [Rule] = [
  Rule(
    reader: "no-export", .error,
    title: "archive or folder contains no Health export",
    explanation: """
      The archive or folder contains no file that begins as a Health export.
      """),
  Rule(
    reader: "packed-export", .error,
    title: "archive or folder contains only archives",
    explanation: """
      The archive or folder contains no Health export, but at least one archive that may be one. Archives in an input \
      are not opened.
      """),
  Rule(
    reader: "linked-export", .error,
    title: "main file of the export is a link",
    explanation: """
      The folder contains no Health export, but a link that may lead to one. Links in a folder are not followed, \
      since they may lead to any file of the system. A link that is named as the input is followed.
      """),
  Rule(
    reader: "not-of-export", .info,
    title: "files are not part of the export",
    explanation: """
      The archive or folder contains files that the Health app did not write: they are outside the folder of the \
      main file; or that folder is not called apple_health_export, and their names are not those that the app uses. No sample \
      refers to them. They are neither opened nor read as documents.
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
      The archive or folder contains several Health exports, and none was chosen.
      """),
  Rule(
    reader: "no-such-member", .error,
    title: "chosen file is missing",
    explanation: """
      The archive or folder does not contain the file that was chosen.
      """),
  Rule(
    reader: "missing-attribute", .error,
    title: "sample has no type, start or end",
    explanation: """
      A sample has no type, no start or no end, or a point of a route has no coordinates. The \
      sample is preserved as an unknown element.
      """),
  Rule(
    reader: "malformed-beat", .warning,
    title: "list of beats contains something else",
    explanation: """
      The list of beats of a heart rate variability contains other elements. It is preserved \
      unchanged.
      """),
  Rule(
    reader: "unexpected-text", .warning,
    title: "text between elements",
    explanation: """
      An export stores all its data in attributes. Text between elements is preserved \
      unchanged.
      """),
  Rule(
    reader: "unknown-element", .info,
    title: "element is not known",
    explanation: """
      No known version of the export has this element: it is newer than this program, or was \
      not written by the Health app. It is preserved.
      """),
  Rule(
    reader: "unknown-attribute", .info,
    title: "attribute is not known",
    explanation: """
      No known version of the export has this attribute: it is a typing error, or newer than \
      this program. It is preserved. For each element and name, the first occurrence is \
      reported.
      """),
  Rule(
    reader: "late-copy", .info,
    title: "nested sample precedes the same sample stored separately",
    explanation: """
      A sample at top level comes after the correlation or workout in which it is also nested. \
      The nested copy was therefore reported as nested only.
      """),
  Rule(
    reader: "missing-side-file", .warning,
    title: "file that a sample refers to is missing",
    explanation: """
      A sample refers to a file next to the export, such as a route, that is missing. The \
      archive was split, or the phone did not write the file.
      """),
  Rule(
    reader: "orphan-side-file", .info,
    title: "no sample refers to the file",
    explanation: """
      No sample refers to this file next to the export. It is read as a document.
      """),
  Rule(
    reader: "shared-side-file", .info,
    title: "several samples refer to one file",
    explanation: """
      Two samples refer to the same file. Its content is read with the first.
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
    title: "too many records that may also be nested",
    explanation: """
      The file has more records that may also be nested in correlations and workouts than can be remembered. \
      Nested ones among the rest are reported as nested only.
      """),
]
