import HealthBytes
import HealthModel
import HealthXML

/// Handles tags and text at each level.
extension GPXParser {
  mutating func start(_ bytes: Span<UInt8>) throws(HealthError) {
    switch level {
    case .outside: try startDocument(bytes)
    case .document:
      if isNamed("trk", bytes) {
        startTrack(isRoute: false)
      } else if extensions == .apple, isNamed("rte", bytes) {
        startTrack(isRoute: true)
      } else {
        try openTree(bytes)
      }
    case .track:
      guard isNamed("trkseg", bytes) else { return try openTree(bytes) }
      level = .segment
      emit(.segmentStart)
    case .segment:
      guard isNamed("trkpt", bytes) else { return try openTree(bytes) }
      try startPoint(bytes)
    case .route:
      guard isNamed("rtept", bytes) else { return try openTree(bytes) }
      try startPoint(bytes)
    case .point:
      if extensions == .all, isNamed("extensions", bytes), declaresOnly(bytes) {
        level = .extensions
        localNamespaces = declarations(bytes)
        return
      }
      if tokenizer.attributes.isEmpty {
        if isNamed("extensions", bytes) {
          level = .extensions
          return
        }
        if let field = GPXField(pointChild: ownName, in: bytes) {
          return startField(field, bytes)
        }
      }
      try openTree(bytes)
    case .extensions: try startExtension(bytes)
    case .trackPointExtension:
      guard declaresOnly(bytes), let field = GPXField(anyExtension: localName(bytes), in: bytes)
      else { return try openTree(bytes) }
      startField(field, bytes)
    case .field: try openTree(bytes)
    case .tree:
      try tokenizer.checkLength(from: itemStart, in: file)
      try tree.open(tokenizer, bytes, file: file)
    case .ended: break
    }
  }

  mutating func end(_ bytes: Span<UInt8>) throws(HealthError) {
    switch level {
    case .field: try endField()
    case .trackPointExtension: level = .extensions
    case .extensions: level = .point
    case .point:
      endPoint()
      level = isRoute ? .route : .segment
      emit(.point)
    case .segment:
      level = .track
      emit(.segmentEnd)
    case .track, .route:
      level = .document
      emit(.trackEnd)
    case .tree:
      if let element = tree.close() { keep(element) }
    case .document: level = .outside
    case .outside, .ended: break
    }
  }

  mutating func text(_ bytes: Span<UInt8>) throws(HealthError) {
    switch level {
    case .field:
      try tokenizer.checkLength(from: itemStart, in: file)
      if tokenizer.contentIsPlain {
        for index in tokenizer.content { field.text.append(bytes[index]) }
      } else {
        tokenizer.appendContent(in: bytes, to: &field.text)
      }
    case .tree:
      try tokenizer.checkLength(from: itemStart, in: file)
      try tree.append(text: tokenizer.stringOfContent(in: bytes), file: file)
    case .point: pointExtras.children.append(.text(try strayText(bytes)))
    case .extensions, .trackPointExtension:
      pointExtras.extensions.append(.text(try strayText(bytes)))
    case .document:
      emit(.element(Element(name: "#text", children: [.text(try strayText(bytes))])))
    case .track, .route, .segment:
      emit(.trackElement(Element(name: "#text", children: [.text(try strayText(bytes))])))
    case .outside, .ended: break
    }
  }

  private mutating func strayText(_ bytes: Span<UInt8>) throws(HealthError) -> String {
    try tokenizer.checkLength(from: itemStart, in: file)
    try report("unexpected-text", .warning, "text between elements; preserved")
    return tokenizer.stringOfContent(in: bytes)
  }

  // MARK: Names

  /// The current element's name, without the prefix that GPX has in this file.
  var ownName: Range<Int> {
    let name = tokenizer.name
    return min(name.lowerBound + prefixLength, name.upperBound)..<name.upperBound
  }

  /// The current element's name, without any prefix.
  func localName(_ bytes: Span<UInt8>) -> Range<Int> {
    let name = tokenizer.name
    let colon = ByteScan.firstIndex(
      of: UInt8(ascii: ":"), in: bytes, from: name.lowerBound, to: name.upperBound)
    return colon < name.upperBound ? (colon + 1)..<name.upperBound : name
  }

  func isNamed(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    isNamed(text, ownName, bytes)
  }

  func isNamed(_ text: StaticString, _ name: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    name.count == text.utf8CodeUnitCount
      && ByteScan.equal(bytes, at: name.lowerBound, to: text)
  }

  // MARK: Document, tracks

  private mutating func startDocument(_ bytes: Span<UInt8>) throws(HealthError) {
    let name = localName(bytes)
    prefixLength = name.lowerBound - tokenizer.name.lowerBound
    guard isNamed("gpx", bytes) else {
      throw HealthError(
        .malformed, rule: "not-gpx", place: tokenizer.place.place(in: file),
        "found the root element \(tokenizer.stringOfName(in: bytes)), expected gpx")
    }
    let attributes = tokenizer.elementAttributes(in: bytes)
    namespaces = attributes.filter { $0.name.hasPrefix("xmlns:") }
    hasRoot = true
    level = .document
    emit(.document(attributes))
  }

