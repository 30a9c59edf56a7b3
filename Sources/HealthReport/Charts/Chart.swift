/// A chart of values by day or by month, as inline SVG.
struct Chart {
  /// What a chart draws of its values.
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
  /// What a reader of the screen hears: where the numbers are as text.
  let description: String
  let frame: ChartFrame
  let shapes: [Shape]
  /// The labels of slots: only some.
  let labels: [(slot: Int, text: String)]
  /// The text of a slot, shown where the pointer is.
  let hint: (Int) -> String

  /// A chart, unless no shape has a value.
  init?(
    _ title: String, _ description: String, slots: Int, fromZero: Bool = true,
    upTo top: Double? = nil,
    _ shapes: [Shape],
    labels: [(slot: Int, text: String)], hint: @escaping (Int) -> String
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
    self.hint = hint
  }

  /// Writes the picture.
  func write(to page: inout HTMLWriter, _ form: ReportText) {
    page.tag("<svg role=\"img\" viewBox=\"0 0 ")
    page.coordinate(ChartFrame.width)
    page.tag(" ")
    page.coordinate(frame.height)
    page.tag("\" aria-label=\"")
    page.text("\(title). \(description)")
    page.tag("\">")
    writeAxes(to: &page, form)
    for shape in shapes { write(shape, to: &page) }
    page.tag("</svg>\n")
  }

  private func writeAxes(to page: inout HTMLWriter, _ form: ReportText) {
    page.tag("<g class=\"axis\">")
    for tick in frame.ticks {
      page.tag("<path d=\"M")
      page.coordinate(frame.leftEdge)
      page.tag(" ")
      page.coordinate(frame.y(tick))
      page.tag("H")
      page.coordinate(frame.right)
      page.tag("\"/><text class=\"v\"")
      page.attribute("x", frame.labelEnd)
      page.attribute("y", frame.y(tick) + 4)
      page.tag(">")
      page.text(form.number(tick, frame.places))
      page.tag("</text>")
    }
    for label in labels {
      page.tag("<text class=\"s\"")
      page.attribute("x", frame.middle(label.slot))
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
      group(style, &page)
      line(values, &page)
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
    let width = min(40, max(1, frame.slotWidth * 0.72))
    page.tag("<rect")
    page.attribute("x", frame.middle(slot) - width / 2)
    page.attribute("y", min(frame.y(high), frame.y(low) - 1))
    page.attribute("width", width)
    page.attribute("height", max(1, frame.y(low) - frame.y(high)))
    page.tag(" rx=\"1.5\">")
    title(hint, &page)
    page.tag("</rect>")
  }

  /// A line over all values: gaps are bridged, so that a weight that is measured now and then is a line.
  private func line(_ values: [Double?], _ page: inout HTMLWriter) {
    page.tag("<path d=\"")
    var isFirst = true
    for (slot, value) in values.enumerated() {
      guard let value else { continue }
      page.tag(isFirst ? "M" : "L")
      page.coordinate(frame.middle(slot))
      page.tag(" ")
      page.coordinate(frame.y(value))
      isFirst = false
    }
    page.tag("\"/>")
    for (slot, value) in values.enumerated() {
      guard let value else { continue }
      page.tag("<circle r=\"2.2\"")
      page.attribute("cx", frame.middle(slot))
      page.attribute("cy", frame.y(value))
      page.tag(">")
      title(hint(slot), &page)
      page.tag("</circle>")
    }
  }

  private func title(_ text: String, _ page: inout HTMLWriter) {
    page.tag("<title>")
    page.text(text)
    page.tag("</title>")
  }
}
