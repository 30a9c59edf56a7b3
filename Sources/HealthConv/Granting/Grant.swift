import HealthBytes
import HealthModel
import HealthStatistics
package import HealthStore

/// The part of a dataset that another program may see: types, the earliest start, and whether it may see more than figures.
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
  /// Data that may be seen in addition to figures.
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
  private func allows(_ descriptor: SampleDescriptor, kind: SampleKind) -> Bool {
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

  /// Whether a finding reveals nothing about samples outside of the grant.
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

extension Grant: SampleVisibility {
  func visible(_ descriptor: SampleDescriptor, kind: SampleKind) -> VisiblePart {
    guard allows(descriptor, kind: kind) else { return .nothing }
    return !isRestricted && permissions.contains(.names) ? .everything : .parts
  }

  func isVisible(
    from start: Timestamp, of descriptor: SampleDescriptor, kind: SampleKind
  ) -> Bool { selection.selects(start: start) }

  func note(_ descriptor: SampleDescriptor) { labels.add(descriptor) }

  /// The person is not part of a dataset with a grant.
  static func filter(_ info: DatasetInfo) -> DatasetInfo {
    var filtered = DatasetInfo()
    (filtered.exportDate, filtered.exportVersion) = (info.exportDate, info.exportVersion)
    (filtered.locale, filtered.deidentified) = (info.locale, info.deidentified)
    filtered.copyParticipants(of: info, filter)
    return filtered
  }
}

/// Names for sources that contain nothing of a file: `watch 1`, `phone 1`, `app 2`, in the order in which sources occur.
package final class SourceLabels: Sendable {
  private struct State {
    var labels: [String: String] = [:]
    var counts: [SourceClass: Int] = [:]
  }

  private let state = Monitor(State())

  /// More sources than statistics distinguish.
  private static let mostLabels = 4_096

  init() {}

  /// Makes a label for the source of samples, if it has none.
  func add(_ descriptor: SampleDescriptor) {
    let name = descriptor.source.name
    state.withLock { state in
      guard state.labels[name] == nil, state.labels.count < Self.mostLabels else { return }
      let kind = SourceClass(descriptor)
      state.counts[kind, default: 0] += 1
      state.labels[name] = "\(kind) \(state.counts[kind, default: 1])"
    }
  }

  /// The label of a source that samples were read of.
  ///
  /// - Parameter text: Its name, or its name and what it is, as facts about an answer list it.
  package func label(of text: String) -> String {
    state.withLock { state in
      if let label = state.labels[text] { return label }
      for suffix in Self.suffixes where text.hasSuffix(suffix) {
        if let label = state.labels[String(text.dropLast(suffix.count))] {
          return suffix == Self.suffixes[0] ? label + suffix : label
        }
      }
      return "\(SourceClass.app)"
    }
  }

  /// What is added to names.
  private static let suffixes =
    [" (entered by hand)"] + SourceClass.allCases.map { " (\($0))" }
}

extension SamplePredicate {
  /// The same for a store of which only what a grant allows is read.
  func granted(by grant: Grant?) -> SamplePredicate {
    guard let grant, grant.isRestricted else { return self }
    return SamplePredicate(.and([form, grant.selection.query.predicate.form]))
  }
}
