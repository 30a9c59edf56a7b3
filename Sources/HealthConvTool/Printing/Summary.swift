import ArgumentParser
import HealthBytes
import HealthConv
import HealthFormats
import HealthValidation

/// What a conversion did, on one screen.
struct Summary {
  private let report: Conversion.Report
  private let sources: [String]
  private let target: String

  private static let shownTypes = 10

  init(of report: Conversion.Report, from sources: [String], to target: String) {
    self.report = report
    self.sources = sources
    self.target = target
  }

  /// The summary, in lines.
  ///
  /// - Parameter isDone: Whether it was done; else what would be.
  func text(isDone: Bool = true) -> String {
    let read = report.samplesRead
    let written = report.samplesWritten
    var text = "\(sources.joined(separator: ", ")) -> \(target): ".printable
    text += written == read ? "" : "\(Figures.count(written)) of "
    text += Figures.count(read, "sample") + "\n"
    text += kinds() + types()
    text += report.notes.text
    if report.rejected > 0 {
      text += "rejected: \(Figures.count(report.rejected, "sample")) with errors\n"
    }
    text += report.fixes
    if let saved = report.saved { text += saved.text }
    return text + report.findings.text + (isDone ? speed(read) : "") + report.losses.text
  }

  private func kinds() -> String {
    var table = TextTable(.left, .right)
    for kind in report.kinds where kind.written > 0 {
      table.add(kind.kind.rawValue, Figures.count(kind.written))
    }
    return table.text(indent: "  ")
  }

  private func types() -> String {
    let types = report.types.filter { $0.written > 0 }.sorted { $0.written > $1.written }
    guard types.count > 1 else { return "" }
    var table = TextTable(.left, .right)
    for type in types.prefix(Self.shownTypes) {
      table.add(type.identifier, Figures.count(type.written))
    }
    let rest = types.count - Self.shownTypes
    return "types:\n" + table.text(indent: "  ")
      + (rest > 0 ? "  … and \(Figures.count(rest)) more\n" : "")
  }

  private func speed(_ samples: Int) -> String {
    let seconds = max(report.duration / .seconds(1), 1e-6)
    // A database has no bytes that were counted.
    let sizes = [(report.bytesRead, "read"), (report.bytesWritten, "written")].filter { $0.0 > 0 }
      .map { "\(Figures.bytes($0.0)) \($0.1)" }.joined(separator: ", ")
    return (sizes.isEmpty ? "" : sizes + " ")
      + "in \(Figures.duration(report.duration)): \(Figures.count(Int(Double(samples) / seconds))) "
      + "samples/s\n"
  }
}

extension Conversion.Report {
  /// What the stages changed, a line each.
  var fixes: String {
    var text = ""
    if samplesConverted > 0 {
      text += "converted: \(Figures.count(samplesConverted, "sample")) to other units"
      let changed = identitiesChanged
      text += changed > 0 ? ", \(Figures.count(changed)) of them with another identity\n" : "\n"
    }
    for renaming in renamings {
      text +=
        "renamed: \(Figures.count(renaming.count, "sample")) from \(renaming.from.printable) to "
        + "\(renaming.to.printable)\n"
    }
    if correlationsRelinked > 0 {
      text += "linked: \(Figures.count(correlationsRelinked, "correlation")) to members\n"
    }
    if duplicates > 0 {
      text += "dropped: \(Figures.count(duplicates, "duplicate"))\n"
    }
    return text
  }
}

extension SaveCounts {
  /// How many types are listed.
  private static let shownTypes = 10

  /// What changed in a store, in lines: the types of which another version was stored are always
  /// listed.
  var text: String {
    var text =
      "saved: \(Figures.count(new)) new, \(Figures.count(same)) unchanged, \(Figures.count(changed)) changed; "
      + "\(Figures.count(gone, "stored sample")) \(gone == 1 ? "is" : "are") not in the input\n"
    text += lines("replaced", replaced, \.replaced)
    text += lines("not saved, another version is stored", kept, \.kept)
    return text
  }

