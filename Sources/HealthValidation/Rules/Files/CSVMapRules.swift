import HealthModel

/// Findings of readers in a CSV file that is read with a map.
let csvMapRules: [Rule] = [
  Rule(
    reader: "missing-map", .error,
    title: "no map fits the file",
    explanation: """
      No map is known for the columns of the file, and none was named.
      """),
  Rule(
    reader: "malformed-map", .error,
    title: "map cannot be read",
    explanation: """
      A map is not in the form of maps, or asks for what cannot be made.
      """),
  Rule(
    reader: "unmapped-file", .error,
    title: "map does not fit the file",
    explanation: """
      The file has none of the columns that the map makes samples of.
      """),
  Rule(
    reader: "unmapped-column", .info,
    title: "column is not in the map",
    explanation: """
      A column is not in the map. It is left out.
      """),
  Rule(
    reader: "row-left-out", .info,
    title: "row is no sample",
    explanation: """
      A row has nothing that the map makes a sample of. It is left out.
      """),
  Rule(
    reader: "missing-start", .error,
    title: "row has no start date",
    explanation: """
      A row has no date. No sample can be made of it.
      """),
  Rule(
    reader: "missing-type", .error,
    title: "row has no type",
    explanation: """
      A row does not say of which type its sample is. No sample can be made of it.
      """),
  Rule(
    reader: "missing-zone", .error,
    title: "date has no time zone",
    explanation: """
      Dates are without a zone, and neither the map nor the user has named one, so that no \
      instant can be told.
      """),
  Rule(
    reader: "unknown-zone", .warning,
    title: "time zone is not known",
    explanation: """
      A row names a zone that does not exist.
      """),
  Rule(
    reader: "uncertain-time", .warning,
    title: "local time occurs twice or never",
    explanation: """
      The clock showed the time twice or not at all, as it was set for summer or winter. It \
      is taken as before that.
      """),
  Rule(
    reader: "unknown-unit", .warning,
    title: "unit is not known",
    explanation: """
      A unit is none that is known. It is kept as it is, and values in it cannot be \
      converted.
      """),
  Rule(
    reader: "unknown-value", .warning,
    title: "text is not in the map's table",
    explanation: """
      A text stands where the map has a table of values, and is none of them.
      """),
]
