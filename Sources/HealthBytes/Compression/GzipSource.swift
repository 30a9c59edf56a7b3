/// The content of a gzip stream (RFC 1952): all its members, one after the other.
///
/// Length and CRC-32 of each member are checked; zeros after the last one are skipped as padding.
package final class GzipSource: ByteSource {
  private let source: any ByteSource
  private let name: String
  private let inflater: Inflater
  private let ratio: RatioGuard
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var fetched: Int64 = 0
  private var produced: Int64 = 0
  private var state = State.start
  /// Of the header of a member, then of its content.
  private var checksum = Checksum()
  /// Of the content of the member, as its trailer has it.
  private var length: UInt32 = 0

  private enum State { case start, member, trailer, between, end }

  /// Unpacks what `source` yields.
  ///
  /// - Parameters:
  ///   - source: Bytes that begin with a gzip header.
  ///   - ratio: Bytes of output allowed for each byte of input, after the first 16 MiB of output.
  public init(_ source: any ByteSource, name: String = "", ratio: Int = Limits.ratio.value) {
    self.source = source
    self.name = name
    self.inflater = Inflater(name: name)
    self.ratio = RatioGuard(ratio: Int64(max(1, ratio)), name: name)
  }

  /// Unpacks the next bytes.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    guard offset < buffer.count else { return 0 }
    while try findMember() {
      let step = try inflater.step(input, position..<end, into: &buffer, at: offset)
      position += step.consumed
      produced += Int64(step.produced)
      length &+= UInt32(truncatingIfNeeded: step.produced)
      checksum.update(buffer.span.extracting(offset..<(offset + step.produced)))
      try ratio.check(consumed: fetched - Int64(end - position), produced: produced)
      if step.isEnd { state = .trailer }
      if step.produced > 0 { return step.produced }
      if state == .member, position == end { try fetchMore() }
    }
    return 0
  }

  /// Of the compressed input.
  public var progress: ByteProgress { source.progress }

  /// Whether a member is being read, or the next one is begun.
  private func findMember() throws(HealthError) -> Bool {
    if state == .trailer { try endMember() }
    switch state {
    case .member, .trailer: return true
    case .end: return false
    case .start: break
    case .between:
      if position == end { _ = try fetch() }
      guard position < end, input[position] != 0 else {
        state = .end
        return false
      }
      guard input[position] == 0x1F else {
        throw HealthError(.damaged, name, "something that is not gzip follows the content")
      }
    }
    try beginMember()
    return true
  }

  private func beginMember() throws(HealthError) {
    checksum = Checksum()
    guard try take(2) == 0x8B1F else { throw damage("incorrect header check") }
    guard try take(1) == 8 else { throw damage("unknown compression method") }
    let flags = try take(1)
    guard flags & 0xE0 == 0 else { throw damage("unknown header flags set") }
    // The time, the level, the system.
    _ = try take(6)
    if flags & 0x04 != 0 {
      for _ in 0..<(try take(2)) { _ = try take(1) }
    }
    // The name, the comment.
    for flag: UInt64 in [0x08, 0x10] where flags & flag != 0 {
      while try take(1) != 0 {}
    }
    let noted = UInt64(checksum.value & 0xFFFF)
    if flags & 0x02 != 0 {
      guard try take(2) == noted else { throw damage("header crc mismatch") }
    }
    inflater.reset()
    checksum = Checksum()
    length = 0
    state = .member
  }

  /// Compares what came out with the trailer of the member.
  private func endMember() throws(HealthError) {
    let found = checksum.value
    guard try take(4) == found else {
      throw HealthError(.checksum, name, "the CRC-32 of the content differs from the one recorded")
    }
    guard try take(4) == length else {
      throw HealthError(.checksum, name, "the length of the content differs from the one recorded")
    }
    state = .between
  }

  /// The number of the next `count` bytes, lowest first.
  private func take(_ count: Int) throws(HealthError) -> UInt64 {
    var number: UInt64 = 0
    for place in 0..<count {
      if position == end { try fetchMore() }
      number |= UInt64(input[position]) << (8 * place)
      checksum.update(input.span.extracting(position..<(position + 1)))
      position += 1
    }
    return number
  }

  private func fetchMore() throws(HealthError) {
    guard try fetch() else {
      throw HealthError(.truncated, name, "ends in the middle of its compressed data")
    }
  }

  /// Reads input; `false` at its end. The last bytes stay before it: the decoder may hand them back.
  private func fetch() throws(HealthError) -> Bool {
    let kept = min(end, Inflater.readAhead)
    for place in 0..<kept { input[place] = input[end - kept + place] }
    position = kept
    let count = try source.read(into: &input, at: kept)
    end = kept + count
    fetched += Int64(count)
    return count > 0
  }

  private func damage(_ reason: String) -> HealthError {
    HealthError(.damaged, name, "the compressed data is damaged (\(reason))")
  }
}

/// Packs what is written to it as one gzip member (RFC 1952), without time or name: the same bytes
/// in, the same bytes out.
package final class GzipSink: ByteSink {
  private let sink: any ByteSink
  private let packer: BlockPacker
  private let compression: Compression
  private var checksum = Checksum()
  private var count: Int64 = 0
  private var isBegun = false
  private var isFinished = false

  /// Packs for `sink`.
  ///
  /// - Parameters:
  ///   - sink: Takes the packed bytes; finished together with this one.
  ///   - jobs: How many threads pack. The bytes do not depend on it.
  /// - Throws: `HealthError` when there is no memory.
  public init(
    _ sink: any ByteSink, _ compression: Compression = .fast, jobs: Int = 1
  ) throws(HealthError) {
    self.sink = sink
    self.compression = compression
    packer = try BlockPacker(compression, jobs: jobs)
  }

  /// Packs `bytes`.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    checksum.update(bytes)
    count += Int64(bytes.count)
    try packer.append(bytes, emit)
  }

  /// Writes the end of the member and finishes the sink below.
  public func finish() throws(HealthError) {
    if isFinished { return }
    isFinished = true
    try packer.end(emit)
    try packer.drain(emit)
    var trailer = ByteBuffer(capacity: 16)
    trailer.append(little: checksum.value)
    trailer.append(little: UInt32(truncatingIfNeeded: count))
    try trailer.flush(to: sink)
    try sink.finish()
  }

  private func emit(_ packed: Span<UInt8>, isLast: Bool) throws(HealthError) {
    if !isBegun {
      isBegun = true
      // No fields, no time, how much was tried, Unix.
      let effort: UInt8 = compression == .small ? 2 : 4
      try sink.write(([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, effort, 3] as [UInt8]).span)
    }
    try sink.write(packed)
  }
}
