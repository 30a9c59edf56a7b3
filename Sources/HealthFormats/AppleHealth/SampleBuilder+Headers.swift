import HealthModel

/// What every sample has, from the attributes of its element.
extension SampleBuilder {
  private static let descriptorLimit = 4_096

  /// The header of a kind that has dates and a source of its own.
  mutating func header(
    _ element: Element, _ fields: inout ElementFields, type: SampleType, unit: String?
  ) -> SampleHeader? {
    let name = fields.take("sourceName", or: "source")
    let version = name == nil ? nil : fields.take("sourceVersion")
    let device = fields.take("device").map { Device.parse($0) }
    var (start, end, created) = (Timestamp?.none, Timestamp?.none, Timestamp?.none)
    fields.date("creationDate", &created)
    fields.date("startDate", &start)
    fields.date("endDate", &end)
    guard let start, let end else {
      problems += fields.problems.map(\.keptWhole)
      let missing = ["startDate", "endDate"].filter { element[attribute: $0] == nil }
      if missing.isEmpty { return nil }
      return fail(
        "missing-attribute",
        "\(element.name) has no \(missing.joined(separator: " and no ")); kept whole")
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
    let source = name.map { Source(name: $0, version: version) }
    return SampleHeader(
      descriptor: descriptor(
        DescriptorKey(type: type, unit: unit, source: source, device: device?.device)),
      start: start, end: end, created: created, deviceAddress: device?.address,
      metadata: metadata)
  }

  /// The header of a kind whose dates follow from another field.
  mutating func header(
    type: SampleType, date: Timestamp, source: Source? = nil, _ fields: inout ElementFields
  ) -> SampleHeader {
    let extras = fields.extras()
    problems += fields.problems
    return SampleHeader(
      descriptor: descriptor(DescriptorKey(type: type, source: source)),
      start: date, end: date, extras: extras)
  }

  private func descriptor(_ key: DescriptorKey) -> SampleDescriptor {
    if let known = pool.descriptors[key] { return known }
    if pool.descriptors.count >= Self.descriptorLimit { pool.descriptors.removeAll() }
    let made = SampleDescriptor(
      type: key.type, unitText: key.unit, source: key.source, device: key.device)
    pool.descriptors[key] = made
    return made
  }
}
