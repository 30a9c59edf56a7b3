/// The person whose export it is: what identifies a person and does not change.
struct Person {
  let name: String
  let birth: CivilDate
  let sex: String
  let bloodType: String
  let skinType: String

  private static let names = [
    "Sam", "Alex", "Kim", "Robin", "Noor", "Jo", "Mika", "Sasha", "Andrea", "Yuki", "Dana", "Luca",
  ]
  private static let sexes = ["Female", "Male"]
  private static let bloodTypes = [
    "ABNegative", "OPositive", "APositive", "BPositive", "ONegative", "ANegative", "ABPositive",
    "BNegative",
  ]
  private static let skinTypes = ["III", "II", "IV", "I", "V", "VI"]

  /// A person of a number from 1. Two numbers never have the same date of birth, up to 20,000.
  init(_ number: Int) {
    let index = max(number, 1) - 1
    let round = index / Self.names.count
    name = Self.names[index % Self.names.count] + (round > 0 ? " \(round + 1)" : "")
    // The first is 1984-02-29; all are between 1940 and 1994. A prime number visits each of the days.
    let first = -10_958
    birth = CivilDate(daysSince1970: first + (5_172 - first + index % 20_000 * 7_919) % 20_000)
    sex = Self.sexes[index % 2]
    bloodType = Self.bloodTypes[index % Self.bloodTypes.count]
    skinType = Self.skinTypes[index % Self.skinTypes.count]
  }
}

extension Person {
  /// The date of birth as `Feb 29, 1984`.
  var birthText: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(months[birth.month - 1]) \(birth.day), \(birth.year)"
  }
}

extension Origin {
  /// The source of a person: phones and watches have the name of their owner.
  func owned(by person: Person) -> Origin {
    guard name.hasPrefix("Sam’s ") else { return self }
    return Origin(name: person.name + name.dropFirst(3), versions: versions, device: device)
  }
}
