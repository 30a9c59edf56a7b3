import HealthBytes
import HealthModel

/// The content of route files that a thread has made before they have their paths, one after another.
final class RouteTexts: ByteSink {
  /// A file.
  struct Text {
    fileprivate let range: Range<Int>
    /// What was left out of it.
    let lost: Int
  }

  private var buffer = ByteBuffer(capacity: 16)
  private var texts: [Text] = []
  private var taken = 0
  private var room = RouteTexts.most

  /// About how many bytes of files are made for a chunk.
  private static let most = 1 << 22
  /// About how many bytes a point takes.
  private static let pointSize = 230

  /// Makes the files of a workout, as long as there is room. The writer makes those that follow.
  func append(_ workout: Workout) {
    for route in workout.fields.routes {
      for file in route.files {
        guard let track = file.track else { continue }
        room -= track.locations.count * Self.pointSize
        guard room >= 0 else { return }
        let start = buffer.count
        var writer = RouteFileWriter(sink: self)
        // Memory does not fail to take bytes.
        try? writer.write(track)
        texts.append(Text(range: start..<buffer.count, lost: writer.lost))
      }
    }
  }

  /// The next file, in the order in which they were made.
  func takeNext() -> Text? {
    guard taken < texts.count else { return nil }
    taken += 1
    return texts[taken - 1]
  }

  /// Writes a file.
  func write(_ text: Text, to sink: any ByteSink) throws(ByteError) {
    try buffer.withBytes { (bytes) throws(ByteError) in
      try sink.write(bytes.extracting(text.range))
    }
  }

  /// Forgets all files.
  func removeAll() {
    buffer.removeAll(keepingCapacity: buffer.count <= 2 * Self.most)
    room = Self.most
    texts.removeAll(keepingCapacity: true)
    taken = 0
  }

  func write(_ bytes: Span<UInt8>) { buffer.append(bytes) }
  func finish() {}
}
