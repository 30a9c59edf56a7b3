import LibC

/// The system's `iconv` to UTF-8, behind a memory-safe front.
@safe
final class Converter {
  /// One step of converting.
  struct Step {
    /// Bytes of input that were used.
    var consumed: Int
    /// Bytes of output that were made.
    var produced: Int
    /// Whether it stopped at bytes that are no character.
    var isInvalid: Bool
  }

  private let handle: iconv_t

  /// A converter from an encoding; `nil` if the system does not know it.
  init?(_ encoding: String) {
    guard let handle = unsafe iconv_open("UTF-8", encoding), Int(bitPattern: handle) != -1
    else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe iconv_close(handle) }

  /// Converts from a part of `input` to the start of `output`, until either is used up, a character
  /// is cut short at the end, or one is invalid.
  func step(
    _ input: borrowing [UInt8], _ range: Range<Int>, into output: inout [UInt8]
  ) -> Step {
    // Without input, iconv would start over.
    if range.isEmpty { return Step(consumed: 0, produced: 0, isInvalid: false) }
    return unsafe input.span.extracting(range).withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        var from = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)?
          .assumingMemoryBound(to: CChar.self)
        var to = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = source.count
        var room = target.count
        let result = unsafe iconv(handle, &from, &left, &to, &room)
        return Step(
          consumed: source.count - left, produced: target.count - room,
          isInvalid: result == Int.max.magnitude && errno == EILSEQ)
      }
    }
  }
}
