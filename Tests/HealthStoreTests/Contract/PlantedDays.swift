/// An export with planted days: a watch, a phone in the pocket and an app that copies the phone, worn by a person who
/// lives in Berlin, through the night in which the clocks change, and then flies to New York.
struct PlantedDays {
  /// The text of `export.xml`.
  private(set) var xml =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_DE\">\n"
  /// The steps of each local day.
  private(set) var steps: [String: Int] = [:]
  /// The minutes asleep of each night, by the day on which it ends.
  private(set) var asleep: [String: Int] = [:]
  /// All steps of all sources.
  private(set) var naive = 0

  init() {
    // 2024-03-29 to 2024-04-01 in Berlin (UTC+1, from 03-31 UTC+2), then 2024-04-02 to 04-03 in New York (UTC-4).
    for (day, date) in Self.dates.enumerated() {
      let isAway = day >= 4
      let zone = isAway ? "America/New_York" : "Europe/Berlin"
      let midnight = Self.midnights[day]
      for walk in 0..<5 {
        // 09:00, 11:00, ...: the watch counts 10 steps a minute for 20 minutes, the phone 9 from 10 minutes later on, so
        // that half of its time is its own, and the app copies the phone.
        let start = midnight + (9 + 2 * walk) * 3_600 + (date == "2024-03-31" ? -3_600 : 0)
        add("Anna’s Watch", 200 + day, start, start + 1_200, zone)
        add("Anna’s iPhone", 180, start + 600, start + 1_800, zone)
        add("Step App", 180, start + 600, start + 1_800, zone)
        steps[date, default: 0] += 200 + day + 90
      }
      // 20 minutes over midnight: half of it belongs to the next day.
      let end = midnight + (date == "2024-03-31" ? 23 : 24) * 3_600
      if date != "2024-04-01" {
        add("Anna’s Watch", 40, end - 600, end + 600, zone)
        steps[date, default: 0] += 20
        if day + 1 < Self.dates.count { steps[Self.dates[day + 1], default: 0] += 20 }
      }
      // 23:00 to 07:00 of the night that ends on this day; the watch is taken off at 06:30.
      let bed = midnight - 3_600
      let wake = midnight + (date == "2024-03-31" ? 6 : 7) * 3_600
      if date != "2024-04-02" {
        sleep("Anna’s iPhone", "InBed", bed, wake, zone)
        sleep("Anna’s Watch", "AsleepCore", bed, wake - 3_600, zone)
        sleep("Anna’s Watch", "AsleepDeep", wake - 3_600, wake - 1_800, zone)
        sleep("Sleep App", "AsleepUnspecified", bed, wake - 1_800, zone)
        asleep[date] = (wake - 1_800 - bed) / 60
      }
    }
    steps["2024-04-04"] = 20
    xml += "</HealthData>\n"
  }

  private static let dates = [
    "2024-03-29", "2024-03-30", "2024-03-31", "2024-04-01", "2024-04-02", "2024-04-03",
  ]
  /// The first instant of each, on the clock of the place: seconds since 1970.
  private static let midnights = [
    1_711_666_800, 1_711_753_200, 1_711_839_600, 1_711_922_400, 1_712_030_400, 1_712_116_800,
  ]

  private mutating func add(
    _ source: String, _ count: Int, _ start: Int, _ end: Int, _ zone: String
  ) {
    naive += count
    record(
      source, "HKQuantityTypeIdentifierStepCount", "unit=\"count\" ", "\(count)", start, end, zone)
  }

  private mutating func sleep(
    _ source: String, _ stage: String, _ start: Int, _ end: Int, _ zone: String
  ) {
    record(
      source, "HKCategoryTypeIdentifierSleepAnalysis", "", "HKCategoryValueSleepAnalysis\(stage)",
      start, end, zone)
  }

  /// All dates have the offset of the day of the export, as iOS writes them; the zone is in the metadata.
  private mutating func record(
    _ source: String, _ type: String, _ unit: String, _ value: String, _ start: Int, _ end: Int,
    _ zone: String
  ) {
    let product = source.hasSuffix("Watch") ? "Watch" : source.hasSuffix("iPhone") ? "iPhone" : nil
    let device = product.map { product in
      "sourceVersion=\"17.4\" device=\"&lt;&lt;HKDevice: 0x1&gt;, name:\(product), manufacturer:Apple Inc., model:\(product), "
        + "hardware:\(product)7,2, software:17.4&gt;\" "
    }
    xml += """
       <Record type="\(type)" sourceName="\(source)" \(device ?? "")\(unit)creationDate="\(Self.text(end))" \
      startDate="\(Self.text(start))" endDate="\(Self.text(end))" value="\(value)">
        <MetadataEntry key="HKTimeZone" value="\(zone)"/>
       </Record>

      """
  }

  /// A date of March or April 2024, as exports write dates, in UTC+9.
  private static func text(_ time: Int) -> String {
    let seconds = time + 9 * 3_600 - 1_711_584_000  // Since 2024-03-28.
    let day = 28 + seconds / 86_400
    let date = day > 31 ? "04-\(two(day - 31))" : "03-\(two(day))"
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
    return "2024-\(date) \(two(hour)):\(two(minute)):\(two(second)) +0900"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
