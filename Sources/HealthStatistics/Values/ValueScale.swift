package import HealthModel
package import HealthUnits

/// The way from the unit that values were written with to the unit of a statistic.
enum ValueScale {
  /// Units a power of ten apart: the point moves.
  case power(Int)
  /// A factor that is a short decimal number, as 1.609344 from miles to kilometers.
  case factor(digits: Int64, exponent: Int)
  /// Any other: temperatures, angles, molar masses. Rounded as `Number.converted(by:)` does.
  indirect case conversion(HealthUnit.Conversion)
  /// No way: the unit does not fit the type, is not a unit, or is missing.
  case unfit

  /// Conversion from the unit of a descriptor.
  ///
  /// - Parameter unit: The unit of the statistic; `nil` does not convert values.
  init(from descriptor: SampleDescriptor, to unit: HealthUnit?) {
    guard let unit else {
      self = .power(0)
      return
    }
    guard let own = descriptor.unit, let conversion = try? own.conversion(to: unit) else {
      self = .unfit
      return
    }
    if let power = conversion.powerOfTen {
      self = .power(power)
    } else if conversion(0) == 0, let factor = Number(conversion(digits: 1, exponent: 0)),
      factor.digits.magnitude < 10_000_000_000
    {
      self = .factor(digits: factor.digits, exponent: Int(factor.exponent))
    } else {
      self = .conversion(conversion)
    }
  }

  /// A value in the unit of the statistic, times 10^18; `nil` where it is too large.
  @inline(__always)
  func fixedPoint(of number: Number) -> Int128? {
    switch self {
    case .power(let power):
      return ExactDecimal.units(digits: number.digits, exponent: Int(number.exponent) &+ power)
    case .factor(let digits, let exponent):
      let (product, isOverflow) = number.digits.multipliedReportingOverflow(by: digits)
      if !isOverflow {
        return ExactDecimal.units(digits: product, exponent: Int(number.exponent) &+ exponent)
      }
      return Number(digits: digits, exponent: Int16(exponent)).multiplied(by: number)
        .flatMap { ExactDecimal($0)?.units }
    case .conversion(let conversion):
      return number.converted(by: conversion).flatMap { ExactDecimal($0)?.units }
    case .unfit: return nil
    }
  }
}

/// Counts the values of a type in ranges, such as glucose below, in and above a target.
package struct ValueRangeCounter {
  private let type: QuantityType
  private let unit: HealthUnit
  private let limits: [Int128]
  private var links = DescriptorTable<ValueScale>()
  /// How many values are below the first limit, from each limit on, and above the last one.
  package private(set) var counts: [Int]

  /// Nothing is counted.
  ///
  /// - Parameters:
  ///   - limits: Ascending, in the unit. A value at the last limit is within it, a value at any other is in the range that begins there.
  package init(_ type: QuantityType, _ unit: HealthUnit, limits: [Int]) {
    (self.type, self.unit) = (type, unit)
    self.limits = limits.map { Int128($0) * ExactDecimal.powers[ExactDecimal.places] }
    counts = Array(repeating: 0, count: limits.count + 1)
  }

  /// Blood glucose below, in and above the usual target of 70 to 180 mg/dL (international consensus on time in range, 2019).
  package static var glucose: ValueRangeCounter {
    ValueRangeCounter(.bloodGlucose, .milligramPerDeciliter, limits: [70, 180])
  }

  /// Adds a sample; those of other types are skipped.
  package mutating func add(_ sample: QuantitySample) {
    guard sample.header.descriptor.type == .quantity(type) else { return }
    if links.isLarge { _ = links.takeEntries() }
    let index = links.index(of: sample.header.descriptor, kind: .quantity) { [unit] descriptor, _ in
      ValueScale(from: descriptor, to: unit)
    }
    guard let value = links[index].fixedPoint(of: sample.number) else { return }
    let range = limits.indices.first { index in
      index == limits.count - 1 ? value <= limits[index] : value < limits[index]
    }
    counts[range ?? limits.count] += 1
  }

  /// How many values were counted.
  package var total: Int { counts.reduce(0, +) }
}
