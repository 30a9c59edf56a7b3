import HealthBytes
package import HealthModel
import HealthUnits

/// Numbers in place of the paths of files, for messages, reports and ledgers: names of files and folders may be those of people.
///
/// A hash of a path could be guessed; a number states only in which order the paths of a run were used. A file in an archive
/// or a folder has a number in it. Every name of a file gets a number, also that of one that is not known beforehand; in the
/// text of messages these are the paths that are known, and quoted texts that look like a path.
package final class PathNames: Sendable {
  private struct State {
    /// What paths are called, and these names.
    var names: [String: String] = [:]
    var issued: Set<String> = []
    var members: [String: String] = [:]
    var counts: [String: Int] = [:]
    /// How the paths that are known appear in texts.
    var known: Set<String> = []
    var forms: [Form] = []
    var isSorted = true

    /// The longest form first.
    mutating func sortedForms() -> [Form] {
      if !isSorted {
        forms.sort { ($0.text.utf8.count, $0.text) > ($1.text.utf8.count, $1.text) }
        isSorted = true
      }
      return forms
    }
  }

  private struct Form {
    let text: String
    let path: String

    /// Whether it is replaced without quotation marks, too: other words do not look like it.
    var isDistinct: Bool {
      (text.contains("/") || text.contains(".")) && text.contains { $0.isLetter || $0.isNumber }
    }
  }

  private let state = Monitor(State())

  /// The most files of which each has a number in its archive or folder.
  private static let mostMembers = 1 << 16
  /// Names that are no paths.
  private static let standard: Set = ["", "-", "standard input", "standard output"]

  package init() {}

  /// Makes a path known, so that messages that contain it have its number.
  package func add(_ path: String) {
    if Self.standard.contains(path) { return }
    let folder = AtomicFile.split(path).folder
    // A folder of several parts looks like a path.
    let paths = [path] + (folder.contains("/") || folder == "." ? [] : [folder])
    state.withLock { state in
      for path in paths where state.known.insert(path).inserted {
        let texts: Set = [path, path.printable, path.printableName]
        state.forms += texts.filter { !$0.isEmpty }.map { Form(text: $0, path: path) }
        state.isSorted = false
      }
    }
  }

  /// The name of a path: `path-N`, unless it has got another one.
  package func name(of path: String) -> String {
    if Self.standard.contains(path) { return path }
    add(path)
    return state.withLock { state in
      let name = state.names[path] ?? "path-\(state.names.count + 1)"
      state.names[path] = name
      state.issued.insert(name)
      return name
    }
  }

  /// Gives a path a name that lasts longer than a run.
  package func name(_ path: String, as name: String) {
    add(path)
    state.withLock { state in
      state.names[path] = name
      state.issued.insert(name)
    }
  }

  /// The name of a file as places have it: of one in an archive or a folder `path-N/file-M`.
  package func file(_ name: String) -> String {
    let (top, member) = split(name)
    if let top { return member.isEmpty ? name : self.member(member, of: top) }
    guard let known = container(of: name) else { return self.name(of: name) }
    return self.member(String(name.dropFirst(known.count + 1)), of: self.name(of: known))
  }

  /// The known archive or folder in which a file is; `nil` for a file that is known itself.
  private func container(of name: String) -> String? {
    state.withLock { state in
      if state.known.contains(name) { return nil }
      return state.sortedForms().first { $0.path == $0.text && name.hasPrefix($0.path + "/") }?.path
    }
  }

  /// The parts of a name that begins with one that was issued.
  private func split(_ name: String) -> (top: String?, member: String) {
    let parts = name.split(separator: "/", maxSplits: 1)
    guard let top = parts.first.map(String.init),
      state.withLock({ $0.issued.contains(top) })
    else { return (nil, "") }
    return (top, parts.count > 1 ? String(parts[1]) : "")
  }

  private func member(_ member: String, of top: String) -> String {
    if member.hasPrefix("file-"), Int(member.dropFirst(5)) != nil { return "\(top)/\(member)" }
    return state.withLock { state in
      let key = "\(top)/\(member)"
      if let known = state.members[key] { return known }
      if state.members.count >= Self.mostMembers { return "\(top)/file" }
      state.counts[top, default: 0] += 1
      let name = "\(top)/file-\(state.counts[top, default: 1])"
      state.members[key] = name
      return name
    }
  }

  // MARK: Texts

  /// A text with the numbers of the paths that are known.
  package func known(_ text: String) -> String {
    var text = text
    for form in state.withLock({ $0.sortedForms() }) where text.contains(form.text) {
      if form.isDistinct {
        text = text.replacing(form.text, with: name(of: form.path))
      } else {
        text = text.replacing("'\(form.text)'", with: "'\(name(of: form.path))'")
      }
    }
    return text
  }

  /// A message with numbers in place of paths, and without quoted texts that look like a path.
  package func message(_ text: String) -> String {
    let text = known(text)
    var result = ""
    var rest = text[...]
    var last: Character?
    while let open = rest.firstIndex(of: "'") {
      result += rest[..<open]
      last = rest[..<open].last ?? last
      rest = rest[rest.index(after: open)...]
      // An apostrophe is not a quotation mark.
      guard last?.isLetter != true, let close = Self.end(of: rest) else {
        result += "'"
        last = "'"
        continue
      }
      result += "'\(quoted(String(rest[..<close])))'"
      last = "'"
      rest = rest[rest.index(after: close)...]
    }
    // Words of a message that are absolute paths.
    return (result + rest).split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("/") && $0.count > 1 ? "(path)" : $0 }.joined(separator: " ")
  }

  /// The quotation mark that ends a text: no letter follows it.
  private static func end(of text: Substring) -> String.Index? {
    text.indices.first { index in
      guard text[index] == "'" else { return false }
      let next = text.index(after: index)
      return next == text.endIndex || !text[next].isLetter
    }
  }

  private func quoted(_ text: String) -> String {
    if text.hasPrefix("healthconv ") { return text }
    if split(text).top != nil || container(of: text) != nil { return file(text) }
    return Self.isPath(text) ? "(path)" : text
  }

  /// Whether a text looks like a path: it has several parts and is no unit, or it has an extension.
  package static func isPath(_ text: String) -> Bool {
    if text.contains("/") {
      return text.contains { $0.isLetter || $0.isNumber } && (try? HealthUnit(text)) == nil
    }
    guard let point = text.lastIndex(of: "."), point != text.startIndex else { return false }
    let suffix = text[text.index(after: point)...]
    return 1...10 ~= suffix.count && suffix.first?.isLetter == true
      && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension PathNames {
  package func hidden(_ place: Place) -> Place {
    var place = place
    place.file = file(place.file)
    return place
  }

  package func hidden(_ finding: Finding) -> Finding {
    Finding(
      rule: finding.rule, severity: finding.severity, place: hidden(finding.place),
      message: message(finding.message), type: finding.type, source: finding.source,
      detail: finding.detail, isFailure: finding.isFailure)
  }

  package func hidden(_ error: HealthError) -> HealthError {
    HealthError(
      error.code, rule: error.rule, place: hidden(error.place), message(error.message),
      remedy: error.remedy, cause: error.cause)
  }
}
