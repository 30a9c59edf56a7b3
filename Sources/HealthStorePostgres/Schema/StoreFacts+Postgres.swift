#if PostgreSQL
  import HealthModel
  import HealthStore

  extension StoreFacts {
    /// Reads the facts of a store.
    init(_ connection: Connection) throws(StoreError) {
      let rows = try connection.rows("select name, value from store")
      self.init(
        (0..<rows.count).map { (rows.text($0, 0), rows.value($0, 1, .text).text ?? "") })
    }

    /// The same with a digest over them and over the characteristics that are there.
    func sealed(_ connection: Connection) throws(StoreError) -> StoreFacts {
      sealed(with: try DatasetInfo.characteristics(connection))
    }

    /// Replaces the facts. The characteristics of the person must be written before.
    func write(_ connection: Connection) throws(StoreError) {
      try connection.run("delete from store")
      for (name, value) in try sealed(connection).values {
        _ = try connection.rows(
          "insert into store (name, value) values ($1, $2)", [.text(name.rawValue), .text(value)])
      }
    }
  }

  extension DatasetInfo {
    /// Reads the facts about the dataset and the person.
    init(_ facts: StoreFacts, _ connection: Connection) throws(StoreError) {
      guard let info = facts.info else {
        throw StoreError(
          .damaged, connection.name, "the facts about the dataset cannot be read")
      }
      self = info
      characteristics = try Self.characteristics(connection)
    }

    /// Reads the characteristics of the person.
    static func characteristics(_ connection: Connection) throws(StoreError) -> [DatasetInfo
      .Characteristic]
    {
      let rows = try connection.rows("select type, value from characteristic order by n")
      return (0..<rows.count).map { row in
        DatasetInfo.Characteristic(
          type: CharacteristicType(rows.value(row, 0, .text).text ?? ""),
          value: rows.value(row, 1, .text).text ?? "")
      }
    }

    /// Replaces the characteristics of the person.
    func writeCharacteristics(_ connection: Connection) throws(StoreError) {
      try connection.run("delete from characteristic")
      for (place, characteristic) in characteristics.enumerated() {
        _ = try connection.rows(
          "insert into characteristic (n, type, value) values ($1, $2, $3)",
          [
            .integer(Int64(place)), .text(characteristic.type.identifier),
            .text(characteristic.value),
          ])
      }
    }
  }
#endif
