import HealthBytes

extension Baseline {
  /// Reads a baseline.
  ///
  /// - Parameter path: The file.
  /// - Returns: The baseline.
  /// - Throws: `ConversionError` if the file cannot be read or is none.
  public static func read(_ path: String) throws(ConversionError) -> Baseline {
    let text = try String(ofSmallFile: path)
    do throws(Fault) { return try Baseline(text: text, file: path) } catch {
      throw ConversionError(.malformed, "\(error.place): \(error.message)", place: error.place)
    }
  }

  /// Writes the baseline, in place of one that is there.
  ///
  /// - Parameter path: The file.
  /// - Throws: `ConversionError` if it cannot be written.
  public func write(_ path: String) throws(ConversionError) {
    do throws(ByteError) {
      let file = try AtomicFile(path, overwrite: true)
      try file.write(text.utf8.span)
      try file.finish()
    } catch { throw ConversionError(writing: path, error) }
  }
}

extension String {
  /// The text of a file that people write.
  ///
  /// - Parameter path: The file.
  /// - Throws: `ConversionError` if it cannot be read, has more than 8 MiB, or is not UTF-8.
  init(ofSmallFile path: String) throws(ConversionError) {
    let bytes: [UInt8]
    do throws(ByteError) { bytes = try FileSource(path).readAll(limit: 8 << 20) } catch {
      throw ConversionError(ReadError(error, place: Place(file: path)))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConversionError(.malformed, "cannot read '\(path)': its text is not UTF-8")
    }
    self = text
  }
}
