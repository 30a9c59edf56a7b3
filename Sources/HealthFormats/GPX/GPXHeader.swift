import HealthModel

/// The elements that are children of the root in GPX 1.0 and of the metadata in GPX 1.1.
struct GPXHeader {
  static let names: Set<String> = [
    "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds", "copyright",
    "link",
  ]

  private var elements: [Element] = []

  /// The most elements that are kept; files have each once.
  private static let limit = 1_000

  /// Takes an element of a name in ``names``.
  ///
  /// - Returns: Whether there was room for it.
  mutating func append(_ element: Element) -> Bool {
    guard elements.count < Self.limit else { return false }
    elements.append(element)
    return true
  }

  /// The metadata with the elements in it: those of GPX 1.0 in the form of GPX 1.1 where that has one. What is not
  /// valid there goes to the extensions when it is written.
  func merged(into metadata: Element?) -> Element? {
    guard !elements.isEmpty else { return metadata }
    var merged = metadata ?? Element(name: GPXVocabulary.metadata)
    // Where the author and the link are among the children.
    var author: Int?
    var link: Int?
    for element in elements {
      let text = Element.Node.element(element).plainText(of: element.name)
      switch (element.name, text) {
      case ("author", let text?) where author == nil:
        author = merged.children.count
        merged.children.append(.element(Element(name: "author", [Element(name: "name", text)])))
      case ("email", let text?) where author != nil && text.split(separator: "@").count == 2:
        merged.append(Element(email: text.split(separator: "@")), to: &author)
      case ("url", let text?) where link == nil && text.trimmedXMLSpace.isAddress:
        link = merged.children.count
        let address = Element.Attribute(name: "href", value: text.trimmedXMLSpace)
        merged.children.append(.element(Element(name: "link", attributes: [address])))
      case ("urlname", let text?) where link != nil:
        merged.append(Element(name: "text", text), to: &link)
      default: merged.children.append(.element(element))
      }
    }
    return merged
  }
}

extension Element {
  fileprivate init(name: String, _ text: String) {
    self.init(name: name, children: text.isEmpty ? [] : [.text(text)])
  }

  fileprivate init(name: String, _ children: [Element]) {
    self.init(name: name, children: children.map { .element($0) })
  }

  fileprivate init(email parts: [Substring]) {
    self.init(
      name: "email",
      attributes: zip(["id", "domain"], parts).map { Attribute(name: $0, value: String($1)) })
  }

  /// Appends a child to the child at a place, which takes one only: the place is `nil` then.
  fileprivate mutating func append(_ child: Element, to place: inout Int?) {
    guard let index = place, case .element(var element) = children[index] else { return }
    element.children.append(.element(child))
    children[index] = .element(element)
    place = nil
  }
}
