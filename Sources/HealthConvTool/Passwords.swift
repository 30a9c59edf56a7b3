import HealthConv

/// Passwords among the arguments: others of the machine can read these, so none is taken, and none is repeated.
enum Passwords {
  /// Refuses the address of a server that holds a password.
  ///
  /// - Throws: `ConversionError`: `.usage`.
  static func reject(in arguments: some Sequence<String>) throws(ConversionError) {
    for argument in arguments where isAddressWithPassword(argument.lowercased()) {
      throw ConversionError(
        .usage,
        "an address contains a password, which others could read; put it in PGPASSWORD, ~/.pgpass or a "
          + "service file")
    }
  }

  /// Whether an argument, in lower case, has an address in it with `user:password@host`, however the colon is
  /// written, or `password=`.
  private static func isAddressWithPassword(_ argument: String) -> Bool {
    guard
      let scheme = ["postgresql:", "postgres:"].lazy.compactMap({ argument.firstRange(of: $0) })
        .first
    else { return false }
    let address = argument[scheme.upperBound...]
    if address.contains("password=") { return true }
    if let user = address.firstRange(of: "user="),
      hasColon(address[user.upperBound...].prefix { $0 != " " && $0 != "&" })
    {
      return true
    }
    guard address.hasPrefix("//") else { return false }
    let place = address.dropFirst(2).prefix { $0 != "?" }
    let authority = place.prefix { $0 != "/" }
    if let at = authority.lastIndex(of: "@") { return hasColon(authority[..<at]) }
    // A slash in a password ends the host for libpq. But a port is a number.
    guard place.contains("@"), let colon = authority.lastIndex(of: ":") else { return false }
    return !authority[colon...].dropFirst().allSatisfy(\.isNumber)
  }

  private static func hasColon(_ user: Substring) -> Bool {
    user.contains(":") || user.contains("%3a")
  }
}
