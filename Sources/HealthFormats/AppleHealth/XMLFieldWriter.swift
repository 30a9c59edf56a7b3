import HealthBytes
import HealthModel
import HealthXML

/// Prints elements and the fields of samples in them.
///
/// The fields of an element are shown to it once for the attributes and then for the children, since a start tag must
/// be complete before the first child.
struct XMLFieldWriter: ~Copyable {
  var buffer: ByteBuffer
  private var cache = DescriptorSlots<OriginFragments>()
  /// The innermost element that is open.
  var scope = Scope()
  /// How many samples are open around the one that is written.
  var nesting = 0
  /// Whether what an export keeps in other files is written to these.
  var hasSideFiles = false
  private var lost = Array(repeating: 0, count: AppleHealthLoss.allCases.count)

  /// An element that is being written.
  struct Scope {
    /// Whether children are being written now, and not attributes.
    var isInChildren = false
    /// Whether the start tag is closed.
    var hasContent = false
    /// How far its children are indented.
    var level = 1
    /// Whether there is text among the children: then no white space is put between them.
    var isInline = false
    /// Content without a field.
    var extras: Extras?
    /// The header whose attributes are still to be written.
    var origin: Origin?
    /// The names of attributes written, where they are not all of our own choosing.
    var names: Set<[UInt8]> = []
    /// The children to write now; all remaining ones if `nil`.
    var run: Extras.ChildRun?
    /// How many children of a name were written in runs.
    var written: [String: Int] = [:]
  }

  init(capacity: Int) {
    buffer = ByteBuffer(capacity: capacity)
  }

  /// How often something could not be carried so far.
  func lost(_ loss: AppleHealthLoss) -> Int { lost[loss.rawValue] }

  /// Adds what another writer has counted, which begins at 0 again.
  mutating func takeLosses(of other: inout XMLFieldWriter) {
    for index in lost.indices {
      lost[index] += other.lost[index]
      other.lost[index] = 0
    }
  }

  mutating func countLoss(_ loss: AppleHealthLoss, _ count: Int = 1) {
    if count > 0 { lost[loss.rawValue] += count }
  }

  /// The attributes that samples of a descriptor have in common.
  @inline(__always)
  mutating func fragments(of descriptor: SampleDescriptor, _ kind: SampleKind) -> OriginFragments {
    cache.parts(of: descriptor, kind: kind) {
      OriginFragments(descriptor, typeName: AppleHealthVocabulary.typeAttribute(of: kind))
    }
  }

  // MARK: Elements

  /// Writes an element and what is inside it.
  ///
  /// - Parameter visit: Passes the fields to the given writer; called more than once.
  mutating func element(
    _ name: String, _ extras: Extras?, _ visit: (inout XMLFieldWriter) -> Void
  ) {
    open(name)
    var inner = Scope(level: scope.level + 1, isInline: scope.isInline, extras: extras)
    if let extras, extras.content.contains(where: \.isText) { inner.isInline = true }
    let outer = scope
    scope = inner
    visit(&self)
    for attribute in extras?.attributes ?? [] { self.attribute(attribute.name, attribute.value) }
    if let extras { countLoss(.names, unusedNames(extras)) }
    scope.isInChildren = true
    var content = (extras?.content ?? [])[...]
    for run in extras?.order ?? [] where run.count > 0 {
      var count = 0
      if run.name == Extras.ChildRun.kept {
        count = min(run.count, content.count)
        self.content(content.prefix(run.count))
        content = content.dropFirst(run.count)
      } else {
        let before = scope.written[run.name] ?? 0
        scope.run = run
        visit(&self)
        scope.run = nil
        count = (scope.written[run.name] ?? 0) - before
      }
      // An order of children that are not there is not read again.
      if count < run.count { countLoss(.names) }
    }
    visit(&self)
    self.content(content)
    let hasContent = scope.hasContent
    let isInline = scope.isInline
    scope = outer
    if hasContent {
      if !isInline { indent() }
      buffer.append("</")
      buffer.append(utf8: name)
      buffer.append(UInt8(ascii: ">"))
    } else {
      buffer.append("/>")
    }
    endLine()
  }

  /// How many attributes of another name were not written at all.
  private func unusedNames(_ extras: Extras) -> Int {
    extras.renamed.count {
      $0.field != AppleHealthVocabulary.metadataEntry
        && !scope.names.contains(Array($0.writtenAs.utf8))
    }
  }

  mutating func element(_ element: Element) {
    guard XMLName.isName(element.name) else { return countLoss(.names) }
    self.element(
      element.name, Extras(attributes: element.attributes, content: element.children)
    ) { _ in }
  }

  mutating func content(_ nodes: ArraySlice<Element.Node>) {
    for node in nodes {
      switch node {
      case .element(let element): self.element(element)
      case .text(let text):
        closeStartTag()
        countLoss(.characters, buffer.append(xml: text, isContent: true))
      }
    }
  }

  /// Begins the line of a child, up to its name.
  mutating func open(_ name: String) {
    closeStartTag()
    if !scope.isInline { indent() }
    buffer.append(UInt8(ascii: "<"))
    buffer.append(utf8: name)
  }

  /// Ends the line of a child.
  mutating func endLine() {
    if !scope.isInline { buffer.append(UInt8(ascii: "\n")) }
  }

  private mutating func closeStartTag() {
    guard !scope.hasContent else { return }
    scope.hasContent = true
    buffer.append(UInt8(ascii: ">"))
    endLine()
  }

  private mutating func indent() {
    for _ in 0..<scope.level { buffer.append(UInt8(ascii: " ")) }
  }

  // MARK: Attributes

  mutating func attribute(_ name: String, _ value: String?) {
    guard let value, openValue(of: name) else { return }
    countLoss(.characters, buffer.append(xml: value))
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes an attribute up to its value, under the name it was read from.
  ///
  /// - Returns: Whether there can be such an attribute.
  mutating func openValue(of name: String) -> Bool {
    var name = name
    if let extras = scope.extras {
      if let old = extras.renamed.first(where: { $0.field == name })?.writtenAs, isFree(old) {
        name = old
      }
      guard isFree(name) else {
        countLoss(.names)
        return false
      }
      scope.names.insert(Array(name.utf8))
    }
    buffer.append(UInt8(ascii: " "))
    buffer.append(utf8: name)
    buffer.append("=\"")
    return true
  }

  /// Whether the element can have another attribute of a name.
  func isFree(_ name: String) -> Bool {
    // By bytes: strings that are equal in Swift may consist of different scalars.
    XMLName.isName(name) && !scope.names.contains(Array(name.utf8))
  }
}
