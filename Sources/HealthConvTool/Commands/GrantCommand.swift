import ArgumentParser
import HealthBytes
import HealthConv
import HealthModel
import HealthStore

struct GrantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Decide what a client may read and save, or list what clients may.",
    discussion: """
      A client is a program that reads a store by its name: '--client NAME' of query, stats, convert and the other \
      commands, 'client(_:)' in Swift. What it may not read does not exist for it; what it has saved itself it can \
      always read. Of several decisions about a type, the most restrictive prevails. Members of a correlation are granted, not the correlation; workouts are granted as a whole, but for \
      their statistics and samples. Prescriptions and doses of medications are granted one by one (--object), never by type. Without a decision all clients are listed. Grants bind this program and its \
      library: who can open the database with another one reads everything, unless roles of a PostgreSQL server have the same \
      grants (--sql).
      """)

  @OptionGroup var store: StoreArgument

  @Option(help: ArgumentHelp("The name of the client.", valueName: "name"))
  var client: String?

  @Option(
    help: ArgumentHelp(
      "It may read samples of these types, separated by commas: identifiers, short names, kinds, patterns such as "
        + "'Dietary*'; '*' for all.", valueName: "types"), completion: .types)
  var read: [String] = []

  @Option(
    help: ArgumentHelp("It may save samples of these types.", valueName: "types"),
    completion: .types)
  var share: [String] = []

  @Option(
    help: ArgumentHelp(
      "It may not read samples of these types, whatever else is granted.", valueName: "types"),
    completion: .types)
  var denyRead: [String] = []

  @Option(
    help: ArgumentHelp("It may not save samples of these types.", valueName: "types"),
    completion: .types)
  var denyShare: [String] = []

  @Option(
    name: .customLong("object"),
    help: ArgumentHelp(
      "It may read this prescription or dose of a medication, by its UUID or its key, as 'delete --key' has it. These are granted "
        + "one by one. May be repeated.", valueName: "key"))
  var objects: [String] = []

  @Option(
    name: .customLong("deny-object"),
    help: ArgumentHelp("It may not read this one any more.", valueName: "key"))
  var deniedObjects: [String] = []

  @Option(
    help: ArgumentHelp(
      "Of the types of --read only samples that begin at this time or later; without an offset it is in UTC.",
      valueName: "date"))
  var since: String?

  @Flag(
    help:
      "Grant although the store has samples of a source with the client's name, which the client can then read and delete."
  )
  var existingSource = false

  @Flag(help: "Remove the client. What it has saved stays.")
  var remove = false

  @Flag(help: "List the clients as a JSON document.")
  var json = false

  @Flag(
    help:
      "Print SQL that gives each client of a store on a PostgreSQL server a role that sees what the client may read."
  )
  var sql = false

  private var isDecision: Bool {
    remove || ![read, share, denyRead, denyShare, objects, deniedObjects].allSatisfy(\.isEmpty)
  }

  func validate() throws {
    if isDecision, client == nil {
      throw ValidationError("--client is missing: name the client that the decision is about")
    }
    if since != nil, read.isEmpty {
      throw ValidationError("--since limits --read, which is missing")
    }
    if json, isDecision {
      throw ValidationError("--json lists, and cannot be combined with a decision")
    }
    if sql, isDecision || json || client != nil {
      throw ValidationError("--sql is about all clients, and cannot be combined with other options")
    }
  }

  func run() throws {
    if sql {
      let output = StandardOutputSink()
      try output.write(store.open(for: .reading).clientRoles().utf8Span.span)
      return try output.finish()
    }
    guard let client, isDecision else { return try list() }
    let store = try store.open(for: .writing)
    let known = try store.grants().first { $0.client == client }
    if remove {
      guard known != nil else {
        throw HealthError(.usage, "'\(self.store.path)' has no client '\(client)'")
      }
      return try store.removeGrant(of: client)
    }
    if known == nil, !existingSource,
      try store.descriptors().contains(where: { $0.descriptor.source.name == client })
    {
      throw HealthError(
        .usage,
        "'\(self.store.path)' has samples of a source '\(client)', which a client of this name can read and delete. "
          + "Choose another name, or add --existing-source.")
    }
    var grant = try known ?? ClientGrant(client: client)
    let reading = try since.map { text in
      guard let start = Timestamp(text) ?? Timestamp("\(text) 00:00:00 +0000") else {
        throw ValidationError(
          "--since has '\(text.printableName)', expected a date such as 2024-01-31")
      }
      return ClientGrant.Reading.since(start)
    }
    for object in try objects.map({ try uuid($0, in: store) }) { grant.objects.insert(object) }
    for object in try deniedObjects.map({ try uuid($0, in: store) }) {
      grant.objects.remove(object)
    }
    for type in try types(read) {
      if Self.isOfObjects(type) {
        throw ValidationError(
          "samples of the type '\(type.printableName)' are granted one by one: use --object KEY")
      }
      grant.decide(.init(type: type, read: reading ?? .authorized))
    }
    for type in try types(denyRead) { grant.decide(.init(type: type, read: .denied)) }
    for type in try types(share) { grant.decide(.init(type: type, share: true)) }
    for type in try types(denyShare) { grant.decide(.init(type: type, share: false)) }
    try store.setGrant(grant)
  }

  /// The types of an option. A mistyped name is refused: it would grant nothing.
  private func types(_ texts: [String]) throws -> [String] {
    let names = texts.flatMap(\.commaSeparated)
    for name in names { _ = try TypePattern(name) }
    return names
  }

  /// Whether a name means only types whose samples are granted one by one.
  private static func isOfObjects(_ name: String) -> Bool {
    let pattern = TypePattern(unchecked: name)
    if name.hasPrefix("HKVisionPrescription") || name.hasPrefix("HKMedicationDose") { return true }
    let kinds = Catalog.types(matching: name).map(\.kind)
    return kinds.isEmpty
      ? SampleKind.allCases.contains {
        $0.requiresPerObjectAuthorization && pattern.matches(.other($0.rawValue), kind: $0)
      }
      : kinds.allSatisfy { $0.hasPrefix("visionPrescription") || $0.hasPrefix("medication") }
  }

  /// The UUID of a sample that is granted by itself.
  private func uuid(_ text: String, in store: any SampleStore) throws -> SampleUUID {
    var sample: Sample?
    if let uuid = SampleUUID(text) {
      sample = try store.samples(SampleQuery(.uuid(uuid))).next()
    } else if let key = SampleKey(text) {
      sample = try store.sample(key)
    }
    guard let sample, sample.kind.requiresPerObjectAuthorization else {
      throw HealthError(
        .usage,
        "'\(text.printableName)' is not the UUID or the key of a prescription or of a dose of a medication in '\(self.store.path)'"
      )
    }
    return sample.uuid
  }

  // MARK: Listing

  private func list() throws {
    let opened = try store.open(for: .reading)
    let grants = try opened.grants().filter { client == nil || $0.client == client }
    if json { return print(Self.document(grants), terminator: "") }
    if let client, grants.isEmpty {
      throw HealthError(.usage, "'\(self.store.path)' has no client '\(client)'")
    }
    if grants.isEmpty { return print("\(store.name(of: opened).printable): no clients") }
    var table = TextTable([.left, .left, .left, .left])
    table.add(["client", "types", "read", "share"])
    for grant in grants {
      for decision in grant.decisions {
        table.add([
          grant.client.printable, decision.type.printable, decision.read?.text ?? "",
          decision.share.map { $0 ? "yes" : "no" } ?? "",
        ])
      }
      if !grant.objects.isEmpty {
        table.add([grant.client.printable, Figures.count(grant.objects.count, "object"), "yes", ""])
      } else if grant.decisions.isEmpty {
        table.add([grant.client.printable, "", "", ""])
      }
    }
    print(table.text(), terminator: "")
  }

  private static func document(_ grants: [ClientGrant]) -> String {
    JSONText.document([
      JSONText.list("clients", grants) { grant in
        [
          ("client", .string(grant.client)),
          JSONText.list("decisions", grant.decisions) {
            [("types", .string($0.type))] + JSONText.optional("read", $0.read?.text)
              + JSONText.optional("share", $0.share.map { $0 ? "yes" : "no" })
          },
        ]
          + (grant.objects.isEmpty
            ? []
            : [JSONText.list("objects", grant.objects.sorted()) { [("uuid", .string("\($0)"))] }])
      }
    ])
  }
}

extension ClientGrant.Reading {
  fileprivate var text: String {
    switch self {
    case .denied: "no"
    case .since(let start): "since \(start.text(.iso8601))"
    case .authorized: "yes"
    }
  }
}
