import LibC

/// The clock of the system.
package enum SystemClock {
  /// Whole seconds since 1970-01-01 00:00:00 UTC.
  public static var secondsSince1970: Int64 { Int64(time(nil)) }
}
