import HealthBytes

extension Inventory {
  /// Names and how often each was met; names beyond a number are counted together.
  public struct NameCounts: Sendable, Equatable {
    /// A name and how often it was met.
    public struct Entry: Sendable, Equatable {
      /// The name.
      public let name: String
      /// How often it was met.
      public let count: Int
    }

    private var counts: [String: Int] = [:]
    private let limit: Int
    /// How often names were met that are not listed, because enough others are.
    public private(set) var unlisted = 0

    /// No names.
    ///
    /// - Parameter limit: How many names are listed at most.
    init(limit: Int = 100) { self.limit = limit }

    /// The names, the most frequent first.
    public var entries: [Entry] {
      counts.map { Entry(name: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    mutating func add(_ name: String, count: Int) {
      if name.utf8.count <= Limits.nameBytes.value, let known = counts[name] {
        counts[name] = known + count
      } else if counts.count < limit, name.utf8.count <= Limits.nameBytes.value {
        counts[name] = count
      } else {
        unlisted += count
      }
    }
  }
}
