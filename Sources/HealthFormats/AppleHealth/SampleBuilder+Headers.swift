import HealthModel

/// Makes the header of a sample from the attributes of its element.
extension SampleBuilder {
  /// The most bytes of descriptors that are kept, some ten thousand of usual length.
  private static let poolLimit = 1 << 22

  /// The header of a kind that has dates and a source of its own.
  mutating func header(
    _ element: Element, _ fields: inout ElementFields, type: SampleType, unit: String?
  ) -> SampleHeader? {
    let (source, device) = origin(&fields)
    var (start, end, created) = (Timestamp?.none, Timestamp?.none, Timestamp?.none)
    fields.date("creationDate", &created)
    fields.date("startDate", &start)
    fields.date("endDate", &end)
    guard let start, let end else {
      problems += fields.problems.map(\.asUnknownElement)
      let missing = ["startDate", "endDate"].filter { element[attribute: $0] == nil }
      if missing.isEmpty { return nil }
      return fail(
        "missing-attribute",
        "\(element.name) has no \(missing.joined(separator: " and no ")); preserved as an unknown element"
      )
    }
    var metadata = Metadata()
    if element[attribute: "source"] != nil, element[attribute: "sourceName"] == nil {
      metadata.entries = fields.takeAttributesAsMetadata(
        except: AppleHealthVocabulary.attributesOfFirstGeneration.union([
          "duration", "durationUnit", "totalDistance", "totalDistanceUnit", "totalEnergyBurned",
          "totalEnergyBurnedUnit",
        ]))
    }
    fields.metadata(&metadata)
    return SampleHeader(
      descriptor: descriptor(
        DescriptorKey(type: type, unit: unit, source: source, device: device?.device)),
      start: start, end: end, created: created, deviceAddress: device?.address,
      metadata: metadata)
  }

  /// The header of a kind whose dates follow from another field. Of the header an export contains only the source, and
  /// that only for clinical records; this program writes the rest under the names used for other kinds.
  mutating func header(
    type: SampleType, date: Timestamp?, _ metadata: Metadata, _ fields: inout ElementFields
  ) -> SampleHeader? {
    guard let (start, end) = fields.takeDates(unless: date) ?? date.map({ ($0, $0) }) else {
      return nil
    }
    let (source, device) = origin(&fields)
    let unit = fields.take("unit")
    var created: Timestamp?
    fields.date("creationDate", &created)
    let extras = fields.extras()
    problems += fields.problems
    return SampleHeader(
      descriptor: descriptor(
        DescriptorKey(type: type, unit: unit, source: source, device: device?.device)),
      start: start, end: end, created: created, deviceAddress: device?.address,
      metadata: metadata, extras: extras)
  }

  /// Its source and device.
  private func origin(
    _ fields: inout ElementFields
  ) -> (source: Source?, device: (device: Device, address: UInt64?)?) {
    let name = fields.take("sourceName", or: "source")
    let version = name == nil ? nil : fields.take("sourceVersion")
    let device = fields.take("device").map { Device.parse($0) }
    return (name.map { Source(name: $0, version: version) }, device)
  }

  private func descriptor(_ key: DescriptorKey) -> SampleDescriptor {
    if let known = pool.descriptors[key] { return known }
    let made = SampleDescriptor(
      type: key.type, unitText: key.unit, source: key.source, device: key.device)
    if made.isHeavy { return made }
    // Its key has the same texts.
    pool.weight += 2 * made.weight
    if pool.weight > Self.poolLimit {
      pool.descriptors.removeAll()
      pool.weight = 2 * made.weight
    }
    pool.descriptors[key] = made
    return made
  }
}
