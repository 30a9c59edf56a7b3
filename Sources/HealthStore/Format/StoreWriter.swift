package import HealthBytes
package import HealthFormats
package import HealthModel

/// Writes samples into a store, as any format is written. They are part of it when the output is finished.
///
/// Saving goes on in a thread of its own, or the load's: the two cores that read and save take the time of one.
package struct StoreWriter: SampleWriter, ~Copyable {
  private let saving: StoreSaving?
  /// How many samples are handed over together; none where nothing is kept.
  private let samplesAtOnce: Int
  /// These samples.
  private var batch: [Sample] = []
  private var weight = SampleWeight()

  /// How many bytes of samples are handed over at once: a thousand workouts with their routes would take some hundred
  /// megabytes.
  private static var bytesAtOnce: Int { 1 << 21 }

  /// Begins to write.
  ///
  /// - Parameter output: A database; of any other nothing is kept.
  public init(
    _ output: OutputContainer, _ options: WriteOptions, open: StoreKind.Open
  ) throws(FormatError) {
    guard let database = output.database else {
      saving = nil
      samplesAtOnce = 0
      return
    }
    do throws(StoreError) {
      let store = try open(database.location, database.isReplacing ? .replacing : .creating)
      saving = try StoreSaving(store, options.saving ?? .upsert)
    } catch { throw error.writeError }
    samplesAtOnce = saving?.samplesAtOnce ?? 0
    let saving = saving
    database.load = saving?.load
    database.onPrepare = { () throws(ByteError) in
      do throws(StoreError) { return try saving?.load.prepare() } catch { throw error.byteError }
    }
    database.onCommit = { () throws(ByteError) in
      do throws(StoreError) { return try saving?.load.commit() } catch {
        throw error.byteError
      }
    }
  }

  /// Saves the facts of the dataset.
  public mutating func begin(_ dataset: DatasetInfo) throws(FormatError) {
    do throws(StoreError) { try saving?.load.describe(dataset) } catch { throw error.writeError }
  }

  /// Writes a sample.
  ///
  /// - Throws: `FormatError`, also of a sample before.
  public mutating func write(_ sample: consuming Sample) throws(FormatError) {
    guard samplesAtOnce > 0 else { return }
    weight.add(sample)
    batch.append(sample)
    if batch.count >= samplesAtOnce || weight.bytes >= Self.bytesAtOnce { try send() }
  }

  /// Waits until everything is in the store's hands. Nothing is committed yet.
  public mutating func finish() throws(FormatError) {
    try send()
    do throws(StoreError) { try saving?.finish() } catch { throw error.writeError }
  }

  private mutating func send() throws(FormatError) {
    guard let saving else { return }
    do throws(StoreError) { try saving.save(batch) } catch { throw error.writeError }
    weight = SampleWeight()
    batch.removeAll(keepingCapacity: true)
  }
}
