import HealthModel
import HealthValidation

/// Findings of readers in any CSV file.
let csvRules: [Rule] = [
  Rule(
    reader: "malformed-csv", .error,
    title: "quote is not closed",
    explanation: """
      A cell's quote is not closed, or is followed by text, so that the end of the cell is not \
      known. Reading ends there.
      """),
  Rule(
    reader: "row-too-long", .error,
    title: "row exceeds the limit",
    explanation: """
      A row is longer than that of any real sample, often because a quote was not closed. \
      Reading it would take unbounded memory.
      """),
  Rule(
    reader: "missing-header", .error,
    title: "first row does not name the columns",
    explanation: """
      The file is empty, or its first row does not contain the names of the columns.
      """),
  Rule(
    reader: "duplicate-column", .error,
    title: "two columns have the same name",
    explanation: """
      Two columns have the same name, so that it is not known which one is meant.
      """),
  Rule(
    reader: "missing-column", .error,
    title: "required column is missing",
    explanation: """
      The header lacks a column that is required to make a sample.
      """),
  Rule(
    reader: "unknown-column", .warning,
    title: "column is not known",
    explanation: """
      The table has a column that the format does not define. It is left out.
      """),
  Rule(
    reader: "row-length", .error,
    title: "row has another number of cells than the header",
    explanation: """
      A row has more or fewer cells than the header, so that its cells cannot be assigned to \
      columns.
      """),
  Rule(
    reader: "truncated-row", .error,
    title: "file ends within its last row",
    explanation: """
      The last row has fewer cells than the header and no line end: a transfer was cut off, or the disk was full. Its last \
      cell may be a part of a value, so that no sample is made of the row. Samples before it were read.
      """),
  Rule(
    reader: "extra-cells", .warning,
    title: "row has more cells than the header",
    explanation: """
      A row has more cells than the header has names. The row is preserved unchanged.
      """),
]
