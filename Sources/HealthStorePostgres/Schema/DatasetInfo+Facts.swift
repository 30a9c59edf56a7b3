#if PostgreSQL
  import HealthBytes
  import HealthFormats
  import HealthModel
  import HealthStore

  extension DatasetInfo {
    /// Reads what a store knows of the dataset.
    ///
    /// - Parameters:
    ///   - facts: What the store says of itself.
    ///   - connection: The connection.
    /// - Throws: `StoreError`.
    init(_ facts: StoreFacts, _ connection: Connection) throws(StoreError) {
      self.init()
      exportDate = facts[.exportDate].flatMap { Timestamp($0) }
      locale = facts[.locale]
      exportVersion = facts[.exportVersion]
      path = facts[.path]
      if let text = facts[.attributes] {
        var reader = ExtrasReader()
        do throws(JSONFault) {
          attributes = try reader.extras(text.utf8Span.span).extras?.attributes ?? []
        } catch {
          throw StoreError(
            .damaged, connection.name, "the attributes of the dataset cannot be read")
        }
      }
      let rows = try connection.rows("select type, value from characteristic order by n")
      for row in 0..<rows.count {
        let type = CharacteristicType(rows.value(row, 0, .text).text ?? "")
        characteristics.append(
          Characteristic(type: type, value: rows.value(row, 1, .text).text ?? ""))
      }
    }

    /// Notes what is known of the dataset, in the place of what was.
    ///
    /// - Parameter connection: The connection.
    /// - Throws: `StoreError`.
    func save(_ connection: Connection) throws(StoreError) {
      let facts: [(StoreFacts.Name, String?)] = [
        (.exportDate, exportDate?.description), (.locale, locale), (.exportVersion, exportVersion),
        (.path, path),
        (.attributes, attributes.isEmpty ? nil : ExtrasText(Extras(attributes: attributes)).text),
      ]
      for (name, value) in facts {
        if let value { try StoreFacts.set(name, value, connection) }
      }
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
