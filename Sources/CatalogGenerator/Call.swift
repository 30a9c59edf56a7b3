/// A call with labelled arguments, laid out as `swift format` does it.
struct Call {
  private static let width = 100
  private var arguments: [String] = []

  /// Adds an argument, unless it is `nil`.
  mutating func add(_ label: String, _ value: String?) {
    guard let value else { return }
    arguments.append("\(label): \(value)")
  }

  /// Adds a list, unless it is empty.
  mutating func add(_ label: String, list: [String]) {
    guard !list.isEmpty else { return }
    let flat = "\(label): [\(list.joined(separator: ", "))]"
    // Room for the indentation, the end of the call and the comma.
    guard flat.count > Self.width - 6 else {
      arguments.append(flat)
      return
    }
    let lines = list.map { "      \($0),\n" }
    arguments.append("\(label): [\n\(lines.joined())    ]")
  }

  /// The call in one line if it fits, else with the arguments in lines of their own.
  /// One more column is left for the comma after it.
  func text(_ function: String, indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    let flat = "\(margin)\(function)(\(arguments.joined(separator: ", ")))"
    if flat.count < Self.width, !flat.contains("\n") { return flat }
    var lines = ["\(margin)\(function)("]
    var line = ""
    for (index, argument) in arguments.enumerated() {
      let end = index == arguments.count - 1 ? ")" : ","
      let first = argument.prefix { $0 != "\n" }
      let reach = margin.count + 2 + line.count + 1 + first.count + end.count + 1
      if !line.isEmpty, reach > Self.width || argument.contains("\n") {
        lines.append("\(margin)  \(line)")
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + argument + end
    }
    lines.append("\(margin)  \(line)")
    return lines.joined(separator: "\n")
  }
}

func version(_ text: String) -> String {
  "SystemVersion(\(text.replacing(".", with: ", ")))"
}

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
