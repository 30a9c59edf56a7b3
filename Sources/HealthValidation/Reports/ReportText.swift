import HealthBytes
import HealthModel

extension String {
  /// A number and what is counted: `1 error`, `1,234 errors`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Finding {
  /// The message, with the values that were found if requested.
  func words(showingValues: Bool) -> String {
    guard showingValues, let detail else { return message.printable }
    return "\(message.printable) (found \(detail.printable))"
  }
}

extension ValidationReport {
  /// `2 errors, 1 warning` of what is new; `no findings` without any.
  var totals: String {
    let counts = Finding.Severity.allCases.reversed().map { ($0.plural, groups.countNew($0)) }
      .filter { $0.1 > 0 }
    return counts.isEmpty
      ? "no findings" : counts.map { String.count($0.1, $0.0) }.joined(separator: ", ")
  }

  /// The number of findings in the baseline.
  var known: Int { groups.list.reduce(0) { $0 + $1.known } }
}

extension Finding.Severity {
  /// What is counted: an `s` makes it many.
  fileprivate var plural: String { self == .info ? "note" : rawValue }
}

extension ValidationReport {
  /// The title of a rule, if it is described.
  func title(of rule: String) -> String? { rules.first { $0.name == rule }?.title }
}
