import HealthStatistics
import HealthStore

extension Inventory {
  /// What is in datasets, without the ends of their samples: of a store by its indexes, of other datasets by reading them.
  ///
  /// - Parameter zone: Becomes the zone that samples name, if it is not known.
  package static func describing(
    _ datasets: [Dataset], _ zone: KnownZone
  ) throws(ConversionError) -> [Inventory] {
    // Where none is named, the offsets are needed.
    let zones = zone.named == nil ? NamedZones() : nil
    var inventories: [Inventory] = []
    for dataset in datasets {
      if let inventory = try Inventory(spansOf: dataset, zones) {
        inventories.append(inventory)
      } else {
        let inventory = try Inventory(of: dataset, dataset.isStore ? nil : zones)
        if dataset.isStore { try zones?.add(dataset) }
        inventories.append(inventory)
      }
    }
    if let zones, zone.choice == nil, inventories.allSatisfy({ $0.readError == nil }) {
      zone.choice = .some(zones.choice)
    }
    return inventories
  }

  /// The inventory of a store, read from its indexes; `nil` for other datasets, and if a grant limits the time of samples.
  private init?(spansOf dataset: Dataset, _ zones: NamedZones?) throws(ConversionError) {
    guard dataset.grant?.since == nil else { return nil }
    let opened: (any SampleStore)?
    do throws(FormatError) { opened = try dataset.store() } catch { throw ConversionError(error) }
    guard let store = opened as? any SpanStore else { return nil }
    try zones?.add(dataset)
    var spans: [DescriptorSpan]
    var minutes: [Int] = []
    do throws(StoreError) {
      let info = try store.info()
      self.info = dataset.grant == nil ? info : GrantFilter.filter(info)
      spans = try store.spans().filter { span in
        dataset.grant?.allows(span.descriptor, kind: span.kind) ?? true
      }
      // They are looked for among all samples, and matter only if no zone is named.
      if let zones, zones.choice == nil {
        minutes = try store.offsets(inSeries: spans.filter(\.kind.hasOwnDates).map(\.series))
      }
    } catch { throw ConversionError(error) }
    (name, format) = (dataset.name, dataset.format.name)
    var totals = TypeTotals<TypeEntry>()
    for span in spans {
      totals.update(span.kind, span.descriptor.type.identifier) { kind, identifier in
        TypeEntry(kind: kind, identifier: identifier)
      } change: { entry in
        entry.count += span.count
        entry.first = [entry.first, span.first].compactMap(\.self).min()
        entry.lastStart = [entry.lastStart, span.last].compactMap(\.self).max()
        if span.descriptor.hasSource { entry.sourceKinds.insert(SourceClass(span.descriptor)) }
      }
    }
    types = Array(totals.values)
    for minutes in minutes {
      offsets.add(InventoryCounts.text(offsetMinutes: minutes), count: 1)
    }
  }
}
