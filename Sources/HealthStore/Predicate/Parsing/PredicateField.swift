import HealthModel

/// A field of a sample that a predicate can name.
enum PredicateField: Equatable {
  case type, identifier, kind, value, category, start, end, created, duration, zone, activity
  case figure(SamplePredicate.Figure)
  case text(SamplePredicate.TextField)
  case metadata(String)

  /// The field of a name that is written in small letters.
  init?(named name: String) {
    guard let field = Self.names.first(where: { $0.name == name })?.field else { return nil }
    self = field
  }

  /// Every field's name but those of metadata; of one that has two, the shorter first.
  static let names: [(name: String, field: PredicateField)] = [
    ("type", .type), ("type.identifier", .identifier), ("kind", .kind), ("value", .value),
    ("category", .category), ("unit", .text(.unit)), ("start", .start), ("end", .end),
    ("created", .created), ("duration", .duration), ("zone", .zone), ("activity", .activity),
    ("average", .figure(.average)), ("minimum", .figure(.minimum)),
    ("maximum", .figure(.maximum)), ("latest", .figure(.latest)), ("sum", .figure(.sum)),
    ("distance", .figure(.distance)), ("energy", .figure(.energy)),
    ("source", .text(.source)), ("source.name", .text(.source)),
    ("source.version", .text(.sourceVersion)), ("source.product", .text(.sourceProductType)),
    ("source.system", .text(.sourceOperatingSystem)),
    ("device", .text(.device)), ("device.name", .text(.device)),
    ("device.manufacturer", .text(.deviceManufacturer)), ("device.model", .text(.deviceModel)),
    ("device.hardware", .text(.deviceHardware)), ("device.firmware", .text(.deviceFirmware)),
    ("device.software", .text(.deviceSoftware)),
    ("device.identifier", .text(.deviceLocalIdentifier)), ("device.udi", .text(.deviceUDI)),
  ]

  /// The name to print, the first of several.
  static func name(of field: SamplePredicate.TextField) -> String {
    names.first { $0.field == .text(field) }?.name ?? field.rawValue
  }

  /// What its values are.
  enum Content {
    case text, number, figure, date, duration, metadata
  }

  var content: Content {
    switch self {
    case .value: .number
    case .figure: .figure
    case .start, .end, .created: .date
    case .duration: .duration
    case .metadata: .metadata
    default: .text
    }
  }
}

extension MetadataKey {
  /// The key that a name without quotes means: a key of HealthKit, its constant, its short name in any case, or
  /// else a key of just that text.
  static func named(_ name: String) -> String {
    if MetadataKey(name).isKnown { return name }
    let folded = name.lowercased()
    let known = all.first { key in
      key.constant == name || key.identifier.lowercased() == folded
        || key.shortName.lowercased() == folded
    }
    return known?.identifier ?? name
  }
}
