import HealthStore

/// Files that come as several documents, until their last part was seen.
struct OpenDocuments {
  /// A file, or as much of it as there is.
  struct File {
    let path: String?
    let size: Number?
    /// A hash of all parts so far.
    var hash = ContentHash()
    var count = 0
    /// Where its parts are among all samples.
    var runs: [Range<UInt64>] = []
    var end: Int64 = 0
  }

  private var files: [File] = []

  /// The most files whose parts may take turns, and the most pieces that one may be in.
  private static let limit = 8
  private static let runLimit = 1 << 12

  /// Adds a part.
  mutating func add(_ document: HealthDocument, _ digest: UInt64, at position: UInt64) -> [File] {
    let fields = document.fields
    let start = fields.offset.map { Int64(exactly: $0.doubleValue) ?? -1 } ?? 0
    var done: [File] = []
    let known = files.lastIndex {
      $0.path == fields.path && $0.size == fields.size && $0.end == start && start > 0
        && $0.runs.count < Self.runLimit
    }
    if known == nil {
      if files.count == Self.limit { done.append(files.removeFirst()) }
      files.append(File(path: fields.path, size: fields.size))
    }
    let index = known ?? files.count - 1
    files[index].hash.combine(digest)
    files[index].count += 1
    files[index].end = start + Int64(fields.data.count)
    if files[index].runs.last?.upperBound == position {
      let run = files[index].runs.removeLast()
      files[index].runs.append(run.lowerBound..<(position + 1))
    } else {
      files[index].runs.append(position..<(position + 1))
    }
    if let size = files[index].size, Double(files[index].end) >= size.doubleValue {
      done.append(files.remove(at: index))
    }
    return done
  }

  /// The files that are left, as they are.
  mutating func takeAll() -> [File] {
    defer { files = [] }
    return files
  }
}

extension Sample.HealthDocumentFields {
  /// Whether the bytes are not all there are.
  var isPart: Bool {
    offset != nil || (size.map { $0 != Number(data.count) } ?? (data.count >= Self.longestData))
  }
}
