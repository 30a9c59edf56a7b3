public import HealthFormats

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
  /// What to do with samples that a store already contains.
  public var saving: SavingMode? {
    get { self[.saving] }
    set { self[.saving] = newValue }
  }
}
