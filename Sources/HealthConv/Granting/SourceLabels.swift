import HealthBytes
import HealthStatistics

/// Names for sources that contain nothing of a file: `watch 1`, `phone 1`, `app 2`, in the order in which sources occur.
package final class SourceLabels: Sendable {
  private struct State {
    var labels: [String: String] = [:]
    var counts: [SourceClass: Int] = [:]
  }

  private let state = Monitor(State())

  /// More than statistics distinguish.
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
