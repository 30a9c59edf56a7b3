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
  package func label(of name: String) -> String {
    state.withLock { $0.labels[name] } ?? "\(SourceClass.app)"
  }
}
