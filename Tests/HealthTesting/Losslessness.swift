import HealthModel

extension Reading {
  /// The differences between a document and what was read: empty if every element and attribute was read up to the
  /// letter and in order.
  ///
  /// Left out of the comparison are the order of attributes, comments, processing instructions, white
  /// space around text, and where among the samples the date of export and the person stand.
  ///
  /// - Returns: The differences, ten at most, with both sides.
  public func differences(from document: [UInt8]) -> [String] {
    guard let root = ElementDocument(document).root, root.name == "HealthData" else { return [] }
    let own = Reprint.elements(of: info)
    var differences: [String] = []
    func compare(_ read: [UInt8]?, _ written: [UInt8]?) {
      guard read != written, differences.count < 10 else { return }
      differences.append("written: \(Self.shown(written))\n   read: \(Self.shown(read))")
    }
    compare(
      Element(name: root.name, attributes: own.root).canonicalText,
      Element(name: root.name, attributes: root.attributes).canonicalText)
    var expected: [[UInt8]] = []
    var hasDate = own.exportDate == nil
    var hasMe = own.me.attributes.isEmpty
    for child in root.children {
      let text = Self.text(child)
      if text.isEmpty { continue }
      if !hasDate, text == own.exportDate?.canonicalText {
        hasDate = true
      } else if !hasMe, text == own.me.canonicalText {
        hasMe = true
      } else {
        expected.append(text)
      }
    }
    compare(hasDate ? nil : own.exportDate?.canonicalText, nil)
    compare(hasMe ? nil : own.me.canonicalText, nil)
    for index in 0..<max(expected.count, samples.count) {
      // A document that breaks off may hold the beginning of one more.
      if error != nil, index == samples.count, index == expected.count - 1 { break }
      compare(
        index < samples.count ? Self.text(Reprint.node(of: samples[index])) : nil,
        index < expected.count ? expected[index] : nil)
    }
    return differences
  }

  private static func text(_ node: Element.Node) -> [UInt8] {
    switch node {
    case .element(let element): return element.canonicalText
    case .text:
      let text = Element(name: "", children: [node]).canonicalText
      return text.count == 5 ? [] : text
    }
  }

  private static func shown(_ text: [UInt8]?) -> String {
    text.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
  }
}
