import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// What every store promises of saving.
@Suite struct SavingTests {
  @Test(arguments: StoreUnderTest.all)
  func whatIsSavedIsReadBackToTheLetter(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = Inputs.marked
    #expect(try place.open(.writing).save(samples, .upsert).new == samples.count)
    let back = try place.open(.reading).all()
    #expect(back.count == samples.count)
    for (a, b) in zip(back, samples) { #expect(a == b) }
  }

  @Test(arguments: StoreUnderTest.all)
  func whatIsSaidOfTheDatasetIsKept(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let load = try place.open(.writing).beginSaving(.upsert)
    try load.describe(MarkedSamples.dataset)
    _ = try load.commit()
    #expect(try place.open(.reading).info() == MarkedSamples.dataset)
    #expect(
      try place.open(.reading).characteristics() == MarkedSamples.dataset.characteristics)
  }

  @Test(arguments: StoreUnderTest.all)
  func theNewestExportIsFollowed(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    var older = DatasetInfo()
    older.exportDate = Timestamp(secondsSince1970: 1_000)
    older.locale = "de_DE"
    older.exportVersion = "11"
    var newer = DatasetInfo()
    newer.exportDate = Timestamp(secondsSince1970: 2_000)
    newer.locale = "en_US"
    for info in [newer, older] {
      let load = try place.open(.writing).beginSaving(.upsert)
      try load.describe(info)
      _ = try load.commit()
    }
    let info = try place.open(.reading).info()
    #expect(info.exportDate == newer.exportDate)
    #expect(info.locale == "en_US")
    #expect(info.exportVersion == "11", "what the newer one does not say stays")
  }

  @Test(arguments: StoreUnderTest.all)
  func savingTwiceChangesNothing(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = try Inputs.marked + Inputs.generated()
    let store = try place.open(.writing)
    try store.save(samples, .upsert)
    let anchor = try store.anchor()
    let before = try store.all()
    for mode in SavingMode.allCases {
      let counts = try place.open(.writing).save(samples, mode)
      #expect(counts.new == 0 && counts.changed == 0)
      // In a set, one stored sample is the partner of all that equal it.
      #expect(counts.gone == 0 || mode == .add)
      #expect(counts.same == samples.count)
    }
    #expect(try store.anchor() == anchor)
    #expect(try store.all() == before)
  }

  @Test(arguments: StoreUnderTest.all)
  func farTwinsAreKeptApart(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    // A reader forgets far twins: all of them say that they are the first.
    let twins = (0..<3).map { _ in Inputs.heartRate(60) } + [Inputs.heartRate(61)]
    let store = try place.open(.writing)
    #expect(try store.save(twins, .upsert).new == 4)
    #expect(try store.all().map(\.ordinal).sorted() == [0, 0, 1, 2])
    #expect(try place.open(.writing).save(twins, .upsert).same == 4)
    #expect(try store.save(twins + [Inputs.heartRate(60)], .upsert).new == 1)
    #expect(try store.save([Inputs.heartRate(60)], .upsert).gone == 4)
  }

  @Test(arguments: StoreUnderTest.all)
  func whatSaysSomethingElseIsReplacedOrLeft(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([Inputs.heartRate(60, created: 5), Inputs.heartRate(61)])
    let other = Inputs.heartRate(60, created: 9)
    var counts = try store.save([other], .append)
    #expect(counts.changed == 1 && counts.new == 0 && counts.gone == 1)
    #expect(try store.all() == [Inputs.heartRate(60, created: 5), Inputs.heartRate(61)])
    counts = try store.save([other], .upsert)
    #expect(counts.changed == 1 && counts.new == 0 && counts.gone == 1)
    #expect(try store.all() == [Inputs.heartRate(61), other], "a change is at the end")
  }

  @Test(arguments: StoreUnderTest.all)
  func whatEveryExportWritesOtherwiseIsNoChange(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let first = Inputs.heartRate(60, device: 0x1234, offset: 60, created: 3)
    try store.save([first])
    let again = Inputs.heartRate(60, device: 0x9999, offset: -420, created: 3)
    #expect(try store.save([again]).same == 1)
    #expect(try store.all() == [first])
  }

  @Test(arguments: StoreUnderTest.all)
  func allOrNothing(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([Inputs.heartRate(60)])
    let anchor = try store.anchor()
    var load: (any StoreLoad)? = try store.beginSaving(.upsert)
    for bpm in 61..<3_000 { try load?.save(Inputs.heartRate(bpm)) }
    try load?.save(Inputs.heartRate(60, created: 1))
    load?.rollBack()
    #expect(try store.all() == [Inputs.heartRate(60)])
    load = try store.beginSaving(.upsert)
    for bpm in 61..<3_000 { try load?.save(Inputs.heartRate(bpm)) }
    #expect(try place.open(.reading).all().count == 1, "others see the state before")
    load = nil
    #expect(try store.all() == [Inputs.heartRate(60)])
    #expect(try place.open(.reading).anchor() == anchor)
    #expect(try store.save([Inputs.heartRate(61)]).new == 1, "the store can be written again")
  }

  @Test(arguments: StoreUnderTest.all)
  func twoWritersDoNotMix(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let first = try place.open(.writing).beginSaving(.upsert)
    try first.save(Inputs.heartRate(60))
    let other = try place.open(.writing)
    do throws(HealthError) {
      let second = try other.beginSaving(.upsert)
      try second.save(Inputs.heartRate(61))
      _ = try second.commit()
      Issue.record("two load at the same time")
    } catch {
      #expect(error.code == .busy)
    }
    #expect(try first.commit().new == 1)
    #expect(try place.open(.reading).all() == [Inputs.heartRate(60)])
  }

  @Test(arguments: StoreUnderTest.all)
  func aSoundStoreHasNoDefects(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    try place.open(.writing).save(try Inputs.marked + Inputs.generated(), .upsert)
    #expect(try place.open(.reading).check() == [])
  }
}
