import HealthModel

/// Findings of readers in the tables of a CSV dataset.
let datasetTableRules: [Rule] = [
  Rule(
    reader: "missing-package", .error,
    title: "datapackage.json is missing",
    explanation: """
      The folder or archive holds no description of its tables.
      """),
  Rule(
    reader: "foreign-package", .error,
    title: "tables were written by another program",
    explanation: """
      The description of the tables names no version of this program: they are somebody \
      else's, and need a map.
      """),
  Rule(
    reader: "missing-table", .error,
    title: "listed table is missing",
    explanation: """
      The description of the tables lists one that the folder or archive does not hold: what it \
      said is lost.
      """),
  Rule(
    reader: "missing-row", .error,
    title: "row of a table is missing",
    explanation: """
      A table that has one row for the dataset, or for each sample, lacks it.
      """),
  Rule(
    reader: "row-order", .error,
    title: "rows are not in the order in which they were written",
    explanation: """
      The rows of a table were sorted or mixed: their numbers have to rise, so that tables \
      can be read side by side.
      """),
  Rule(
    reader: "unknown-parent", .error,
    title: "nested row names a parent that does not exist",
    explanation: """
      A row belongs to another that is not there, or is not at its place.
      """),
  Rule(
    reader: "unknown-field", .warning,
    title: "detail is not a field of its kind",
    explanation: """
      A detail of a sample is no field of its kind. It is left out.
      """),
]
