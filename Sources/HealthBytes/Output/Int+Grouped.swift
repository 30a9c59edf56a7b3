extension Int {
  /// The number as people read it: `1,234,567`.
  package var grouped: String {
    let digits = String(magnitude)
    var grouped = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return grouped
  }
}
