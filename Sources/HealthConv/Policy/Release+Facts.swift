import HealthModel

extension Release {
  /// The facts about a dataset that are given.
  func facts(_ info: DatasetInfo) -> DatasetInfo {
    let settings = policy.settings
    var given = DatasetInfo()
    if let date = info.exportDate, let shift = shift(of: info.participant) {
      given.exportDate = DateMove(start: date, shift: shift, settings)?.moved(date)
    }
    if settings.versions == .keep { given.exportVersion = Origins.version(info.exportVersion) }
    if policy.action(of: .locale) == .keep { given.locale = info.locale }
    given.participant = pseudonym(of: info.participant)
    given.hasUnlistedParticipants = info.hasUnlistedParticipants
    given.participants = info.participants.map(facts)
    if info.participants.isEmpty { given.deidentified = policy.title }
    given.characteristics = info.characteristics.compactMap { characteristic($0, of: info) }
    return given
  }

  private func characteristic(
    _ fact: DatasetInfo.Characteristic, of info: DatasetInfo
  ) -> DatasetInfo.Characteristic? {
    if fact.type == .dateOfBirth {
      switch policy.settings.age {
      case .keep: return CalendarDay(fact.value) == nil ? nil : fact
      case .drop: return nil
      case .band:
        return ageBand(info).map {
          DatasetInfo.Characteristic(type: .ageBand, value: $0)
        }
      }
    }
    guard fact.type == .biologicalSex || policy.action(of: .person) == .keep,
      fact.type.enumeration?.value(named: fact.value) != nil,
      fact.type != .cardioFitnessMedicationsUse || policy.settings.sensitive == .keep
    else { return nil }
    return fact
  }

  /// The age at the day of the export, as a band such as `40-44` or `90+`.
  private func ageBand(_ info: DatasetInfo) -> String? {
    guard let birth = info.dateOfBirth, let export = info.exportDate else { return nil }
    let day = CalendarDay(export)
    let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
    let age = day.year - birth.year - (hadBirthday ? 0 : 1)
    guard age >= 0 else { return nil }
    if age >= policy.settings.ageTop { return "\(policy.settings.ageTop)+" }
    let width = policy.settings.ageWidth
    let first = age / width * width
    return "\(first)-\(min(first + width, policy.settings.ageTop) - 1)"
  }
}
