import HealthModel
import HealthStore

extension StoreFacts {
  /// Reads the facts of a store.
  init(_ connection: Connection) throws(StoreError) {
    let statement = try connection.statement("SELECT name, value FROM store")
    defer { statement.reset() }
    var rows: [(String, String)] = []
    while try statement.step() { rows.append((try statement.text(0), try statement.text(1))) }
    self.init(rows)
  }

  /// The same with a digest over them and over the characteristics that are there.
  func sealed(_ connection: Connection) throws(StoreError) -> StoreFacts {
    sealed(with: try DatasetInfo.characteristics(connection))
  }

  /// Replaces the facts. The characteristics of the person must be written before.
  func write(_ connection: Connection) throws(StoreError) {
    try connection.run("DELETE FROM store")
    let statement = try connection.statement("INSERT INTO store (name, value) VALUES (?, ?)")
    for (name, value) in try sealed(connection).values.sorted(by: {
      $0.key.rawValue < $1.key.rawValue
    }) {
      statement.bind(1, name.rawValue)
      statement.bind(2, value)
      try statement.run()
    }
  }
}

extension DatasetInfo {
  /// Reads the facts about the dataset and the person.
  init(_ facts: StoreFacts, _ connection: Connection) throws(StoreError) {
    guard let info = facts.info else {
      throw StoreError(.damaged, connection.name, "the facts about the dataset cannot be read")
    }
    self = info
    characteristics = try Self.characteristics(connection)
  }

  /// Reads the characteristics of the person.
  static func characteristics(_ connection: Connection) throws(StoreError) -> [DatasetInfo
    .Characteristic]
  {
    let statement = try connection.statement("SELECT type, value FROM characteristic ORDER BY n")
    defer { statement.reset() }
    var characteristics: [DatasetInfo.Characteristic] = []
    while try statement.step() {
      characteristics.append(
        DatasetInfo.Characteristic(
          type: CharacteristicType(try statement.text(0)), value: try statement.text(1)))
    }
    return characteristics
  }

  /// Replaces the characteristics of the person.
  func writeCharacteristics(_ connection: Connection) throws(StoreError) {
    try connection.run("DELETE FROM characteristic")
    let statement = try connection.statement(
      "INSERT INTO characteristic (n, type, value) VALUES (?, ?, ?)")
    for (place, characteristic) in characteristics.enumerated() {
      statement.bind(1, Int64(place))
      statement.bind(2, characteristic.type.identifier)
      statement.bind(3, characteristic.value)
      try statement.run()
    }
  }
}
