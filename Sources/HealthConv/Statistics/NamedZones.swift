// The zone that samples name (`DayZone.automatic`) is known at the end of a reading: `NamedZones` counts them. Statistics and
// reports then count their samples, which wait on the disk, by that zone (`StatisticsCollector.useZone`). The other
// answers are discarded and calculated again (`prepareNextReading`). Stores are queried for zones before; standard input is spooled.

import HealthBytes
import HealthModel
import HealthStatistics
import HealthStore

/// Counts the time zones that samples name in their metadata (`HKTimeZone`).
final class NamedZones {
  private var counts: [String: Int] = [:]

  /// More names than any zone database has, so that memory is bounded.
  private static let most = 1_024

  @inline(__always)
  func add(_ sample: borrowing Sample) {
    switch sample {
    case .quantity(let sample):
      if !sample.header.metadata.isEmpty { add(sample.header.metadata) }
    case .category(let sample): add(sample.header.metadata)
    default: if let header = (copy sample).header { add(header.metadata) }
    }
  }

  private func add(_ metadata: Metadata) {
    guard !metadata.isEmpty, let name = metadata[.timeZone] else { return }
    guard counts[name] != nil || counts.count < Self.most else { return }
    counts[name, default: 0] += 1
  }

  private func add(
    store: any SampleStore, _ grant: Grant?, _ participant: String?
  ) throws(HealthError) {
    let named = SamplePredicate(.metadata(key: MetadataKey.timeZone.identifier, .exists))
    var query = SampleQuery(named.granted(by: grant))
    query.findsNested = false
    let samples = try store.samples(query)
    while let sample = try samples.next() {
      if participant == nil || sample.participant == participant { add(sample) }
    }
  }

  /// Adds those of a dataset that is a store.
  func add(_ dataset: Dataset) throws(HealthError) {
    let store = try dataset.store()
    if let store { try add(store: store, dataset.grant, dataset.labels?.selected) }
  }

  /// The zone that most samples name; of several, the one whose name comes first. `nil` if none is named that exists.
  var choice: Answer.ZoneChoice? {
    let named = counts.reduce(0) { $0 + $1.value }
    for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      if let zone = try? Zone(name) {
        return Answer.ZoneChoice(zone: zone, count: count, named: named)
      }
    }
    return nil
  }
}

extension Answer {
  /// The zone in which days begin, because samples name it.
  struct ZoneChoice: Sendable {
    let zone: Zone
    /// How many samples name it.
    let count: Int
    /// How many samples name a zone.
    let named: Int
  }

  /// How days were counted where no zone was requested.
  public enum ZoneNote: Sendable, CustomStringConvertible {
    /// In the zone that most samples name, except for those that name another one: its name, how many samples name it, and how many name any.
    case named(String, samples: Int, of: Int)
    /// By the UTC offset of the dates, which is one for all of them, also where it was another at that time of the year.
    case oneOffset

    /// The note in words.
    public var description: String {
      switch self {
      case .named(let name, let count, let all):
        "days begin in \(name.printableName), the time zone that \(count.grouped) "
          + (count == all ? "" : "of \(all.grouped) ") + "sample\(all == 1 ? "" : "s") "
          + "\(count == 1 ? "names" : "name")"
          + (count == all ? "" : "; those that name another one are counted by that")
      case .oneOffset:
        "days begin by the UTC offset of the dates, which is the same all year, as no sample names a time zone"
      }
    }
  }
}

extension Zone {
  /// The time zone with a name that a user gave.
  ///
  /// - Parameter name: `UTC`, an offset, a place or `local`.
  /// - Throws: `HealthError` of code `.usage` if nothing has that name.
  public static func named(_ name: String) throws(HealthError) -> Zone {
    do throws(HealthError) { return try Zone(name) } catch {
      // Other abbreviations are close in their letters, but not in their time.
      if let places = abbreviations[name.uppercased()] {
        throw HealthError(
          .usage, error.message + ". For \(name.uppercased()) name a place: \(places).")
      }
      let meant = TimeZoneName.meant(by: name).map { ". Did you mean '\($0)'?" } ?? ""
      throw HealthError(.usage, error.message + meant)
    }
  }

  /// Abbreviations that the zone database does not have, with places that they may be about.
  private static let abbreviations = [
    "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "PT": "America/Los_Angeles",
    "MDT": "America/Denver", "MT": "America/Denver", "CST": "America/Chicago, or Asia/Shanghai",
    "CDT": "America/Chicago", "CT": "America/Chicago", "EDT": "America/New_York",
    "ET": "America/New_York", "BST": "Europe/London", "IST": "Asia/Kolkata, or Europe/Dublin",
    "CEST": "Europe/Berlin", "MEZ": "Europe/Berlin", "MESZ": "Europe/Berlin",
    "EEST": "Europe/Helsinki", "JST": "Asia/Tokyo", "AEST": "Australia/Sydney",
    "AEDT": "Australia/Sydney",
  ]
}

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
