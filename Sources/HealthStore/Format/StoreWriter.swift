// A store is a `Format`, too: `convert`, `diff`, `merge` and `validate` read and write it like any other. Its output
// is a `DatabaseOutput`, committed when a file would be renamed. Saving has a thread of its own (`Worker`), besides
// those that read; a load determines how the work is divided (`StoreLoad.hasThread`). For a file, the samples of a
// chunk, with digests made by the threads that decode, are passed to the thread that writes pages. For a server,
// rows are made in the turn of a chunk and only bytes are passed to the sending thread (`Connection.copyLater`): the
// server takes longer than both, and reference counts of samples used on two cores are expensive.

package import HealthBytes
package import HealthFormats
package import HealthModel

/// Writes samples into a store, like any other format. The store contains them when the output is finished.
///
/// Samples are saved on a thread of their own, or the load's, while others are read.
package struct StoreWriter: SampleWriter, ~Copyable {
  private let saving: StoreSaving?
  /// How many samples are handed over together; none where nothing is kept.
  private let samplesAtOnce: Int
  private var batch = StoreBatch()
  private var weight = SampleWeight()

  /// How many bytes of samples are handed over at once: a thousand workouts with their routes would take some hundred
  /// megabytes.
  private static var bytesAtOnce: Int { 1 << 21 }

  /// Begins to write.
  ///
  /// - Parameter output: A database; of any other nothing is kept.
  public init(
    _ output: OutputContainer, _ options: WriteOptions, open: StoreKind.Open
  ) throws(HealthError) {
    guard let database = output.database else {
      saving = nil
      samplesAtOnce = 0
      return
    }
    let store = try open(database.location, database.isReplacing ? .replacing : .creating)
    saving = try StoreSaving(store, options.saving ?? .upsert)
    samplesAtOnce = saving?.samplesAtOnce ?? 0
    let saving = saving
    database.load = saving?.load
    database.rollBack = { saving?.rollBack() }
    database.onPrepare = { () throws(HealthError) in
      return try saving?.load.prepare()
    }
    database.onCommit = { () throws(HealthError) in
      return try saving?.load.commit()
    }
  }

  /// Saves the facts of the dataset.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    try saving?.load.describe(dataset)
  }

  /// Writes a sample.
  ///
  /// - Throws: `HealthError`, also of a sample before.
  public mutating func write(_ sample: consuming Sample) throws(HealthError) {
    guard samplesAtOnce > 0 else { return }
    weight.add(sample)
    batch.samples.append(sample)
    if batch.samples.count >= samplesAtOnce || weight.bytes >= Self.bytesAtOnce { try send() }
  }

  /// Waits until everything is in the store's hands. Nothing is committed yet.
  public mutating func finish() throws(HealthError) {
    try send()
    try saving?.finish()
  }

  private mutating func send() throws(HealthError) {
    guard let saving else { return }
    try saving.save(batch)
    weight = SampleWeight()
    batch.samples.removeAll(keepingCapacity: true)
  }

  /// Makes digests of the samples of a chunk, and keeps them together.
  private final class Encoder: Sample.Encoder {
    var batch = StoreBatch()
    private let digester = SampleDigester(.saved)
    private let isDigested: Bool

    init(isDigested: Bool) { self.isDigested = isDigested }

    func encode(_ sample: Sample) { batch.samples.append(sample) }

    func encode(contentsOf samples: inout [Sample]) {
      if batch.samples.isEmpty { swap(&batch.samples, &samples) } else { batch.samples += samples }
      if isDigested { batch.addDigests(digester) }
    }
  }

  /// An encoder of the samples of a chunk, which are then saved together.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    saving.map { Encoder(isDigested: $0.load is any DigestedLoad) }
  }

  /// Saves the samples of a chunk.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? Encoder, !encoder.batch.samples.isEmpty else { return }
    if !batch.samples.isEmpty { try send() }
    try saving?.save(encoder.batch)
    encoder.batch = StoreBatch()
  }
}

/// Samples to be written to a load.
struct StoreBatch: Sendable {
  var samples: [Sample] = []
  /// The digest of each sample; none if the load makes them.
  var digests: [UInt64] = []

  /// Makes the digests that are missing.
  mutating func addDigests(_ digester: SampleDigester) {
    let samples = samples
    for index in digests.count..<samples.count { digests.append(digester.total(samples[index])) }
  }

  func save(to load: any StoreLoad) throws(HealthError) {
    if digests.count == samples.count, let load = load as? any DigestedLoad {
      try load.save(samples, digests: digests)
    } else {
      try load.save(samples)
    }
  }
}

/// A load that is filled a batch of samples after another, by a thread of its own if the load has none.
final class StoreSaving {
  let load: any StoreLoad
  private let worker: Worker<StoreBatch>?
  private let name: String
  /// How many samples to pass on together: few enough to be still in the cache, or many enough to be worth the way to
  /// another thread.
  let samplesAtOnce: Int

  init(_ store: any SampleStore, _ mode: SavingMode) throws(HealthError) {
    let load = try store.beginLoad(mode)
    self.load = load
    name = store.name
    samplesAtOnce = load.hasThread ? 1 << 6 : 1 << 10
    do throws(HealthError) {
      worker = load.hasThread ? nil : try Worker { batch in try batch.save(to: load) }
    } catch { throw HealthError(.failed, store.name, error.message, cause: error) }
  }

  deinit { worker?.cancel() }

  /// Ends the load without changing the store, after the thread has left it.
  func rollBack() {
    worker?.cancel()
    load.rollBack()
  }

  func save(_ batch: StoreBatch) throws(HealthError) {
    guard let worker else { return try batch.save(to: load) }
    do { try worker.send(batch) } catch { throw storeError(error) }
  }

  /// Waits until all that were handed over are saved.
  func finish() throws(HealthError) {
    do { try worker?.finish() } catch { throw storeError(error) }
  }

  /// Only a load's errors come from the thread.
  private func storeError(_ error: any Error) -> HealthError {
    error as? HealthError ?? HealthError(.failed, name, "saving failed", cause: error)
  }
}
