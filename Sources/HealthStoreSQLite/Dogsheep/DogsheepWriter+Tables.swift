import HealthFormats
import HealthModel
import HealthStore

/// The tables, made when they are needed, and what of a record they are chosen by.
extension DogsheepWriter {
  /// Names that could be those of types, and are not.
  private static let reservedNames: Set<String> = ["records", "record_types", "renamed_columns"]
  /// How many types have a table of their own; of real data there are about 200.
  private static let mostRecordTables = 500

  /// A table of what is not a sample's kind.
  func table(
    _ name: String, _ columns: @autoclosure () -> [DogsheepTable.Column]
  ) throws(StoreError) -> DogsheepTable {
    if let table = tables[name] { return table }
    let table = try DogsheepTable(name, columns(), in: database)
    tables[name] = table
    tableNames.insert(name.loweredASCII)
    return table
  }

  /// The table of a type of records, such as `rHeartRate`.
  func table(ofRecords type: SampleType) throws(StoreError) -> DogsheepTable {
    let key = "type:\(type.identifier)"
    if let table = tables[key] { return table }
    guard recordTables < Self.mostRecordTables, type.identifier.isFitForName else {
      return try table("records", DogsheepRecordColumn.all + [.text("type")])
    }
    recordTables += 1
    let plain = "r" + type.identifier.withoutTypePrefix
    var name = plain
    var number = 1
    while tableNames.contains(name.loweredASCII) || Self.reservedNames.contains(name.loweredASCII) {
      number += 1
      name = "\(plain)_\(number)"
    }
    let new = try DogsheepTable(name, DogsheepRecordColumn.all, in: database)
    tables[key] = new
    tableNames.insert(name.loweredASCII)
    let list = try table("record_types", [.text("table_name"), .text("type")])
    let saved = DogsheepRow()
    saved.add(0, name)
    saved.add(1, type.identifier)
    try list.insert(saved)
    return new
  }

  /// What records of a descriptor have in common.
  @inline(__always)
  func origin(of descriptor: SampleDescriptor) throws(StoreError) -> DogsheepOrigin {
    if let number = index.number(of: descriptor) { return origins[number] }
    return try newOrigin(of: descriptor)
  }

  @inline(never)
  private func newOrigin(of descriptor: SampleDescriptor) throws(StoreError) -> DogsheepOrigin {
    if index.isLarge {
      index = DescriptorIndex()
      origins = []
    }
    let number = index.insert(descriptor)
    if number == origins.count { origins.append(try makeOrigin(of: descriptor)) }
    return origins[number]
  }

  private func makeOrigin(of descriptor: SampleDescriptor) throws(StoreError) -> DogsheepOrigin {
    let table = try table(ofRecords: descriptor.type)
    var texts: [(Int, String)] = []
    let source = descriptor.source
    if let unit = descriptor.unitText { texts.append((DogsheepRecordColumn.unit, unit)) }
    if descriptor.hasSource { texts.append((DogsheepRecordColumn.sourceName, source.name)) }
    if let version = source.version { texts.append((DogsheepRecordColumn.sourceVersion, version)) }
    for (name, text) in source.columnsBeyondExports {
      texts.append((try table.placeOfOwn(name), text))
    }
    if table.name == "records" {
      texts.append((try table.placeOfOwn("type"), descriptor.type.identifier))
    }
    return DogsheepOrigin(descriptor, table, texts)
  }
}

extension String {
  /// The identifier without what healthkit-to-sqlite takes out of it.
  fileprivate var withoutTypePrefix: String {
    for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}

extension Source {
  /// What of it exports do not carry and other formats do, under the names of columns.
  var columnsBeyondExports: [(name: String, text: String)] {
    var texts: [(String, String)] = []
    if let productType { texts.append(("sourceProductType", productType)) }
    if let system = operatingSystemVersion {
      texts.append(("sourceOperatingSystemVersion", system))
    }
    return texts
  }
}
