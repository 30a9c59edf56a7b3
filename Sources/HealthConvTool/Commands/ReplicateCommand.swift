import ArgumentParser
import HealthBytes
import HealthConv
import HealthStore

struct ReplicateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replicate",
    abstract: "Bring a store up to date with another one: additions, replacements, deletions.",
    discussion: """
      The target remembers how far it has come, so each run reads only what has changed since the one before; if it is \
      interrupted, run it again. A target that is empty, or not there, gets everything. One that has samples keeps those \
        that the source never had. Both may be of any kind of database. The ledger of files that were loaded is copied, so that \
        'load' does not read them again; grants and saved statistics are not copied. A target that was not brought up to date \
        for 400 days has to be made anew, since the source forgets deletions. With --policy, the target gets what the policy \
        gives, without the ledger, and the source remembers how far the target has come.
      """)

  @Argument(help: "The store to copy from.", completion: .file())
  var source: String

  @Argument(help: "The store to bring up to date.", completion: .file())
  var target: String

  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup var paths: PathOptions

  @Flag(help: "Keep running, and copy each change when it is made, until interrupted.")
  var follow = false

  @Flag(help: "Print a JSON document with what was done.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no summary.")
  var quiet = false

  func validate() throws {
    for path in [source, target] { HiddenPaths.names?.add(path) }
  }

  func run() throws {
    let opened = try StoreKind.open(source, for: policy.policy == nil ? .reading : .writing)
    let source = try policy.applied(opened, at: source) ?? opened
    let target = try StoreKind.open(target, for: .creating)
    let replication = try Replication(of: source, to: target)
    while true {
      let anchor = try source.anchor()
      guard let counts = try counts(replication) else {
        if Interruption.isPending { return }
        Pause.sleep(milliseconds: 250)
        continue
      }
      if !counts.isEmpty || !follow { try printCounts(counts) }
      if !follow { return }
      while try source.anchor() == anchor {
        Pause.sleep(milliseconds: 250)
        if Interruption.isPending { return }
      }
    }
  }

  /// Copies the changes.
  ///
  /// - Returns: What was done; `nil` where another program writes into the target and this one keeps running.
  private func counts(_ replication: Replication) throws(HealthError) -> Replication.Counts? {
    do throws(HealthError) { return try replication.run() } catch {
      if follow, error.code == .busy { return nil }
      throw error
    }
  }

  private func printCounts(_ counts: Replication.Counts) throws(HealthError) {
    if json {
      print(
        "{\"version\":1,\"saved\":\(counts.saved),\"deleted\":\(counts.deleted),"
          + "\"unchanged\":\(counts.unchanged)}")
    } else if !quiet {
      print(
        "saved \(Figures.count(counts.saved, "sample")), deleted \(Figures.count(counts.deleted)), "
          + "unchanged \(Figures.count(counts.unchanged))")
    }
    if follow { try StandardOutputSink.flushPrinted() }
  }
}
