/// The samples of a piece that go to a writer, on the thread that encodes them.
final class PieceOutput {
  let encoder: any Sample.Encoder
  private let name: String
  private var samples: [Sample] = []
  /// Whether samples are collected; otherwise they go to the writer at once.
  private(set) var isCollecting = false
  private var room = 0
  private var waitForTurn: () -> Bool = { true }

  /// About how many bytes of samples with other files are collected.
  private static let roomForFiles = 1 << 22

  init(_ encoder: any Sample.Encoder, output name: String) {
    self.encoder = encoder
    self.name = name
  }

  /// Begins a piece.
  ///
  /// - Parameter waitForTurn: Waits until all earlier pieces are written, and returns whether they were.
  func begin(
    isCollecting: Bool, waitForTurn: @escaping () -> Bool
  ) throws(ConversionError) {
    self.isCollecting = isCollecting
    room = Self.roomForFiles
    self.waitForTurn = waitForTurn
    if !isCollecting { try takeTurn() }
  }

  /// Waits until all earlier pieces are written.
  ///
  /// - Throws: If one of them failed. That error is the one that is reported.
  private func takeTurn() throws(ConversionError) {
    if !waitForTurn() { throw ConversionError(.failed, "an earlier piece was not written") }
  }

  /// Takes a sample.
  ///
  /// - Returns: Whether the samples have become too large: then all are to be written before the next one.
  @inline(__always)
  func add(_ sample: Sample) -> Bool {
    samples.append(sample)
    switch sample {
    case .quantity, .category, .correlation: return false
    default: return isFull(after: sample)
    }
  }

  @inline(never)
  private func isFull(after sample: Sample) -> Bool {
    room -= sample.fileSize
    return room < 0
  }

  /// Shows the samples to the encoder, in the turn of the piece.
  func prepare() { encoder.prepare(for: samples) }

  /// Encodes the samples so far, waits until all earlier pieces are written, and stops collecting.
  func settle() throws(ConversionError) {
    prepare()
    if let error = encode() { throw error }
    try takeTurn()
    isCollecting = false
  }

  /// Encodes the samples.
  ///
  /// - Returns: The error at one of them, before which the others are encoded.
  func encode() -> ConversionError? {
    defer { samples.removeAll(keepingCapacity: true) }
    do throws(FormatError) {
      for sample in samples { try encoder.encode(sample) }
      return nil
    } catch { return ConversionError(writing: name, error) }
  }
}

extension Sample {
  /// About how many bytes it holds of files.
  fileprivate var fileSize: Int {
    switch self {
    case .document(let document): document.fields.data.count
    case .clinicalRecord(let record): record.fields.resource?.utf8.count ?? 0
    case .electrocardiogram(let sample): sample.fields.voltages.count * 16
    case .workout(let workout):
      workout.fields.routes.reduce(0) { sum, route in
        sum + route.files.reduce(0) { $0 + ($1.track?.locations.count ?? 0) * 200 }
      }
    default: 0
    }
  }
}
