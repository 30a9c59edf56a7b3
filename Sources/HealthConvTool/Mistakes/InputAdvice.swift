import HealthBytes
import HealthConv
import HealthModel

/// What to do about a path that names no file, by how it is written.
struct InputAdvice {
  /// The words of the command, from that of the program on.
  let words: [String]
  let arguments: [String]

  /// The sentence for an error that states that an input does not exist; `nil` if there is nothing to say.
  func sentence(for error: HealthError) -> String? {
    if error.code == .usage, let name = arguments.last(where: { TypePattern(known: $0) != nil }),
      error.message.hasPrefix("cannot determine the format of '\(name)'")
    {
      return "Name one with --to, or a type with --type \(types(with: name))."
    }
    if error.code == .usage, let address = arguments.last(where: { $0.contains("://") }),
      error.message.hasPrefix("cannot determine the format of '\(address)'")
    {
      return "A database is a file such as health.db, or PostgreSQL: postgres://HOST/NAME."
    }
    guard error.kind == .noInput,
      let index = arguments.indices.first(where: {
        error.description.hasPrefix("cannot read '\(arguments[$0])': no such file")
      })
    else { return nil }
    let path = arguments[index]
    if FileStatus(path: path, following: false) != nil {
      return "It is a link to a file that does not exist."
    }
    return address(path) ?? quotes(path) ?? condition(at: index) ?? words(path) ?? order(at: index)
      ?? nearby(path)
  }

  private func address(_ path: String) -> String? {
    let lowercased = path.lowercased()
    if ["http://", "https://", "ftp://"].contains(where: lowercased.hasPrefix) {
      return "Nothing is read from the network: download the file first."
    }
    let bytes = Array(path.utf8)
    guard bytes.count > 3, bytes[1] == UInt8(ascii: ":"),
      bytes[2] == UInt8(ascii: "\\") || bytes[2] == UInt8(ascii: "/"),
      path.first?.isASCII == true, path.first?.isLetter == true
    else { return nil }
    let rest = path.dropFirst(3).replacing("\\", with: "/")
    return "In WSL a path of Windows is written '/mnt/\(path.prefix(1).lowercased())/\(rest)'."
  }

  private func quotes(_ path: String) -> String? {
    if path.hasPrefix("~/") { return "The shell replaces ~ only outside of quotes." }
    let marks: Set<Character> = ["“", "”", "„", "‘", "’", "«", "»", "\"", "'"]
    guard let first = path.first, let last = path.last, path.count > 2, marks.contains(first),
      marks.contains(last)
    else { return nil }
    return "The quotation marks are part of the name; a shell removes only \" and '."
  }

  /// A condition without its option, also one without quotes, whose words are arguments.
  private func condition(at index: Int) -> String? {
    var text = arguments[index]
    if let next = arguments.dropFirst(index + 1).first, Self.signs.contains(next) {
      let rest = arguments[index...].prefix { !$0.hasPrefix("-") }
      text = rest.joined(separator: " ")
    }
    let parts = text.split(separator: " ")
    guard parts.contains(where: { Self.signs.contains(String($0)) }) else { return nil }
    func isCondition(_ text: String) -> Bool { (try? SamplePredicate(parsing: text)) != nil }
    if isCondition(text) { return "A condition follows --where: --where \"\(text)\"." }
    // People compare types, as `steps > 1000`.
    let typed = "type = \(parts[0]) and value \(parts.dropFirst().joined(separator: " "))"
    if isCondition(typed) { return "A condition follows --where: --where \"\(typed)\"." }
    return
      "A condition follows --where, such as --where \"type = HeartRate and value > 100 count/min\"."
  }

  private static let signs: Set = ["=", "==", "!=", "<", ">", "<=", ">=", "like"]

  /// What is not a path but the value of an option.
  private func words(_ path: String) -> String? {
    if (try? SamplePredicate(parsing: path)) != nil {
      return "A condition follows --where: --where \"\(path)\"."
    }
    if path.lowercased().hasPrefix("select ") {
      return
        "SQL is for a store: 'healthconv convert INPUT -o health.db', then sqlite3 health.db \"\(path)\"."
    }
    guard !path.contains("."), !path.contains("/"), TypePattern(known: path) != nil else {
      return nil
    }
    return "Types follow --type, separated by commas: --type \(types(with: path))."
  }

  /// The types that were given, with another one.
  private func types(with name: String) -> String {
    guard let option = arguments.firstIndex(where: { $0 == "--type" || $0.hasPrefix("--type=") })
    else { return name }
    let argument = arguments[option]
    let given =
      argument.hasPrefix("--type=")
      ? String(argument.dropFirst(7)) : arguments.dropFirst(option + 1).first ?? ""
    return given.isEmpty ? name : "\(given),\(name)"
  }

  private func order(at index: Int) -> String? {
    guard words.last == "convert", let next = arguments.dropFirst(index + 1).first,
      FileStatus(path: next, following: true) != nil
    else { return nil }
    return "The input comes first: healthconv convert \(next) \(arguments[index])."
  }

  /// A file of a similar name in the same folder.
  private func nearby(_ path: String) -> String? {
    let (folder, name) = AtomicFile.split(path)
    guard !name.isEmpty else { return nil }
    if FileStatus(path: folder, following: true) == nil {
      return "The folder '\(folder)' does not exist."
    }
    // Two letters at most: files of a folder have similar names.
    let lowercased = Array(name.lowercased().utf8.prefix(128))
    let near = ((try? FolderListing.visibleNames(folder)) ?? []).map { other in
      (other, editDistance(lowercased, Array(other.lowercased().utf8.prefix(128))))
    }
    guard let nearest = near.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }),
      nearest.1 <= min(2, lowercased.count / 4)
    else { return nil }
    return "Did you mean '\(path.contains("/") ? "\(folder)/" : "")\(nearest.0)'?"
  }
}
