import HealthBytes
import HealthFormats
import HealthModel

/// Which participant each input is of: from a file of the user, or by a pattern of file names that the user gave.
package struct ParticipantMap: Sendable {
  /// The participant of an input.
  package struct Entry: Sendable, Equatable {
    package let participant: String
    /// The time zone of the participant, if the map has one.
    package let zone: String?
  }

  private enum Source: Sendable {
    case rows([String: Entry], file: String)
    case pattern(prefix: String, suffix: String)
  }

  private let source: Source

  /// Reads a map: a CSV file with the columns `export`, `participant` and, optionally, `zone`.
  ///
  /// - Throws: `HealthError`, also for an input that is named twice.
  package init(file path: String) throws(HealthError) {
    let source: FileSource
    do throws(HealthError) { source = try FileSource(path) } catch {
      throw error.reading(at: Place(file: path))
    }
    var rows = try CSVTexts(
      source, file: path, columns: ["export", "participant", "zone"],
      required: ["export", "participant"])
    var entries: [String: Entry] = [:]
    while let (texts, place) = try rows.next() {
      guard let export = texts[0], !export.isEmpty else {
        throw HealthError(
          .malformed, rule: "missing-value", place: place,
          "found an empty cell in the column export")
      }
      guard let id = texts[1], Participant.isID(id) else {
        throw HealthError(
          .malformed, rule: "malformed-value", place: place,
          "found another text in the column participant, expected \(Participant.expected)")
      }
      let zone = texts[2].flatMap { $0.isEmpty ? nil : $0 }
      if let zone, (try? Zone(zone)) == nil {
        throw HealthError(
          .malformed, rule: "malformed-value", place: place,
          "found a zone that does not exist, expected a name such as Europe/Berlin or an offset")
      }
      guard entries.updateValue(Entry(participant: id, zone: zone), forKey: export) == nil else {
        throw HealthError(
          .malformed, rule: "duplicate-row", place: place,
          "found an export a second time, expected each once")
      }
    }
    self.source = .rows(entries, file: path)
  }

  /// A pattern of file names: `{participant}` is the id, `*` any text.
  package init(pattern: String) throws(HealthError) {
    let parts = pattern.split(
      separator: "{participant}", omittingEmptySubsequences: false)
    guard parts.count == 2, !pattern.contains("/") else {
      throw HealthError(
        .usage,
        "'\(pattern.printableName)' is not a pattern of participants, expected the name of a file with {participant} once, such as '{participant}_*.zip'"
      )
    }
    source = .pattern(prefix: String(parts[0]), suffix: String(parts[1]))
  }

  /// The participants of inputs, in their order.
  ///
  /// - Throws: `HealthError` of code `.usage` that names the inputs without a participant, or with several.
  package func entries(of paths: [String]) throws(HealthError) -> [Entry] {
    var unmatched: [String] = []
    var found: [Entry] = []
    for path in paths {
      if let entry = try entry(of: path) { found.append(entry) } else { unmatched.append(path) }
    }
    guard unmatched.isEmpty else {
      let place = if case .rows(_, let file) = source { "'\(file)'" } else { "the pattern" }
      throw HealthError(
        .usage,
        "\(unmatched.count) of \(paths.count) inputs have no participant in \(place): \(unmatched.shortList)"
      )
    }
    return found
  }

  /// The participant of an input: a map has its path as given, or the end of the path from a slash on.
  package func entry(of path: String) throws(HealthError) -> Entry? {
    var end = path[...]
    while end.hasSuffix("/") { end = end.dropLast() }
    switch source {
    case .rows(let entries, let file):
      var found: [(name: Substring, entry: Entry)] = []
      var rest = end
      while true {
        if let entry = entries[String(rest)] { found.append((rest, entry)) }
        guard let slash = rest.firstIndex(of: "/") else { break }
        rest = rest[rest.index(after: slash)...]
      }
      guard found.count < 2 else {
        throw HealthError(
          .usage, "'\(path)' has two rows in '\(file)': its path and its name")
      }
      return found.first?.entry
    case .pattern(let prefix, let suffix):
      let name = Array(
        String(end[(end.lastIndex(of: "/").map(end.index(after:)) ?? end.startIndex)...]))
      var ids: Set<String> = []
      for start in 0..<name.count where Self.matches(Array(prefix), name[..<start]) {
        for stop in (start + 1)...name.count where Self.matches(Array(suffix), name[stop...]) {
          let id = String(name[start..<stop])
          if Participant.isID(id) { ids.insert(id) }
        }
      }
      guard ids.count < 2 else {
        throw HealthError(
          .usage,
          "the pattern of participants fits '\(path)' in \(ids.count) ways; expected a pattern with more of the name"
        )
      }
      return ids.first.map { Entry(participant: $0, zone: nil) }
    }
  }

  /// Whether a text matches a pattern with `*` for any text.
  private static func matches(_ pattern: [Character], _ text: ArraySlice<Character>) -> Bool {
    var (at, place) = (0, text.startIndex)
    var star: (at: Int, place: Int)?
    while place < text.endIndex {
      if at < pattern.count, pattern[at] == "*" {
        star = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == text[place] {
        at += 1
        place += 1
      } else if let last = star {
        star = (last.at, last.place + 1)
        at = last.at + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
