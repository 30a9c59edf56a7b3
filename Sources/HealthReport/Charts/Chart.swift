/// The label of a slot of a chart.
struct ChartLabel {
  /// The screens that show it.
  enum Width { case any, narrow, wide }

  let slot: Int
  let text: String
  var width = Width.any
}

/// A chart of values by day or by month, as inline SVG.
struct Chart {
  /// How a chart draws values.
  enum Shape {
    /// A bar from 0 for each value.
    case bars(StaticString, [Double?])
    /// A bar from a least to a greatest value.
    case bands(StaticString, [(low: Double, high: Double)?])
    /// Bars on top of each other.
    case stack([(style: StaticString, values: [Double?])])
    /// A line with a dot at each value.
    case line(StaticString, [Double?])
  }

  let title: String
  /// The text for screen readers, which states where the numbers are as text.
  let description: String
  let frame: ChartFrame
  let shapes: [Shape]
  /// The labels of some of the slots.
  let labels: [ChartLabel]
  /// Whether lines continue across slots without a value, so that a weight that is measured now and then is a line.
  let bridgesGaps: Bool
  /// The text that is shown when the pointer is over a slot.
  let hint: (Int) -> String

  /// A chart; `nil` if no shape has a value.
  init?(
    _ title: String, _ description: String, slots: Int, fromZero: Bool = true,
    upTo top: Double? = nil, bridgesGaps: Bool = false, _ shapes: [Shape], labels: [ChartLabel],
    hint: @escaping (Int) -> String
  ) {
    var range: ClosedRange<Double>?
    func add(_ value: Double) {
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }
    for shape in shapes {
      switch shape {
      case .bars(_, let values), .line(_, let values): for case let value? in values { add(value) }
      case .bands(_, let values):
        for case let value? in values {
          add(value.low)
          add(value.high)
        }
      case .stack(let layers):
        for slot in 0..<slots {
          let sum = layers.reduce(0) { $0 + ($1.values[slot] ?? 0) }
          if sum > 0 { add(sum) }
        }
      }
    }
    guard range != nil else { return nil }
    if let top { add(top) }
    guard let range else { return nil }
    frame = ChartFrame(slots: slots, values: range, fromZero: fromZero)
    (self.title, self.description, self.shapes, self.labels) = (title, description, shapes, labels)
    (self.bridgesGaps, self.hint) = (bridgesGaps, hint)
  }

  /// Writes the picture.
  func write(to page: inout HTMLWriter, _ form: ReportText) {
    page.tag("<div class=\"plot\"><svg role=\"img\" aria-label=\"")
    page.text("\(title). \(description)")
    page.tag("\">")
    writeAxes(to: &page, form)
    for shape in shapes { write(shape, to: &page) }
    page.tag("</svg></div>\n")
  }

  private func writeAxes(to page: inout HTMLWriter, _ form: ReportText) {
    page.tag("<g class=\"axis\">")
    for tick in frame.ticks {
      page.tag("<line x2=\"100%\"")
      page.attribute("y1", frame.y(tick))
      page.attribute("y2", frame.y(tick))
      page.tag("/><text class=\"v\" x=\"-6\"")
      page.attribute("y", frame.y(tick) + 4)
      page.tag(">")
      page.text(form.number(tick, frame.places))
      page.tag("</text>")
    }
    for label in labels {
      switch label.width {
      case .any: page.tag("<text class=\"s\"")
      case .narrow: page.tag("<text class=\"s narrow\"")
      case .wide: page.tag("<text class=\"s wide\"")
      }
      page.percent("x", frame.middle(label.slot))
      page.attribute("y", frame.labelBase)
      page.tag(">")
      page.text(label.text)
      page.tag("</text>")
    }
    page.tag("</g>")
  }

  private func write(_ shape: Shape, to page: inout HTMLWriter) {
    switch shape {
    case .bars(let style, let values):
      group(style, &page)
      for (slot, value) in values.enumerated() {
        if let value, value > 0 { bar(slot, from: 0, to: value, hint(slot), &page) }
      }
    case .bands(let style, let values):
      group(style, &page)
      for (slot, value) in values.enumerated() {
        if let value { bar(slot, from: value.low, to: value.high, hint(slot), &page) }
      }
    case .stack(let layers):
      var heights = [Double](repeating: 0, count: frame.slots)
      for (place, layer) in layers.enumerated() {
        if place > 0 { page.tag("</g>") }
        group(layer.style, &page)
        for (slot, value) in layer.values.enumerated() {
          guard let value, value > 0 else { continue }
          bar(slot, from: heights[slot], to: heights[slot] + value, hint(slot), &page)
          heights[slot] += value
        }
      }
    case .line(let style, let values):
      line(style, values, &page)
      return
    }
    page.tag("</g>")
  }

  private func group(_ style: StaticString, _ page: inout HTMLWriter) {
    page.tag("<g class=\"")
    page.tag(style)
    page.tag("\">")
  }

  private func bar(
    _ slot: Int, from low: Double, to high: Double, _ hint: String, _ page: inout HTMLWriter
  ) {
    let width = min(6, frame.slotWidth * 0.8)
    page.tag("<rect")
    page.percent("x", frame.middle(slot) - width / 2)
    page.percent("width", width)
    page.attribute("y", min(frame.y(high), frame.y(low) - 1))
    page.attribute("height", max(1, frame.y(low) - frame.y(high)))
    page.tag(" rx=\"1\">")
    title(hint, &page)
    page.tag("</rect>")
  }

  /// Whether bands show the hints of the slots, so that dots need not.
  private var hasBands: Bool {
    shapes.contains { if case .bands = $0 { true } else { false } }
  }

  /// A line with dots. The line is stretched, the dots are not; a value without a neighbor has a dot in any case.
  private func line(_ style: StaticString, _ values: [Double?], _ page: inout HTMLWriter) {
    page.tag("<svg class=\"")
    page.tag(style)
    page.tag(
      "\" viewBox=\"0 0 1000 160\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path d=\"")
    var isPen = false
    for (slot, value) in values.enumerated() {
      guard let value else {
        isPen = isPen && bridgesGaps
        continue
      }
      page.tag(isPen ? "L" : "M")
      page.coordinate(frame.middle(slot) / 100 * ChartFrame.width)
      page.tag(" ")
      page.coordinate(frame.y(value))
      isPen = true
    }
    page.tag("\"/></svg>")
    group(style, &page)
    for (slot, value) in values.enumerated() {
      guard let value, !hasBands || isAlone(slot, values) else { continue }
      page.tag("<circle r=\"2.2\"")
      page.percent("cx", frame.middle(slot))
      page.attribute("cy", frame.y(value))
      page.tag(">")
      title(hint(slot), &page)
      page.tag("</circle>")
    }
    page.tag("</g>")
  }

  private func isAlone(_ slot: Int, _ values: [Double?]) -> Bool {
    (slot == 0 || values[slot - 1] == nil) && (slot + 1 == values.count || values[slot + 1] == nil)
  }

  private func title(_ text: String, _ page: inout HTMLWriter) {
    page.tag("<title>")
    page.text(text)
    page.tag("</title>")
  }
}

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
  /// The vertical position of the labels of slots.
  var labelBase: Double { Self.height - 5 }
}
