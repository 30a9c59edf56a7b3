internal import HealthBytes

/// The rings of each day: what its records add up to. Now and then the watch states more, whose records the phone lost.
struct ActivitySummaries {
  let plan: Plan

  func write(to document: inout ExportDocument) throws(ByteError) {
    let first = floorDivide(plan.firstMidnight + plan.offset, 86_400)
    for day in 0..<plan.days {
      var random = Random(seed: plan.seed, stream: 0x7269_6E67, index: day)
      document.begin(.activitySummary)
      document.attribute("dateComponents", text: CivilDate(daysSince1970: first + day).description)
      let activity = document.activity
      let lost = random.once(in: 25) ? Double(random.within(103...118)) / 100 : 1
      let energy = day < activity.energy.count ? activity.energy[day] * lost : 0
      let exercise = day < activity.exercise.count ? activity.exercise[day] : 0
      document.attribute("activeEnergyBurned", Decimal(Int(energy * 1_000), places: 3))
      document.attribute("activeEnergyBurnedGoal", Decimal(520))
      document.attribute(
        "activeEnergyBurnedUnit", text: HealthUnit.energy.name(in: plan.options.units))
      document.attribute("appleMoveTime", "0")
      document.attribute("appleMoveTimeGoal", "0")
      document.attribute("appleExerciseTime", Decimal(lost > 1 ? exercise + 4 : exercise))
      document.attribute("appleExerciseTimeGoal", "30")
      document.attribute("appleStandHours", Decimal(activity.standHours(on: day)))
      document.attribute("appleStandHoursGoal", "12")
      document.endEmpty()
      try document.output.flushIfLarge()
    }
  }
}
