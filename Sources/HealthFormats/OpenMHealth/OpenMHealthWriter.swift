package import HealthBytes
package import HealthModel

/// Writes samples as data points of Open mHealth: a header with id, schema and source, and a body with value and time.
package struct OpenMHealthWriter: SampleWriter, ~Copyable {
  private let sink: any ByteSink
  private let isArray: Bool
  private var isFirst = true
  private var printer: OpenMHealthPrinter
  private static let flushSize = 1 << 16

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer, _ options: WriteOptions) throws(HealthError) {
    sink = try output.open("")
    isArray = options.layout == "array"
    printer = OpenMHealthPrinter(isArray: isArray)
  }

  /// The losses so far.
  public var losses: [Loss.Count] { printer.losses.list }

  /// Receives the facts about the dataset, of which data points have only the participant.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    printer.losses.add(.dataset, ifStatedBy: dataset)
  }

  /// Writes the data points of a sample.
  public mutating func write(_ sample: consuming Sample) throws(HealthError) {
    try printer.print(sample)
    if printer.buffer.count >= Self.flushSize { try flush() }
  }

  /// Writes the rest.
  public mutating func finish() throws(HealthError) {
    try flush()
    if isArray { try sink.write(Array((isFirst ? "[]\n" : "\n]\n").utf8).span) }
    try sink.finish()
  }

  private mutating func flush() throws(HealthError) {
    guard !printer.buffer.isEmpty else { return }
    if isArray, isFirst {
      // Each data point has a comma before it.
      printer.buffer.removeFirst(1)
      try sink.write(Array("[".utf8).span)
    }
    isFirst = false
    try printer.buffer.flush(to: sink)
  }

  // MARK: Encoders

  /// An encoder of data points: none depends on another one.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    PrintingEncoder(OpenMHealthPrinter(isArray: isArray))
  }

  /// Writes the data points of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? PrintingEncoder<OpenMHealthPrinter> else { return }
    try flush()
    printer.losses.take(&encoder.printer.losses)
    swap(&printer.buffer, &encoder.printer.buffer)
    try flush()
    swap(&printer.buffer, &encoder.printer.buffer)
  }
}
