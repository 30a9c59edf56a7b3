import HealthXML

/// Everything a tokenizer says about a document: tokens with places, names, attributes and content,
/// then the repairs and the end or the error.
func trace(
  _ document: [UInt8], pieces: Int? = nil, options: XMLTokenizer.Options = .init()
) -> [String] {
  var lines: [String] = []
  var tokenizer = XMLTokenizer(options)
  var start = 0
  var end = min(pieces ?? document.count, document.count)
  while true {
    let bytes = document.span.extracting(start..<end)
    let token: XMLToken
    do {
      token = try tokenizer.next(in: bytes, isFinal: end == document.count)
    } catch {
      return lines + ["\(error.place.offset) \(error)"]
    }
    if token == .needsMoreInput {
      let count = tokenizer.cursor
      tokenizer.didDiscard(count)
      start += count
      end = min(end + (pieces ?? 1), document.count)
      continue
    }
    var line = "\(tokenizer.place.offset) \(tokenizer.place) \(tokenizer.depth) \(token)"
    switch token {
    case .startElement, .emptyElement:
      line += " " + tokenizer.stringOfName(in: bytes)
      for index in tokenizer.attributes.indices {
        let attribute = tokenizer.attributes[index]
        line += " \(tokenizer.place(of: attribute.name.lowerBound, in: bytes))"
        line += " \(tokenizer.string(ofName: attribute, in: bytes).debugDescription)"
        line += " \(tokenizer.string(of: attribute, in: bytes).debugDescription)"
        line += attribute.isPlain ? " plain" : ""
        line += attribute.isDuplicate ? " duplicate" : ""
        line += attribute.isMalformedName ? " malformed" : ""
      }
    case .endElement:
      line += " " + tokenizer.stringOfName(in: bytes)
    case .text, .cdata, .comment, .processingInstruction:
      line += " \(tokenizer.stringOfContent(in: bytes).debugDescription)"
      line += tokenizer.contentIsPlain ? " plain" : ""
    default: break
    }
    lines.append(line)
    for repair in tokenizer.takeRepairs() {
      lines.append("\(repair.place.offset) \(repair.place) \(repair.kind)")
    }
    if token == .endOfDocument { return lines }
  }
}

extension XMLTokenizer.Options {
  /// The defaults, with repairs.
  static var repairing: Self {
    var options = Self()
    options.repairs = true
    return options
  }
}
