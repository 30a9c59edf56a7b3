package import HealthBytes
package import HealthFormats
package import HealthModel

/// Reads a whole store, as any format is read: all samples in the order in which they were saved, or those
/// that a query asks for.
package struct StoreReader: SampleReader, ~Copyable {
  /// The location of the sample that `next()` returned last: a store has no lines.
  public let place: Place
  private let info: DatasetInfo
  private let cursor: any SampleCursor

  /// Begins to read a store.
  ///
  /// - Parameters:
  ///   - query: Which samples; by default all, in the order in which they were saved.
  ///   - name: What places call the store; by default its own name.
  public init(
    _ store: any SampleStore, _ query: SampleQuery = SampleQuery(), named name: String? = nil
  ) throws(HealthError) {
    place = Place(file: name ?? store.name)
    (info, cursor) = try Self.begin(store, query)
  }

  private static func begin(
    _ store: any SampleStore, _ query: SampleQuery
  ) throws(HealthError) -> (DatasetInfo, any SampleCursor) {
    do throws(HealthError) {
      // In this order: while the cursor reads, the other question would need a connection of its own.
      return (try store.info(), try store.samples(query))
    } catch { throw error.readError }
  }

  /// Facts about the dataset and the person.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    info
  }

  /// The next sample, or `nil` at the end and after it.
  public mutating func next() throws(HealthError) -> Sample? {
    do throws(HealthError) { return try cursor.next() } catch { throw error.readError }
  }

  /// No findings: they were reported when the sample was read the first time.
  public mutating func takeFindings() -> [Finding] { [] }

  /// Empty: a store contains only samples.
  public var notes: ReaderNotes { ReaderNotes() }

  /// Nothing is known: a store has no bytes that are read one after another.
  public var progress: ByteProgress { ByteProgress(consumed: 0, total: nil) }
}

extension HealthError {
  /// The error of reading from the store as a format.
  package var readError: HealthError {
    let isLimit = (cause as? HealthError)?.code == .tooLarge
    return HealthError(
      code == .readOnly ? .failed : code, rule: isLimit ? "limit" : "unreadable-store",
      place: place,
      message, cause: self)
  }
}
