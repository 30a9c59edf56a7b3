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
      if this program is ended and started again. A receiver is first given all samples, or with --from-now none of \
      those that are there. --exec is never taken from a configuration file.
      """)

  @Argument(help: .store, completion: .file())
  var store: String

  @Option(
    help: ArgumentHelp(
      "The name of the receiver, under which the store remembers what it has.",
      valueName: "name"))
  var receiver = "default"

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

  @Flag(help: "Deliver what there is, and end: for a timer of the system.")
  var once = false

  @Flag(help: "If the receiver is new, skip the samples that are there.")
  var fromNow = false

  @OptionGroup(title: "Selection") var selection: ChangeOptions

  private static let longestRetry = 60

  func run() throws {
    let predicate = try selection.predicate()
    let opened = try StoreKind.open(store, for: .writing)
    var delivery = ChangeDelivery(from: client.map { opened.client($0) } ?? opened, to: receiver)
    delivery.predicate = predicate
    if fromNow, try !delivery.hasBegun() { try delivery.skip() }
    var failures = 0
    while true {
      let begin = ContinuousClock.now
      let status = try deliver(delivery)
      if once {
        if status != nil { throw ExitStatus.failed.error }
        return
      }
      var pause = Duration.zero
      if status != nil {
        failures += 1
        pause = .seconds(min(Self.longestRetry, 1 << min(failures - 1, 6)))
      } else {
        failures = 0
      }
      try Self.wait(until: begin + max(pause, every.interval))
      if status == nil { try waitForChange(opened) }
      if Interruption.isPending { return }
    }
  }

  /// Runs the command with all that is waiting.
  ///
  /// - Returns: The status of a run that failed; `nil` if all is delivered.
  private func deliver(_ delivery: ChangeDelivery) throws -> Int32? {
    while let changes = try delivery.next() {
      let input = try Spool()
      var printer = ChangePrinter(sink: input)
      for change in changes.changes { try printer.print(change) }
      try printer.print(changes.anchor)
      let status = try ShellCommand.run(exec, input: input)
      Interruption.endIfPending()
      if status != 0 {
        StandardError.write(
          "healthconv: the command of --exec ended with status \(status); its "
            + "\(Figures.count(changes.changes.count, "change")) will be delivered again\n")
        return status
      }
      try delivery.confirm(changes)
    }
    return nil
  }

  private static func wait(until end: ContinuousClock.Instant) throws {
    while ContinuousClock.now < end, !Interruption.isPending {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      Pause.sleep(milliseconds: UInt32(max(1, min(left, 250))))
    }
  }

  private func waitForChange(_ store: any SampleStore) throws {
    let anchor = try store.anchor()
    // A change between the delivery and here is one that 'next' finds.
    let delivery = ChangeDelivery(from: client.map { store.client($0) } ?? store, to: receiver)
    if try delivery.next() != nil { return }
    while try store.anchor() == anchor, !Interruption.isPending { Pause.sleep(milliseconds: 250) }
  }
}

extension DeliveryFrequency: ExpressibleByArgument {}
