package import HealthModel

extension DatasetInfo {
  /// Takes over the facts of another dataset. Those of the newest export take precedence; facts that it does not state
  /// are unchanged.
  package mutating func update(with other: DatasetInfo) {
    if self == DatasetInfo() {
      self = other
    } else if let own = exportDate, let new = other.exportDate, new < own {
      var older = other
      older.follow(self)
      self = older
    } else {
      follow(other)
    }
  }

  private mutating func follow(_ newer: DatasetInfo) {
    exportDate = newer.exportDate ?? exportDate
    locale = newer.locale ?? locale
    exportVersion = newer.exportVersion ?? exportVersion
    path = newer.path ?? path
    for characteristic in newer.characteristics {
      guard let index = characteristics.firstIndex(where: { $0.type == characteristic.type }) else {
        characteristics.append(characteristic)
        continue
      }
      if characteristic.isSet { characteristics[index] = characteristic }
    }
    for attribute in newer.attributes {
      if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
        attributes[index] = attribute
      } else {
        attributes.append(attribute)
      }
    }
  }
}
