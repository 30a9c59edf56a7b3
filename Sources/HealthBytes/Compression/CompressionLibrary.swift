import LibC

/// A compression whose library is loaded at run time, so that the tool runs without it.
package enum CompressionLibrary: Sendable {
  case zstd, brotli, lz4

  private typealias Zstd =
    @convention(c) (
      UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int
    ) -> Int
  private typealias Brotli =
    @convention(c) (
      Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>?
    ) -> Int32
  private typealias LZ4 =
    @convention(c) (
      UnsafePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, Int32, Int32
    ) -> Int32

  /// The decompression functions of the libraries that are installed; `nil` for each that is not.
  @safe
  private struct Functions: @unchecked Sendable {
    let zstd = unsafe unsafeBitCast(
      Self.find("libzstd.so.1", "ZSTD_decompress"), to: Zstd?.self)
    let brotli = unsafe unsafeBitCast(
      Self.find("libbrotlidec.so.1", "BrotliDecoderDecompress"), to: Brotli?.self)
    let lz4 = unsafe unsafeBitCast(
      Self.find("liblz4.so.1", "LZ4_decompress_safe"), to: LZ4?.self)

    private static func find(_ library: String, _ function: String) -> UnsafeMutableRawPointer? {
      guard let library = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL) else { return nil }
      return unsafe dlsym(library, function)
    }
  }

  private static let functions = Functions()

  /// Unpacks bytes.
  ///
  /// - Parameters:
  ///   - output: Receives the unpacked bytes, which must fill the range exactly.
  /// - Throws: `.unsupported` if the library is missing, `.damaged` for bytes that are damaged or of another length.
  package func unpack(
    _ bytes: Span<UInt8>, into output: inout [UInt8], _ range: Range<Int>
  ) throws(HealthError) {
    precondition(range.upperBound <= output.count)
    let isWhole = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe unpack(input, UnsafeMutableBufferPointer(rebasing: output[range]))
      }
    }
    guard let isWhole else {
      throw HealthError(
        .unsupported, "",
        "found bytes compressed by \(names.title), whose library \(names.file) is not on this machine"
      )
    }
    guard isWhole else {
      throw HealthError(.damaged, "", "found damaged bytes compressed by \(names.title)")
    }
  }

  private var names: (title: String, file: String) {
    switch self {
    case .zstd: ("zstd", "libzstd.so.1")
    case .brotli: ("Brotli", "libbrotlidec.so.1")
    case .lz4: ("LZ4", "liblz4.so.1")
    }
  }

  /// Whether bytes fill the output; `nil` without the library.
  private func unpack(
    _ input: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool? {
    switch self {
    case .zstd:
      return unsafe Self.functions.zstd.map {
        unsafe $0(output.baseAddress, output.count, input.baseAddress, input.count) == output.count
      }
    case .brotli:
      var count = output.count
      return unsafe Self.functions.brotli.map {
        unsafe $0(input.count, input.baseAddress, &count, output.baseAddress) == 1
          && count == output.count
      }
    case .lz4:
      return unsafe Self.functions.lz4.map {
        unsafe $0(
          input.baseAddress, output.baseAddress, Int32(clamping: input.count),
          Int32(clamping: output.count)) == Int32(clamping: output.count)
      }
    }
  }
}
