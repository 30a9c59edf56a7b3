import HealthModel

extension SamplePredicate {
  /// The samples of the type with a name, or `nil` for an unknown name.
  ///
  /// - Parameter name: An identifier, a short name, a kind, an activity, a common name such as `steps` or a pattern.
  ///   Case does not matter.
  public init?(typeNamed name: String) {
    guard let form = Form(typeNamed: name) else { return nil }
    self.init(form)
  }
}

extension SamplePredicate.Form {
  init?(typeNamed name: String) {
    let meant = Catalog.names(meantBy: name)
    guard meant == [name] else {
      let parts = meant.compactMap(Self.init(typeNamed:))
      self = parts.count == 1 ? parts[0] : .or(parts)
      return
    }
    let folded = name.lowercased()
    if let kind = SampleKind.named(name) {
      self = .kind(kind)
    } else if name.contains("*") || name.contains("?") {
      self = .types(like: name)
    } else if let activity = WorkoutActivityType.all.first(where: {
      $0.shortName.lowercased() == folded || $0.identifier.lowercased() == folded
    }) {
      self = .type(activity.identifier)
    } else if let resource = ClinicalRecordType.all.first(where: {
      $0.identifier.lowercased() == folded
    }) {
      self = .type(resource.identifier)
    } else {
      let types = Catalog.types(matching: name).compactMap(Self.init(samplesOf:))
      if let first = types.first {
        self = types.count == 1 ? first : .or(types)
      } else if name.hasPrefix("HK"), Catalog.types(matching: name).isEmpty,
        !Catalog.isMistyped(name)
      {
        self = .type(name)
      } else {
        return nil
      }
    }
  }

  /// Selects the samples of a type of the catalog. Fails for clinical record types, whose samples state only their
  /// resource, and for characteristics.
  private init?(samplesOf type: Catalog.Entry) {
    switch type.kind {
    case "characteristic", "clinicalRecord": return nil
    // Kinds of one type, which files name in more ways than one.
    case "workout", "electrocardiogram", "audiogram", "heartbeatSeries", "activitySummary",
      "visionPrescription":
      guard let kind = SampleKind(rawValue: type.kind) else { return nil }
      self = .kind(kind)
    default: self = .type(type.identifier)
    }
  }
}
