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
