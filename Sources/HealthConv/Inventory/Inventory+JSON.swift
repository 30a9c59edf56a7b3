extension Inventory {
  /// The inventory as a JSON document: members in a fixed order, dates in ISO 8601, what is absent left out.
  ///
  /// Its `version` goes up when a member changes its meaning or goes; new members may come without.
  public func json() -> String {
    var members: [(String, JSONText)] = [
      ("name", .string(name)), ("format", .string(format)),
    ]
    members += JSONText.optional("exportDate", info.exportDate?.text(.iso8601).description)
    members += JSONText.optional("exportVersion", info.exportVersion)
    members += JSONText.optional("locale", info.locale)
    members += [
      ("samples", .number(count)), ("nestedSamples", .number(nestedCount)),
      JSONText.list("types", types, Self.members),
      ("offsets", Self.json(offsets)),
      ("unknownElements", Self.json(unknownElements)),
      ("findings", findings.json),
    ]
    members += notes.json
    members += JSONText.optional("error", readError?.description)
    return JSONText.document(members)
  }

  private static func members(of entry: TypeEntry) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("type", .string(entry.identifier)), ("kind", .string(entry.kind.rawValue)),
      ("count", .number(entry.count)), ("nested", .number(entry.nested)),
    ]
    members += JSONText.optional("first", entry.first?.text(.iso8601).description)
    members += JSONText.optional("last", entry.last?.text(.iso8601).description)
    return members + [("units", json(entry.units)), ("sources", json(entry.sources))]
  }

  private static func json(_ names: Inventory.NameCounts) -> JSONText {
    var members = names.entries.map {
      JSONText.object([("name", .string($0.name)), ("count", .number($0.count))])
    }
    if names.unlisted > 0 { members.append(.object([("unlisted", .number(names.unlisted))])) }
    return .array(members)
  }
}
