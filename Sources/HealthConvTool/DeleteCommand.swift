import ArgumentParser
import HealthConv

/// `healthconv delete`.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Deletes samples from a store.",
    discussion: """
      All that are meant are deleted, or none. Only that they were there is remembered, for 400 days: their keys, \
      kinds and types, so that 'changes' can tell. --where all deletes everything.
      """)

  @Argument(help: "The store: a database such as health.db, or an address.", completion: .file())
  var store: String

  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "The sample of this key: its id, of a twin with - and its ordinal. Repeat for more.",
      valueName: "key"))
  var keys: [String] = []

  @Flag(help: "Say how many samples would be deleted, and delete none.")
  var dryRun = false

  func validate() throws {
    guard selection.isEmpty != keys.isEmpty else {
      throw ValidationError(
        keys.isEmpty
          ? "Nothing says what to delete; --where all is everything"
          : "Samples are named by --key or selected, not both")
    }
  }

  func run() throws {
    let keys = try keys.map(Self.key)
    let predicate = try selection.predicate()
    let store = try StoreKind.open(store, for: dryRun ? .reading : .writing)
    do throws(StoreError) {
      if dryRun {
        let count = try keys.isEmpty ? count(predicate, in: store) : count(keys, in: store)
        print("would delete \(Figures.count(count, "sample"))")
      } else {
        let count = try keys.isEmpty ? store.delete(where: predicate) : store.delete(keys)
        print("deleted \(Figures.count(count, "sample"))")
      }
    } catch { throw ConversionError(error) }
  }

  private func count(
    _ predicate: SamplePredicate, in store: any HealthStore
  ) throws(StoreError) -> Int {
    let cursor = try store.samples(SampleQuery(predicate))
    var count = 0
    while try cursor.next() != nil { count += 1 }
    return count
  }

  private func count(
    _ keys: [SampleKey], in store: any HealthStore
  ) throws(StoreError) -> Int {
    var count = 0
    for key in Set(keys) where try store.sample(key) != nil { count += 1 }
    return count
  }

  private static func key(_ text: String) throws -> SampleKey {
    guard let key = SampleKey(text) else {
      throw ConversionError(
        .usage,
        "--key has '\(text)', expected the 32 digits of an id, of a twin with - and its ordinal")
    }
    return key
  }
}
