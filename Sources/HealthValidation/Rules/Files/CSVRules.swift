import HealthModel

/// Findings of readers in any CSV file.
let csvRules: [Rule] = [
  Rule(
    reader: "malformed-csv", .error,
    title: "quote is not closed",
    explanation: """
      A cell's quote is not closed, or is followed by text. Where the cell ends cannot be \
      told. Reading ends there.
      """),
  Rule(
    reader: "row-too-long", .error,
    title: "row exceeds the limit",
    explanation: """
      A row is longer than that of any sample, often for a quote that was never closed. \
      Reading it would take memory without bound.
      """),
  Rule(
    reader: "missing-header", .error,
    title: "first row does not name the columns",
    explanation: """
      The file is empty, or has nothing where the names of the columns belong.
      """),
  Rule(
    reader: "duplicate-column", .error,
    title: "two columns have the same name",
    explanation: """
      Two columns have one name, and nobody can tell which is meant.
      """),
  Rule(
    reader: "missing-column", .error,
    title: "required column is missing",
    explanation: """
      A column without which no sample can be made is not in the header.
      """),
  Rule(
    reader: "unknown-column", .warning,
    title: "column is not known",
    explanation: """
      A column is none of the table's. It is left out.
      """),
  Rule(
    reader: "row-length", .error,
    title: "row has another number of cells than the header",
    explanation: """
      A row has more or fewer cells than the header, so that its cells cannot be told apart.
      """),
  Rule(
    reader: "extra-cells", .warning,
    title: "row has more cells than the header",
    explanation: """
      A row has cells beyond those that the header names. The row is kept as it is.
      """),
]
