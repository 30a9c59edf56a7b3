import ArgumentParser
import HealthConv
import HealthStore

/// The argument of commands that use one store.
struct StoreArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The store: a database such as health.db, or an address.", valueName: "store"),
    completion: .file())
  var path: String

  @OptionGroup var paths: PathOptions

  func validate() throws { HiddenPaths.names?.add(path) }

  func open(for access: StoreKind.Access) throws(HealthError) -> any SampleStore {
    try StoreKind.open(path, for: access)
  }

  /// The name of the store in outputs.
  func name(of store: any SampleStore) -> String {
    HiddenPaths.names?.name(of: path) ?? store.name
  }
}
