/// What becomes of samples whose key is there already.
public enum SavingMode: String, Sendable, CaseIterable {
  /// Those that say something else are replaced.
  case upsert
  /// They stay as they are.
  case append
}
