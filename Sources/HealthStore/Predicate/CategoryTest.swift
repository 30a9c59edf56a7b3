import HealthModel

/// Which cases of a category fit: computed for all values of the type in the catalog.
struct CategoryTest: Sendable {
  private let test: TextTest
  private let isNegated: Bool
  /// The cases that the type may have, and whether each fits.
  private var known: [CategoryValue: Bool] = [:]
  /// The numbers of those that fit: newer exports print old cases under new names.
  private let numbers: Set<Int>

  init(_ test: TextTest, _ type: CategoryType) {
    if case .differs(let text) = test {
      (self.test, isNegated) = (.equals(text), true)
    } else {
      (self.test, isNegated) = (test, false)
    }
    let values = type.values
    numbers = Set(values.filter(self.test.matches).compactMap(\.number))
    for value in values { known[value] = fits(value) }
  }

  /// Whether a value fits; a sample without one never does.
  func matches(_ value: CategoryValue?) -> Bool {
    guard let value else { return false }
    return (known[value] ?? fits(value)) != isNegated
  }

  private func fits(_ value: CategoryValue) -> Bool {
    test.matches(value) || value.number.map(numbers.contains) ?? false
  }
}

extension TextTest {
  /// Whether a name of a value fits, or its number.
  fileprivate func matches(_ value: CategoryValue) -> Bool {
    matches(value.name) || matches(value.shortName) || matches(value.number.map { "\($0)" })
  }
}
