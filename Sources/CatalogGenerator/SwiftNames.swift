/// The name of the Swift member for an identifier, after HealthKit's own habit: the prefix goes,
/// and the first word is in small letters. `HKQuantityTypeIdentifierVO2Max` is `vo2Max`,
/// `HKMetadataKeyUDIDeviceIdentifier` is `udiDeviceIdentifier`.
func memberName(_ identifier: String, without prefixes: [String]) -> String {
  var name = Substring(identifier)
  if let prefix = prefixes.first(where: { name.hasPrefix($0) && name.count > $0.count }) {
    name = name.dropFirst(prefix.count)
  }
  let capitals = name.prefix { $0.isUppercase }
  let rest = name.dropFirst(capitals.count)
  // The last of several capitals begins the next word, unless a digit or nothing follows.
  let isNextWord = capitals.count > 1 && rest.first?.isLowercase == true
  let first = isNextWord ? capitals.dropLast() : capitals
  return first.lowercased() + name.dropFirst(first.count)
}

/// A string literal; the catalog holds nothing that needs escaping but for these two.
func literal(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
