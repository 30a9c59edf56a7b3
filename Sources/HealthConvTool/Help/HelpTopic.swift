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

  /// The names of the pages.
  static let names = allCases.map(\.rawValue) + ["topics"]

  /// What it is about, for lists.
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

/// What to do with an export, for somebody who starts the program without arguments.
enum FirstSteps {
  static let text = """
    An iPhone's Health app exports its data as export.zip: tap your picture, Export All Health Data. Then:
      healthconv info export.zip                          list what it contains
      healthconv convert export.zip -o health.db          make a database; or .csv, .jsonl, .gpx, --to parquet
      healthconv stats export.zip --type steps --by week  calculate sums, averages, nights of sleep
      healthconv validate export.zip                      check it against rules
    No export at hand? 'healthconv demo' makes one. All commands: 'healthconv --help'; topics: 'healthconv help topics'.

    """
}
