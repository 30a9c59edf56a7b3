/// How samples of several sources that measured the same become one number.
///
/// It applies to cumulative types, of which two sources counting the same steps would count them twice. Samples of discrete
/// types are taken from all sources, unless sources are separate.
public enum SourceRule: String, Sendable, CaseIterable {
  /// All samples of all sources add up.
  case none
  /// Where samples of several sources overlap in time, those of the source with the highest priority count.
  case priority
  /// Of each interval, the source with the largest sum counts.
  case max
  /// Each source has statistics of its own.
  case separate
}

/// What wrote a sample, in the default order of priority.
///
/// Health puts what a person entered by hand first, then the devices of Apple, then apps, and lets the person sort each
/// list. An export does not contain these lists. So a watch is before a phone, which measures less of a day, and apps are in the
/// order of their names.
public enum SourceClass: Int, Sendable, Comparable, CaseIterable {
  /// A person, by hand (`HKWasUserEntered`).
  case person
  /// A watch itself, not an app on it.
  case watch
  /// A phone itself, not an app on it.
  case phone
  /// Anything else.
  case app

  /// Whether a class has priority over another.
  public static func < (a: SourceClass, b: SourceClass) -> Bool { a.rawValue < b.rawValue }
}
