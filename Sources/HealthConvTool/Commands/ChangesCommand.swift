public import ArgumentParser
import HealthBytes
import HealthConv
public import HealthStore

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
          MessageOutput.write("healthconv: anchor \(changes.anchor)\n")
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

struct FollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Run a command with each change of a store, now and whenever there are more.",
    discussion: """
      The command of --exec is a line of the shell. It gets the changes on standard input, as 'changes' prints them: an added \
      sample or {"deleted":…} on each line, up to 1,000 together, and {"anchor":…} last. When it ends with status 0, the \
      store remembers that the receiver has them. With any other status it is run again with the same changes: with \
      --every immediate after 1, 2, 4 and up to 60 seconds, else at the next time. So each change is delivered at least once, also \
      if this program is ended and started again. A receiver is first given all samples, or with --from-now only \
      later changes. With --policy, changes are as 'changes --policy' prints them, without an anchor; the receivers of a \
      policy are its own, and an edited policy is another one. --exec is never taken from a configuration file.
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp(
      "The name of the receiver, under which the store remembers what it has.",
      valueName: "name"))
  var receiver = "default"

  @Option(
    help: ArgumentHelp(
      "Keep what the receiver has in this file instead of the store, which only needs to be readable then.",
      valueName: "file"), completion: .file())
  var state: String?

  @Option(
    help: ArgumentHelp(
      "Deliver what this client may see (see 'store grant'); its receivers are its own.",
      valueName: "name"))
  var client: String?

  @Option(help: ArgumentHelp("The command to run.", valueName: "command"))
  var exec: String

  @Option(
    help: ArgumentHelp(
      "How often it is run at most: \(DeliveryFrequency.list).", valueName: "frequency"))
  var every = DeliveryFrequency.immediate

  @Flag(help: "Deliver the changes so far, and end: for a timer of the system.")
  var once = false

  @Flag(help: "If the receiver is new, skip the samples that are stored already.")
  var fromNow = false

  @OptionGroup(title: "Selection") var selection: ChangeOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions

  private static let longestRetry = 60

  func validate() throws {
    // An edited policy would continue from the state of the one before.
    if state != nil, policy.policy != nil {
      throw ValidationError("--state cannot be combined with --policy")
    }
  }

  func run() throws {
    let predicate = try selection.predicate()
    if let state {
      // Before a change is delivered that could not be confirmed.
      do throws(HealthError) { try AtomicFile(state, overwrite: true).abandon() } catch {
        throw error.writing(state)
      }
    }
    let opened = try store.open(for: state == nil ? .writing : .reading)
    let visible: any SampleStore = client.map { opened.client($0) } ?? opened
    let released = try policy.applied(visible, at: store.path, client: client)
    var delivery = ChangeDelivery(from: released ?? visible, to: receiver)
    delivery.predicate = predicate
    delivery.stateFile = state
    if fromNow, try !delivery.hasBegun() { try delivery.skip() }
    var failures = 0
    while true {
      let begin = ContinuousClock.now
      let outcome = try deliver(delivery)
      if once {
        if outcome == .failed { throw ExitStatus.failed.exitCode }
        return
      }
      failures = outcome == .failed ? failures + 1 : 0
      // A change that comes after a time without any is delivered at once.
      let interval = outcome == .nothing ? DeliveryFrequency.immediate : every
      let retry = failures == 0 ? 0 : min(Self.longestRetry, 1 << min(failures - 1, 6))
      wait(until: begin + max(.seconds(retry), interval.interval))
      if Interruption.isPending { return }
    }
  }

  private enum Outcome { case nothing, delivered, failed }

  /// Runs the command with all changes that the receiver does not have.
  private func deliver(_ delivery: ChangeDelivery) throws -> Outcome {
    var outcome = Outcome.nothing
    while let changes = try once ? delivery.next() : delivery.pending() {
      let input = try Spool()
      var printer = ChangePrinter(sink: input)
      for change in changes.changes { try printer.print(change) }
      // It identifies the store, and counts all changes.
      if policy.policy == nil { try printer.print(changes.anchor) }
      try printer.finish()
      let status = try ShellCommand.run(exec, input: input)
      Interruption.endIfPending()
      if status != 0 {
        MessageOutput.write(
          "healthconv: the command of --exec ended with status \(status); its "
            + "\(Figures.count(changes.changes.count, "change")) will be delivered again\n")
        return .failed
      }
      while try !delivery.isConfirmed(changes) { Interruption.endIfPending() }
      outcome = .delivered
    }
    return outcome
  }

  private func wait(until end: ContinuousClock.Instant) {
    while ContinuousClock.now < end, !Interruption.isPending {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      Pause.sleep(milliseconds: UInt32(max(1, min(left, 250))))
    }
  }
}

extension DeliveryFrequency: ExpressibleByArgument {}
