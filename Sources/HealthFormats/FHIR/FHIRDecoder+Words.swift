import HealthBytes
import HealthModel

// What a person needs of an observation in addition to its value: it is metadata, and written again.
extension FHIRDecoder {
  /// Makes metadata of the codes that are not those of the type, and of a text that is not the name of one.
  ///
  /// - Returns: The names of members that are left out.
  func readCode(_ concept: JSONValue, into sample: inout Sample) -> [String] {
    let codings = concept["coding"]?.items ?? []
    var names: [String] = []
    var tokens: [FHIRToken] = []
    for coding in codings where isFurther(coding, sample) {
      let system = coding["system"]?.string
      if let token = FHIRToken(system, coding["code"]?.string) {
        tokens.append(token)
      } else {
        names.append("code.coding \((system ?? "of no system").printableName)")
      }
    }
    FHIRToken.state(tokens, .otherCodes, &sample)
    if let text = concept["text"]?.string, !text.isEmpty, !isName(text, of: codings) {
      sample.updateHeader { $0.metadata.state(.codeText, text) }
    }
    return names
  }

  /// Whether a code states something in addition to the type of a sample, such as where a temperature was measured.
  private func isFurther(_ coding: JSONValue, _ sample: Sample) -> Bool {
    let system = coding["system"]
    if Self.systems.contains(where: { system?.isText($0) == true }) { return false }
    guard system?.isText(FHIRVocabulary.loinc) == true, let code = coding["code"]?.string else {
      return true
    }
    return !codes.writes(code, sample.header?.descriptor.type.identifier ?? "")
  }

  /// Makes metadata of the identifiers other than the id, which this format writes as an identifier, too.
  static func readIdentifiers(
    _ identifiers: [JSONValue], _ id: JSONValue?, into sample: inout Sample
  ) -> [String] {
    let others = identifiers.filter { identifier in
      guard let uuid = identifier["value"]?.text(after: "urn:uuid:") else { return true }
      return id?.isText(uuid) != true
    }
    if others.isEmpty { return [] }
    let tokens = others.compactMap { FHIRToken($0["system"]?.string, $0["value"]?.string) }
    FHIRToken.state(tokens, .identifier, &sample)
    return tokens.count == others.count ? [] : ["identifier"]
  }

  /// Makes metadata of the texts of notes, the names of performers or the ranges of reference.
  static func readTexts(
    _ name: String, _ items: [JSONValue], into sample: inout Sample
  ) -> [String] {
    let texts: [String?] =
      switch name {
      case "note": items.map { $0["text"]?.string }
      case "performer": items.map { $0["display"]?.string }
      default: items.map { words(ofRange: $0) }
      }
    let read: Set<String> =
      switch name {
      case "note": ["text"]
      case "performer": ["display"]
      default: ["low", "high", "text"]
      }
    let found = texts.compactMap { $0 }.filter { !$0.isEmpty }
    guard !found.isEmpty else { return [name] }
    let separator = name == "note" ? "\n" : name == "performer" ? ", " : "; "
    sample.updateHeader { $0.metadata.state(MetadataKey(name), found.joined(separator: separator)) }
    var names: Set<String> = found.count == items.count ? [] : [name]
    for member in items.flatMap({ $0.members }) where !read.contains(member.name) {
      names.insert("\(name).\(member.name.printableName)")
    }
    return names.sorted()
  }

  /// A range of reference in words: its text, or its bounds.
  private static func words(ofRange range: JSONValue) -> String? {
    if let text = range["text"]?.string, !text.isEmpty { return text }
    func words(_ bound: JSONValue?, hasUnit: Bool = true) -> String? {
      guard let number = bound?["value"]?.numberText else { return nil }
      let unit = hasUnit ? (bound?["unit"] ?? bound?["code"])?.string : nil
      return unit.map { "\(number) \($0)" } ?? number
    }
    let (low, high) = (range["low"], range["high"])
    let units = [low, high].map { ($0?["unit"] ?? $0?["code"])?.string }
    switch (words(low, hasUnit: high == nil || units[0] != units[1]), words(high)) {
    case (let low?, let high?): return "\(low) to \(high)"
    case (let low?, nil): return ">= \(low)"
    case (nil, let high?): return "<= \(high)"
    case (nil, nil): return nil
    }
  }
}

/// A code with its system, or an identifier, as metadata have it: `http://snomed.info/sct|27113001`.
struct FHIRToken {
  let system: String
  let code: String

  /// - Parameter code: Without one there is no token.
  init?(_ system: String?, _ code: String?) {
    guard let code, !code.isEmpty else { return nil }
    (self.system, self.code) = (system ?? "", code)
  }

  /// Adds tokens to the metadata of a sample.
  static func state(_ tokens: [FHIRToken], _ key: MetadataKey, _ sample: inout Sample) {
    if tokens.isEmpty { return }
    let text = tokens.map { "\($0.system)|\($0.code)" }.joined(separator: ", ")
    sample.updateHeader { $0.metadata.state(key, text) }
  }

  /// The tokens that metadata have; none if a part of the text is not a token.
  static func tokens(_ text: String?) -> [FHIRToken] {
    guard let text, !text.isEmpty else { return [] }
    var tokens: [FHIRToken] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstRange(of: ", ")
      let part = rest[..<(end?.lowerBound ?? rest.endIndex)]
      rest = rest[(end?.upperBound ?? rest.endIndex)...]
      guard let bar = part.firstIndex(of: "|"),
        let token = FHIRToken(String(part[..<bar]), String(part[part.index(after: bar)...])),
        !token.system.contains(where: \.isWhitespace)
      else { return [] }
      tokens.append(token)
    }
    return tokens
  }

  /// The tokens as items of a list of JSON, without brackets.
  ///
  /// - Parameter name: The name of the member of the code.
  static func json(_ tokens: [FHIRToken], _ name: String) -> String {
    tokens.map { token in
      let code = "\"\(name)\":\(FHIRFragments.json(token.code))}"
      if token.system.isEmpty { return "{" + code }
      return "{\"system\":\(FHIRFragments.json(token.system)),\(code)"
    }.joined(separator: ",")
  }
}

extension MetadataKey {
  /// The codes of an observation of FHIR in addition to those of the type.
  static let otherCodes = MetadataKey("code.coding")
  /// The name of what was measured, if it is not that of the type.
  static let codeText = MetadataKey("code.text")
  /// Identifiers of an observation in other systems.
  static let identifier = MetadataKey("identifier")
  /// Notes about an observation.
  static let note = MetadataKey("note")
  /// The names of those who measured.
  static let performer = MetadataKey("performer")
  /// The usual range of values, in words.
  static let referenceRange = MetadataKey("referenceRange")
}
