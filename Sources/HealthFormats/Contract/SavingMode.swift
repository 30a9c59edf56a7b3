/// How samples are saved into a store that may have them already.
///
/// In all of them, a sample that equals a stored one changes nothing, and of two samples with one sync identifier
/// (`HKMetadataKeySyncIdentifier`) the higher version is stored, as in HealthKit.
public enum SavingMode: String, Sendable, CaseIterable {
  /// The samples are a dataset, such as an export: as many equal ones are stored as it has. Where exactly one sample
  /// of an identity is left without an equal in the dataset and one in the store, it replaces that.
  case upsert
  /// As ``upsert``, but what is stored is never replaced, not by a higher version either.
  case append
  /// The samples are added: equal ones are stored once, and those that differ are new. Only a higher version
  /// replaces what is stored.
  case add
}
