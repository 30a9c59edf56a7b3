import HealthModel
import HealthValidation

/// Findings of readers in a CSV file that is read with a map.
let csvMapRules: [Rule] = [
  Rule(
    reader: "redundant-file", .info,
    title: "file has the data of others in another form",
    explanation: """
      The map says that files of this kind are not read next to those of another kind, since both have the same data, which \
      would be counted twice. A file that is dated a month or more before the first of the others is read.
      """),
  Rule(
    reader: "redundant-day", .info,
    title: "sample is of a day of which others were read",
    explanation: """
      The map states that other files have finer samples, such as the steps of minutes. Of the days that have such samples of a \
      type, the sums and averages of whole days are left out, which would be counted twice. Other days are read.
      """),
  Rule(
    reader: "unread-file", .info,
    title: "file of an archive or a folder is not read",
    explanation: """
      No table of the map is for the file, or a table that is read only where the other files do not have the same data. What is in \
      it is not read.
      """),
  Rule(
    reader: "missing-map", .error,
    title: "no map fits the file",
    explanation: """
      No built-in map fits the columns of the file, and no map was given.
      """),
  Rule(
    reader: "malformed-map", .error,
    title: "map cannot be read",
    explanation: """
      The map is not valid: a key is unknown or missing, or a value is not of the expected \
      kind.
      """),
  Rule(
    reader: "unmapped-file", .error,
    title: "map does not fit the file",
    explanation: """
      The file has none of the columns that the map reads samples from.
      """),
  Rule(
    reader: "unmapped-column", .info,
    title: "column is not in the map",
    explanation: """
      The file has a column that the map does not mention. It is left out, unless the map preserves such columns.
      """),
  Rule(
    reader: "unmapped-table", .warning,
    title: "table of the database is not in the map",
    explanation: """
      The database has a table with rows that the map does not read. They are left out.
      """),
  Rule(
    reader: "row-left-out", .info,
    title: "map makes no sample from the row",
    explanation: """
      A condition of the map leaves the row out, or the row has none of the values that the map makes samples from.
      """),
  Rule(
    reader: "lines-before-header", .info,
    title: "lines before the header",
    explanation: """
      The file has lines before its header, such as a title. They are left out.
      """),
  Rule(
    reader: "uncertain-date-form", .error,
    title: "dates can be read in two ways",
    explanation: """
      All dates of the file fit two forms, such as day before month and month before day, and mean different days in these.
      """),
  Rule(
    reader: "map-note", .warning,
    title: "map has a note on the sample",
    explanation: """
      The map makes a sample of a value that is not exact, such as one beyond what a sensor can measure.
      """),
  Rule(
    reader: "out-of-range", .error,
    title: "number is outside of the range of the map",
    explanation: """
      The map states between which numbers a value has to be, such as one without a unit that could also be in another unit. The \
      row is preserved, and no sample is made of it.
      """),
  Rule(
    reader: "missing-start", .error,
    title: "row has no start date",
    explanation: """
      The row has no date, so that no sample can be made from it.
      """),
  Rule(
    reader: "missing-type", .error,
    title: "row has no type",
    explanation: """
      The row does not state the type of its sample, so that no sample can be made from it.
      """),
  Rule(
    reader: "malformed-route", .error,
    title: "route is not a list of points",
    explanation: """
      The cell of the route of a workout is not a JSON list of objects, so that its points cannot be read.
      """),
  Rule(
    reader: "unknown-zone", .warning,
    title: "time zone is not known",
    explanation: """
      A row names a time zone that does not exist.
      """),
  Rule(
    reader: "unknown-unit", .warning,
    title: "unit is not known",
    explanation: """
      The unit is not known. It is preserved, and values in it cannot be converted.
      """),
  Rule(
    reader: "unknown-value", .warning,
    title: "text is not in the map's table",
    explanation: """
      The map has a table of values for the column, and the text in the cell is not in it.
      """),
]
