import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

extension Policy {
  /// Reads a policy file. Paths in it start from its folder.
  package static func read(_ path: String) throws(HealthError) -> Policy {
    let text = try String(ofSmallFile: path)
    do throws(HealthError) { return try Policy(yaml: text, file: path) } catch {
      throw HealthError(.usage, place: error.place, error.message)
    }
  }

  /// Parses a policy.
  ///
  /// - Throws: `HealthError` with the location of a fault, such as an unknown key.
  package init(yaml: String, file: String) throws(HealthError) {
    let root = try MapNode(yaml: yaml, file: file)
    var fields = try root.fields(of: "a policy")
    guard let version = fields.take("healthconv-policy") else {
      throw root.fault("a policy begins with 'healthconv-policy: 1'")
    }
    guard try version.text == "1" else {
      throw version.fault("version '\(try version.text.printableName)' is not known, expected 1")
    }
    guard let profile = fields.take("profile") else {
      throw root.fault(
        "a policy has a profile, expected one of \(Self.names(of: Profile.allCases))")
    }
    self.init(try profile.choice(of: Profile.allCases))
    hash = SHA256.hash(Array(yaml.utf8)).hexadecimal
    if let node = fields.take("release") { release = try node.text }
    let keyNode = fields.take("key")
    // For the reader of the policy only.
    _ = try fields.take("recipient")?.text
    guard let reading = fields.take("read") else {
      throw root.fault("a policy states what may be read, such as 'read: {types: all}'")
    }
    try read(reading)
    try readSettings(&fields)
    try readPeople(&fields, in: file)
    if let node = fields.take("metadata") { try readMetadata(node) }
    if let node = fields.take("values") { try readRoundings(node) }
    try fields.finish()
    if let node = keyNode { key = try Self.key(node, in: file) }
    guard key != nil || !needsKey else {
      throw root.fault(
        "dates, sources or routes are derived with a key, but there is no 'key'. Make one with 'policy key new FILE'"
      )
    }
  }

  private static func names<Choice: RawRepresentable<String>>(of choices: [Choice]) -> String {
    choices.map(\.rawValue).joined(separator: ", ")
  }

  private static func path(_ text: String, in file: String) -> String {
    if text.hasPrefix("~/") { return (Environment["HOME"] ?? "~") + text.dropFirst() }
    if text.hasPrefix("/") { return text }
    return (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + text
  }

  private static func key(_ node: MapNode, in file: String) throws(HealthError) -> PolicyKey {
    var fields = try node.fields(of: "a key")
    let path = fields.take("file")
    let variable = fields.take("env")
    try fields.finish()
    switch (path, variable) {
    case (let node?, nil): return try PolicyKey(file: Self.path(try node.text, in: file))
    case (nil, let node?): return try PolicyKey(variable: try node.text)
    default: throw node.fault("expected {file: PATH} or {env: NAME}")
    }
  }

  private mutating func read(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "'read'")
    guard let list = fields.take("types") else {
      throw node.fault("'read' has no 'types': write 'types: all', or name types")
    }
    let isAll = (try? list.text) == "all"
    if !isAll {
      for item in list.list { types.append(try Self.type(item)) }
      // Nothing is granted by an empty list, and no pattern means everything.
      if types.isEmpty { throw list.fault("expected types, or 'all'") }
    }
    // Never loosened by what is left out of a list.
    if let node = fields.take("sensitive") {
      settings.sensitive = try node.choice(of: Presence.allCases)
    }
    if let node = fields.take("exclude") {
      for item in node.list {
        if try item.text == "@sensitive" {
          settings.sensitive = .drop
        } else {
          excludedTypes.append(try Self.type(item))
        }
      }
    }
    if let node = fields.take("window") { try readWindow(node) }
    if let node = fields.take("sources") { sourceNames = try node.texts }
    if let node = fields.take("where") {
      let text = try node.text
      do { predicate = try SamplePredicate(parsing: text) } catch {
        throw node.fault("\(error)")
      }
    }
    try fields.finish()
  }

