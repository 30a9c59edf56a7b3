extension Sample {
  /// Which fields of a structured sample are part of its identity, in addition to type, dates and source.
  ///
  /// A sample is identified by what was measured; fields that may be added later, such as the statistics of a workout or
  /// the picture of a prescription, does not.
  public struct IdentifyingFields: Sendable {
    enum Names: Sendable {
      case all
      case only([String])
    }

    let names: Names
    /// Whether start and end are part of the identity. They are not where they only repeat a field.
    let hasDates: Bool

    /// No field.
    public static let none = Sample.IdentifyingFields(names: .only([]), hasDates: true)
    /// Every field.
    public static let all = Sample.IdentifyingFields(names: .all, hasDates: true)

    /// Some fields.
    ///
    /// - Parameters:
    ///   - names: Their names, as ``Sample/FieldList/visit(_:)`` states them.
    ///   - hasDates: Whether start and end are part of the identity.
    public static func only(_ names: String..., hasDates: Bool = true) -> Sample.IdentifyingFields {
      Sample.IdentifyingFields(names: .only(names), hasDates: hasDates)
    }

    func contains(_ name: String) -> Bool {
      switch names {
      case .all: true
      case .only(let names): names.contains(name)
      }
    }

    var isEmpty: Bool {
      if case .only(let names) = names { names.isEmpty } else { false }
    }
  }
}
