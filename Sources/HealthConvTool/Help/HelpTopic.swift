import HealthConv

/// A page of help about something that several commands have in common: `healthconv help predicates`. The manual pages are
/// made from the same text.
///
/// The text consists of paragraphs. A line that begins with four spaces is an example, a line of capitals is a heading.
enum HelpTopic: String, CaseIterable {
  case predicates, units, selection, stores, maps, cookbook, privacy, mcp

  /// The page that the arguments name, if they are `help TOPIC` or `help topics`.
  static func page(arguments: some Collection<String>) -> String? {
    guard arguments.count == 2, arguments.first == "help", let name = arguments.dropFirst().first
    else { return nil }
    return name == "topics" ? list : HelpTopic(rawValue: name)?.text.wrapped(width: 80)
  }

  static let names = allCases.map(\.rawValue) + ["topics"]

  /// Its title in lists.
  private var title: String {
    switch self {
    case .predicates: "Conditions that select samples: --where."
    case .units: "Units, and how values are converted."
    case .selection: "How samples are selected: types, dates, sources."
    case .stores: "Databases of samples: load, query, follow, copy."
    case .maps: "CSV files of other programs: how to write a map."
    case .cookbook: "Questions about an export, and the commands that answer them."
    case .privacy: "Who may read outputs and messages; nothing is sent anywhere."
    case .mcp: "Questions of an assistant: the entry for its configuration."
    }
  }

  private var text: String {
    switch self {
    case .predicates: Self.predicatesText
    case .units: Self.unitsText
    case .selection: Self.selectionText
    case .stores: Self.storesText
    case .maps: MarkdownText.text(of: PackageResources.README_md)
    case .cookbook: MarkdownText.text(of: PackageResources.cookbook_md)
    case .privacy: Self.privacyText
    case .mcp: Self.mcpText
    }
  }

  private static var list: String {
    var table = TextTable(.left, .left)
    for topic in allCases { table.add(topic.rawValue, topic.title) }
    return "Topics, for 'healthconv help TOPIC':\n" + table.text(indent: "  ")
  }
}

