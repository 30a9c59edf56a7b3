/// Samples that wait on the disk until the last one was read, as JSON Lines, which lose nothing.
struct SpooledSamples: ~Copyable {
  private let spool: Spool
  private var writer: JSONLinesWriter

  init(_ info: DatasetInfo) throws(ConversionError) {
    let spool = try onDisk { () throws(ByteError) in try Spool() }
    var writer = JSONLinesWriter(sink: spool)
    do throws(FormatError) { try writer.begin(info) } catch {
      throw ConversionError(temporary: error)
    }
    self.spool = spool
    self.writer = writer
  }

  mutating func write(_ sample: Sample) throws(ConversionError) {
    do throws(FormatError) { try writer.write(sample) } catch {
      throw ConversionError(temporary: error)
    }
  }

  /// The samples, in the order in which they were written.
  consuming func read() throws(ConversionError) -> Samples {
    do throws(FormatError) { try writer.finish() } catch {
      throw ConversionError(temporary: error)
    }
    let source = try onDisk { () throws(ByteError) in try spool.source() }
    do throws(FormatError) {
      return try Samples(
        JSONLinesReader(source: source, name: "waiting samples", options: ReadOptions()))
    } catch { throw ConversionError(error) }
  }
}
