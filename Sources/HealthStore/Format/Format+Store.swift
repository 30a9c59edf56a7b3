package import HealthBytes
public import HealthFormats
package import HealthModel

extension Format {
  /// The format of a kind of store: everything in it, read and written as any other format.
  ///
  /// - Parameters:
  ///   - name: The name to give after `--from` and `--to`.
  ///   - extensions: The endings of its files, if its stores are files.
  ///   - makeWriter: Makes a writer of one of the other layouts.
  public static func store(
    name: String, title: String, extensions: [String] = [], schemes: [String],
    layouts: [Layout] = [],
    confidence: @escaping @Sendable (Input.Preview) -> Confidence = { _ in .no },
    open: @escaping StoreKind.Open, makeWriter: MakeWriter? = nil
  ) -> Format {
    Format(
      name: name, title: title, extensions: extensions, schemes: schemes, isText: false,
      layouts: [
        Layout("store", "a store: can be queried, changed and observed", outputs: [.database])
      ]
        + layouts,
      writeOptions: [.saving], losses: [], confidence: confidence,
      makeReader: { (input, _) throws(HealthError) in
        let store: any SampleStore
        do throws(HealthError) { store = try open(input.container.path, .reading) } catch {
          throw error.readError
        }
        return try StoreReader(store)
      },
      makeWriter: { (output, options) throws(HealthError) in
        if let makeWriter, let layout = options.layout, layout != "store" {
          return try makeWriter(output, options)
        }
        return try StoreWriter(output, options, open: open)
      })
  }
}

extension Format.Option {
  /// What to do with samples that a store already contains: a ``SavingMode``.
  public static let saving = Format.Option(
    "saving", about: "what to do with stored samples",
    words: [
      Word(
        "upsert",
        help: "If a store holds another version of a sample, replace it. This is the default."),
      Word("append", help: "If a store holds another version of a sample, keep it."),
    ]
  ) { text -> SavingMode? in
    switch text {
    case "upsert": .upsert
    case "append": .append
    default: nil
    }
  }
}

extension WriteOptions {
  /// The treatment of samples that a store already contains.
  public var saving: SavingMode? {
    get { self[.saving] }
    set { self[.saving] = newValue }
  }
}

/// A kind of store, as a value: how its stores are named and opened. Reading and writing it as a whole is a
/// `Format` like any other.
public struct StoreKind: Sendable {
  /// The purpose for which a store is opened.
  public enum Access: Sendable {
    /// For queries only.
    case reading
    /// To change an existing store.
    case writing
    /// To change a store; a missing one is created at the first commit.
    case creating
    /// To create a new store; at its first commit it replaces the existing content.
    case replacing
  }

  /// Opens a store at a location: a path, or an address with its scheme.
  public typealias Open =
    @Sendable (_ location: String, _ access: Access) throws(HealthError) -> any SampleStore

  /// Its name, its extensions and schemes, its readers and writers.
  public let format: Format
  /// Opens a store.
  public let open: Open

  /// Describes a kind of store.
  public init(format: Format, open: @escaping Open) {
    self.format = format
    self.open = open
  }
}

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