extension String {
  /// The text with its lines divided at spaces; lines that begin with a space are unchanged.
  fileprivate func wrapped(width: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > width, !line.hasPrefix(" ") else { return String(line) }
      var lines: [Substring] = [""]
      for word in line.split(separator: " ") {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = word
        } else if last.count + 1 + word.count <= width {
          lines[lines.count - 1] = last + " " + word
        } else {
          lines.append(word)
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension HelpTopic {
  static let predicatesText = """
    A condition selects samples in query, convert, merge, diff, stats, validate, changes and delete:

        healthconv query export.zip --where "type = HeartRate and value > 120 count/min"
        healthconv query health.db --where "source like '*watch*' and start >= 2024-01-01"

    COMPARISONS

    A comparison is a field, an operator and a value. The operators are = != < <= > >=, like (with * for any text and ? for \
    one character), in (a, b), between a and b, exists, is missing. Comparisons are combined by and, or, not and \
    parentheses. A comparison with a field that a sample does not have is false, also with !=; not inverts any result.

        type in (steps, 'heart rate')
        value between 1 and 1.05 count/s
        not device.name = 'Apple Watch'
        kind = workout and duration >= 30 min

    FIELDS

    type, kind, value, category, unit, start, end, created, duration, zone, activity, uuid, participant, source, source.version, \
    source.product, source.system, device, device.manufacturer, device.model, device.hardware, device.firmware, device.software, \
    device.identifier, device.udi, metadata.KEY, metadata['any key'].

    Figures: distance and energy of a workout; average, minimum, maximum and latest of a discrete quantity, which are its \
    value; sum of a cumulative quantity.

    VALUES

    A number has a unit, and the samples' values are compared in it: 1 count/s is 60 count/min. 95 % matches the 0.95 of \
    an export; types in % need the unit, since 0.08 could be 0.08 % or 8 %. A date \
    without an offset is local time at the UTC offset of each sample; 2024-06-01 is the whole day. Texts are compared \
    without regard to case; put a text of several words in quotes.

    In a shell, put the whole condition in double quotes and texts in single quotes. A mistake in a condition is marked and \
    nothing is read.

    """

  static let unitsText = """
    Units are written as in HealthKit. They are multiplied with '.' or '·', divided with '/' and raised with '^':

        count/min   mg/dL   mL/kg.min   m/s^2   kcal   degC   %

    Metric units take the prefixes n, mc (micro), m, c, d, da, h, k, M, G and T. Values of a substance convert between mass \
    and amount by its molar mass: it is known of types such as BloodGlucose (mmol/L) and DietarySodium (mmol), and can be a part \
    of the unit, mmol<180.15588000005408>/L. 'healthconv units' lists the units that all others are composed of.

    Exports store percent as fractions, 0.958, and so do the files and rows of samples that are written. Figures that are \
    calculated, and what you write, are percent: 95.8 %.

        healthconv units convert 120 mg/dL mmol/L --type BloodGlucose
        healthconv convert export.zip --units metric -o metric.csv
        healthconv convert export.zip --units BodyMass=lb --units BloodPressure*=kPa -o out.jsonl

    CONVERSION

    Without --units, values keep the unit that they have. metric uses the units of an export in a metric region, imperial \
    those of an export in the United States, si meters, seconds, kilojoules and millimoles. Medical units (mmHg, beats per \
    minute, IU) are the same in all three. A region such as GB has the units that are usual there: stones, feet, miles and \
    mmol/L for glucose; 'region' is that of LC_ALL, LC_MEASUREMENT or LANG. Only samples whose type is in the catalog and fits the unit are converted; \
    metadata are text and are not converted.

    stats and report take the same option, and 'units' of the configuration file. Without both, their figures are in \
    canonical units. --locale gives figures the form of a language and a region: 11 st 3 lb, 70,5 kg.

    A unit that is a power of ten apart keeps all digits of a value. With other factors the result is the nearest binary \
    floating-point number, in its shortest form.

    """

  static let selectionText = """
    Commands that read samples select them by the same options; a sample has to meet all of them:

        healthconv convert export.zip --type steps,hr --since 2024-01-01 -o out.csv
        healthconv stats export.zip --type 'Dietary*' --source '*watch*' --by week

    TYPES

    --type takes identifiers of HealthKit, short names such as HeartRate, common names such as steps or 'heart rate', kinds \
    such as workout, and patterns with * and ?. Separate several with commas, or repeat the option. Case, spaces and \
    punctuation are ignored. --exclude-type leaves types out. 'healthconv types' lists the names.

    DATES

    --since and --until compare the start of a sample: --since includes the given time, --until does not. A date or a time \
    without an offset is local time at the sample's own UTC offset; with an offset such as +01:00 it is an instant. \
    Documents have no time and are left out.

    SOURCES

    --source takes names or patterns of the sources that 'healthconv info' lists; it may be repeated.

    CONDITIONS

    --where takes a condition: see 'healthconv help predicates'.

    NESTED SAMPLES

    Members of correlations (blood pressure, food) and records in workouts are found, too, each once. If the correlation \
    or the workout itself is selected, its nested samples are written as part of it.

    A type, a source or a condition that no sample meets causes a note on standard error.

    """

  static let storesText = """
    A store is a database of samples: an SQLite file or a schema on a PostgreSQL server.

        healthconv convert export.zip -o health.db
        healthconv convert export.zip -o postgres://db.example/health

    Loading the same export again changes nothing, loading the next one adds what is new: samples are matched by identity \
    (type, time, value, source). If the store holds another version of a sample, --upsert replaces it (the default), --append \
    keeps it. A load is one transaction; an interrupted one is repeated by running it again.

        healthconv query health.db --type HeartRate --since 2024-01-01 --count
        healthconv stats health.db --type steps --by month
        healthconv store info health.db
        healthconv store check health.db
        healthconv delete health.db --where "source = 'Old app'" --dry-run
        healthconv migrate health.db postgres://db.example/health

    CHANGES

    'healthconv changes health.db' prints added and deleted samples in order, and an anchor at the end. Give the anchor to \
    --since to continue from there; --follow waits for new changes. 'healthconv follow' runs a command with them, and the store \
    remembers what it has had. 'healthconv replicate A B' brings one store up to date with another.

    FOLDERS

    'healthconv load health.db FOLDER' loads the files that a phone or an app puts into a folder, each once, and \
    'healthconv store inbox health.db' lists them and the days without data.

    SQL

    The views quantity, category, workouts and blood_pressure are for your own SQL: names, local times, no duplicates. \
    --layout dogsheep writes the tables of healthkit-to-sqlite instead.

    POSTGRESQL

    Missing parts of an address have PostgreSQL's usual defaults (PGHOST, PGUSER, a service file). A password is never taken \
    from the command line, where other users can read it: put it in PGPASSWORD, ~/.pgpass or a service file. The library \
    libpq is loaded only for such an address; on Debian and Ubuntu it is the package libpq5.

    """

  static let privacyText = """
    Nothing leaves the machine: the only connection is that to the PostgreSQL server that you name. 'healthconv mcp' answers \
    the program that starts it, which may send the answers elsewhere: see 'healthconv help mcp'.

    OUTPUTS

    A new file with health data may be read by its owner only (permissions 0600, folders 0700). A file that is replaced keeps \
    its permissions. Files are written atomically; nothing is replaced without --overwrite. Temporary files are next to the \
    output and in the folder that TMPDIR names, and are removed at the end, also after an interruption.

    MESSAGES

    Messages, reports and progress contain files, lines, rules and names of types, but no values of samples unless \
    --show-values asks for them, so a fault report can be shared. Names of files may be those of people: every command that \
    reads an input has --redact-paths, which writes numbers in their place. Names from files are escaped, so that they cannot \
    control a terminal.

    SHARING

    Outputs contain what the inputs contain, unless --policy FILE names a policy: it grants types, moves dates, and drops \
    names, identifiers, routes and free text. 'healthconv policy' makes, explains and checks policies. No policy can exclude \
    that a person is recognized by the measurements themselves.

        healthconv policy key new study.key
        healthconv policy new --profile research > study.yml
        healthconv convert export.zip --policy study.yml -o given.jsonl
        healthconv policy check export.zip given.jsonl --policy study.yml

    CONFIGURATION

    A .healthconv.yml that you did not name is used only if it and its folder belong to you; its path is printed. \
    --no-config ignores it.

    TO REPORT A FAULT

    Use a synthetic export instead of your own data: it has the structure of a real one and does not describe a real person.

        healthconv generate --seed 1 --size 1000 -o export.zip

    """

  static let mcpText = """
    'healthconv mcp' is a server of the Model Context Protocol on standard input and output, for an assistant that starts it. \
    It opens no socket, changes nothing, and reads the data again for each question. Add it to the configuration of the \
    assistant, with the full path of the data:

        {
          "mcpServers": {
            "health": {
              "command": "healthconv",
              "args": ["mcp", "/home/me/export.zip", "--types", "steps,hr,sleep,workout", "--since", "2025-01-01"]
            }
          }
        }

    WHAT THE ASSISTANT SEES

    Answers go to the program that asks. If it uses a model on another computer, they leave yours; the grant limits what \
    can. --types and --since: all other samples are absent, also from counts, sources and workouts. Names of sources and all \
    other text of files are left out (sources are 'watch 1', 'phone 1'), as they may name people, or contain instructions \
    for a model. --allow samples,names,locations adds single samples, texts of up to 200 characters, and coordinates. \
    --log writes a line for each call: time, tool, types, dates, bytes; no values.

    TOOLS

    describe (types, counts, dates, age of the export, defects), statistics, answer (sleep, workouts, splits, laps, summary, \
    activity, blood-pressure, cycles, ecg, beats, audiograms), units, and samples if allowed. Each result states zone, sources, unit and definition, and what was left out. \
    A reply has at most 16,384 bytes (--max-bytes); instead of a part of a larger one, the server offers a longer interval \
    or a later start.

    PROMPTS

    day, week, and visit: one page for a doctor.

    SPEED

    A store answers faster than an export: healthconv convert export.zip -o health.db

    For an agent that runs commands there is a skill file: share/healthconv/skills/healthconv/SKILL.md in the packages.

    """
}
