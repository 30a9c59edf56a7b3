import LibC

/// Text in any encoding that the system supports, as UTF-8.
///
/// If the name of the encoding states the byte order (`UTF-16LE`), a byte order mark becomes that of UTF-8; otherwise
/// (`UTF-16`) it is removed.
package final class TranscodingSource: ByteSource {
  private let source: any ByteSource
  private let encoding: String
  private let name: String
  private let converter: Converter
  /// Bytes to convert: `input[start..<end]`.
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0
  /// Converted bytes that were not returned yet: `output[outputStart..<outputEnd]`.
  private var output = [UInt8](repeating: 0, count: 1 << 16)
  private var outputStart = 0
  private var outputEnd = 0
  /// How many bytes were converted: the location of an invalid one in errors.
  private var position: Int64 = 0

  /// Converts what `source` yields.
  ///
  /// - Parameter encoding: A name for `iconv`: `UTF-16LE`, `ISO-8859-1`, `windows-1252`.
  /// - Throws: `HealthError` with `.unsupported` for an unknown encoding.
  public init(_ source: any ByteSource, encoding: String, name: String = "") throws(HealthError) {
    guard let converter = Converter(encoding) else {
      throw HealthError(.unsupported, name, "the encoding '\(encoding)' is not supported")
    }
    self.source = source
    self.encoding = encoding
    self.name = name
    self.converter = converter
  }

  /// The progress of the source.
  public var progress: ByteProgress { source.progress }

  /// Converts the next bytes.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    guard offset < buffer.count else { return 0 }
    while outputStart == outputEnd {
      let step = converter.step(input, start..<end, into: &output)
      start += step.consumed
      position += Int64(step.consumed)
      (outputStart, outputEnd) = (0, step.produced)
      if step.produced > 0 { break }
      if !step.isInvalid, try fetch() { continue }
      if start == end { return 0 }
      throw HealthError(
        .damaged, name, "byte \(position) begins no character of the encoding '\(encoding)'")
    }
    let count = min(buffer.count - offset, outputEnd - outputStart)
    buffer.overwrite(at: offset, with: output, outputStart..<(outputStart + count))
    outputStart += count
    return count
  }

  /// Reads more after the bytes of a character that was cut short; `false` at the end.
  private func fetch() throws(HealthError) -> Bool {
    input.moveToFront(start..<end)
    end -= start
    start = 0
    let count = try source.read(into: &input, at: end)
    end += count
    return count > 0
  }
}

/// The system's `iconv` to UTF-8, with a memory-safe interface.
@safe
final class Converter {
  struct Step {
    /// Bytes of input that were used.
    var consumed: Int
    /// Bytes of output that were made.
    var produced: Int
    /// Whether it stopped at bytes that are no character.
    var isInvalid: Bool
  }

  private let handle: iconv_t

  /// A converter from an encoding; `nil` if the system does not support the encoding.
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
    // For an empty range, the base address may be null, which resets iconv.
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
