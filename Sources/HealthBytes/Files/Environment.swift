import LibC

/// The variables that the process was started with.
package enum Environment {
  /// The value of a variable, or `nil` if it is not set.
  public static subscript(name: String) -> String? {
    unsafe getenv(name).map { unsafe String(systemPath: $0) }
  }
}
