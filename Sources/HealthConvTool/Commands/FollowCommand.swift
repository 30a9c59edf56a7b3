public import ArgumentParser
import HealthBytes
import HealthConv
public import HealthStore

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
        if outcome == .failed { throw ExitStatus.failed.error }
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
        StandardError.write(
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
