extension Conversion {
  /// In which order samples are written.
  public enum Order: String, Sendable, CaseIterable {
    /// That in which they were read.
    case none
    /// By their start; those of one start as they were read, those without a time first.
    case start
  }
}

/// Holds all samples back, on the disk, and gives them on by their start.
final class SortStage: SampleStage {
  /// Takes samples, until the last was read.
  private var sorter: SampleSorter?
  /// Gives them, after that.
  private var sorted: Samples?

  init(_ info: DatasetInfo) throws(ConversionError) {
    do throws(FormatError) { sorter = try SampleSorter(info) } catch {
      throw ConversionError(temporary: error)
    }
  }

  func take(_ sample: Sample) throws(ConversionError) -> Sample? {
    do throws(FormatError) { try sorter?.add(sample) } catch {
      throw ConversionError(temporary: error)
    }
    return nil
  }

  func release() throws(ConversionError) -> Sample? {
    do throws(FormatError) {
      if let sorter = sorter.take() { sorted = try sorter.sorted() }
    } catch { throw ConversionError(error) }
    return try sorted?.nextSample()
  }

  func report(to report: inout Conversion.Report) {}
}