  private func lines(
    _ title: String, _ total: Int, _ count: (TypeCount) -> Int
  ) -> String {
    guard total > 0 else { return "" }
    let counted = types.filter { count($0) > 0 }.sorted { count($0) > count($1) }
    let shown = counted.prefix(Self.shownTypes).map { "\(Figures.count(count($0))) \($0.type)" }
    let rest = total - counted.prefix(Self.shownTypes).reduce(0) { $0 + count($1) }
    let list = shown + (rest > 0 ? ["\(Figures.count(rest)) of other types"] : [])
    return "\(title): \(list.joined(separator: ", "))\n"
  }
}

extension [Loss.Count] {
  /// What an output could not carry, a line each: nothing is dropped in silence.
  var text: String {
    var table = TextTable(.right, .left, .left)
    for loss in self where loss.count > 0 {
      table.add(Figures.count(loss.count), loss.loss.name, loss.loss.explanation)
    }
    return table.text(indent: "lost: ")
  }
}

extension FindingLog {
  /// How many findings there are of each rule, a line each.
  var text: String {
    rules.map { "found: \(Figures.count($0.count)) \($0.name) (\($0.severity.rawValue))\n" }
      .joined()
  }
}

extension ReaderNotes {
  /// The counts of what an input contains in addition to samples, a line each.
  var text: String {
    var lines: [String] = []
    if alsoTopLevelMembers + nestedOnlyMembers > 0 {
      lines.append(
        "nested samples: \(Figures.count(alsoTopLevelMembers)) also stored separately, "
          + "\(Figures.count(nestedOnlyMembers)) not")
    }
    if !unreadFiles.isEmpty {
      let files = unreadFiles.sorted { $0.key < $1.key }
        .map { "\($0.key) (\(Figures.count($0.value)))" }
      lines.append("not read: " + files.joined(separator: ", "))
    }
    if comments > 0 { lines.append("skipped: \(Figures.count(comments, "comment"))") }
    return lines.map { $0.printable + "\n" }.joined()
  }
}

/// Numbers as people read them.
enum Figures {
  /// `1,234,567`
  static func count(_ number: Int) -> String { number.grouped }

  /// `1 sample`, `1,234 samples`
  static func count(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `9 samples of 5 types, 2 of them nested in correlations and workouts`
  static func samples(_ number: Int, nested: Int, types: Int) -> String {
    "\(count(number, "sample")) of \(count(types, "type"))"
      + (nested > 0 ? ", \(count(nested)) of them nested in correlations and workouts" : "")
  }

  /// `12.3 MB`: in powers of 1,000, as disks and networks are measured.
  static func bytes(_ number: Int64) -> String {
    if number < 1_000 { return "\(number) B" }
    var value = Double(number) / 1_000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.95 { return "\(tenths(value)) \(unit)" }
      value /= 1_000
    }
    return "\(tenths(value)) TB"
  }

  /// `0.25 s`, `12.3 s`, `3:20 min`
  static func duration(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    if seconds < 9.995 {
      let hundredths = Int((seconds * 100).rounded())
      return "\(hundredths / 100).\((hundredths % 100).twoDigits) s"
    }
    return seconds < 60 ? "\(tenths(seconds)) s" : "\(clock(seconds)) min"
  }

  /// `3:20`
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    return "\(whole / 60):\((whole % 60).twoDigits)"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The argument for a summary that programs read.
struct JSONSummary: ParsableArguments {
  @Flag(help: "Print the summary as a JSON document on standard output.")
  var json = false

  /// Refuses to print samples and the summary to the same place.
  ///
  /// - Parameter target: The output; `-` is standard output.
  func check(target: String) throws {
    guard json, target == "-" else { return }
    throw ValidationError("--json prints to standard output; name a file with --output")
  }
}
