import HealthConv
import HealthModel
import HealthTesting
import Testing

/// Of the versions of one sample in two exports a store keeps the one of the newer export, in whichever order they are
/// converted.
struct OlderExportTests {
  private static func export(day: Int, energy: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2024-06-0\(day) 10:00:00 +0200"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="" \
    HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet" \
    HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
    HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" \
    startDate="2024-06-0\(day) 08:00:00 +0200" endDate="2024-06-0\(day) 08:01:00 +0200" value="\(day)"/>
     <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="\(energy)" \
    activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleExerciseTime="1" \
    appleExerciseTimeGoal="30" appleStandHours="2" appleStandHoursGoal="12"/>
    </HealthData>
    """
  }

  @Test(arguments: [[1, 2], [2, 1], [1, 2, 1], [2, 1, 2]])
  func theNewerVersionIsKept(_ order: [Int]) throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    let format = try #require(Format.all.first { $0.name == "sqlite" })
    for day in order {
      let export = Self.export(day: day, energy: day * 100)
      let input = try folder.write(bytes: Array(export.utf8), "\(day).xml")
      _ = try Conversion(of: try Dataset.open(input), to: format).run(toFile: store)
    }
    let dataset = try Dataset.open(store)
    #expect(try dataset.info.exportDate?.description == "2024-06-02 10:00:00 +0200")
    var samples = try dataset.samples()
    var (energies, steps): ([String], Int) = ([], 0)
    while let sample = try samples.next() {
      switch sample {
      case .activitySummary(let day):
        energies.append(day.fields.activeEnergyBurned?.description ?? "none")
      case .quantity: steps += 1
      default: break
      }
    }
    #expect(energies == ["200"])
    #expect(steps == 2)
  }
}
