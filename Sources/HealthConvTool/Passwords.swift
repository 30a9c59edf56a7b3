import HealthConv

/// Passwords among the arguments: others of the machine can read these, so none is taken, and none is repeated.
enum Passwords {
  /// Refuses the address of a server that holds a password.
  ///
  /// - Parameter arguments: What the program was started with.
  /// - Throws: `ConversionError`: `.usage`.
  static func refuse(in arguments: some Sequence<String>) throws(ConversionError) {
    for argument in arguments where isHeld(by: argument.lowercased()) {
      throw ConversionError(
        .usage,
        "an address holds a password, which others could read; it belongs into PGPASSWORD, ~/.pgpass or a "
          + "service file")
    }
  }

  /// Whether an argument, in lower case, has an address in it with `user:password@host` or `password=`.
  private static func isHeld(by argument: String) -> Bool {
    guard
      let scheme = ["postgresql:", "postgres:"].lazy.compactMap({ argument.firstRange(of: $0) })
        .first
    else { return false }
    let address = argument[scheme.upperBound...]
    if address.contains("password=") { return true }
    guard address.hasPrefix("//") else { return false }
    let authority = address.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
    guard let at = authority.lastIndex(of: "@"), let colon = authority.firstIndex(of: ":") else {
      return false
    }
    return authority.index(after: colon) < at
  }
}
