import HealthFormats
import HealthModel
import HealthStore

/// What has no column of its own from the start.
extension DogsheepWriter {
  /// Adds metadata to the row: a column for each key while there is room, the others as JSON. Of a key that
  /// comes more than once, the last value is in the column, as with healthkit-to-sqlite.
  func add(_ metadata: Metadata, to table: DogsheepTable) throws(StoreError) {
    let entries = metadata.entries
    if entries.count == 1, let place = try table.place(ofKey: entries[0].key.identifier) {
      row.add(place, entries[0].value)
      return
    }
    var places: [Int?] = []
    for entry in entries { places.append(try table.place(ofKey: entry.key.identifier)) }
    var filled: Set<Int> = []
    var others: [MetadataEntry] = []
    for (entry, place) in zip(entries, places).reversed() {
      if let place, filled.insert(place).inserted {
        row.add(place, entry.value)
      } else {
        others.append(entry)
      }
    }
    guard !others.isEmpty else { return }
    others.reverse()
    row.add(try table.placeOfOwn(DogsheepTable.otherMetadata)) { $0.object(others) }
  }

  /// Adds what has no field to the row: attributes in columns of their names, as with healthkit-to-sqlite, and
  /// content as JSON.
  func add(_ extras: Extras?, to table: DogsheepTable) throws(StoreError) {
    guard let extras else { return }
    if !extras.order.isEmpty || !extras.renamed.isEmpty { row.lostOrders += 1 }
    var others: [Element.Attribute] = []
    for attribute in extras.attributes {
      if let place = try table.placeOfAttribute(attribute.name) {
        row.add(place, attribute.value)
      } else {
        others.append(attribute)
      }
    }
    guard !others.isEmpty || !extras.content.isEmpty else { return }
    let rest = Extras(attributes: others, content: extras.content)
    row.add(try table.placeOfOwn(DogsheepTable.extras)) { $0.members { $0.unknown(rest) } }
  }
}
