import HealthModel

/// What laps have of the totals of their workout, as those of a Health export state nothing.
extension FITActivity {
  /// The fields of laps.
  private enum Field {
    static let (distance, energy, average, maximum, intensity) = (9, 11, 15, 16, 23)
  }

  /// States the distance, the energy and the heart rate of laps, each if no lap states it: the distance of each session in
  /// proportion to that of the points, otherwise to time; the energy in proportion to time; the heart rate of the records.
  mutating func completeLaps(_ points: [[RoutePoint]]) {
    let laps = events.indices.filter { events[$0].type == .lap }
      .sorted { (events[$0].time.seconds, $0) < (events[$1].time.seconds, $1) }
    guard !laps.isEmpty else { return }
    let starts = laps.map { events[$0].time.seconds }
    completeTotals(of: laps, starts, points)
    guard !isStated(Field.average, laps), !isStated(Field.maximum, laps) else { return }
    var rates = [(sum: Int64, count: Int64, most: Int64)](
      repeating: (sum: 0, count: 0, most: 0), count: laps.count)
    for record in records {
      guard let rate = record[.heartRate], rate > 0 else { continue }
      // The number of laps that began until then.
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] <= record.time { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { continue }
      let known = rates[low - 1]
      rates[low - 1] = (known.sum + rate, known.count + 1, max(known.most, rate))
    }
    for (lap, rate) in zip(laps, rates) where rate.count > 0 {
      state(Field.average, (rate.sum + rate.count / 2) / rate.count, ofEvent: lap)
      state(Field.maximum, rate.most, ofEvent: lap)
    }
  }

  private mutating func completeTotals(
    of laps: [Int], _ starts: [Int64], _ points: [[RoutePoint]]
  ) {
    let needsDistance = !isStated(Field.distance, laps)
    let needsEnergy = !isStated(Field.energy, laps)
    guard needsDistance || needsEnergy else { return }
    let pauses = Self.pauses(of: events)
    let way = LapShares.meters(points, starts: starts.map { Optional($0 &* 1_000_000_000) })
    let times = laps.map { Double(events[$0].timer ?? Self.timer(of: events[$0], pauses) ?? 0) }
    let isMoving = laps.map { FITLap.value(Field.intensity, in: events[$0].values) != 1 }
    let numbers = starts.map { start in sessions.lastIndex { $0.start <= start } ?? 0 }
    for (number, session) in sessions.enumerated() {
      let own = laps.indices.filter { numbers[$0] == number }
      if needsDistance {
        let meters = own.map { way?[$0] ?? 0 }
        let sum = meters.reduce(0, +)
        let moving = own.map { isMoving[$0] ? times[$0] : 0 }
        let shares = LapShares.shares(
          of: session.stated.map { Double($0) / 100 } ?? sum, by: sum > 0 ? meters : moving, 100)
        for (index, share) in zip(own, shares) {
          state(
            Field.distance, share.map { Int64(($0 * 100).rounded()) }, ofEvent: laps[index])
        }
      }
      if needsEnergy {
        let shares = LapShares.shares(
          of: session.values[Field.energy].map { Double($0) }, by: own.map { times[$0] }, 1)
        for (index, share) in zip(own, shares) {
          state(Field.energy, share.map { Int64($0.rounded()) }, ofEvent: laps[index])
        }
      }
    }
  }

  private func isStated(_ field: Int, _ laps: [Int]) -> Bool {
    laps.contains { FITLap.value(field, in: events[$0].values) != nil }
  }

  private mutating func state(_ field: Int, _ value: Int64?, ofEvent index: Int) {
    guard let value,
      let figure = FITLap.figures.firstIndex(where: { $0.fields[0].number == field }),
      value <= FITLap.figures[figure].fields[0].most
    else { return }
    if events[index].values.isEmpty {
      events[index].values = Array(repeating: FITMessage.absent, count: FITLap.figures.count)
    }
    events[index].values[figure] = value
  }
}
