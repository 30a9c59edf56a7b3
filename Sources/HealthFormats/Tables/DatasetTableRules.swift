import HealthModel
import HealthValidation

/// Findings of readers in the tables of a CSV dataset.
let datasetTableRules: [Rule] = [
  Rule(
    reader: "missing-package", .error,
    title: "datapackage.json is missing",
    explanation: """
      The folder or archive has no datapackage.json, which describes its tables.
      """),
  Rule(
    reader: "foreign-package", .error,
    title: "tables were written by another program",
    explanation: """
      The description of the tables states no version of this program: another program wrote \
      the tables, and a map is needed to read them.
      """),
  Rule(
    reader: "missing-table", .error,
    title: "listed table is missing",
    explanation: """
      The description lists a table that the folder or archive does not contain. Its content \
      is lost.
      """),
  Rule(
    reader: "missing-row", .error,
    title: "row of a table is missing",
    explanation: """
      A table that must have one row for the dataset, or one for each sample, lacks such a \
      row.
      """),
  Rule(
    reader: "row-order", .error,
    title: "rows are not in the order in which they were written",
    explanation: """
      The rows of a table were sorted or shuffled. Their numbers must ascend, because tables are \
      read in parallel.
      """),
  Rule(
    reader: "unknown-parent", .error,
    title: "nested row names a parent that does not exist",
    explanation: """
      A nested row refers to a parent row that does not exist or is out of order.
      """),
  Rule(
    reader: "unknown-field", .warning,
    title: "detail is not a field of its kind",
    explanation: """
      A detail of a sample is not a field of its kind. It is left out.
      """),
]
