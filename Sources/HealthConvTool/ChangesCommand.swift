import ArgumentParser
import HealthBytes
import HealthConv

/// `healthconv changes`.
struct ChangesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Prints what was added to a store and deleted from it, each once, in order.",
    discussion: """
      A line is a sample that was added, as JSON Lines have it, {"deleted":KEY,"kind":…,"type":…}, or \
      {"anchor":ANCHOR}, which stands last: with --since it goes on from there. Of deleted samples only kind and \
      type are known, so a condition leaves out those whose type it cannot match. A correlation or a workout comes \
      whole if it matches or holds a nested sample that does; one that was deleted may have. Anchors expire after 400 days; \
      who comes later begins anew, without --since.
      """)

  @Argument(help: "The store: a database such as health.db, or an address.", completion: .file())
  var store: String

  @Option(
    help: ArgumentHelp("Only what changed since; else everything there is.", valueName: "anchor"))
  var since: String?

  @OptionGroup(title: "Selection") var selection: ChangeOptions

  @Option(help: "How many changes at most.")
  var limit: Int?

  @Flag(
    help: "Keep running: print what changes when it does, whoever changes it, until interrupted.")
  var follow = false

  /// How often a store is polled for changes, in milliseconds.
  private static let interval: UInt32 = 250
  /// How many changes are read at once.
  private static let batch = 1_000

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit has '\(limit)', expected 1 or more") }
  }

  func run() throws {
    let predicate = try selection.predicate()
    var anchor = try since.map(Self.anchor)
    let store = try StoreKind.open(store, for: .reading)
    let output = StandardOutputSink()
    var printer = ChangePrinter(sink: output)
    var left = limit ?? .max
    // Where nothing changed no anchor is repeated.
    var isTold = false
    var isNoted = false
    do {
      while true {
        let changes = try store.changes(
          since: anchor, matching: predicate, limit: min(left, Self.batch))
        for change in changes.changes { try printer.print(change) }
        left -= changes.changes.count
        if anchor != changes.anchor || !changes.changes.isEmpty { isTold = false }
        anchor = changes.anchor
        if changes.hasMore, left > 0 { continue }
        if since == nil, left == limit ?? .max, !isNoted, !selection.isEmpty {
          [SelectionNote.noSample].write()
        }
        isNoted = true
        if !isTold { try printer.print(changes.anchor) }
        isTold = true
        try output.finish()
        if !follow || left == 0 { return }
        while try store.anchor() == changes.anchor {
          Pause.sleep(milliseconds: Self.interval)
          if Interruption.isPending { return }
        }
      }
    } catch let error as StoreError {
      throw ConversionError(error)
    } catch let error as ByteError {
      throw ConversionError(writing: StandardOutput.name, error)
    }
  }

  private static func anchor(_ text: String) throws -> StoreAnchor {
    guard let anchor = StoreAnchor(text) else {
      throw ConversionError(
        .usage, "--since has '\(text)', expected an anchor as the last line of 'changes' has it")
    }
    return anchor
  }
}

/// The arguments that select changes: here `--since` is an anchor.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "Only samples of these types, separated by commas. May be repeated.", valueName: "types"))
  var types: [String] = []

  @OptionGroup var condition: ConditionOption

  var isEmpty: Bool { types.isEmpty && condition.text == nil }

  /// What the arguments select.
  func predicate() throws -> SamplePredicate {
    let parts: [SamplePredicate] = [
      types.isEmpty ? nil : try SelectionOptions.predicate(ofTypes: types),
      try condition.predicate(),
    ].compactMap(\.self)
    return try .every(parts)
  }
}
