import HealthModel

// The values of categories: numbers of HealthKit, its identifiers, or words.
extension FHIRDecoder {
  /// The value of a category; `nil` if a resource states none, or one that is not understood.
  static func categoryValue(_ resource: JSONValue, of type: CategoryType) -> CategoryValue? {
    if let concept = resource["valueCodeableConcept"] { return value(of: concept, type) }
    if let text = resource["valueString"]?.string { return value(named: text, of: type) }
    guard let number = resource["valueInteger"]?.numberText.flatMap({ Int($0) }) else { return nil }
    return value(numbered: number, of: type)
  }

  private static func value(of concept: JSONValue, _ type: CategoryType) -> CategoryValue? {
    // Codings are alternatives, in any order.
    let codings = concept["coding"]?.items ?? []
    let coding =
      codings.first { $0["system"]?.text(after: FHIRVocabulary.appleValues) != nil }
      ?? codings.first
    let text = concept["text"]?.string
    if let number = coding?["code"]?.string.flatMap({ Int($0) }) {
      // An older name of the value.
      if let text, CategoryValue(text).number == number { return CategoryValue(text) }
      return value(numbered: number, of: type)
    }
    let words: [String?] =
      [text] + codings.flatMap { [$0["display"]?.string, $0["code"]?.string] }
    for word in words {
      if let word, let value = knownValue(word, of: type) { return value }
    }
    return (text ?? coding?["display"]?.string).map { CategoryValue($0) }
  }

  private static func value(numbered number: Int, of type: CategoryType) -> CategoryValue {
    type.value(numbered: number) ?? CategoryValue("\(number)")
  }

  /// The value that a text names; the text itself if it names none.
  private static func value(named text: String, of type: CategoryType) -> CategoryValue {
    if let value = knownValue(text, of: type) { return value }
    // HealthKitOnFHIR writes the identifier of the type.
    if type.enumerations.first?.name == FHIRVocabulary.noValue,
      let value = type.value(numbered: 0)
    {
      return value
    }
    return CategoryValue(text)
  }

  /// The value that a text names by its identifier or in words, such as `asleep REM`, as HealthKitOnFHIR wrote it.
  private static func knownValue(_ text: String, of type: CategoryType) -> CategoryValue? {
    if let value = type.value(named: text) { return value }
    func letters(_ text: String) -> String { text.filter { $0.isLetter }.lowercased() }
    let wanted = letters(text)
    if wanted.isEmpty { return nil }
    return type.enumerations.first?.values.first { letters($0.shortName) == wanted }
  }

  /// Whether a resource states that there is a value and that it is not known. A sample without a value is written with
  /// `not-applicable`.
  static func isValueUnknown(_ resource: JSONValue) -> Bool {
    guard let reason = resource["dataAbsentReason"] else { return false }
    return !(reason["coding"]?.items ?? []).contains {
      $0["code"]?.isText("not-applicable") == true
    }
  }

  /// The members of a category that state a value that is not understood.
  static func unreadValues(_ resource: JSONValue, _ value: CategoryValue?) -> [String] {
    if value != nil { return [] }
    let values: Set<String> = ["valueCodeableConcept", "valueString", "valueInteger"]
    return resource.members.map { $0.name }.filter { values.contains($0) }
  }
}
