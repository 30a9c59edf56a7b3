extension HealthUnit {
  /// The conversion of values in this unit to another, for use with many values.
  ///
  /// Temperatures have an offset only where both units are nothing but a temperature: 5 degC·m are
  /// 9 degF·m.
  ///
  /// - Throws: `UnitError` if the units are not compatible.
  public func conversion(to other: HealthUnit) throws(UnitError) -> HealthUnit.Conversion {
    guard isCompatible(with: other) else { throw UnitError(incompatible: self, with: other) }
    let scale = (self / other).scale  // of the quotient, so that what both have cancels
    if let offset = temperatureOffset, let otherOffset = other.temperatureOffset {
      return HealthUnit.Conversion(scale, offset: offset, otherOffset: otherOffset)
    }
    return HealthUnit.Conversion(scale)
  }

  /// Converts a value in this unit to another.
  ///
  /// - Returns: the value in the other unit, rounded once (see `HealthUnit.Conversion`).
  /// - Throws: `UnitError` if the units are not compatible.
  public func convert(_ value: Double, to other: HealthUnit) throws(UnitError) -> Double {
    try conversion(to: other)(value)
  }

  /// The conversion of a value as HealthKit stores it to a number that people read: in percent, 95.8 for a fraction of
  /// 0.958.
  package func figureConversion(to other: HealthUnit) throws(UnitError) -> HealthUnit.Conversion {
    guard other == .percent, isCompatible(with: other) else { return try conversion(to: other) }
    return HealthUnit.Conversion((self / other).scale * Scale(1, tenTo: 2))
  }

  /// Converts a number that people write to one that they read: 95 % is 0.95 count.
  package func convertFigure(_ value: Double, to other: HealthUnit) throws(UnitError) -> Double {
    guard self == .percent, isCompatible(with: other) else {
      return try figureConversion(to: other)(value)
    }
    if other == .percent { return value }
    return HealthUnit.Conversion((self / other).scale * Scale(1, tenTo: -2))(value)
  }

  /// If converting from this unit to another is multiplication by a power of ten, that power.
  ///
  /// - Returns: 3 for km to m, 0 for Cal to kcal; `nil` for mi to m, and for incompatible units.
  public func powerOfTen(to other: HealthUnit) -> Int? {
    try? conversion(to: other).powerOfTen
  }

  /// The conversion to grams, meters, seconds, kelvins and the reference units of other dimensions.
  var coherentConversion: HealthUnit.Conversion {
    guard let temperatureOffset else { return HealthUnit.Conversion(scale) }
    return HealthUnit.Conversion(scale, offset: temperatureOffset, otherOffset: 0)
  }

  /// The size in coherent units.
  private var scale: Scale {
    factors.reduce(.one) { $0 * $1.atom.scale.raised(to: $1.power) }
  }

  /// For a temperature alone, what is added to its values before scaling to kelvins, in hundredths.
  private var temperatureOffset: Int? {
    guard factors.count == 1, let factor = factors.first, factor.power == 1,
      factor.atom.base.dimension == .temperature
    else { return nil }
    return factor.atom.base.definition.offset
  }
}
