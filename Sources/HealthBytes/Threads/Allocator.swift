import CHealthLibC

/// The allocator of the C library.
package enum Allocator {
  /// From which size on a block has memory of its own, which is returned to the system when it is freed.
  private static let largeBlock: Int32 = 1 << 20
  /// How much unused memory a heap keeps. With the 128 KiB of glibc, each route gave its memory back and got it again: 4 %
  /// of the time of `info`.
  private static let kept: Int32 = 1 << 22

  /// Lets large blocks be returned to the system as soon as they are freed, and only those. A program calls it before it
  /// starts threads.
  ///
  /// By default, glibc reuses blocks of up to 32 MiB, and has a heap for each thread. Texts of some MB then leave unused
  /// space in each of them: with two threads and sources of 8 MB, Parquet took 107 MB instead of 65 MB.
  package static func returnLargeBlocks() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
      _ = mallopt(M_TRIM_THRESHOLD, kept)
    #endif
  }
}
