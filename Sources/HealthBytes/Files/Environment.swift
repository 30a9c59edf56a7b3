import LibC

/// The variables that the process was started with.
package enum Environment {
  /// The value of a variable, or `nil` if it is not set.
  public static subscript(name: String) -> String? {
    unsafe getenv(name).map { unsafe String(systemPath: $0) }
  }

  /// The folder for temporary files.
  public static var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }
}

/// The clock of the system.
package enum SystemClock {
  /// Whole seconds since 1970-01-01 00:00:00 UTC.
  public static var secondsSince1970: Int64 { Int64(time(nil)) }
}
