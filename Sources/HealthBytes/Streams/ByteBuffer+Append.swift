extension ByteBuffer {
  /// Appends one byte.
  @inlinable
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[end] = byte
    end &+= 1
  }

  /// Appends all of a span.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    let target = unsafe base + end
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe target.update(from: start, count: source.count)
    }
    end &+= bytes.count
  }

  /// Appends a stretch of a span; indexes outside of it are clamped.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(bytes.extracting(range.clamped(to: 0..<bytes.count)))
  }

  /// Appends all of an array.
  @inlinable
  public mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// Appends text known when compiling; its length is then known too, and the copy is a few stores.
  @inlinable
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe (base + end).update(from: text.utf8Start, count: length)
    end &+= length
  }

  /// Appends text.
  @inlinable
  public mutating func append(utf8 text: String) {
    let isCopied: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { source in
      unsafe append(source.span.extracting(0..<room(for: source.count)))
    }
    if isCopied == nil {
      for byte in text.utf8.prefix(room(for: text.utf8.count)) { append(byte) }
    }
  }

  /// Appends an integer as two digits, as clocks and calendars write it.
  ///
  /// - Parameter value: `0...99`; of anything else the last two digits are taken.
  @inlinable
  public mutating func appendTwoDigits(_ value: Int) {
    reserve(2)
    let pair = value.magnitude % 100
    unsafe base[end] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair / 10)
    unsafe base[end &+ 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair % 10)
    end &+= 2
  }
}
