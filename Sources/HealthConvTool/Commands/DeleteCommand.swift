import ArgumentParser
import HealthBytes
import HealthConv
import HealthStore

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete samples from a store.",
    discussion: """
      Either all selected samples are deleted or, after an error, none. Their keys, types and participants are stored for \
      400 days, so that 'changes' can report them. --where all deletes everything. A sample that is nested in a \
      correlation or a workout is deleted only together with that correlation or workout.
      """)

  @OptionGroup var store: StoreArgument

  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "Delete the sample with this key: its id; of a duplicate, with '-' and its ordinal after it. May be repeated.",
      valueName: "key"))
  var keys: [String] = []

  @Flag(help: "Print how many samples would be deleted, and delete none.")
  var dryRun = false

  @Flag(help: "Print a JSON document with the number of samples.")
  var json = false

  func validate() throws {
    guard selection.isEmpty != keys.isEmpty else {
      throw ValidationError(
        keys.isEmpty
          ? "Select what to delete with --where or --key; --where all selects everything"
          : "--key cannot be combined with --where and the other selections")
    }
  }

  func run() throws {
    let keys = try keys.map(Self.key)
    let predicate = try selection.predicate()
    let path = store.path
    let store = try store.open(for: dryRun ? .reading : .writing)
    if dryRun {
      let count = try keys.isEmpty ? count(predicate, in: store) : count(keys, in: store)
      printCount(count.stored, "would delete")
      note(count)
    } else if keys.isEmpty {
      let stored = try store.delete(where: predicate)
      Interruption.commit()
      printCount(stored, "deleted")
      // The deletion is done: a failure to read the rest is not one of the command.
      do throws(HealthError) { note((stored, try count(predicate, in: store).nested)) } catch {
        MessageOutput.write(
          "note: deleted; could not count matching samples nested in others: \(error)\n")
      }
    } else {
      let stored = try store.delete(keys)
      Interruption.commit()
      printCount(stored, "deleted")
    }
    if dryRun { return }
    do throws(HealthError) { try StoreAnswers.update(store, at: path) } catch {
      error.writeNoteOnAnswers()
    }
  }

  private func printCount(_ count: Int, _ what: String) {
    print(
      json
        ? "{\"version\":1,\"samples\":\(count),\"dryRun\":\(dryRun)}"
        : "\(what) \(Figures.count(count, "sample"))")
  }

  /// States that a selection finds nothing, or what it finds and a deletion leaves.
  private func note(_ count: (stored: Int, nested: Int)) {
    if keys.isEmpty, count == (0, 0) { [Selection.Note.noSample].write() }
    if count.nested == 0 { return }
    MessageOutput.write(
      "note: \(Figures.count(count.nested, "matching sample")) nested in correlations or workouts: "
        + "deleted only with these\n")
  }

  /// How many samples a predicate matches at top level, and how many it finds nested.
  private func count(
    _ predicate: SamplePredicate, in store: any SampleStore
  ) throws(HealthError) -> (stored: Int, nested: Int) {
    let cursor = try store.samples(SampleQuery(predicate))
    var (stored, nested) = (0, 0)
    while try cursor.next() != nil { if cursor.key == nil { nested += 1 } else { stored += 1 } }
    return (stored, nested)
  }

  private func count(
    _ keys: [SampleKey], in store: any SampleStore
  ) throws(HealthError) -> (stored: Int, nested: Int) {
    var count = 0
    for key in Set(keys) where try store.sample(key) != nil { count += 1 }
    return (count, 0)
  }

  private static func key(_ text: String) throws -> SampleKey {
    guard let key = SampleKey(text) else {
      throw HealthError(
        .usage,
        "--key has '\(text.printableName)', expected the 32 digits of an id; of a duplicate, with '-' and its ordinal after it"
      )
    }
    return key
  }
}
