import HealthBytes
import HealthModel

// The members of observations that samples have as metadata.
extension FHIRPrinter {
  /// The statuses other than `final` of observations that count.
  static let statuses: Set<String> = [
    "registered", "preliminary", "amended", "corrected", "unknown",
  ]

  /// The members that are texts, or concepts with words and codes.
  private static let members:
    [(
      key: MetadataKey, codes: MetadataKey?, start: StaticString, text: StaticString,
      end: StaticString
    )] = [
      (
        .interpretation, MetadataKey("interpretation.coding"), ",\"interpretation\":[{",
        "\"text\":",
        "}]"
      ),
      (.note, nil, ",\"note\":[{", "\"text\":", "}]"),
      (.bodySite, MetadataKey("bodySite.coding"), ",\"bodySite\":{", "\"text\":", "}"),
      (.method, MetadataKey("method.coding"), ",\"method\":{", "\"text\":", "}"),
      (.performer, nil, ",\"performer\":[{", "\"display\":", "}]"),
      (.referenceRange, nil, ",\"referenceRange\":[{", "\"text\":", "}]"),
    ]

  mutating func append(wordsOf metadata: Metadata) {
    for member in Self.members {
      guard let text = metadata[member.key], !text.isEmpty else { continue }
      buffer.append(member.start)
      let codes = FHIRToken.tokens(member.codes.flatMap { metadata[$0] })
      if !codes.isEmpty {
        buffer.append("\"coding\":[")
        buffer.append(utf8: FHIRToken.json(codes, "code"))
        buffer.append("],")
      }
      buffer.append(member.text)
      buffer.append(json: text)
      buffer.append(member.end)
    }
  }

  /// Prints identifiers after the first.
  mutating func append(identifiersOf metadata: Metadata) {
    let tokens = FHIRToken.tokens(metadata[.identifier])
    if tokens.isEmpty { return }
    buffer.append(",")
    buffer.append(utf8: FHIRToken.json(tokens, "value"))
  }

  /// Prints the code of a type, with further codes and the text that metadata have.
  ///
  /// - Parameter code: The members from the category to the subject.
  mutating func append(code: [UInt8], _ metadata: Metadata) {
    let tokens = FHIRToken.tokens(metadata[.otherCodes])
    let text = metadata[.codeText] ?? ""
    // Quotation marks in texts are escaped, so that this is the end of the codes.
    let mark = Array("]},\"subject\":{".utf8)
    guard !tokens.isEmpty || !text.isEmpty, let end = code.firstRange(of: mark)?.lowerBound else {
      return buffer.append(code)
    }
    buffer.append(Array(code[..<end]))
    if !tokens.isEmpty {
      buffer.append(",")
      buffer.append(utf8: FHIRToken.json(tokens, "code"))
    }
    buffer.append("]")
    if !text.isEmpty {
      buffer.append(",\"text\":")
      buffer.append(json: text)
    }
    buffer.append(Array(code[(end + 1)...]))
  }
}
