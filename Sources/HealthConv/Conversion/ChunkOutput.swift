/// The samples of a chunk that go to a writer, on the thread that encodes them.
final class ChunkOutput {
  let encoder: any Sample.Encoder
  private let name: String
  private var collection = Collection()
  /// Whether samples are collected; otherwise they go to the writer at once.
  private var isCollecting = false
  private var waitForTurn: () -> Bool = { true }

  init(_ encoder: any Sample.Encoder, output name: String) {
    self.encoder = encoder
    self.name = name
  }

  /// Samples that are to be encoded.
  struct Collection {
    fileprivate var samples: [Sample] = []
    private var room = 0

    /// About how many bytes of samples with other files are collected.
    private static let roomForFiles = 1 << 22

    /// Removes all samples; the storage is kept for the next chunk.
    mutating func clear() {
      samples.removeAll(keepingCapacity: true)
      room = Self.roomForFiles
    }

    /// Takes a sample.
    ///
    /// - Returns: Whether the samples have become too large: then all are to be written before the next one.
    @inline(__always)
    mutating func add(_ sample: consuming Sample) -> Bool {
      let isLarge =
        switch sample {
        case .quantity, .category, .correlation: false
        default: isFull(after: sample)
        }
      samples.append(sample)
      return isLarge
    }

    @inline(never)
    private mutating func isFull(after sample: Sample) -> Bool {
      room -= sample.fileSize
      return room < 0
    }
  }

  /// Begins a chunk.
  ///
  /// - Parameter waitForTurn: Waits until all earlier chunks are written, and returns whether they were.
  func begin(
    isCollecting: Bool, waitForTurn: @escaping () -> Bool
  ) throws(ConversionError) {
    self.isCollecting = isCollecting
    self.waitForTurn = waitForTurn
    if !isCollecting { try takeTurn() }
  }

  /// Waits until all earlier chunks are written.
  ///
  /// - Throws: If one of them failed. That error is the one that is reported.
  private func takeTurn() throws(ConversionError) {
    if !waitForTurn() { throw ConversionError(.failed, "an earlier chunk was not written") }
  }

  /// Takes the empty list of samples, to which those of the chunk are added; `nil` if they go to the writer at once.
  func takeCollection() -> Collection? {
    guard isCollecting else { return nil }
    var taken = Collection()
    swap(&taken, &collection)
    taken.clear()
    return taken
  }

  /// Gives the list back.
  func put(_ collected: consuming Collection) { collection = collected }

  /// Shows the samples to the encoder, in the turn of the chunk.
  func prepare() { encoder.prepare(for: collection.samples) }

  /// Encodes the samples so far, waits until all earlier chunks are written, and stops collecting.
  func settle(_ collected: consuming Collection) throws(ConversionError) {
    put(collected)
    prepare()
    if let error = encode() { throw error }
    try takeTurn()
    isCollecting = false
  }

  /// Encodes the samples.
  ///
  /// - Returns: The error at one of them, before which the others are encoded.
  func encode() -> ConversionError? {
    var encoded = Collection()
    swap(&encoded, &collection)
    defer {
      encoded.clear()
      collection = encoded
    }
    do throws(FormatError) {
      try encoder.encode(contentsOf: &encoded.samples)
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
