/// What people type because other programs have it.
enum ArgumentSynonyms {
  /// For options of other programs: the options of this program that the user may mean, some with a value. Offer only those
  /// that the command has.
  static let options: [String: [String]] = {
    let meanings: [(meant: [String], typed: String)] = [
      (
        ["--since"],
        "year month week last days date start begin after from-date start-date date-from since-date min-date"
      ),
      (["--until"], "end before to-date end-date date-to until-date max-date stop"),
      (["--to"], "format output-format out-format as export-format target-format"),
      (["--from"], "input-format in-format source-format"),
      (["--output"], "out outfile output-file out-file file dest destination target"),
      (["--where"], "filter condition query predicate match"),
      (["--overwrite"], "force replace clobber yes"),
      (["--merge"], "dedupe deduplicate dedup unique distinct"),
      (["--jobs"], "threads cores parallel workers"),
      (["--day-zone", "--zone"], "tz timezone time-zone"),
      (["--units"], "unit unit-system"),
      (["--quiet"], "silent no-output"),
      (["--delimiter"], "sep separator"),
      (["--limit"], "head max top count"),
      (["--type"], "kind sample-type types metric data-type"),
      (["--exclude-type"], "exclude skip without"),
      (["--source"], "device app source-name"),
      (["--sort"], "order order-by sort-by"),
      (["--dry-run"], "preview simulate plan"),
      (["--by"], "group-by interval period per group"),
      (["--to csv"], "csv"), (["--to markdown"], "markdown md"),
      (["--to json", "--report json"], "json"),
      (["--statistics sum"], "sum total"), (["--statistics average"], "average mean avg"),
      (["--answer sleep"], "sleep nights"), (["--answer workouts"], "workouts"),
      (["--report"], "format output report-format"),
      (["--select"], "rules only"), (["--fail-on"], "severity level"),
      (["--layout types"], "split"),
    ]
    var options: [String: [String]] = [:]
    for (meant, typed) in meanings {
      for name in typed.split(separator: " ") { options["--\(name)", default: []] += meant }
    }
    return options
  }()

  /// Options that no command has, each with a sentence about what to use.
  static let sentences: [String: String] = {
    let anonymizing =
      "'--policy FILE' drops or changes what identifies the person, '--redact-paths' replaces paths by numbers; see 'healthconv help privacy'"
    return [
      "--anonymize": anonymizing, "--anonymise": anonymizing, "--deidentify": anonymizing,
      "--redact": anonymizing,
      "--verbose": "Findings and a summary are printed unless -q is given",
      "--debug": "Findings and a summary are printed unless -q is given",
      "-V": "Did you mean '--version'?", "-v": "Did you mean '--version'?",
      "-n": "Did you mean '--limit' or '--dry-run'?",
      "-i": "The input has no option: name it as an argument",
      "--input": "The input has no option: name it as an argument",
      "--in": "The input has no option: name it as an argument",
      "--columns": "All columns are written; 'stats' and SQL on a store have a choice of columns",
      "--sql":
        "SQL is for a store: 'healthconv convert INPUT -o health.db', then sqlite3 health.db",
      "-?": "Did you mean '--help'?", "-y": "Did you mean '--overwrite'?",
    ]
  }()

  /// Words that are not answers of `stats`, with what they mean.
  static let answers = [
    "bp": "blood-pressure", "pressure": "blood-pressure", "hrv": "beats", "rmssd": "beats",
    "sdnn": "beats", "period": "cycles", "menstruation": "cycles", "cycle": "cycles",
    "night": "sleep", "nights": "sleep", "rings": "activity", "hearing": "audiograms",
    "electrocardiogram": "ecg", "heart-rhythm": "ecg", "intervals": "laps", "segments": "laps",
    "exercise": "workouts", "check": "agreement", "daily": "summary", "days": "summary",
  ]

  /// Words that are not commands, with what they mean.
  static let commands = [
    "check": "validate", "lint": "validate", "verify": "validate", "compare": "diff",
    "join": "merge", "combine": "merge", "concat": "merge", "select": "query", "filter": "query",
    "search": "query", "find": "query", "show": "info", "inspect": "info", "describe": "info",
    "list": "info", "view": "info", "open": "info", "ls": "info", "statistics": "stats",
    "stat": "stats",
    "sleep": "stats --answer sleep", "nights": "stats --answer sleep",
    "workouts": "stats --answer workouts", "summary": "stats --answer summary",
    "cycles": "stats --answer cycles", "ecg": "stats --answer ecg", "steps": "stats --type steps",
    "to-csv": "convert --to csv", "csv": "convert --to csv", "json": "convert --to jsonl",
    "sum": "stats", "average": "stats", "remove": "delete", "rm": "delete", "import": "convert",
    "export": "convert", "inbox": "load", "sync": "replicate", "replica": "replicate",
    "watch": "follow", "observe": "follow", "subscribe": "follow", "copy": "migrate",
    "version": "--version", "man": "help", "manual": "help", "docs": "help", "html": "report",
    "chart": "report", "plot": "report", "anonymize": "help privacy", "fix": "validate --fix",
    "type": "types", "unit": "units", "format": "formats", "rule": "rules", "map": "maps",
    "graph": "stats --chart", "trend": "stats --trend",
    "split": "convert --layout types", "sql": "help stores", "db": "help stores",
  ]
}
