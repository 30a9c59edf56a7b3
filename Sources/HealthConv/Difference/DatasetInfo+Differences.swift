extension DatasetInfo {
  /// Facts that differ in another dataset.
  func differences(from other: DatasetInfo, _ fidelity: Fidelity) -> [Comparison.DatasetDifference]
  {
    var found: [Comparison.DatasetDifference] = []
    func compare(_ name: String, _ old: String?, _ new: String?, isExpected: Bool = false) {
      guard old.map({ Array($0.utf8) }) != new.map({ Array($0.utf8) }) else { return }
      let isExpected = isExpected && fidelity == .meaning
      found.append(.init(name: name, isExpected: isExpected, old: old, new: new))
    }
    if fidelity > .meaning || exportDate != other.exportDate {
      compare(
        "exportDate", exportDate?.description, other.exportDate?.description, isExpected: true)
    }
    compare("exportVersion", exportVersion, other.exportVersion, isExpected: true)
    compare("locale", locale, other.locale)
    if fidelity == .exact { compare("path", path, other.path) }
    let (old, new) = (characteristics, other.characteristics)
    for type in (old + new).map(\.type).uniqued() {
      let text = { (all: [DatasetInfo.Characteristic]) -> String? in
        let values = all.filter { $0.type == type }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: "\n")
      }
      compare(type.identifier, text(old), text(new))
    }
    if fidelity > .meaning {
      let names = { (all: [DatasetInfo.Characteristic]) in
        all.map(\.type.identifier).joined(separator: " ")
      }
      if found.isEmpty { compare("characteristics", names(old), names(new)) }
      let text = { (all: [Element.Attribute]) -> String? in
        all.isEmpty ? nil : all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: " ")
      }
      compare("attributes", text(attributes), text(other.attributes))
    }
    return found
  }
}

extension [CharacteristicType] {
  /// Each type once, in the order of the first of each.
  fileprivate func uniqued() -> [CharacteristicType] {
    var seen: Set<String> = []
    return filter { seen.insert($0.identifier).inserted }
  }
}
