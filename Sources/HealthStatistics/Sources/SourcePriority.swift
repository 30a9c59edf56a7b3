public import HealthModel

/// The sources that a person states to have the highest priority: names, patterns of `*` and `?`, or parts of names. Case
/// does not matter.
package struct SourcePriority: Sendable {
  private let patterns: [(text: String, folded: String, glob: Glob)]

  /// The order of some texts, the highest priority first.
  package init(_ texts: [String]) {
    patterns = texts.map { text in
      let folded = Source(name: text).foldedName
      return (text, folded, Glob(folded))
    }
  }

  /// How many texts there are.
  package var count: Int { patterns.count }

  /// The text at an index, as the user wrote it.
  package subscript(place: Int) -> String { patterns[place].text }

  /// The place of the first text that a name matches; `count` if it matches none.
  package func place(of name: String) -> Int {
    let folded = Source(name: name).foldedName
    return patterns.indices.first { matches($0, folded) } ?? count
  }

  /// The places of all texts that a name matches.
  package func places(of name: String) -> [Int] {
    let folded = Source(name: name).foldedName
    return patterns.indices.filter { matches($0, folded) }
  }

  private func matches(_ place: Int, _ folded: String) -> Bool {
    let pattern = patterns[place]
    return pattern.folded == folded || pattern.glob.matches(folded)
      || folded.contains(pattern.folded)
  }
}

/// How overlapping samples of several sources are combined into one number.
///
/// It applies to cumulative types, since steps that two sources count would be counted twice. Samples of discrete
/// types are taken from all sources, unless sources are separate.
public enum SourceRule: String, Sendable, CaseIterable {
  /// All samples of all sources add up.
  case none
  /// If samples of several sources overlap in time, those of the source with the highest priority count.
  case priority
  /// In each interval, the source with the largest sum counts.
  case max
  /// Each source has statistics of its own.
  case separate
}

/// The kind of a source, in the default order of priority.
///
/// Health puts what a person entered by hand first, then the devices of Apple, then apps, and lets the person sort each
/// list. An export does not contain these lists. So a watch is before a phone, which measures less of a day, and apps are in the
/// order of their names.
public enum SourceClass: Int, Sendable, Comparable, CaseIterable {
  /// A person, by hand (`HKWasUserEntered`).
  case person
  /// A watch itself, not an app on it.
  case watch
  /// A phone itself, not an app on it.
  case phone
  /// Anything else.
  case app

  /// Whether a class has priority over another.
  public static func < (a: SourceClass, b: SourceClass) -> Bool { a.rawValue < b.rawValue }
}

extension SourceClass {
  /// The class of the source of a descriptor, for samples that no person entered by hand.
  ///
  /// A watch or a phone is recognized by its product type, not by a name: people name apps and devices as they like. An app
  /// runs on a product, too, and has a version of its own, whereas the version of a device that writes its own samples is that
  /// of its system. A source without a version is that of its device. Versions are equal if all their numbers are (`10.1` is
  /// `10.1.0`): `10.1` on a system `10.1.1` is an app, since a device states the version of its system in full, and an app
  /// may have any number. Of a device with nothing but a name, as tables have it, the name decides: Apple's devices have
  /// the same ones everywhere, and no person chooses them.
  public init(_ descriptor: SampleDescriptor) {
    let product = Self.ownProduct(descriptor) ?? ""
    self =
      product.hasPrefix("Watch")
      ? .watch : product.hasPrefix("iPhone") || product.hasPrefix("Phone") ? .phone : .app
  }

  private static func ownProduct(_ descriptor: SampleDescriptor) -> String? {
    let source = descriptor.source
    if let product = source.productType {
      guard let version = ownVersion(of: source), let system = source.operatingSystemVersion else {
        return product
      }
      return isSame(version, system) ? product : nil
    }
    guard let device = descriptor.device else { return nil }
    if device.model == nil, device.hardwareVersion == nil, device.softwareVersion == nil {
      return ["Apple Watch": "Watch", "iPhone": "iPhone"][device.name ?? ""]
    }
    // Phones wrote "Apple", at least until iOS 10.
    guard device.manufacturer == "Apple Inc." || device.manufacturer == "Apple" else { return nil }
    if let version = ownVersion(of: source) {
      guard let system = device.softwareVersion, isSame(version, system) else { return nil }
    }
    return device.hardwareVersion ?? device.model
  }

