import HealthBytes

/// Numbers as people read them.
enum Figures {
  /// `1,234,567`
  static func count(_ number: Int) -> String { number.grouped }

  /// `1 sample`, `1,234 samples`
  static func count(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `9 samples of 5 types, 2 of them nested in correlations and workouts`
  static func samples(_ number: Int, nested: Int, types: Int) -> String {
    "\(count(number, "sample")) of \(count(types, "type"))"
      + (nested > 0 ? ", \(count(nested)) of them nested in correlations and workouts" : "")
  }

  /// `12.3 MB`: in powers of 1,000, as disks and networks are measured.
  static func bytes(_ number: Int64) -> String {
    if number < 1_000 { return "\(number) B" }
    var value = Double(number) / 1_000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.95 { return "\(tenths(value)) \(unit)" }
      value /= 1_000
    }
    return "\(tenths(value)) TB"
  }

  /// `0.25 s`, `12.3 s`, `3:20 min`
  static func duration(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    if seconds < 9.995 {
      let hundredths = Int((seconds * 100).rounded())
      return "\(hundredths / 100).\(twoDigits(hundredths % 100)) s"
    }
    return seconds < 60 ? "\(tenths(seconds)) s" : "\(clock(seconds)) min"
  }

  /// `3:20`
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    return "\(whole / 60):\(twoDigits(whole % 60))"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
