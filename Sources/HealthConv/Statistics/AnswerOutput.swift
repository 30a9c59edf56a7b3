import HealthBytes
public import HealthStatistics

/// Where the rows of an answer go, as text.
struct AnswerOutput {
  private let sink: any ByteSink
  private let name: String
  private var printer: any AnswerPrinter
  /// How many rows were written.
  private(set) var rows = 0

  init(_ sink: any ByteSink, _ name: String, _ format: AnswerFormat) {
    self.sink = sink
    self.name = name
    printer = format.printer
  }

  mutating func begin(
    _ columns: [AnswerColumn], _ facts: [AnswerFact]
  ) throws(ConversionError) {
    try write(printer.begin(columns, facts))
  }

  mutating func row(_ values: [AnswerValue]) throws(ConversionError) {
    rows += 1
    try write(printer.row(values))
  }

  mutating func end() throws(ConversionError) { try write(printer.end()) }

  private func write(_ text: String) throws(ConversionError) {
    if text.isEmpty { return }
    do throws(ByteError) { try sink.write(Array(text.utf8).span) } catch {
      throw ConversionError(writing: name, error)
    }
  }
}

extension Answer {
  /// Reads the datasets and writes the answer into a file, atomically.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced; never an input.
  public func write(
    toFile path: String, as format: AnswerFormat, overwriting: Bool = false
  ) throws(ConversionError) -> Answer.Report {
    try Self.write(toFile: path, overwriting: overwriting, from: datasets) {
      (file) throws(ConversionError) in try write(to: file, named: path, as: format)
    }
  }

  /// Makes a file of what is read from datasets: all of it, or none after a `readError`.
  static func write(
    toFile path: String, overwriting: Bool, from datasets: [Dataset],
    _ write: (AtomicFile) throws(ConversionError) -> Answer.Report
  ) throws(ConversionError) -> Answer.Report {
    for dataset in datasets where dataset.isAt(path, as: dataset.format) {
      throw ConversionError(
        .cannotCreate, "cannot create '\(path)': it is also an input, and inputs are never replaced"
      )
    }
    let file: AtomicFile
    do throws(ByteError) { file = try AtomicFile(path, overwrite: overwriting) } catch {
      throw ConversionError(writing: path, error)
    }
    let report = try write(file)
    guard report.readError == nil else { return report }
    do throws(ByteError) { try file.finish() } catch { throw ConversionError(writing: path, error) }
    return report
  }
}
