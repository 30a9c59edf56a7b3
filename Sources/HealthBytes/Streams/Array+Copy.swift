extension [UInt8] {
  /// Puts a stretch of other bytes over those from `offset` on.
  ///
  /// One `memcpy`; `replaceSubrange` becomes one only after optimisation. The caller knows that all
  /// of it fits.
  mutating func overwrite(at offset: Int, with other: borrowing [UInt8], _ range: Range<Int>) {
    overwrite(at: offset, with: other.span.extracting(range))
  }

  /// Puts other bytes over those from `offset` on. The caller guarantees that all of them fit.
  public mutating func overwrite(at offset: Int, with source: Span<UInt8>) {
    precondition(offset >= 0 && source.count <= count - offset)
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
      }
    }
  }

  /// Adds zeros up to a count. Without optimization, an appended sequence of zeros takes a hundred times as long.
  package mutating func lengthen(to count: Int) {
    guard count > self.count else { return }
    var longer = [UInt8](repeating: 0, count: count)
    longer.overwrite(at: 0, with: span)
    self = longer
  }

  /// Moves a range of the bytes to the front, over those there.
  package mutating func moveToFront(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    unsafe withUnsafeMutableBytes { storage in
      unsafe storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[range]))
    }
  }
}
