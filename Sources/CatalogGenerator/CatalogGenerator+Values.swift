extension CatalogGenerator {
  var values: File {
    let calls = source.values.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.name))
      call.add("enumeration", enumerationMember(entry.enumeration))
      call.add("number", entry.number.map(String.init))
      call.add("introduced", entry.introduced.map(version))
      call.add("deprecated", entry.deprecated.map(version))
      call.add("replacedBy", list: (entry.replacedBy ?? []).map { ".\(valueMember($0))" })
      return call
    }
    let members = source.values.enumerated().map { index, entry in
      Member(entry.name, without: "HKCategoryValue", "HK", note: note(on: entry), index: index)
    }
    return swiftFile(
      "EnumerationValue", members: members, table: ("valueRows", "ValueRow", calls))
  }

  var workoutActivities: File {
    swiftFile("WorkoutActivityType", members: members(of: "HKWorkoutActivityType"))
  }

  var workoutEvents: File {
    swiftFile("WorkoutEventType", members: members(of: "HKWorkoutEventType"))
  }

  var enumerations: File {
    let calls = source.enumerations.map { enumeration in
      var call = Call()
      call.add("name", literal(enumeration.name))
      call.add("values", "\(enumeration.values.lowerBound)..<\(enumeration.values.upperBound)")
      return call
    }
    let members = source.enumerations.enumerated().map { index, enumeration in
      Member(enumeration.name, without: "HK", note: "`\(enumeration.name)`.", index: index)
    }
    return swiftFile(
      "Enumeration", members: members, label: "index",
      table: ("enumerationRows", "EnumerationRow", calls))
  }

  /// Members for the values of one enumeration, without its name.
  private func members(of enumeration: String) -> [Member] {
    source.values.enumerated().filter { $0.element.enumeration == enumeration }.map {
      Member($1.name, without: enumeration, note: note(on: $1), index: $0)
    }
  }

  private func note(on value: CatalogSource.Value) -> String {
    let number = value.number.map { ", \($0)" } ?? ""
    let deprecated = value.deprecated.map { ", deprecated since iOS \($0)" } ?? ""
    return "`\(value.name)`\(number)\(deprecated)."
  }

  private func valueMember(_ name: String) -> String {
    memberName(name, without: ["HKCategoryValue", "HK"])
  }

  func enumerationMember(_ name: String) -> String {
    "." + memberName(name, without: ["HK"])
  }
}
