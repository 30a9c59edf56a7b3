import HealthStore

/// Refuses to write the data of different people into one dataset.
struct PeopleCheck {
  private let isOn: Bool
  /// What each dataset states of its person.
  private var known: [(name: String, info: DatasetInfo)] = []

  /// - Parameter allowsDifferentPeople: Whether nothing is refused.
  init(allowsDifferentPeople: Bool) { isOn = !allowsDifferentPeople }

  /// Checks another dataset.
  ///
  /// - Throws: `ConversionError`: `.malformed` if one before it contradicts it.
  mutating func add(_ info: DatasetInfo, named name: String) throws(ConversionError) {
    try check(info, named: name)
    if isOn, info.characteristics.contains(where: \.isSet) { known.append((name, info)) }
  }

  private func check(_ info: DatasetInfo, named name: String) throws(ConversionError) {
    for other in known {
      let differences = info.personDiffers(from: other.info)
      if differences.isEmpty { continue }
      throw ConversionError(
        .malformed,
        "'\(other.name)' and '\(name)' describe different people: they differ in "
          + "\(differences.joined(separator: " and ")).", remedy: .allowDifferentPeople)
    }
  }

  /// Checks what a store has that is written to.
  ///
  /// - Throws: `ConversionError`: `.malformed` if the datasets contradict it.
  func check(_ output: OutputContainer, as format: Format) throws(ConversionError) {
    guard !known.isEmpty, let store = output.existingStore(as: format),
      let info = try? store.info()
    else { return }
    try check(info, named: store.name)
  }
}