  private mutating func readWindow(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "'window'")
    since = try Self.bound(fields.take("since"))
    until = try Self.bound(fields.take("until"))
    let (count, from, to) = (fields.take("days"), fields.take("from"), fields.take("to"))
    try fields.finish()
    guard let count else {
      if from == nil, to == nil { return }
      throw node.fault("'from' and 'to' belong to 'days', such as {days: 90, from: first}")
    }
    let days = Int64(try Self.number(count, in: 1...100_000))
    guard since == nil, until == nil, let anchor = from ?? to, (from == nil) != (to == nil) else {
      throw node.fault(
        "expected {since: DATE, until: DATE}, {days: 90, from: first} or {days: 90, to: export}")
    }
    switch (from != nil, try anchor.text) {
    case (true, "first"): window = Window(days: days, .first)
    case (false, "export"): window = Window(days: days, .export)
    case (let isFirst, let text):
      guard let day = CalendarDay(text),
        let other = Timestamp(
          validating: day.midnight.secondsSince1970 + (isFirst ? days : -days) * 86_400
        ).map({ CalendarDay($0) })
      else {
        throw anchor.fault("expected \(isFirst ? "first" : "export"), or a date such as 2024-01-31")
      }
      (since, until) = (DateBound(isFirst ? day : other), DateBound(isFirst ? other : day))
    }
  }

  private static func type(_ node: MapNode) throws(HealthError) -> TypePattern {
    guard let pattern = TypePattern(known: try node.text) else {
      throw node.fault("'\(try node.text.printableName)' is not the name of a type")
    }
    // A correlation is what its members are.
    return pattern.includingMembers()
  }

  private static func bound(_ node: MapNode?) throws(HealthError) -> DateBound? {
    guard let node else { return nil }
    guard let bound = DateBound(try node.text) else {
      throw node.fault("expected a date such as 2024-01-31")
    }
    return bound
  }

  private static func number(
    _ node: MapNode, in range: ClosedRange<Int>
  ) throws(HealthError) -> Int {
    guard let number = Int(try node.text), range.contains(number) else {
      throw node.fault("expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private mutating func readSettings(_ fields: inout MapFields) throws(HealthError) {
    if let node = fields.take("dates") {
      var dates = try node.fields(of: "'dates'")
      if let action = dates.take("action") {
        settings.dates = try action.choice(of: Dates.allCases)
        if settings.dates == .shiftDays { settings.range = 365 }
      }
      if let range = dates.take("range") { settings.range = try Self.number(range, in: 1...3_650) }
      if let clock = dates.take("clock") {
        settings.clock = try clock.choice(of: Clock.allCases)
      } else if settings.dates != .keep {
        settings.clock = .local
      }
      try dates.finish()
    }
    if let node = fields.take("age") {
      var age = try node.fields(of: "'age'")
      if let action = age.take("action") { settings.age = try action.choice(of: Age.allCases) }
      if let width = age.take("width") { settings.ageWidth = try Self.number(width, in: 1...50) }
      if let top = age.take("top") { settings.ageTop = try Self.number(top, in: 18...120) }
      try age.finish()
    }
    if let node = fields.take("sources") {
      settings.sources = try node.choice(of: Sources.allCases)
    }
    if let node = fields.take("devices") {
      settings.devices = try node.choice(of: Devices.allCases)
    }
    if let node = fields.take("versions") {
      settings.versions = try node.choice(of: Versions.allCases)
    }
    if let node = fields.take("routes") { settings.routes = try node.choice(of: Routes.allCases) }
    func presence(_ name: String) throws(HealthError) -> Presence? {
      try fields.take(name).map { (node) throws(HealthError) in
        try node.choice(of: Presence.allCases)
      }
    }
    settings.documents = try presence("documents") ?? settings.documents
    settings.clinical = try presence("clinical") ?? settings.clinical
    settings.text = try presence("text") ?? settings.text
    settings.person = try presence("person") ?? settings.person
    if let node = fields.take("ecg") {
      var ecg = try node.fields(of: "'ecg'")
      if let voltages = ecg.take("voltages") {
        settings.biometric = try voltages.choice(of: Presence.allCases)
      }
      try ecg.finish()
    }
  }

  private mutating func readPeople(
    _ fields: inout MapFields, in file: String
  ) throws(HealthError) {
    if let node = fields.take("participant") {
      var participant = try node.fields(of: "'participant'")
      if let choice = participant.take("pseudonym") {
        settings.participants = try choice.choice(of: Pseudonyms.allCases)
      }
      if let table = participant.take("file") {
        pseudonymFile = Self.path(try table.text, in: file)
      }
      try participant.finish()
    }
    if let node = fields.take("minimum") {
      var least = try node.fields(of: "'minimum'")
      if let count = least.take("participants") {
        minimum = try Self.number(count, in: 1...1_000_000)
      }
      try least.finish()
    }
  }

  private mutating func readMetadata(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "'metadata'")
    if let list = fields.take("list") {
      settings.metadata = try list.choice(of: MetadataList.allCases)
    }
    if let keys = fields.take("keep") { keptKeys = Set(try keys.texts.map { MetadataKey($0) }) }
    if let known = fields.take("known") {
      for (key, values) in try known.entries {
        keptValues[MetadataKey(try key.text)] = Set(try values.texts)
      }
    }
    try fields.finish()
  }

  private mutating func readRoundings(_ node: MapNode) throws(HealthError) {
    for item in node.list {
      var fields = try item.fields(of: "a rule of 'values'")
      guard let type = fields.take("type"), let step = fields.take("to") else {
        throw item.fault("expected {type: TYPE, action: round, to: STEP}")
      }
      if let action = fields.take("action"), try action.text != "round" {
        throw action.fault("expected round")
      }
      try fields.finish()
      guard let number = Number(try step.text), number.digits > 0, abs(number.exponent) < 10 else {
        throw step.fault("expected a positive number")
      }
      let pattern = try Self.type(type)
      guard Catalog.allTypes.contains(where: { pattern.matchesQuantity($0.identifier) }) else {
        throw type.fault(
          "values of '\(pattern.text.printableName)' are not quantities, so they cannot be rounded")
      }
      roundings.append(Rounding(type: pattern, step: number))
    }
  }
}

