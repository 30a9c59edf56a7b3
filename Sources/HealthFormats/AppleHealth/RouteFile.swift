import HealthBytes
import HealthModel

/// The track of a route file, and whether printing it gives the file again.
struct RouteFile {
  let track: WorkoutRoute.Track
  private let index: Int
  /// `nil` for a large file, which is read a second time to learn it.
  private let isExact: Bool?

  /// The largest file that is in memory as a whole, in bytes, so that it is unpacked once.
  private static let wholeLimit = 1 << 22

  /// Reads a file.
  ///
  /// - Parameter buffer: For the bytes of the file. It is used again for the next one: new memory is slower than reading.
  init(
    at index: Int, in files: SideFiles, pointLimit: Int, buffer: inout [UInt8]
  ) throws(HealthError) {
    self.index = index
    let name = files.name(at: index)
    guard let end = Self.whole(index, in: files, &buffer) else {
      track = try RouteFileReader.track(
        from: files.open(at: index), name: name, pointLimit: pointLimit)
      isExact = nil
      return
    }
    let points: Range<Int64>?
    // A point takes some 225 bytes. An estimate that is too low costs a copy of all points.
    (track, points) = try RouteFileReader.read(
      from: BytesSource(buffer, end: end), name: name, pointLimit: pointLimit,
      capacity: 1 << 16, expectedCount: end / 200)
    if let points,
      let isSame = RouteFileWriter.isExact(
        track, points: points, in: buffer.span.extracting(0..<end))
    {
      isExact = isSame
      return
    }
    let comparison = ByteComparison(with: BytesSource(buffer, end: end))
    do throws(HealthError) {
      try Self.print(track, into: comparison)
      try comparison.finish()
      isExact = comparison.isSame
    } catch { isExact = nil }
  }

  /// Whether the file consists of exactly the bytes that the track is printed as.
  func isExact(in files: SideFiles) throws(HealthError) -> Bool {
    if let isExact { return isExact }
    return try files.file(at: index) { (sink) throws(HealthError) in
      try Self.print(track, into: sink)
    }
  }

  private static func print(_ track: WorkoutRoute.Track, into sink: any ByteSink)
    throws(HealthError)
  {
    var writer = RouteFileWriter(sink: sink)
    try writer.write(track)
  }

  /// Reads the bytes of a file of a usual size.
  ///
  /// - Returns: How many they are; `nil` for a larger file, and for one that cannot be read to its end.
  private static func whole(
    _ index: Int, in files: SideFiles, _ buffer: inout [UInt8]
  ) -> Int? {
    guard let size = files.files[index].entry.size, size > 0, size <= wholeLimit,
      let source = try? files.open(at: index)
    else { return nil }
    // One byte more than there should be, so that the end is found.
    if buffer.count <= size { buffer = [UInt8](repeating: 0, count: Int(size) + 1) }
    guard let end = try? source.fill(&buffer), end == size else { return nil }
    return end
  }
}

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
  func write(_ text: Text, to sink: any ByteSink) throws(HealthError) {
    try buffer.withBytes { (bytes) throws(HealthError) in
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
