import HealthModel
import HealthStatistics

extension ReportPage {
  /// The workouts of a month, each with the sketch of its route if it has one.
  mutating func writeWorkouts(_ key: MonthKey) {
    guard let workouts = workouts[key] else { return }
    page.tag("<h3>Workouts</h3><ul class=\"workouts\">\n")
    for workout in workouts {
      page.tag("<li>")
      if let sketch = workout.sketch { write(sketch) }
      page.tag("<div><strong>")
      page.name(workout.figures.activity.words)
      page.tag("</strong><p>")
      let text = workout.figures.start.text(.iso8601).description
      page.text(
        "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)), \(AnswerValue(workout.figures.minutes).readable(.duration)) h"
      )
      page.tag("</p><p>")
      page.text(details(workout).joined(separator: " · "))
      page.tag("</p></div></li>\n")
    }
    page.tag("</ul>\n")
  }

  private func details(_ workout: ReportWorkout) -> [String] {
    let (figures, units) = (workout.figures, form.units)
    var texts: [String] = []
    if let distance = units.distance(figures.distance) {
      texts.append(form.figure(distance, units.distance, 2))
    }
    let rate = units.rate(figures)
    if let pace = rate.pace, let length = rate.length, pace < 60 {
      texts.append("\(pace.hours) min/\(length)")
    } else if let speed = rate.speed {
      texts.append(form.figure(speed, units.speed, 1))
    }
    if let energy = units.energy(figures.energy) {
      texts.append(form.figure(energy, units.energy))
    }
    if let heart = figures.averageHeartRate {
      texts.append("\(form.number(heart)) beats/min")
    }
    if let climb = units.elevation(figures.elevation) {
      texts.append("\(form.figure(climb, units.elevation)) up")
    }
    if !figures.fromRecords.isEmpty {
      let names = figures.fromRecords.map { $0 == .heartRate ? "heart rate" : $0.rawValue }
      texts.append("\(names.joined(separator: ", ")) from the records in its time")
    }
    return texts
  }

  private mutating func write(_ sketch: RouteSketch) {
    page.tag(
      "<svg viewBox=\"0 0 76 76\" role=\"img\" aria-label=\"Sketch of the route\"><path d=\"")
    for (place, point) in sketch.placed(in: 76).enumerated() {
      page.tag(place == 0 ? "M" : "L")
      page.coordinate(point.x)
      page.tag(" ")
      page.coordinate(point.y)
    }
    page.tag("\"/></svg>")
  }
}