extension TypePattern {
  /// Whether it names the type of a quantity.
  func matchesQuantity(_ identifier: String) -> Bool {
    identifier.hasPrefix("HKQuantityTypeIdentifier")
      && matches(.quantity(QuantityType(identifier)), kind: .quantity)
  }

  /// Whether it names a type of the group `@sensitive`, and is no pattern of several types.
  var isOfSensitiveType: Bool {
    if text.contains("*") || text.contains("?") { return false }
    return Catalog.allTypes.contains { entry in
      guard let kind = SampleKind(rawValue: entry.kind) else { return false }
      let type = SampleType.other(entry.identifier)
      return SensitiveTypes.contains(type, kind: kind) && matches(type, kind: kind)
    }
  }
}

extension Policy {
  /// The file of a new policy with the defaults of a profile.
  package static func template(_ profile: Profile, key: String) -> String {
    let policy = Policy(profile)
    let settings = policy.settings
    var lines = ["healthconv-policy: 1", "profile: \(profile.rawValue)", "release: '1'"]
    lines.append(policy.needsKey ? "key: {file: \(key)}" : "# key: {file: \(key)}")
    lines += [
      "read:",
      settings.sensitive == .drop
        ? "  # All types but those of the group @sensitive, which have to be named one by one."
        : "  # All types, also those of the group @sensitive.",
      "  types: all", "  sensitive: \(settings.sensitive.rawValue)",
      "dates: {action: \(settings.dates.rawValue), clock: \(settings.clock.rawValue)}",
      "age: {action: \(settings.age.rawValue), width: \(settings.ageWidth), top: \(settings.ageTop)}",
    ]
    for name in [
      "sources", "devices", "versions", "routes", "documents", "clinical", "text", "person",
    ] {
      guard let row = settings.rows.first(where: { $0.name == name }) else { continue }
      lines.append("\(name): \(row.value)  # \(row.choices.joined(separator: " | "))")
    }
    lines += [
      "ecg: {voltages: \(settings.biometric.rawValue)}",
      "metadata: {list: \(settings.metadata.rawValue)}",
      "participant: {pseudonym: \(settings.participants.rawValue)}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
