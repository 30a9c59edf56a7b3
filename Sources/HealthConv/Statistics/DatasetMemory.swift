import HealthBytes
import HealthStore

/// What questions about the same datasets have in common, kept as long as the datasets do not change: the zone that samples
/// name, and whatever else a program keeps.
package final class DatasetMemory<Kept: Sendable>: Sendable {
  private struct State {
    var marks: [Dataset.Mark] = []
    let zone = KnownZone()
    var kept: [(key: String, value: Kept)] = []
  }

  private let state = Monitor(State())
  /// How many values are kept: those that were used last.
  private let most: Int

  /// An empty memory.
  package init(most: Int) { self.most = most }

  /// Forgets everything if the datasets have changed.
  ///
  /// - Returns: The memory of the zone; `nil` if it cannot be known whether they change.
  package func refresh(for datasets: [Dataset]) -> KnownZone? {
    let marks = datasets.compactMap(\.mark)
    guard marks.count == datasets.count else { return nil }
    return state.withLock { state in
      if marks != state.marks {
        state.marks = marks
        state.zone.forget()
        state.kept = []
      }
      return state.zone
    }
  }

  /// The value for a key.
  package subscript(key: String) -> Kept? {
    get {
      state.withLock { state in
        guard let place = state.kept.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = state.kept.remove(at: place)
        state.kept.append(entry)
        return entry.value
      }
    }
    set {
      state.withLock { state in
        state.kept.removeAll { $0.key == key }
        if let newValue { state.kept.append((key, newValue)) }
        if state.kept.count > most { state.kept.removeFirst() }
      }
    }
  }
}

/// The zone that samples of some datasets name, once it was searched for.
package final class KnownZone: Sendable {
  private let zone = Monitor<Answer.ZoneChoice??>(nil)

  package init() {}

  /// The zone, or that none is named; `nil` before it is known.
  var choice: Answer.ZoneChoice?? {
    get { zone.withLock { $0 } }
    set { zone.withLock { $0 = newValue } }
  }

  /// The name of the zone, and how many samples name it; `nil` if it is not known, or none is named.
  package var named: (zone: String, samples: Int)? {
    guard case .some(.some(let choice)) = choice else { return nil }
    return (choice.zone.name, choice.count)
  }

  func forget() { choice = nil }
}

extension Dataset {
  /// What changes when a dataset does.
  enum Mark: Equatable {
    case file(FileStatus.Version)
    case store(StoreAnchor, DatasetInfo)
  }

  /// The mark of the dataset now; `nil` if it is a stream, a folder, or cannot be opened.
  fileprivate var mark: Mark? {
    if isStore {
      guard let store = try? store(), let anchor = try? store.anchor(), let info = try? store.info()
      else { return nil }
      return .store(anchor, info)
    }
    guard !isStream, input.container.hasPath,
      let status = FileStatus(path: input.container.path, following: true), status.isRegular
    else { return nil }
    return .file(status.version)
  }
}
