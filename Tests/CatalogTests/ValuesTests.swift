import HealthModel
import Testing

@Suite("Values of categories and enumerations")
struct ValuesTests {
  @Test("by name and by number")
  func lookUps() {
    let sleep = CategoryType.sleepAnalysis
    #expect(sleep.values.count == 7)
    #expect(sleep.value(named: "HKCategoryValueSleepAnalysisInBed") == .sleepAnalysisInBed)
    #expect(sleep.value(named: "AsleepREM") == .sleepAnalysisAsleepREM)
    #expect(sleep.value(named: "") == nil)
    #expect(sleep.value(named: "Stood") == nil)
    #expect(sleep.value(numbered: 5) == .sleepAnalysisAsleepREM)
    #expect(sleep.value(numbered: 6) == nil)
    #expect(sleep.value(numbered: -1) == nil)
    #expect(CategoryType.appleStandHour.value(numbered: 0)?.shortName == "Stood")
    #expect(CategoryType("unknown").value(numbered: 0) == nil)
    #expect(Enumeration(named: "HKBloodType")?.value(numbered: 1) == .bloodTypeAPositive)
    #expect(Enumeration(named: "HKBlood") == nil)
  }

  @Test("a deprecated name and the present one share a number")
  func deprecatedNames() {
    let old = CategoryValue("HKCategoryValueSleepAnalysisAsleep")
    #expect(old.number == 1)
    #expect(old.deprecated == SystemVersion(16, 0))
    #expect(old.replacement == .sleepAnalysisAsleepUnspecified)
    #expect(old.replacement?.replacement == nil)
    #expect(CategoryType.sleepAnalysis.value(numbered: 1) == .sleepAnalysisAsleepUnspecified)
    #expect(CategoryType.sleepAnalysis.accepts(old))
    #expect(
      CategoryType.ovulationTestResult.value(numbered: 2)?.shortName == "LuteinizingHormoneSurge")
  }

  @Test("the menstrual flow has two families of names")
  func twoFamilies() {
    let flow = CategoryType.menstrualFlow
    #expect(flow.enumerations == [.categoryValueVaginalBleeding, .categoryValueMenstrualFlow])
    #expect(flow.values.count == 10)
    #expect(flow.value(numbered: 2) == .vaginalBleedingLight)
    let old = CategoryValue("HKCategoryValueMenstrualFlowLight")
    #expect(flow.accepts(old))
    #expect(flow.value(named: old.name) == old)
    #expect(old.replacement == .vaginalBleedingLight)
    #expect(!CategoryType.bleedingAfterPregnancy.accepts(old))
  }

  @Test("a value that is replaced by one has its number")
  func replacements() {
    for value in EnumerationValue.all {
      guard let replacement = value.replacement else { continue }
      #expect(replacement.number == value.number, "\(value)")
      #expect(replacement.deprecated == nil, "\(value)")
    }
  }

  @Test(
    "a number in a file stays text", arguments: ["0", "-3", "007", "99999999999999999999", "x"])
  func text(_ text: String) {
    let value = CategoryValue(text)
    #expect(value.name == text)
    #expect(!value.isKnown)
    #expect(value.number == Int(text))
    #expect(value.enumeration == nil)
    #expect(!CategoryType.sleepAnalysis.accepts(value))
  }

  @Test("every category type has values, all of its own enumerations")
  func everyCategory() {
    for type in CategoryType.all {
      #expect(!type.values.isEmpty, "\(type)")
      for value in type.values {
        #expect(type.accepts(value))
        #expect(type.value(named: value.name) == value)
        #expect(type.value(named: value.shortName)?.number == value.number)
      }
    }
  }
}
