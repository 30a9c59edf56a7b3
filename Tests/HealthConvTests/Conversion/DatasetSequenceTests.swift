import Testing

@testable import HealthConv

struct DatasetSequenceTests {
  private static func info(
    _ date: String?, _ characteristics: [(String, String)] = [], locale: String? = nil
  ) -> DatasetInfo {
    var info = DatasetInfo()
    info.exportDate = date.flatMap { Timestamp($0 + " 12:00:00 +0000") }
    info.locale = locale
    info.characteristics = characteristics.map {
      DatasetInfo.Characteristic(type: CharacteristicType($0.0), value: $0.1)
    }
    return info
  }

  @Test func theNewestIsFollowedAndTheOthersComplete() {
    var findings: [Finding] = []
    let info = DatasetInfo(
      uniting: [
        Self.info(
          "2024-01-01", [("Sex", "HKBiologicalSexFemale"), ("Skin", "II")], locale: "fr_FR"),
        Self.info("2024-06-01", [("Sex", "HKBiologicalSexMale"), ("Birth", "HKBirthNotSet")]),
        Self.info(nil, [("Birth", "1980-01-05"), ("Blood", "")]),
      ], named: ["a", "b", "c"], findings: &findings)
    #expect(info.exportDate == Timestamp("2024-06-01 12:00:00 +0000"))
    #expect(info.locale == "fr_FR")
    #expect(info.characteristics.map(\.type.identifier) == ["Sex", "Birth", "Skin"])
    #expect(info.characteristics.map(\.value) == ["HKBiologicalSexMale", "1980-01-05", "II"])
    #expect(
      findings.map(\.description)
        == ["a: warning: Sex differs from that of 'b', which is used [characteristics-differ]"])
  }

  @Test func oneIsWhatItIs() {
    var findings: [Finding] = []
    let info = Self.info(nil, [("Birth", ""), ("Sex", "HKBiologicalSexNotSet")])
    #expect(DatasetInfo(uniting: [info], named: ["a"], findings: &findings) == info)
    #expect(findings.isEmpty)
  }

  @Test func samplesFollowOneAnother() throws {
    let dataset = try Dataset.open(Fixture.smallExport)
    let people = PeopleCheck(allowsDifferentPeople: false)
    var one = try DatasetSequence([dataset], people)
    var ids: [SampleID] = []
    while let sample = try one.next() { ids.append(sample.id) }
    var three = try DatasetSequence([dataset, dataset, dataset], people)
    var idsOfThree: [SampleID] = []
    while let sample = try three.next() { idsOfThree.append(sample.id) }
    #expect(idsOfThree == ids + ids + ids)
    #expect(try three.next() == nil)
    #expect(three.notes.alsoTopLevelMembers == 6)
    #expect(three.progress.consumed == 3 * one.progress.consumed)
    #expect(three.progress.total == 3 * (one.progress.total ?? 0))
  }
}
