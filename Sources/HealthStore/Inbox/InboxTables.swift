extension StoreTable {
  /// The tables of files that are loaded from folders.
  static let inbox: [StoreTable] = [
    StoreTable(
      "inbox_file", .other,
      [
        Column("n", .integer, isOptional: false, title: "number of the file: its key"),
        Column("hash", .text, isOptional: false, title: "hash of its content"),
        Column("name", .text, isOptional: false, title: "its first name, without folders"),
        Column("size", .integer, isOptional: false, title: "bytes"),
        Column(
          "status", .text, isOptional: false,
          title: "`loaded`, or why not: `damaged`, `unsupported`, `refused`"),
        Column("rule", .text, title: "rule of the error, if there was one"),
        Column("samples", .integer, isOptional: false, title: "its samples at top level"),
        Column("new_samples", .integer, isOptional: false, title: "those that were not stored yet"),
        Column(
          "changed_samples", .integer, isOptional: false,
          title: "those that replaced another version"),
        Column(
          "superseded_samples", .integer, isOptional: false,
          title: "aggregates that were not saved: there are better data of their time"),
        Column(
          "removed_samples", .integer, isOptional: false,
          title: "aggregates of earlier files that were removed because of this one"),
        Column(
          "days", .text, isOptional: false,
          title: "days on which samples begin, as `2024-06-01/2024-06-06,2024-06-08`"),
        Column("loaded_date", .instant, isOptional: false, title: "when it was read"),
      ], title: "Files that were read from a folder ('load')"),
    StoreTable(
      "export_coverage", .other,
      [
        Column("n", .integer, isOptional: false, title: "number of the row: its key"),
        Column("type", .text, isOptional: false, title: "identifier of the type"),
        Column("source", .text, isOptional: false, title: "name of the source in lower case"),
        Column("first_date", .instant, isOptional: false, title: "when the first sample begins"),
        Column("last_date", .instant, isOptional: false, title: "when the last sample ends"),
        Column("export_date", .instant, isOptional: false, title: "when the export was made"),
      ], title: "The time of which full exports have samples ('load')"),
  ]
}
