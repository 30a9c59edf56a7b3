import ArgumentParser
import HealthConv

/// `healthconv store`.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Says what a store holds, and whether it is sound.",
    subcommands: [Info.self, Check.self])

  /// `healthconv store info`.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info", abstract: "Says which store it is, its state, and what it holds.")

    @Argument(help: "The store: a database such as health.db, or an address.", completion: .file())
    var store: String

    func run() throws {
      let store = try StoreKind.open(store, for: .reading)
      do throws(StoreError) { print(try text(store), terminator: "") } catch {
        throw ConversionError(error)
      }
    }

    private func text(_ store: any HealthStore) throws(StoreError) -> String {
      let anchor = try store.anchor()
      var text = "\(store.name): store \(anchor.store)\nanchor: \(anchor)\n"
      if let date = try store.info().exportDate { text += "newest export: \(date)\n" }
      struct Kind: Hashable {
        let type: String
        let kind: SampleKind
      }
      var counts: [Kind: Int] = [:]
      for entry in try store.descriptors() {
        counts[Kind(type: entry.descriptor.type.identifier, kind: entry.kind), default: 0] +=
          entry.count
      }
      // Elements that nobody knows have no descriptors.
      let unknown = try store.samples(SampleQuery(.kind(.unknown)))
      while case .unknown(let element) = try unknown.next() {
        counts[Kind(type: element.name, kind: .unknown), default: 0] += 1
      }
      let total = counts.values.reduce(0, +)
      text += "\(Figures.count(total, "sample")) of \(Figures.count(counts.count, "type"))\n"
      if counts.isEmpty { return text }
      var table = TextTable(.left, .left, .right)
      table.add("type", "kind", "samples")
      let rows = counts.sorted { ($1.value, $0.key.type) < ($0.value, $1.key.type) }
      for (key, count) in rows.prefix(Self.mostTypes) {
        table.add(key.type, key.kind.rawValue, Figures.count(count))
      }
      let left = rows.count - Self.mostTypes
      return text + table.text() + (left > 0 ? "… and \(Figures.count(left)) more\n" : "")
    }

    /// The most types that are listed: more than anybody has who did not make them up.
    private static let mostTypes = 1_000
  }

  /// `healthconv store check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Looks for what is damaged in a store.",
      discussion: """
        What the database says of itself is asked, and every sample is read and compared with the digest that was \
        made when it was saved. Exit status: 0 sound; 1 damaged. What can be found:
        \(defectNames)
        """)

    private static let defectNames = StoreDefect.Name.allCases
      .map { "\($0): \($0.explanation)" }.joined(separator: "\n")

    @Argument(help: "The store: a database such as health.db, or an address.", completion: .file())
    var store: String

    func run() throws {
      let store = try StoreKind.open(store, for: .reading)
      let defects: [StoreDefect]
      do throws(StoreError) { defects = try store.check() } catch { throw ConversionError(error) }
      for defect in defects {
        print("\(defect.name): \(defect.message)\(defect.key.map { " (\($0))" } ?? "")")
      }
      print("\(store.name): \(defects.isEmpty ? "sound" : Figures.count(defects.count, "defect"))")
      if !defects.isEmpty { throw ExitStatus.findings.error }
    }
  }
}
