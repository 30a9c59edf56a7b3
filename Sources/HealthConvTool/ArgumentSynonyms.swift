/// What people type because other programs have it.
enum ArgumentSynonyms {
  /// Options, each with those of this program that may be meant. A command has only some of them.
  static let options: [String: [String]] = {
    let meanings: [(meant: [String], typed: String)] = [
      (["--since"], "start begin after from-date start-date date-from since-date min-date"),
      (["--until"], "end before to-date end-date date-to until-date max-date stop"),
      (["--to"], "format output-format out-format as export-format target-format"),
      (["--from"], "input-format in-format source-format"),
      (["--output"], "out outfile output-file out-file file dest destination target"),
      (["--where"], "filter condition query predicate match"),
      (["--overwrite"], "force replace clobber yes"),
      (["--merge"], "dedupe deduplicate dedup unique distinct"),
      (["--jobs"], "threads cores parallel workers"),
      (["--zone", "--day-zone"], "tz timezone time-zone"),
      (["--units"], "unit unit-system"),
      (["--quiet"], "silent no-output"),
      (["--delimiter"], "sep separator"),
      (["--limit"], "head max top count"),
      (["--type"], "kind sample-type types metric data-type"),
      (["--exclude-type"], "exclude skip without"),
      (["--source"], "device app source-name"),
      (["--sort"], "order order-by sort-by"),
      (["--dry-run"], "preview simulate plan"),
      (["--by"], "group-by interval period per"),
      (["--report"], "format output report-format"),
      (["--select"], "rules only"),
    ]
    var options: [String: [String]] = [:]
    for (meant, typed) in meanings {
      for name in typed.split(separator: " ") { options["--\(name)", default: []] += meant }
    }
    return options
  }()

  /// Options that no command has, each with a sentence about what to use.
  static let sentences: [String: String] = {
    let names =
      "There is no option that makes data anonymous. '--type', '--source' and '--since' select what is shared; see 'healthconv help privacy'"
    return [
      "--anonymize": names, "--anonymise": names, "--deidentify": names, "--redact": names,
      "--verbose": "Findings and a summary are printed unless -q is given",
      "--debug": "Findings and a summary are printed unless -q is given",
      "-V": "Did you mean '--version'?", "-v": "Did you mean '--version'?",
      "-n": "Did you mean '--limit' or '--dry-run'?",
      "-i": "The input has no option: name it as an argument",
      "--input": "The input has no option: name it as an argument",
      "--in": "The input has no option: name it as an argument",
      "--columns": "All columns are written; 'stats' and SQL on a store have a choice of columns",
      "-?": "Did you mean '--help'?", "-y": "Did you mean '--overwrite'?",
    ]
  }()

  /// Words that are not commands, with what they mean.
  static let commands = [
    "check": "validate", "lint": "validate", "verify": "validate", "compare": "diff",
    "join": "merge", "combine": "merge", "concat": "merge", "select": "query", "filter": "query",
    "search": "query", "find": "query", "show": "info", "inspect": "info", "describe": "info",
    "summary": "info", "list": "info", "ls": "info", "statistics": "stats", "stat": "stats",
    "sum": "stats", "average": "stats", "remove": "delete", "rm": "delete", "import": "convert",
    "export": "convert", "load": "convert", "sync": "migrate", "copy": "migrate",
    "version": "--version", "man": "help", "manual": "help", "docs": "help", "html": "report",
    "chart": "report", "plot": "report", "anonymize": "help privacy", "fix": "validate --fix",
    "type": "types", "unit": "units", "format": "formats", "rule": "rules", "map": "maps",
    "split": "convert --layout types", "sql": "help stores", "db": "help stores",
  ]
}
