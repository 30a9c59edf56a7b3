/// The months from the first to the last with data, without a break: months without data have a place, too.
struct TimeAxis {
  let first: MonthKey
  let count: Int

  /// An axis for some months; `nil` for none.
  init?(_ keys: [MonthKey]) {
    guard let first = keys.min(), let last = keys.max() else { return nil }
    self.first = first
    count = last.number - first.number + 1
  }

  func slot(of key: MonthKey) -> Int { key.number - first.number }
  func key(of slot: Int) -> MonthKey { MonthKey(number: first.number + slot) }

  /// A value for each slot; `nil` for months without data.
  func values<Value>(
    _ months: [ReportMonth], _ value: (ReportMonth) -> Value?
  ) -> [Value?] {
    var values = [Value?](repeating: nil, count: count)
    for month in months { values[slot(of: month.key)] = value(month) }
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
      // Of equal parts of the axis for the labels, a month and its year need most of one.
      let hasRoom = isYear || slots.count < 2 || Double(step * months) >= 0.84 * Double(count)
      if hasRoom, slots.count <= (isYear ? years : months) { return (slots, isYear) }
      step = Self.steps.first { $0 > step } ?? step * 10
    }
  }

  /// In months.
  private static let steps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200]
}
