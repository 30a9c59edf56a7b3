/// The axes of a chart: slots from left to right, values from the bottom to the top.
struct ChartFrame {
  static let width = 720.0
  let height: Double
  /// How many slots there are, such as the days of a month.
  let slots: Int
  let ticks: [Double]
  private let low: Double
  private let high: Double
  private let left = 44.0
  private let top = 8.0
  private let bottom = 20.0

  /// A frame for values.
  ///
  /// - Parameter fromZero: Whether the axis begins at 0, as that of sums does.
  init(slots: Int, values: ClosedRange<Double>, fromZero: Bool, height: Double = 150) {
    self.slots = max(1, slots)
    self.height = height
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

  var slotWidth: Double { (Self.width - left - 8) / Double(slots) }
  /// The left edge of a slot.
  func x(_ slot: Int) -> Double { left + Double(slot) * slotWidth }
  func middle(_ slot: Int) -> Double { x(slot) + slotWidth / 2 }
  func y(_ value: Double) -> Double {
    let part = (min(max(value, low), high) - low) / (high - low)
    return height - bottom - part * (height - top - bottom)
  }
  /// Where labels of the values end, and where those of the slots are.
  var labelEnd: Double { left - 6 }
  var labelBase: Double { height - 5 }
  var right: Double { Self.width - 8 }
  var leftEdge: Double { left }
}
