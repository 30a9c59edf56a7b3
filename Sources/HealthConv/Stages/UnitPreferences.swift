import HealthBytes
public import HealthModel
import HealthStatistics
public import HealthUnits
import Synchronization

/// The target units of quantities: those of a system, those given for types, or unchanged.
public struct UnitPreferences: Sendable {
  /// The system for the types that are not named; `nil` to leave their units unchanged.
  public var system: UnitSystem?
  /// The region whose usual units take precedence over those of the system, as a code of ISO 3166.
  public var region: String?
  private var rules: [(types: TypePattern, unit: HealthUnit)] = []

  /// Whether units of all types were chosen by ``add(_:)``: a system, a region or `as-is`.
  private(set) var isChosen = false

  private static let unchanged = "as-is"

  /// All units unchanged.
  public init() {}

  /// Whether nothing is to be converted.
  public var isEmpty: Bool { system == nil && region == nil && rules.isEmpty }

  /// Adds a wish; of two for the same type the later one holds.
  ///
  /// - Parameter text: `as-is`, which also discards earlier units of types, `si`, `metric`, `imperial`, a region such as
  ///   `GB`, `region` for that of the environment (`LC_ALL`, `LC_MEASUREMENT`, `LANG`), or a type and its unit as in
  ///   `BodyMass=lb` or `Distance*=mi`. Of the types that match a pattern, only those that the unit fits are converted.
  /// - Throws: `HealthError` of code `.usage` if the text has another form, or if the unit fits none of the types.
  public mutating func add(_ text: String) throws(HealthError) {
    guard let sign = text.firstIndex(of: "=") else {
      region = try Self.region(text)
      system = try region == nil ? Self.system(text) : region == "US" ? .imperial : .metric
      if text == Self.unchanged { rules = [] }
      isChosen = true
      return
    }
    let name = String(text[..<sign])
    guard TypePattern(known: name) != nil || (try? HealthUnit(name)) == nil else {
      throw HealthError(
        .usage,
        "found '\(text.printableName)', but '\(name.printableName)' is a unit, expected a type and a unit such as BodyMass=lb"
      )
    }
    let pattern = try TypePattern(name)
    let unit: HealthUnit
    do throws(UnitError) { unit = try HealthUnit(String(text[text.index(after: sign)...])) } catch {
      throw HealthError(.usage, "cannot convert '\(name)': \(error)")
    }
    let types = QuantityType.all.filter { pattern.matches(.quantity($0), kind: .quantity) }
    guard !types.isEmpty || name.hasPrefix("HK") else {
      throw HealthError(.usage, "cannot convert '\(name)' to '\(unit)': it is not a quantity")
    }
    guard
      types.isEmpty
        || types.contains(where: { $0.metricUnit?.isCompatible(with: unit.measuring($0)) == true })
    else {
      throw HealthError(
        .usage,
        "cannot convert '\(name)' to '\(unit)' (\(unit.dimension)), expected a unit such as "
          + Self.fittingUnits(of: types[0]))
    }
    rules.append((pattern, unit))
  }

  private static func region(_ text: String) throws(HealthError) -> String? {
    if text == "region" {
      for name in ["LC_ALL", "LC_MEASUREMENT", "LANG"] {
        guard let locale = Environment[name], !locale.isEmpty else { continue }
        // A language, a region, an encoding: en_GB.UTF-8.
        let region = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst()
          .first
        if let region, isRegion(region) { return String(region) }
        break
      }
      throw HealthError(
        .usage, "LC_ALL, LC_MEASUREMENT and LANG name no region; name one, such as GB")
    }
    return isRegion(text[...]) ? text : nil
  }

  private static func system(_ text: String) throws(HealthError) -> UnitSystem? {
    if text == unchanged { return nil }
    if let system = UnitSystem(rawValue: text) { return system }
    let names = UnitSystem.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw HealthError(
      .usage,
      "unknown units '\(text.printableName)', expected 'as-is', \(names), a region such as GB, or a type and a unit such as BodyMass=lb\(advice(onUnit: text))"
    )
  }

