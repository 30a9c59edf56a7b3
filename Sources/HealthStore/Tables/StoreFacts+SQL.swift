package import HealthModel

extension StoreFacts {
  /// Reads the facts of a store.
  package init(_ database: any SQLDatabase) throws(StoreError) {
    let rows = try database.rows("SELECT name, value FROM store", [], as: [.text, .text])
    self.init(
      try rows.map { (row) throws(StoreError) in
        (try row[0].text(in: database), try row[1].text(in: database))
      })
  }

  /// The same with a digest over them and over the characteristics of the person that are there.
  package func withDigest(_ database: any SQLDatabase) throws(StoreError) -> StoreFacts {
    withDigest(with: try DatasetInfo.characteristics(database))
  }

  /// Replaces the facts. The characteristics of the person must be written before.
  package func write(_ database: any SQLDatabase) throws(StoreError) {
    try database.run("DELETE FROM store")
    let values = try withDigest(database).values
    for name in Name.allCases {
      guard let value = values[name] else { continue }
      try database.run(
        "INSERT INTO store (name, value) VALUES ($1, $2)", [.text(name.rawValue), .text(value)])
    }
  }
}

extension DatasetInfo {
  /// Reads the facts about the dataset and the person.
  package init(_ facts: StoreFacts, _ database: any SQLDatabase) throws(StoreError) {
    guard let info = facts.info else {
      throw StoreError(.damaged, database.name, "the facts about the dataset cannot be read")
    }
    self = info
    characteristics = try Self.characteristics(database)
  }

  /// Reads the characteristics of the person.
  static func characteristics(
    _ database: any SQLDatabase
  ) throws(StoreError) -> [DatasetInfo.Characteristic] {
    try database.rows("SELECT type, value FROM characteristic ORDER BY n", [], as: [.text, .text])
      .map { (row) throws(StoreError) in
        DatasetInfo.Characteristic(
          type: CharacteristicType(try row[0].text(in: database)),
          value: try row[1].text(in: database))
      }
  }

  /// Replaces the characteristics of the person.
  package func writeCharacteristics(_ database: any SQLDatabase) throws(StoreError) {
    try database.run("DELETE FROM characteristic")
    for (n, characteristic) in characteristics.enumerated() {
      try database.run(
        "INSERT INTO characteristic (n, type, value) VALUES ($1, $2, $3)",
        [
          .integer(Int64(n)), .text(characteristic.type.identifier), .text(characteristic.value),
        ])
    }
  }
}
