package import HealthModel
package import HealthUnits

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
    guard let value = links[index].units(of: sample.number) else { return }
    let range = limits.indices.first { index in
      index == limits.count - 1 ? value <= limits[index] : value < limits[index]
    }
    counts[range ?? limits.count] += 1
  }

  /// How many values were counted.
  package var total: Int { counts.reduce(0, +) }
}
