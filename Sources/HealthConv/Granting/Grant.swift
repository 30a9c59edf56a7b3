import HealthStatistics
package import HealthStore

/// What of a dataset another program may see: which types, since when, and whether more than figures.
///
/// A dataset with a grant (``Dataset/granting(_:)``) is read as if it contained nothing else, so that no command has to
/// check anything.
package struct Grant: Sendable {
  /// Data that are left out unless they are allowed.
  package enum Permission: String, Sendable, CaseIterable {
    /// Single samples, not only answers about them.
    case samples
    /// Names of sources and types that are not in the catalog, and all other text of files.
    case names
    /// Coordinates of routes.
    case locations
  }

  /// The types and the earliest start.
  let selection: Selection
  /// What is allowed in addition to figures.
  package let permissions: Set<Permission>
  /// The labels of the sources of all datasets with this grant.
  package let labels = SourceLabels()

  /// A grant.
  ///
  /// - Parameter types: The types; empty for all.
  package init(types: [TypePattern], since: DateBound?, allowing permissions: Set<Permission>) {
    var selection = Selection()
    (selection.types, selection.since) = (types, since)
    self.selection = selection
    self.permissions = permissions
  }

  /// Whether some samples are outside of it because of their type or date.
  package var isRestricted: Bool { !selection.types.isEmpty || selection.since != nil }

  /// The earliest start that may be seen.
  package var since: DateBound? { selection.since }

  /// Whether samples of a type may be seen.
  func allows(_ descriptor: SampleDescriptor, kind: SampleKind) -> Bool {
    selection.selects(descriptor, kind: kind) && allows(typeNamed: descriptor.type.identifier)
  }

  /// Whether a figure of a workout or a summary may be seen, by the identifier of its quantity.
  func allows(figure identifier: String) -> Bool {
    let type = SampleType.quantity(QuantityType(identifier))
    return
      (selection.types.isEmpty
      || selection.types.contains { $0.matches(type, kind: .quantity) })
      && allows(typeNamed: identifier)
  }

  /// Whether a finding says nothing about samples outside of the grant.
  func allows(_ finding: Finding) -> Bool {
    if !isRestricted { return true }
    guard let type = finding.type, selection.since == nil else { return false }
    return selection.types.contains { $0.matches(.other(type), kind: .unknown) }
      && allows(typeNamed: type)
  }

  /// A type that the catalog does not list is text of a file.
  private func allows(typeNamed identifier: String) -> Bool {
    permissions.contains(.names) || Self.knownTypes.contains(identifier)
  }

  private static let knownTypes = Set(
    Catalog.allTypes.map(\.identifier) + WorkoutActivityType.all.map(\.identifier)
      + ClinicalRecordType.all.map(\.identifier))
}
