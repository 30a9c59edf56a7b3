internal import HealthBytes

/// The rings of each day.
struct ActivitySummaries {
  let plan: Plan

  func write(to document: inout ExportDocument) throws(ByteError) {
    let first = floorDivide(plan.firstMidnight + plan.offset, 86_400)
    for day in 0..<plan.days {
      var random = Random(seed: plan.seed, stream: 0x7269_6E67, index: day)
      document.begin(.activitySummary)
      document.attribute("dateComponents", text: CivilDate(daysSince1970: first + day).description)
      document.attribute(
        "activeEnergyBurned", Decimal(random.within(190_000...899_999), places: 3))
      document.attribute("activeEnergyBurnedGoal", Decimal(520))
      document.attribute(
        "activeEnergyBurnedUnit", text: HealthUnit.energy.name(in: plan.options.units))
      document.attribute("appleMoveTime", "0")
      document.attribute("appleMoveTimeGoal", "0")
      document.attribute("appleExerciseTime", Decimal(random.within(4...96)))
      document.attribute("appleExerciseTimeGoal", "30")
      document.attribute("appleStandHours", Decimal(random.within(6...16)))
      document.attribute("appleStandHoursGoal", "12")
      document.endEmpty()
      try document.output.flushIfLarge()
    }
  }
}
