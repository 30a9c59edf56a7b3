/// The months from the first to the last with data, including months without data.
///
/// One record with a wrong year (1970, 2099) would compress all others: up to three months that are ten years or more before or
/// after the others are left out.
struct TimeAxis {
  let first: MonthKey
  let count: Int
  /// The months with data that are left out.
  let outside: [MonthKey]
  private static let mostOutside = 3
  private static let farAway = 120

  /// An axis for some months; `nil` for none.
  init?(_ keys: [MonthKey]) {
    let keys = keys.sorted { $0.number < $1.number }
    guard !keys.isEmpty else { return nil }
    var shown = keys.indices
    for index in keys.indices.dropFirst()
    where keys[index].number - keys[index - 1].number >= Self.farAway {
      if index <= Self.mostOutside, index < keys.count - index { shown = index..<shown.upperBound }
      let rest = keys.count - index
      if rest <= Self.mostOutside, rest < index, shown.upperBound == keys.count,
        index > shown.lowerBound
      {
        shown = shown.lowerBound..<index
      }
    }
    first = keys[shown.lowerBound]
    count = keys[shown.upperBound - 1].number - first.number + 1
    outside = Array(keys[..<shown.lowerBound] + keys[shown.upperBound...])
  }

  func slot(of key: MonthKey) -> Int { key.number - first.number }
  func key(of slot: Int) -> MonthKey { MonthKey(number: first.number + slot) }

  /// A value for each slot; `nil` for months without data.
  func values<Value>(
    _ months: [ReportMonth], _ value: (ReportMonth) -> Value?
  ) -> [Value?] {
    var values = [Value?](repeating: nil, count: count)
    for month in months where values.indices.contains(slot(of: month.key)) {
      values[slot(of: month.key)] = value(month)
    }
    return values
  }

  /// The labels, each with its year: as many as there is room for on wide screens, and on narrow ones.
  func labels(_ form: ReportText) -> [ChartLabel] {
    let (narrow, wide) = (slots(months: 3, years: 5), slots(months: 8, years: 13))
    func labels(_ labels: (slots: [Int], areYears: Bool), _ width: ChartLabel.Width) -> [ChartLabel]
    {
      labels.slots.map { slot in
        let key = key(of: slot)
        return ChartLabel(
          slot: slot, text: labels.areYears ? form.year(key) : form.shortTitle(key), width: width)
      }
    }
    if narrow.slots == wide.slots { return labels(wide, .any) }
    return labels(narrow, .narrow) + labels(wide, .wide)
  }

  /// The months that have a label: every month, every second one, ..., every January, every second one, ...
  func slots(months: Int, years: Int) -> (slots: [Int], areYears: Bool) {
    var step = 1
    while true {
      let isYear = step >= 12
      // Years that are multiples of the step have a label, and months that are from January on.
      let slots = (0..<count).filter { (first.number + $0) % step == 0 }
      // The axis is divided into equal parts, one for each label; a month and its year nearly fill a part.
      let hasRoom = isYear || slots.count < 2 || Double(step * months) >= 0.84 * Double(count)
      if hasRoom, slots.count <= (isYear ? years : months) { return (slots, isYear) }
      step = Self.steps.first { $0 > step } ?? step * 10
    }
  }

  /// In months.
  private static let steps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200]
}
