package import HealthValidation

/// Findings of readers of any format.
package let inputRules: [Rule] = [
  Rule(
    reader: "unreadable-input", .error,
    title: "input cannot be read",
    explanation: """
      The input is damaged below the level of its format: a checksum differs, or a compressed \
      stream is malformed.
      """),
  Rule(
    reader: "unsupported", .error,
    title: "input is of an unsupported kind",
    explanation: """
      The input, or something that it requires, is of a kind that this program does not read.
      """),
  Rule(
    reader: "link-not-followed", .warning,
    title: "folder contains links",
    explanation: """
      The folder contains links to files or folders, as those of git-annex, DataLad and Stow do. They are not \
      followed, since they may lead to any file of the system; what they lead to is not read. A path that is given by \
      name is followed.
      """),
  Rule(
    reader: "unread-file", .info,
    title: "file of an archive or a folder is not read",
    explanation: """
      The other files are of a format or a map that does not read this one: no table of the map is for the file, or a table that is \
      read only where the other files do not have the same data; or the file has no items where its tables have them. What is in it \
      is not read; name it by itself to read it. Of many such files, the first are named and the others counted.
      """),
  Rule(
    reader: "limit", .error,
    title: "input exceeds a limit",
    explanation: """
      Something in the file exceeds a limit that no real export reaches: the size of an \
      attribute or of an element, or the number of elements in a sample. Reading it would take \
      unbounded memory.
      """),
  Rule(
    reader: "more-findings", .warning,
    title: "file has more kinds of findings than are listed",
    explanation: """
      A file has more different findings, such as unknown members of many names, than a report distinguishes. The \
      others, of any rule, are counted together.
      """),
  Rule(
    reader: "missing-value", .error,
    title: "quantity has no value",
    explanation: """
      A quantity has no number. It is preserved as an unknown element.
      """),
  Rule(
    reader: "malformed-number", .warning,
    title: "number cannot be read",
    explanation: """
      A value that should be a number is something else. In formats whose every value follows a schema, such as JSON \
      Lines, CSV tables and Parquet, reading ends there; samples before it were read. In others reading goes on: if it is \
      the value of a sample, the finding is an error, and the sample is preserved as an unknown element or left out; \
      elsewhere it is a warning, and the value is preserved as text or not read.
      """),
  Rule(
    reader: "malformed-date", .warning,
    title: "date cannot be read",
    explanation: """
      A value that should be a date is something else, or is a day that the calendar does not \
      have. In formats whose every value follows a schema, such as JSON Lines, CSV tables and Parquet, reading ends \
      there; samples before it were read. In others reading goes on: if it is the start or the end of a sample, the \
      finding is an error, and the sample is preserved as an unknown element or left out; elsewhere it is a warning, and \
      the date is preserved as text or not read.
      """),
]
