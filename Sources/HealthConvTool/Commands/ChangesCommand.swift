import ArgumentParser
import HealthBytes
import HealthConv
import HealthStore

struct ChangesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Print what was added to a store and deleted from it, each change once, in order.",
    discussion: """
      Each line is an added sample in JSON Lines, {"deleted":KEY,"kind":…,"type":…} with "participant" if it has one, or, at \
      the end, {"anchor":ANCHOR}; give this anchor to --since to continue from there. Of a deleted sample a condition \
      compares only kind, type and participant, and selects it if the rest could be true. A correlation or a workout is printed whole if it or one of \
      its nested samples matches. Anchors expire after 400 days; then start again without --since. With --policy, an added \
      sample has a UUID made with the key, the KEY of its deletion has the digits of this UUID, and the anchor is printed \
      on standard error, since it identifies the store and counts all changes. Deletions are left out where a policy \
      selects samples by more than their type.
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp("Only changes since this anchor. Default: everything.", valueName: "anchor"))
  var since: String?

  @OptionGroup(title: "Selection") var selection: ChangeOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions

  @Option(help: "Print at most this many changes.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Print what this client may see (see 'store grant').", valueName: "name"))
  var client: String?

  @Flag(
    help: "Keep running and print each change when any program makes it, until interrupted.")
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
    let opened = try store.open(for: .reading)
    let visible: any SampleStore = client.map { opened.client($0) } ?? opened
    let released = try policy.applied(visible, at: store.path, client: client)
    let store = released ?? visible
    let output = StandardOutputSink()
    var printer = ChangePrinter(sink: output)
    var left = limit ?? .max
    // Where nothing changed no anchor is repeated.
    var isAnchorPrinted = false
    var isFirstBatchDone = false
    do throws(HealthError) {
      while true {
        let changes = try store.changes(
          since: anchor, matching: predicate, limit: min(left, Self.batch))
        for change in changes.changes { try printer.print(change) }
        left -= changes.changes.count
        if anchor != changes.anchor || !changes.changes.isEmpty { isAnchorPrinted = false }
        anchor = changes.anchor
        if changes.hasMore, left > 0 { continue }
        if since == nil, left == limit ?? .max, !isFirstBatchDone, !selection.isEmpty {
          [Selection.Note.noSample].write()
        }
        isFirstBatchDone = true
        if !isAnchorPrinted, released == nil { try printer.print(changes.anchor) }
        if !isAnchorPrinted, released != nil {
          StandardError.write("healthconv: anchor \(changes.anchor)\n")
        }
        isAnchorPrinted = true
        try printer.finish()
        try output.finish()
        if !follow || left == 0 { return }
        while try store.anchor() == changes.anchor {
          Pause.sleep(milliseconds: Self.interval)
          if Interruption.isPending { return }
        }
      }
    } catch {
      throw error.place.file == StandardOutput.name ? error.writing(StandardOutput.name) : error
    }
  }

  private static func anchor(_ text: String) throws -> StoreAnchor {
    guard let anchor = StoreAnchor(text) else {
      throw HealthError(
        .usage,
        "--since has '\(text.printableName)', expected an anchor from the last line that 'changes' prints"
      )
    }
    return anchor
  }
}

/// The arguments that select changes: here `--since` is an anchor.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "Only samples of these types, separated by commas. May be repeated.", valueName: "types"),
    completion: .types)
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
