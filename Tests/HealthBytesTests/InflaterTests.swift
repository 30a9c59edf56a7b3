import CHealthZlib
import HealthTesting
import Testing

@testable import HealthBytes

/// Our decoder against zlib's.
@Suite struct InflaterTests {
  /// How a stream came to its end.
  enum Outcome { case whole, truncated, damaged }

  /// What became of a stream: what came out, how much of it was used, and how it ended.
  struct Verdict: Equatable {
    var bytes: [UInt8] = []
    var consumed = 0
    var outcome = Outcome.truncated
  }

  static let sizes = [0, 1, 257, 32_768, 65_535, 65_537, 65_794, 140_000]

  /// Contents that make every kind of block and match.
  static func contents(_ size: Int, _ random: inout FixedRandom) -> [[UInt8]] {
    var far = noise(min(size, 32_768))
    while far.count < size {
      far.append(far[far.count - Int.random(in: 32_700...32_768, using: &random)])
    }
    return [prose(size), noise(size), [UInt8](repeating: 0x20, count: size), far]
  }

  @Test(arguments: sizes) func givesWhatWasPacked(size: Int) throws {
    var random = FixedRandom(seed: UInt64(size))
    for content in Self.contents(size, &random) {
      for level: Int32 in 0...9 {
        let strategy = Int32.random(in: Z_DEFAULT_STRATEGY...Z_FIXED, using: &random)
        let packed = deflated(
          content, level: level, strategy: strategy, window: .random(in: 9...15, using: &random),
          flushes: Int.random(in: 0...3, using: &random))
        let junk = noise(Int.random(in: 0...20, using: &random))
        let whole = Verdict(bytes: content, consumed: packed.count, outcome: .whole)
        #expect(Self.ours(packed + junk, &random) == whole)
        #expect(Self.zlib(packed + junk, room: size + 1) == whole)
      }
    }
  }

  @Test func endsInEveryByteAreTold() throws {
    var random = FixedRandom(seed: 1)
    let packed = deflated(prose(3000), level: 6)
    for end in 0..<packed.count {
      #expect(Self.ours(Array(packed.prefix(end)), &random).outcome == .truncated)
    }
  }

  /// What zlib takes we take; what we take although zlib does not (codes that are not complete) is for the
  /// checksum to judge.
  @Test func damageIsJudgedAsByZlib() throws {
    var random = FixedRandom(seed: 2)
    var taken = 0
    for turn in 0..<6000 {
      var packed = deflated(
        prose(Int.random(in: 0...2000, using: &random)), level: Int32(turn % 10),
        strategy: turn % 3 == 0 ? Z_FIXED : Z_DEFAULT_STRATEGY)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: packed.indices, using: &random)
        packed[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      let theirs = Self.zlib(packed, room: 1 << 18)
      let ours = Self.ours(packed, &random)
      if theirs.outcome == .whole {
        #expect(ours == theirs)
        taken += 1
      } else if ours.outcome == .truncated {
        #expect(theirs.bytes.starts(with: ours.bytes.prefix(theirs.bytes.count)))
      }
    }
    #expect(taken > 100)
  }

  @Test func afterDamageThereIsNothing() throws {
    let inflater = Inflater(name: "x")
    var output = [UInt8](repeating: 0, count: 100)
    let reserved: [UInt8] = [0x07, 0, 0]
    for _ in 0..<3 {
      let error = #expect(throws: HealthError.self) {
        try inflater.step(reserved, 0..<3, into: &output, at: 0)
      }
      #expect(error == HealthError(.damaged, "x", "the compressed data is damaged"))
    }
    inflater.reset()
    let packed = deflated([1, 2, 3], level: 6)
    let step = try inflater.step(packed, packed.indices, into: &output, at: 7)
    #expect(step.isEnd && step.consumed == packed.count && output[7..<10] == [1, 2, 3])
  }

  @Test(arguments: [0, 1, 7, 64, 65, 1000, 70_000]) func checksumsAreThoseOfZlib(size: Int) {
    let bytes = noise(size + 300)
    for start in 0..<300 {
      var checksum = Checksum()
      checksum.update(bytes.span.extracting(0..<start))
      checksum.update(bytes.span.extracting(start..<(start + size)))
      let theirs = unsafe crc32_z(0, bytes, start + size)
      #expect(UInt(checksum.value) == theirs)
    }
  }

  /// Reads a stream in random pieces into random room.
  static func ours(_ packed: [UInt8], _ random: inout FixedRandom) -> Verdict {
    let inflater = Inflater(name: "")
    var verdict = Verdict()
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    let pieces = 1 << Int.random(in: 0...16, using: &random)
    let rooms = 1 << Int.random(in: 0...17, using: &random)
    var end = 0
    do {
      while true {
        let offset = buffer.count - Int.random(in: 1...rooms, using: &random)
        let step = try inflater.step(packed, verdict.consumed..<end, into: &buffer, at: offset)
        verdict.consumed += step.consumed
        verdict.bytes += buffer[offset..<(offset + step.produced)]
        if step.isEnd {
          verdict.outcome = .whole
          return verdict
        }
        if step.produced > 0 || verdict.consumed < end { continue }
        if end == packed.count { return verdict }
        end = min(packed.count, end + Int.random(in: 1...pieces, using: &random))
      }
    } catch {
      verdict.outcome = .damaged
      return verdict
    }
  }

  /// Reads a stream at once, by zlib.
  static func zlib(_ packed: [UInt8], room: Int) -> Verdict {
    var stream = unsafe z_stream()
    let version = unsafe zlibVersion()
    unsafe inflateInit2_(&stream, -15, version, Int32(MemoryLayout<z_stream>.size))
    defer { unsafe _ = inflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: room)
    var packed = packed
    let result = unsafe packed.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        return unsafe inflate(&stream, Z_NO_FLUSH)
      }
    }
    return unsafe Verdict(
      bytes: Array(output.prefix(room - Int(stream.avail_out))),
      consumed: packed.count - Int(stream.avail_in),
      outcome: result == Z_STREAM_END
        ? .whole : result == Z_OK || result == Z_BUF_ERROR ? .truncated : .damaged)
  }
}
