import HealthModel

/// What is found in a file of CSV, whatever its columns are.
let csvRules: [Rule] = [
  Rule(
    reader: "malformed-csv", .error,
    title: "quotes are closed",
    explanation: """
      A cell's quote is not closed, or is followed by text. Where the cell ends cannot be \
      told. Reading ends there.
      """),
  Rule(
    reader: "row-too-long", .error,
    title: "rows stay within the limit",
    explanation: """
      A row is longer than that of any sample, often for a quote that was never closed. \
      Reading it would take memory without bound.
      """),
  Rule(
    reader: "missing-header", .error,
    title: "the first row names the columns",
    explanation: """
      The file is empty, or has nothing where the names of the columns belong.
      """),
  Rule(
    reader: "duplicate-column", .error,
    title: "columns have different names",
    explanation: """
      Two columns have one name, and nobody can tell which is meant.
      """),
  Rule(
    reader: "missing-column", .error,
    title: "the columns that are needed are there",
    explanation: """
      A column without which no sample can be made is not in the header.
      """),
  Rule(
    reader: "unknown-column", .warning,
    title: "columns are known",
    explanation: """
      A column is none of the table's. It is left out.
      """),
  Rule(
    reader: "row-length", .error,
    title: "rows have as many cells as the header",
    explanation: """
      A row has more or fewer cells than the header, so that its cells cannot be told apart.
      """),
  Rule(
    reader: "extra-cells", .warning,
    title: "rows have no more cells than the header",
    explanation: """
      A row has cells beyond those that the header names. The row is kept as it is.
      """),
]
