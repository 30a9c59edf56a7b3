import HealthConv

/// The file of the samples that a conversion puts aside. It appears when the conversion is done.
struct RejectFile {
  /// Where they go.
  let sink: AtomicFile

  /// Begins the file.
  ///
  /// - Parameters:
  ///   - path: Where it will be.
  ///   - overwriting: Whether a file that is there may be replaced.
  /// - Throws: `ConversionError` if it cannot be made.
  init(_ path: String, _ overwriting: Bool) throws(ConversionError) {
    do throws(ByteError) { sink = try AtomicFile(path, overwrite: overwriting) } catch {
      throw ConversionError(writing: path, error)
    }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `ConversionError` if it cannot be written.
  func finish() throws(ConversionError) {
    do throws(ByteError) { try sink.finish() } catch {
      throw ConversionError(writing: sink.path, error)
    }
  }
}
