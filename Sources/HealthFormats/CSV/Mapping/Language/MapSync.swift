import HealthModel

/// The id that a program gives a record, and when it changed it: two samples of one type, source and id are versions of one, of which
/// the later counts.
struct MapSync: Sendable {
  private let identifier: MapCell
  /// When it was changed. Without a date, all versions are equal, and the one that is read later counts.
  private let version: MapCell?
  /// Distinguishes the samples of one type that a record becomes.
  private let part: String?

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a sync identifier")
    identifier = try MapCell(try fields.require("identifier"), plain: .column)
    version = try fields.takeCell("version")
    part = try fields.takeText("part")
    try fields.finish()
  }

  private init(_ identifier: MapCell, _ version: MapCell?, _ part: String?) {
    (self.identifier, self.version, self.part) = (identifier, version, part)
  }

  /// The same with its columns in the header of a file; `nil` if the file has no ids.
  func found(in header: MapHeader) -> MapSync? {
    let found = header.find(identifier)
    return found.isAbsent ? nil : MapSync(found, version.map(header.find), part)
  }

  /// The metadata of a row's sample.
  func entries(of row: MapRow, _ times: MapTimes) throws(CellFault) -> [MetadataEntry] {
    guard let text = try identifier.text(in: row), !text.isEmpty else { return [] }
    let changed = version.flatMap { times.milliseconds($0, in: row) } ?? 0
    return [
      MetadataEntry(key: .syncIdentifier, value: part.map { "\(text)/\($0)" } ?? text),
      MetadataEntry(key: .syncVersion, value: "\(changed)"),
    ]
  }
}

extension Sample {
  /// Removes the identifiers of a record if they are the UUID that is calculated from the content of the sample: this program wrote the
  /// record, and the sample is the one that was written.
  mutating func removeCalculatedUUID() {
    guard let metadata = header?.metadata, let text = metadata[.externalUUID],
      metadata[.syncIdentifier] == text, let uuid = SampleUUID(text), uuid.high & 0xf000 == 0x8000
    else { return }
    var plain = self
    plain.updateHeader { header in
      let keys: [MetadataKey] = [.externalUUID, .syncIdentifier, .syncVersion]
      header.metadata.entries.removeAll { keys.contains($0.key) }
    }
    if plain.uuid != uuid {
      // Health Connect has no interval without a length: it was written with an end 1 ms later.
      plain.removeMillisecond()
      plain.members = plain.members.map { member in
        var member = member
        member.sample.removeMillisecond()
        return member
      }
    }
    if plain.uuid == uuid { self = plain }
  }

  /// Ends the sample when it starts, if it ends 1 ms later.
  private mutating func removeMillisecond() {
    updateHeader { header in
      if header.end == header.start.advanced(byNanoseconds: 1_000_000) { header.end = header.start }
    }
  }
}
