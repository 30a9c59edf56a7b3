extension DatasetInfo {
  /// The attribute that has the value of ``deidentified``.
  package static let deidentifiedAttribute = "deidentified"

  /// Which policy made the data: its profile, the version of its language and its release, such as `research/1/2026a`;
  /// `nil` for data that are not the result of a policy, and of several participants, if not all are of the same one.
  ///
  /// It describes what was done; it does not promise that the person cannot be identified. Formats have it as an attribute of the dataset.
  public var deidentified: String? {
    get {
      attributes.first { $0.name == Self.deidentifiedAttribute }?.value
        ?? Self.commonPolicy(of: participants)
    }
    set {
      attributes.removeAll { $0.name == Self.deidentifiedAttribute }
      if let newValue {
        attributes.append(Element.Attribute(name: Self.deidentifiedAttribute, value: newValue))
      }
    }
  }

  /// The policy of all datasets; `nil` if they have different ones, or some none.
  package static func commonPolicy(of infos: [DatasetInfo]) -> String? {
    guard let policy = infos.first?.deidentified,
      infos.allSatisfy({ $0.deidentified == policy })
    else { return nil }
    return policy
  }
}
