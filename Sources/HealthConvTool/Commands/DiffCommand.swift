import ArgumentParser
import HealthBytes
import HealthConv

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two datasets of any formats: which samples are new, gone or changed.",
    discussion: """
      The meaning of samples is compared: instants, values in canonical units, texts. With --exact everything \
      is: UTC offsets, the text form of numbers and dates, creation dates, device addresses, unknown attributes and elements, \
      the order of samples. Exit status: 0 the same; 1 different.
      """)

  /// How differences are printed.
  enum Report: String, ExpressibleByArgument, CaseIterable {
    case text, json, jsonl
  }

  @Argument(
    help: "What to read: a file, a folder or an archive; - is standard input.",
    completion: .file())
  var old: String

  @Argument(help: "The dataset to compare it with.", completion: .file())
  var new: String

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @Flag(help: "Compare everything, exactly as written.")
  var exact = false

  @Option(help: "How to print the differences.")
  var report = Report.text

  @Option(
    help: ArgumentHelp(
      "List at most this many differences; all are counted. Default: 100; in jsonl, all.",
      valueName: "count"))
  var max: Int?

  @Flag(help: "Print values, which are health data.")
  var showValues = false

  @Option(help: "Progress on standard error. Default: bar, if it is a terminal.")
  var progress: ProgressStyle?

  @OptionGroup var colors: ColorOption

  @Flag(
    name: .shortAndLong,
    help: "Print only errors; the exit status reports the result.")
  var quiet = false

  func validate() throws {
    try InputPaths.check([old, new])
    if let max, max < 0 {
      throw ValidationError("--max has '\(max)', expected 0 or more")
    }
  }

  func run() throws {
    let datasets = try policy.applied(input.open([old, new]))
    var comparison = Comparison(of: datasets[0], with: datasets[1])
    comparison.fidelity = exact ? .exact : .meaning
    comparison.selection = try selection.selection()
    comparison.showsValues = showValues
    let line = ProgressLine(progress)
    comparison.onProgress = line.show
    let result = try compare(comparison, line)
    line.clear()
    FindingList(result.findings).write(isQuiet: quiet)
    result.selectionNotes.write(isQuiet: quiet)
    if !result.isSame { throw ExitStatus.findings.exitCode }
  }

  private func compare(_ comparison: Comparison, _ line: ProgressLine) throws -> Comparison.Report {
    defer { line.clear() }
    if quiet { return try comparison.run { _ in } }
    let most = max ?? (report == .jsonl ? Int.max : 100)
    switch report {
    case .text:
      var shown = 0
      let result = try comparison.run { difference in
        if shown == 0 { line.clear() }
        shown += 1
        if shown <= most { print(difference.text) }
      }
      print(result.text(unlisted: shown - most, showsValues: showValues), terminator: "")
      return result
    case .json:
      var differences: [Comparison.Difference] = []
      let result = try comparison.run { if differences.count < most { differences.append($0) } }
      print(result.json(differences: differences, showsValues: showValues))
      return result
    case .jsonl:
      var shown = 0
      let result = try comparison.run { difference in
        shown += 1
        if shown <= most { print(difference.json) }
      }
      print(result.json(showsValues: showValues, isLine: true))
      return result
    }
  }
}

extension Comparison.Difference {
  /// The difference on one line.
  fileprivate var text: String {
    let sign =
      switch change {
      case .gone: "-"
      case .new: "+"
      case .changed: "~"
      }
    var text = "\(sign) \(kind.rawValue) \(type)"
    if let start { text += " \(start.text(.export))" }
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    switch (oldValue, newValue) {
    case (let old?, let new?) where old != new: text += " (\(old) -> \(new))"
    case (nil, nil): break
    case (_, let value?), (let value?, nil): text += " (\(value))"
    }
    return text.printable
  }
}

extension Comparison.Report {
  /// What follows the differences: those of the datasets, and a table of the types.
  fileprivate func text(unlisted: Int, showsValues: Bool) -> String {
    var text = unlisted > 0 ? "… and \(Figures.count(unlisted)) more\n" : ""
    for difference in dataset {
      var line = (difference.isExpected ? "  dataset " : "~ dataset ") + difference.name
      if showsValues {
        line += " (\(difference.old ?? "none") -> \(difference.new ?? "none"))"
      }
      text += line.printable
      text += difference.isExpected ? " differs (not counted)\n" : "\n"
    }
    if isReordered { text += "~ the order of the samples\n" }
    let differing = types.filter { $0.differences > 0 }
    if differing.isEmpty { return text + "same: \(Figures.count(same, "sample"))\n" }
    var table = TextTable(.left, .left, .right, .right, .right, .right)
    table.add("type", "kind", "same", "changed", "gone", "new")
    func add(_ type: String, _ kind: String, _ counts: [Int]) {
      let figures = counts.map { Figures.count($0) }
      table.add(type, kind, figures[0], figures[1], figures[2], figures[3])
    }
    for type in differing {
      add(type.identifier, type.kind.rawValue, [type.same, type.changed, type.gone, type.new])
    }
    let rest = types.count - differing.count
    if rest > 0 {
      let same = types.filter { $0.differences == 0 }.reduce(0) { $0 + $1.same }
      add("\(Figures.count(rest)) \(rest == 1 ? "other" : "others")", "", [same, 0, 0, 0])
    }
    add("all", "", [same, changed, gone, new])
    return text + table.text()
  }
}
