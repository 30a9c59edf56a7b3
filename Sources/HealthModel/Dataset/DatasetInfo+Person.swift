extension DatasetInfo.Characteristic {
  /// Whether it has a value: exports write one that the user left open as an empty text, or as `…NotSet`.
  package var isSet: Bool { !value.isEmpty && !value.hasSuffix("NotSet") }
}

extension DatasetInfo {
  /// Facts that identify a person and do not change: date of birth, biological sex and blood type.
  private static let personal: [(type: CharacteristicType, name: String)] = [
    (.dateOfBirth, "date of birth"), (.biologicalSex, "biological sex"), (.bloodType, "blood type"),
  ]

  /// In what two datasets contradict each other about who the person is.
  ///
  /// - Returns: What both state, each differently, in words; empty if they may be of one person.
  package func personDiffers(from other: DatasetInfo) -> [String] {
    Self.personal.filter { personal in
      let values = [self, other].map { info in
        info.characteristics.first { $0.type == personal.type && $0.isSet }?.value
      }
      guard let mine = values[0], let others = values[1] else { return false }
      return mine != others
    }.map(\.name)
  }
}
