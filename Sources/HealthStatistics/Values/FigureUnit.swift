package import HealthModel
package import HealthUnits

/// The unit in which a figure is shown, and the conversion from the unit in which it was calculated.
///
/// Figures in % are shown as people write them: 95.8, of a fraction of 0.958. Samples keep the fraction of HealthKit.
package struct FigureUnit: Sendable {
  /// The unit that is shown.
  package let unit: HealthUnit
  private let conversion: HealthUnit.Conversion?

  /// A unit for figures.
  ///
  /// - Parameters:
  ///   - own: The unit in which figures are calculated.
  ///   - wanted: The unit to show; `nil`, and a unit of another dimension, leave figures in their own unit.
  package init(_ own: HealthUnit, shownIn wanted: HealthUnit? = nil) {
    let shown = wanted.flatMap { $0.isCompatible(with: own) ? $0 : nil } ?? own
    unit = shown
    conversion = shown == own && own != .percent ? nil : try? own.figureConversion(to: shown)
  }

  /// Whether figures are shown in the unit of the calculation.
  package var isUnchanged: Bool { conversion == nil }

  /// The text of the unit for people, without a molar mass: `mmol/L`.
  package var name: String { unit.readableName }

  /// A figure in the unit that is shown, converted as the decimal number that is printed.
  package func callAsFunction(_ value: Double) -> Double {
    guard let conversion else { return value }
    return Number(value)?.converted(by: conversion)?.doubleValue ?? conversion(value)
  }

  /// A figure in the unit that is shown; `nil` without a figure.
  package func callAsFunction(_ value: Double?) -> Double? { value.map { self($0) } }

  /// A value of an answer in the unit that is shown: unchanged in the unit in which it was calculated, otherwise the nearest
  /// floating-point number.
  package func value(_ number: ExactDecimal?) -> AnswerValue {
    guard let number else { return .none }
    let text = number.description
    guard let conversion else { return .number(text) }
    return AnswerValue(Number(text)?.converted(by: conversion)?.doubleValue)
  }
}

/// The units of the figures of workouts, splits and reports.
package struct FigureUnits: Sendable {
  package var mass = FigureUnit(.kilogram)
  package var distance = FigureUnit(.kilometer)
  package var energy = FigureUnit(.kilocalorie)
  package var heartRate = FigureUnit(.countPerMinute)
  package var elevation = FigureUnit(.meter)

  /// The units in which the figures are calculated.
  package init() {}

  /// How fast a workout was, in the way of its activity.
  package func rate(_ workout: WorkoutFigures) -> WorkoutRate.Value {
    workout.rate.value(workout.minutes, workout.distance, in: distance.unit)
  }

  /// The unit of speeds.
  package var speed: FigureUnit {
    FigureUnit((distance.unit == .mile ? .mile : .kilometer) / .hour)
  }
}

extension HealthUnit {
  /// The text for people: without the molar mass of a substance, `mmol/L`.
  package var readableName: String { description.withoutMolarMass }
}

extension String {
  /// The text of a unit without the molar mass of a substance.
  var withoutMolarMass: String {
    guard utf8.contains(UInt8(ascii: "<")), let start = firstIndex(of: "<"),
      let end = lastIndex(of: ">")
    else { return self }
    return String(self[..<start] + self[index(after: end)...])
  }
}

extension FigureUnit {
  /// The canonical unit of a type.
  package init(of type: QuantityType) {
    self.init(type.canonicalUnit.flatMap { try? HealthUnit($0) } ?? .count)
  }
}