  /// A unit without its type, with a type that it fits.
  private static func advice(onUnit text: String) -> String {
    var unit: HealthUnit?
    do throws(UnitError) { unit = try HealthUnit(text) } catch {
      unit = error.suggestion.flatMap { try? HealthUnit($0) }
    }
    guard let unit else { return "" }
    let common: [QuantityType] = [
      .bodyMass, .distanceWalkingRunning, .bloodGlucose, .bodyTemperature, .activeEnergyBurned,
      .heartRate, .runningSpeed, .dietaryWater,
    ]
    let type = (common + QuantityType.all).first {
      $0.metricUnit?.isCompatible(with: unit.measuring($0)) == true
    }
    return type.map { ". For the unit alone name its type: \($0.shortName)=\(unit)" } ?? ""
  }

  private static func fittingUnits(of type: QuantityType) -> String {
    ([type.canonicalUnit].compactMap(\.self) + type.otherUnits).map { "'\($0)'" }
      .joined(separator: ", ")
  }

  /// The target unit for quantities of a type; `nil` to keep their unit.
  public func unit(for type: QuantityType) -> HealthUnit? {
    let metric = type.metricUnit
    let rule = rules.last {
      $0.types.matches(.quantity(type), kind: .quantity)
        && metric?.isCompatible(with: $0.unit.measuring(type)) != false
    }
    if let rule { return rule.unit.measuring(type) }
    guard let system, let metric else { return nil }
    if let region { return type.preferredUnit(in: region) }
    return system == .imperial ? Self.imperial(type, metric) : system.unit(for: metric)
  }

  /// The target unit for durations without a type, such as that of a workout.
  var timeUnit: HealthUnit? { system?.unit(for: .minute) }

  /// The unit in an export in the United States.
  static func imperial(_ type: QuantityType, _ metric: HealthUnit) -> HealthUnit {
    imperial[type] ?? UnitSystem.imperial.unit(for: metric)
  }

  /// The types for which an export in the United States has another unit than for others of their dimension.
  private static let imperial: [QuantityType: HealthUnit] = {
    var units: [QuantityType: HealthUnit] = [.sixMinuteWalkTestDistance: .meter]
    for (type, unit) in [(QuantityType.height, "ft"), (.distanceSwimming, "yd")] {
      units[type] = try? HealthUnit(unit)
    }
    return units
  }()
}

extension UnitPreferences: CustomStringConvertible {
  /// The system or the region, and the units of types, as ``add(_:)`` reads them: `GB, BodyMass=kg`.
  public var description: String {
    let base = region ?? system?.rawValue ?? (isChosen || rules.isEmpty ? Self.unchanged : nil)
    return ([base].compactMap(\.self) + rules.map { "\($0.types.text)=\($0.unit)" })
      .joined(separator: ", ")
  }
}

extension QuantityType {
  /// The unit of ``UnitSystem/metric``, if the type is in the catalog.
  var metricUnit: HealthUnit? { canonicalUnit.flatMap { try? HealthUnit($0) } }
}

extension UnitPreferences {
  /// Unit preferences that the parts of a program share and that may change while it runs.
  ///
  /// HealthKit has the same as `preferredUnits(for:)` and the notification `HKUserPreferencesDidChange`.
  ///
  /// ```swift
  /// let shared = UnitPreferences.Shared()
  /// try shared.update { (units) throws(HealthError) in try units.add("GB") }
  /// shared.preferredUnits(for: [.bodyMass])  // [.bodyMass: st]
  /// for await units in shared.changes() { show(units) }
  /// ```
  public final class Shared: Sendable {
    private struct State {
      var preferences: UnitPreferences
      var listeners: [Int: AsyncStream<UnitPreferences>.Continuation] = [:]
      var nextListener = 0
    }

    private let state: Mutex<State>

    /// Shared preferences, in the beginning `preferences`.
    public init(_ preferences: UnitPreferences = UnitPreferences()) {
      state = Mutex(State(preferences: preferences))
    }

    /// The preferences that are valid now.
    public var current: UnitPreferences { state.withLock { $0.preferences } }

