import HealthBytes
import HealthModel
import HealthStore

/// The files in folders that are loaded.
enum InboxFolder {
  /// A file that is found.
  struct Item {
    let path: String
    /// The path from the folder.
    let name: String
    let status: FileStatus

    /// Whether its name is that of a download that is not complete.
    var isDownload: Bool {
      [".part", ".partial", ".tmp", ".crdownload", ".download", ".icloud"].contains {
        name.lowercased().hasSuffix($0)
      }
    }

    /// Whether it was not changed for a time before now.
    func isQuiet(for milliseconds: Int64) -> Bool {
      status.changed / 1_000_000 + milliseconds < SystemClock.secondsSince1970 * 1_000
    }

    /// Whether it did not change since it was found.
    var isUnchanged: Bool {
      FileStatus(path: path, following: true)?.version == status.version
    }
  }

  private static let mostDepth = 32

  /// The files of folders and files, in the order in which they were changed. Links, hidden files and the files of the store are
  /// left out.
  static func files(
    of inputs: [String], exceptFor store: String
  ) throws(HealthError) -> [Item] {
    var items: [Item] = []
    for input in inputs {
      guard let status = FileStatus(path: input, following: true) else {
        throw HealthError(.notFound, "cannot read '\(input)': no such file or folder")
      }
      if status.isDirectory {
        try find(in: input, named: "", depth: 0, &items)
      } else {
        items.append(Item(path: input, name: AtomicFile.split(input).name, status: status))
      }
    }
    let own = Set(
      ["", "-wal", "-shm", "-journal"].compactMap {
        FileStatus(path: store + $0, following: true)?.identity
      })
    return items.filter { !own.contains($0.status.identity) }
      .sorted { ($0.status.changed, $0.name, $0.path) < ($1.status.changed, $1.name, $1.path) }
  }

  private static func find(
    in folder: String, named name: String, depth: Int, _ items: inout [Item]
  ) throws(HealthError) {
    if depth > mostDepth {
      throw HealthError(.tooLarge, folder, "is more than \(mostDepth) folders deep")
    }
    let names: [String]
    do throws(HealthError) { names = try FolderListing.visibleNames(folder) } catch {
      // It was removed in the meantime.
      if depth > 0, error.code == .notFound { return }
      throw error
    }
    for entry in names {
      let path = folder.hasSuffix("/") ? folder + entry : "\(folder)/\(entry)"
      let own = name.isEmpty ? entry : "\(name)/\(entry)"
      guard let status = FileStatus(path: path, following: false) else { continue }
      if status.isDirectory {
        try find(in: path, named: own, depth: depth + 1, &items)
      } else if status.isRegular {
        items.append(Item(path: path, name: own, status: status))
      }
      if items.count > Limits.folderFiles.value {
        throw HealthError(.tooLarge, folder, "has \(Limits.folderFiles.excess)")
      }
    }
  }
}

/// Collects the days and times of the samples of a file. Used by one thread at a time: a conversion observes samples in their
/// order.
final class InboxObserver: @unchecked Sendable {
  /// The times of the samples of one descriptor.
  private struct Span {
    let descriptor: SampleDescriptor
    var first = Int64.max
    var last = Int64.min

    mutating func add(_ first: Int64, _ last: Int64) {
      (self.first, self.last) = (min(self.first, first), max(self.last, last))
    }
  }

  private var aggregates: [String: ClosedRange<Int64>] = [:]
  private var spans: [ObjectIdentifier: Span] = [:]
  /// The approximate size of the descriptors in bytes.
  private var spanWeight = 0
  private var dayNumbers: Set<Int> = []
  private var lastDay = Int.min

  /// The most bytes of descriptors: more have no common time. Real exports have some hundred descriptors, of 300 bytes or so.
  private static let mostWeight = 1 << 24
  /// The most days: 179 years.
  private static let mostDays = 1 << 16

  func add(_ sample: Sample) {
    guard let header = sample.header, let start = sample.ownStart, start != .unknown else { return }
    let (first, last) = (
      start.secondsSince1970, max(start.secondsSince1970, header.end.secondsSince1970)
    )
    // The years 1 to 9999.
    guard Timestamp.isInRange(seconds: first, offsetMinutes: Int64(start.offsetMinutes)) else {
      return
    }
    addDay(first + Int64(start.offsetMinutes) * 60)
    let descriptor = header.descriptor
    if descriptor.source.version == nil, header.metadata[Aggregate.key] != nil {
      let type = Aggregate.typeIdentifier(of: descriptor.type)
      let known = aggregates[type]
      aggregates[type] =
        min(first, known?.lowerBound ?? first)...max(last, known?.upperBound ?? last)
    } else {
      let id = ObjectIdentifier(descriptor)
      if spans[id] == nil {
        guard spanWeight < Self.mostWeight else { return }
        spanWeight += descriptor.weight
      }
      spans[id, default: Span(descriptor: descriptor)].add(first, last)
    }
  }

  private func addDay(_ seconds: Int64) {
    let day = Int((seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
    if day != lastDay, dayNumbers.count < Self.mostDays { dayNumbers.insert(day) }
    lastDay = day
  }

  /// The days on which samples begin.
  var days: DayRanges { DayRanges(dayNumbers) }

  /// The times that decide which aggregates count.
  ///
  /// - Parameter date: When the file was exported; `nil` if it is not a full export.
  func times(exported date: Timestamp?) -> InboxTimes {
    var times = InboxTimes()
    times.aggregates = aggregates
    guard let date else { return times }
    struct Key: Hashable {
      let type: String
      let source: String
    }
    // What begins after the export is of other files that were merged with it.
    let exported = spans.values.filter { $0.first <= date.secondsSince1970 }
    let series = Dictionary(grouping: exported) {
      Key(
        type: Aggregate.typeIdentifier(of: $0.descriptor.type),
        source: $0.descriptor.source.foldedName)
    }
    times.coverage = series.map { key, spans in
      ExportCoverage(
        type: key.type, source: key.source, first: spans.map(\.first).min() ?? 0,
        last: min(spans.map(\.last).max() ?? 0, date.secondsSince1970),
        date: date.secondsSince1970)
    }.sorted { ($0.type, $0.source) < ($1.type, $1.source) }
    return times
  }
}
