import HealthBytes
public import HealthFormats
import HealthModel

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
