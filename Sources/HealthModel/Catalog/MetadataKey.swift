/// The key of an entry in the metadata of a sample. Apps make keys of their own, so unknown ones
/// are common.
public struct MetadataKey: TabulatedIdentifier {
  static let table = CatalogTable(metadataRows)
  static let prefixes = ["HKMetadataKey", "HK"]
  let storage: CatalogStorage

  private static let patterns: [[Glob]] = metadataRows.map { $0.appliesTo.map { Glob($0) } }

  /// The name of HealthKit's constant. Of the keys, two in three are spelled shorter than it: the
  /// constant `HKMetadataKeyTimeZone` is the key `HKTimeZone`.
  public var constant: String? { row?.constant }

  /// The type of a value.
  public var valueType: MetadataKey.ValueType? { row?.value }

  /// The enumeration a value comes from, as a number, where ``valueType`` is `enumeration`.
  public var enumeration: Enumeration? { row?.enumeration }

  /// The dimension of a value where ``valueType`` is `quantity`; `nil` if it is the sample's own.
  public var dimension: String? { row?.dimension }

  /// The identifiers of what may carry it, as patterns: `*` is any number of characters.
  public var appliesTo: [String] { row?.appliesTo ?? [] }

  /// The keys that it requires.
  public var requires: [MetadataKey] { row?.requires ?? [] }

  /// Whether something with this identifier (a type, `HKWorkoutTypeIdentifier`, a type of workout
  /// event) may carry it. Any may carry a key the catalog does not know.
  public func applies(to identifier: String) -> Bool {
    guard case .known(let index) = storage else { return true }
    return Self.patterns[Int(index)].contains { $0.matches(identifier) }
  }
}

extension MetadataKey {
  /// The type of a metadata value; exports write all of them as text.
  public enum ValueType: Hashable, Sendable {
    /// Any text.
    case string
    /// `1` or `0`.
    case boolean
    /// A decimal number.
    case number
    /// The number of a value in an enumeration.
    case enumeration
    /// A date and time in UTC, such as `2024-12-17 15:00:00 +0000`.
    case date
    /// A number and a unit, such as `865.696 s`.
    case quantity
  }
}

struct MetadataRow: CatalogRow {
  let identifier: String
  let constant: String
  let introduced: SystemVersion?
  let value: MetadataKey.ValueType
  var enumeration: Enumeration?
  var dimension: String?
  let appliesTo: [String]
  var requires: [MetadataKey] = []
}

/// The names of time zones, as the metadata of samples have them.
package enum TimeZoneName {
  /// Whether a name is one of the IANA time zone database, old names too, or one of a fixed offset as
  /// Foundation makes it: `GMT+0200`.
  ///
  /// - Parameter name: The name, such as `Europe/Paris`.
  public static func isKnown(_ name: String) -> Bool {
    timeZoneNames.contains(name) || isFixedOffset(name)
  }

  /// The full name for its last part alone, or for a text in other case: `berlin` for `Europe/Berlin`.
  ///
  /// - Returns: The name; `nil` if none is near.
  package static func meant(by name: String) -> String? {
    let wanted = name.lowercased().replacing(" ", with: "_")
    let names = timeZoneNames.sorted()
    return names.first { name in
      let lowercased = name.lowercased()
      return lowercased == wanted || lowercased.hasSuffix("/\(wanted)")
    } ?? NearMiss.nearest(to: name, among: names)
  }

  private static func isFixedOffset(_ name: String) -> Bool {
    guard name.hasPrefix("GMT+") || name.hasPrefix("GMT-") else { return false }
    let digits = name.dropFirst(4).filter { $0 != ":" }
    guard 1...4 ~= digits.utf8.count, let number = Int(digits), number >= 0 else { return false }
    let (hours, minutes) = digits.utf8.count > 2 ? (number / 100, number % 100) : (number, 0)
    return minutes < 60 && hours * 60 + minutes <= 18 * 60
  }
}
