/// The axes of a chart: slots from left to right in percent of its width, values from the bottom to the top in pixels. Text has
/// the same size on every screen, as nothing but lines is scaled.
struct ChartFrame {
  static let height = 160.0
  /// The width of the coordinates of lines.
  static let width = 1_000.0
  /// How many slots there are, such as the days of a month.
  let slots: Int
  let ticks: [Double]
  private let low: Double
  private let high: Double
  private let top = 8.0
  private let bottom = 24.0

  /// A frame for values.
  ///
  /// - Parameter fromZero: Whether the axis begins at 0, as that of sums does.
  init(slots: Int, values: ClosedRange<Double>, fromZero: Bool) {
    self.slots = max(1, slots)
    // Beyond that, the sizes of steps are no longer exact.
    let values = values.clamped(to: -1e12...1e12)
    var low = fromZero ? min(0, values.lowerBound) : values.lowerBound
    var high = values.upperBound
    if high <= low { (low, high) = (fromZero ? low : low - 1, high + 1) }
    let step = Self.step(for: high - low)
    self.low = (low / step).rounded(.down) * step
    self.high = (high / step).rounded(.up) * step
    let count = min(12, Int(((self.high - self.low) / step).rounded()))
    let first = self.low
    ticks = (0...count).map { first + Double($0) * step }
  }

  /// 1, 2 or 5 times a power of ten, so that there are some three or four steps.
  private static func step(for span: Double) -> Double {
    var power = 1.0
    while power * 10 <= span { power *= 10 }
    while power > span { power /= 10 }
    let steps = [0.2, 0.5, 1, 2, 5].map { $0 * power }
    return steps.first { span / $0 <= 5 } ?? power * 5
  }

  /// How many decimals the labels of the ticks need.
  var places: Int {
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : 1
    return step >= 1 ? 0 : step >= 0.1 ? 1 : 2
  }

  /// The width of a slot and the middle of one, in percent.
  var slotWidth: Double { 100 / Double(slots) }
  func middle(_ slot: Int) -> Double { (Double(slot) + 0.5) * slotWidth }
  func y(_ value: Double) -> Double {
    let part = (min(max(value, low), high) - low) / (high - low)
    return Self.height - bottom - part * (Self.height - top - bottom)
  }
  /// Where labels of slots are.
  var labelBase: Double { Self.height - 5 }
}