    /// The unit to show for each type: the preferred one, otherwise the canonical unit. Types that are not in the catalog and
    /// for which no unit was given are left out.
    public func preferredUnits(for types: Set<QuantityType>) -> [QuantityType: HealthUnit] {
      let current = current
      var units: [QuantityType: HealthUnit] = [:]
      for type in types { units[type] = current.unit(for: type) ?? type.metricUnit }
      return units
    }

    /// Changes the preferences, and notifies the readers of ``changes()`` if they differ from before.
    ///
    /// - Throws: What `change` throws; the preferences are then unchanged.
    public func update<Failure: Error>(
      _ change: (inout UnitPreferences) throws(Failure) -> Void
    ) throws(Failure) {
      try state.withLock { (state) throws(Failure) in
        var preferences = state.preferences
        try change(&preferences)
        let isChanged = preferences.description != state.preferences.description
        state.preferences = preferences
        if isChanged { for listener in state.listeners.values { listener.yield(preferences) } }
      }
    }

    /// The preferences after each later change. A reader that is slower than the changes receives the latest only.
    public func changes() -> AsyncStream<UnitPreferences> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: UnitPreferences.self, bufferingPolicy: .bufferingNewest(1))
      let number = state.withLock { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = continuation
        return state.nextListener
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
      }
      return stream
    }

    deinit {
      for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
    }
  }
}

extension UnitPreferences {
  /// The unit of the figures of a type, which are calculated in its canonical unit.
  func figure(_ type: QuantityType) -> FigureUnit {
    FigureUnit(type.metricUnit ?? .count, shownIn: unit(for: type))
  }

  /// The units of the figures of workouts, splits and reports. The unit of walking is that of all distances, the unit of active energy that
  /// of all energies, since such figures are in one column.
  var figures: FigureUnits {
    var figures = FigureUnits()
    figures.mass = figure(.bodyMass)
    figures.distance = figure(.distanceWalkingRunning)
    figures.energy = figure(.activeEnergyBurned)
    figures.heartRate = figure(.heartRate)
    figures.elevation = FigureUnit(.meter, shownIn: system?.unit(for: .meter))
    return figures
  }
}

extension QuantityType {
  /// The unit that is usual for quantities of this type in a region; `nil` for types that are not in the catalog.
  ///
  /// The source is the table of unit preferences of the Unicode CLDR, version 46, for the usages *person*, *person-height*, *road*, *fluid*,
  /// *food*, *blood-glucose* and the defaults. Its units of two parts (5 ft 9 in, 11 st 3 lb) are the first of them here.
  /// Where it has no entry, the United States have the units of an export there, others those of the metric system.
  ///
  /// - Parameter region: The code of ISO 3166, such as `GB`.
  public func preferredUnit(in region: String) -> HealthUnit? {
    guard let metricUnit else { return nil }
    switch (self, metricUnit) {
    case (.bloodGlucose, _):
      return Self.millimoleRegions.contains(region) ? .millimolePerLiterOfGlucose : metricUnit
    case _ where region == "US": return UnitPreferences.imperial(self, metricUnit)
    case (.height, _) where Self.footRegions.contains(region): return try? HealthUnit("ft")
    case (.waistCircumference, _) where Self.footRegions.contains(region):
      return try? HealthUnit("in")
    case (.bodyMass, _) where region == "GB", (.leanBodyMass, _) where region == "GB":
      return try? HealthUnit("st")
    case (_, .kilometer) where region == "GB": return .mile
    case (_, .kilometer / .hour) where region == "GB": return .mile / .hour
    case (.dietaryWater, _) where region == "GB": return try? HealthUnit("fl_oz_imp")
    default: return metricUnit
    }
  }

  private static let footRegions: Set = ["CA", "GB", "IN"]

  private static let millimoleRegions = Set(
    """
    AG AI AO AU BA BG BH BM BN BW BY CA CH CM CN CZ DK DM EE FI FJ GB GD HK HR HU IE IM IS KE KN KW KZ LC LI LT LU LV ME \
    MG MK MO MS MT MU MY MZ NA NL NO NZ OM PG RS RU SE SG SI SK TC TO UA UG VC VG VN VU ZA
    """.split(separator: " ").map(String.init))
}