  private mutating func startTrack(isRoute: Bool) {
    self.isRoute = isRoute
    level = isRoute ? .route : .track
    emit(.trackStart(isRoute: isRoute))
  }

  // MARK: Preserved elements

  mutating func openTree(_ bytes: Span<UInt8>) throws(HealthError) {
    switch level {
    case .point, .extensions, .trackPointExtension, .field:
      try tokenizer.checkLength(from: itemStart, in: file)
    default: itemStart = tokenizer.offset
    }
    treeStart = tokenizer.offset
    treeHome = level
    level = .tree
    try tree.open(tokenizer, bytes, file: file)
  }

  private mutating func keep(_ element: Element) {
    level = treeHome
    keptBytes += Int(tokenizer.endOffset - treeStart)
    let element = extensions == .all ? selfContained(element) : element
    switch treeHome {
    case .document: emit(.element(element))
    case .track, .route, .segment: emit(.trackElement(element))
    case .point: pointExtras.children.append(.element(element))
    case .field: field.nodes.append(.element(element))
    case .trackPointExtension: pointExtras.extensions.append(.element(element.withoutPrefix))
    default: pointExtras.extensions.append(.element(element))
    }
  }

  /// An element in which foreign elements declare the prefixes that they use, so that it is valid in another document;
  /// without the namespace that this program adds to elements without one.
  private func selfContained(_ element: Element) -> Element {
    var element = element
    element.attributes.removeAll {
      $0.name == "xmlns" && $0.value == "\(GPXVocabulary.ownNamespace)"
    }
    guard element.name.utf8.contains(UInt8(ascii: ":")) else {
      element.children = element.children.map { node in
        if case .element(let child) = node { .element(selfContained(child)) } else { node }
      }
      return element
    }
    let used = element.prefixes
    for declaration in localNamespaces + namespaces
    where used.contains(declaration.name.dropFirst(6)) {
      if element[attribute: declaration.name] == nil { element.attributes.append(declaration) }
    }
    return element
  }

  // MARK: Findings

  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, place: Place? = nil
  ) throws(HealthError) {
    try findings.add(
      Finding(rule: rule, severity: severity, place: place ?? self.place, message: message),
      isStrict: isStrict)
  }
}

extension Element {
  /// The element under the last part of its name, if there is nothing but text in it: what Garmin's
  /// extensions call the air's temperature is known by that, whatever their prefix.
  fileprivate var withoutPrefix: Element {
    guard attributes.allSatisfy({ $0.name.hasPrefix("xmlns:") }),
      let colon = name.firstIndex(of: ":"), children.allSatisfy({ $0.isText })
    else { return self }
    return Element(name: String(name[name.index(after: colon)...]), children: children)
  }

  var prefixes: Set<Substring> {
    var found: Set<Substring> = []
    func addPrefix(of name: String) {
      if let colon = name.firstIndex(of: ":") { found.insert(name[..<colon]) }
    }
    func walk(_ element: Element) {
      addPrefix(of: element.name)
      for attribute in element.attributes { addPrefix(of: attribute.name) }
      for case .element(let child) in element.children { walk(child) }
    }
    walk(self)
    return found
  }
}

/// Reading the extensions of points.
extension GPXParser {
  mutating func startExtension(_ bytes: Span<UInt8>) throws(HealthError) {
    let isPlain = tokenizer.attributes.isEmpty
    // All programs but Apple's may declare the namespace at the element itself.
    guard isPlain || extensions == .all && declaresOnly(bytes) else { return try openTree(bytes) }
    switch extensions {
    case .apple:
      guard let field = GPXField(appleExtension: tokenizer.name, in: bytes) else { break }
      return startField(field, bytes)
    case .all:
      let name = localName(bytes)
      if isNamed("TrackPointExtension", name, bytes) || isNamed("PowerExtension", name, bytes) {
        level = .trackPointExtension
        localNamespaces = declarations(bytes) + localNamespaces
        return
      }
      guard let field = GPXField(anyExtension: name, in: bytes) else { break }
      if name == tokenizer.name, isPlain {
        if unqualified.count == 0 { unqualified.place = tokenizer.place.place(in: file) }
        unqualified.count += 1
      }
      return startField(field, bytes)
    }
    try openTree(bytes)
  }

  /// Whether the attributes of the current element only declare namespaces.
  func declaresOnly(_ bytes: Span<UInt8>) -> Bool {
    for index in tokenizer.attributes.indices {
      let name = tokenizer.attributes[index].name
      let isDeclaration =
        name.count >= 5 && ByteScan.equal(bytes, at: name.lowerBound, to: "xmlns")
        && (name.count == 5 || bytes[name.lowerBound + 5] == UInt8(ascii: ":"))
      if !isDeclaration { return false }
    }
    return true
  }

  /// The prefixes that the current element declares.
  func declarations(_ bytes: Span<UInt8>) -> [Element.Attribute] {
    tokenizer.attributes.isEmpty
      ? [] : tokenizer.elementAttributes(in: bytes).filter { $0.name.hasPrefix("xmlns:") }
  }
}
