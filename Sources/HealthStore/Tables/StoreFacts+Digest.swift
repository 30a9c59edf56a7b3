package import HealthModel

extension StoreFacts {
  /// The same with a digest over them and over what is known of the person: what is written.
  ///
  /// - Parameter characteristics: What is known of the person, in the order of the table.
  package func withDigest(with characteristics: [DatasetInfo.Characteristic]) -> StoreFacts {
    var facts = self
    facts.values[.digest] = digest(with: characteristics)
    return facts
  }

  /// Whether they are as they were written.
  ///
  /// - Parameter characteristics: What is known of the person, in the order of the table.
  package func isSound(with characteristics: [DatasetInfo.Characteristic]) -> Bool {
    values[.digest] == digest(with: characteristics)
  }

  private func digest(with characteristics: [DatasetInfo.Characteristic]) -> String {
    var hash = ContentHash()
    for name in Name.allCases where name != .digest {
      guard let value = values[name] else { continue }
      hash.combine(name.rawValue)
      hash.combine(value)
    }
    hash.combine(characteristics.count)
    for characteristic in characteristics {
      hash.combine(characteristic.type.identifier)
      hash.combine(characteristic.value)
    }
    return "\(Int64(bitPattern: hash.state))"
  }
}
