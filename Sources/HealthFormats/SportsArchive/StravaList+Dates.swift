import HealthBytes
import HealthModel

/// Dates of such a list, which are in UTC and in the language of the account.
extension StravaList {
  /// A date with the name of a month, `Oct 7, 2025, 2:43:11 PM` or `7 oct. 2025, 14:43:11`; with points,
  /// `07.10.2025, 14:43:11`, which have the day first; or as ISO 8601 with a blank.
  static func date(_ text: String) -> Timestamp? {
    var words = text.split { $0.isWhitespace || $0 == "," }
    var isAfternoon: Bool?
    if let last = words.last, ["AM", "PM"].contains(last.uppercased()) {
      isAfternoon = last.uppercased() == "PM"
      words.removeLast()
    }
    let time = (words.popLast() ?? "").split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, let day = day(words) else { return nil }
    var hour = time[0]
    if let isAfternoon {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return Timestamp(
      "\(day)T\(hour.twoDigits):\(time[1].twoDigits):\(time[2].twoDigits)Z")
  }

  /// The day as ISO 8601 has it.
  private static func day(_ words: [Substring]) -> String? {
    if words.count == 1, let word = words.first {
      if !word.contains(".") { return String(word) }
      let parts = word.split(separator: ".").compactMap { Int($0) }
      return parts.count == 3 ? iso(parts[2], parts[1], parts[0]) : nil
    }
    var numbers: [Int] = []
    var month: Int?
    for word in words where !["de", "à", "at", "a", "alle", "om", "um"].contains(word) {
      if let number = Int(word.filter { $0 != "." }) {
        numbers.append(number)
      } else if month == nil {
        let name = word.lowercased()
        month = months.first { name.hasPrefix($0.name) }?.number
        if month == nil { return nil }
      } else {
        return nil
      }
    }
    guard let month, numbers.count == 2 else { return nil }
    return iso(numbers[1], month, numbers[0])
  }

  private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
    "\(year)-\(month.twoDigits)-\(day.twoDigits)"
  }

  /// How names of months begin in English, German, French, Spanish, Italian, Dutch and Portuguese; the longer ones first.
  private static let months: [(name: String, number: Int)] = [
    ("juin", 6), ("juil", 7), ("mai", 5), ("may", 5), ("mag", 5), ("mei", 5), ("mar", 3),
    ("mär", 3), ("mrz", 3), ("maa", 3), ("mrt", 3), ("jan", 1), ("ene", 1), ("gen", 1), ("fe", 2),
    ("fé", 2), ("apr", 4), ("avr", 4), ("abr", 4), ("jun", 6), ("giu", 6), ("jul", 7), ("lug", 7),
    ("aug", 8), ("ao", 8), ("ago", 8), ("sep", 9), ("set", 9), ("oct", 10), ("okt", 10),
    ("ott", 10), ("out", 10), ("nov", 11), ("dec", 12), ("déc", 12), ("dic", 12), ("dez", 12),
  ]
}
