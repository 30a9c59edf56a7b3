import HealthModel
import Testing

/// Who wrote a sample and what was noted with it.
@Suite struct OriginTests {
  @Test(arguments: [
    ("Apple\u{A0}Watch", "apple watch"), ("Apple\u{202F}Watch", "apple watch"),
    ("Apple\u{2007}Watch", "apple watch"), ("\u{FEFF}iPhone\u{200E}", "iphone"),
    ("i\u{200B}Phone\u{2060}", "iphone"), ("Simon\u{2019}s iPhone", "simon\u{2019}s iphone"),
    ("ЧАСЫ", "часы"), ("⌚️ Watch", "⌚️ watch"), ("", ""),
  ])
  func namesThatReadAlikeFoldAlike(name: String, folded: String) {
    #expect(Source(name: name).foldedName == folded)
    #expect(Source(name: name).name == name)
  }

  @Test(arguments: [
    ("HKWasUserEntered", "1", MetadataValue.bool(true)),
    ("HKWasUserEntered", "0", .bool(false)),
    ("HKWasUserEntered", "2", .string("2")),
    ("HKVO2MaxTestType", "2", .number(Number(2))),
    ("HKVO2MaxTestType", "two", .string("two")),
    ("HKTimeZone", "Europe/Berlin", .string("Europe/Berlin")),
    ("HKWeatherTemperature", "61.5 degF", .quantity(Number(61.5) ?? Number(0), unit: "degF")),
    ("HKWeatherTemperature", "warm", .string("warm")),
    ("HKWeatherTemperature", "warm degF", .string("warm degF")),
    ("Not A Key", "1", .string("1")),
  ])
  func metadataAreTypedByTheCatalog(key: String, value: String, typed: MetadataValue) {
    let entry = MetadataEntry(key: MetadataKey(key), value: value)
    #expect(entry.typed == typed)
    #expect(entry.value == value)
    #expect(entry.key.identifier == key)
  }

  @Test func keysMayComeMoreThanOnce() {
    let key = MetadataKey("a b")
    let metadata = Metadata([
      MetadataEntry(key: key, value: "1"), MetadataEntry(key: MetadataKey("c"), value: "2"),
      MetadataEntry(key: key, value: "3"),
    ])
    #expect(metadata[key] == "1")
    #expect(metadata.values(of: key) == ["1", "3"])
    #expect(metadata[MetadataKey("d")] == nil)
  }
}