  private static func ownVersion(of source: Source) -> String? {
    source.version.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isSame(_ version: String, _ system: String) -> Bool {
    func short(_ text: String) -> Substring {
      var text = text[...]
      while text.hasSuffix(".0") { text = text.dropLast(2) }
      return text
    }
    return version == system || short(version) == short(system)
  }
}

extension Metadata {
  /// Whether a person entered the sample by hand.
  var isEnteredByHand: Bool {
    if isEmpty { return false }
    let value = self[.wasUserEntered]
    return value == "1" || value == "true"
  }
}

/// Numbers the names of sources, and the combinations of a name and a class of samples. Beyond ``limit``
/// names, sources share the last one.
struct SourceTable {
  /// A source for merging: samples of one name and one class.
  struct Entry: Hashable {
    let name: Int
    let kind: SourceClass
  }

  private(set) var names: [String] = []
  private(set) var entries: [Entry] = []
  private var nameNumbers: [String: Int] = [:]
  private var numbers: [Entry: Int] = [:]

  static let limit = 4_096
  /// The name that sources beyond the limit share.
  static let others = "…"

  /// The number of the entry for samples of a descriptor.
  mutating func number(of descriptor: SampleDescriptor, isEnteredByHand: Bool = false) -> Int {
    let name = nameNumber(descriptor.source.name)
    let isOther = names[name] == Self.others
    let kind: SourceClass =
      isOther ? .app : isEnteredByHand ? .person : SourceClass(descriptor)
    let entry = Entry(name: name, kind: kind)
    if let number = numbers[entry] { return number }
    numbers[entry] = entries.count
    entries.append(entry)
    return entries.count - 1
  }

  private mutating func nameNumber(_ name: String) -> Int {
    if let number = nameNumbers[name] { return number }
    let isListed = names.count < Self.limit - 1 && name.utf8.count <= 1_024
    if !isListed, let number = nameNumbers[Self.others] { return number }
    nameNumbers[isListed ? name : Self.others] = names.count
    names.append(isListed ? name : Self.others)
    return names.count - 1
  }

  func name(of entry: Int) -> String { names[entries[entry].name] }

  /// The entries from the highest priority on: those that are listed, in that order, then what persons entered, watches, phones
  /// and apps, each by name.
  func ordered(by priority: [String]) -> [Int] {
    let priority = SourcePriority(priority)
    let places = names.map { priority.place(of: $0) }
    return entries.indices.sorted { a, b in
      let (first, second) = (entries[a], entries[b])
      return (places[first.name], first.kind.rawValue, names[first.name])
        < (places[second.name], second.kind.rawValue, names[second.name])
    }
  }

  /// The rank of each entry; 0 is that of the highest priority.
  func ranks(_ order: [Int]) -> [Int] {
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, entry) in order.enumerated() { ranks[entry] = rank }
    return ranks
  }

  /// The names in an order of entries, each once.
  func names(in order: [Int]) -> [String] {
    var seen: Set<Int> = []
    return order.filter { seen.insert(entries[$0].name).inserted }.map { name(of: $0) }
  }

  /// The names of entries for people, with the class if several entries have the same name.
  func texts(in order: [Int]) -> [String] {
    var classes: [Int: Int] = [:]
    for entry in entries where entry.kind != .person { classes[entry.name, default: 0] += 1 }
    return order.map { number in
      let entry = entries[number]
      if entry.kind == .person { return "\(names[entry.name]) (entered by hand)" }
      return classes[entry.name] == 1
        ? names[entry.name] : "\(names[entry.name]) (\(entry.kind))"
    }
  }
}
