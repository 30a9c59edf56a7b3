import HealthFormats
import Testing

/// What is no map is refused, with the place and what to do.
@Suite struct MapLanguageTests {
  static let faults: [(yaml: String, message: String)] = [
    ("", "m.yml:1:1: error: found nothing, expected keys with values"),
    ("name: [", "m.yml:2:1: error: not YAML: did not find expected node content"),
    ("name: a\nname: b\n", "m.yml:2:1: error: not YAML: found the key 'name' twice"),
    ("- a", "m.yml:1:1: error: expected keys with values"),
    ("name: a\n", "m.yml:1:1: error: a map has no 'tables'"),
    (
      "name: m\ntabels: []\ntables: []\n",
      "m.yml:2:1: error: a map has no key 'tabels'. Did you mean 'tables'? It may have: name, title, "
        + "delimiter, escape, decimal, group, empty, unmapped, ignored, counter, prefix, dates, utc, zone, endZone, units, "
        + "start, end, lasts, until, created, "
        + "source, sourceDetail, sourceWhole, sourceVersion, sourceProduct, device, metadata, sync, when, files, tables"
    ),
    (
      mapText("{type: StepCount, value: n}"),
      "m.yml:9:34: error: a quantity has no 'unit', nor {unit} in the name of its column"
    ),
    (
      mapText("{type: StepCuont, value: n, unit: count}"),
      "m.yml:9:16: error: found 'StepCuont', which is not a type of samples. Did you mean 'StepCount'?"
    ),
    (
      mapText("{type: StepCount, value: n, unit: kg}"),
      "m.yml:9:43: error: found the unit 'kg', which does not fit StepCount, measured in count"
    ),
    (
      mapText("{type: StepCount, value: n, unit: kgs}"),
      "m.yml:9:43: error: unknown unit 'kgs' at character 1 of 'kgs'"
    ),
    (
      mapText("{type: StepCount, valeu: n, value: n, unit: count}"),
      "m.yml:9:27: error: a sample has no key 'valeu'. Did you mean 'value'?"
    ),
    (
      mapText("{type: SleepAnalysis, value: {column: n, table: {a: Asleepp}}}"),
      "m.yml:9:38: error: found 'Asleepp', which is not a value of SleepAnalysis. Did you mean 'Asleep'?"
    ),
    (
      mapText("{type: Workout, activity: {column: a, default: Runing}}"),
      "m.yml:9:35: error: found 'Runing', which is not an activity of a workout. Did you mean 'Running'?"
    ),
    (
      mapText("{type: Workout, activity: Runing}"),
      "m.yml:9:35: error: found 'Runing', which is not an activity of a workout. Did you mean 'Running'?"
    ),
    (
      mapText("{type: Workout, activity: Running, distance: {column: km}}"),
      "m.yml:9:54: error: a measure has no 'unit', nor {unit} in the name of its column"
    ),
    (
      mapText("{type: Audiogram, value: n}"),
      "m.yml:9:16: error: a map cannot make samples of this type"
    ),
    (
      mapText("{type: ActivitySummary, fields: {activeEnergy: n}}"),
      "m.yml:9:42: error: an activity summary has no key 'activeEnergy'."
    ),
    (
      mapText(stepsRule, table: "lasts: 1 dya"),
      "m.yml:7:12: error: found 'dya', expected a unit of time: ms, s, min, hr, day"
    ),
    (
      mapText(stepsRule, table: "lasts: day"),
      "m.yml:7:12: error: expected a number and a unit of time, such as '1 day' or '30 min'"
    ),
    (
      mapText(stepsRule, table: "dates: yyyy-QQ"),
      "m.yml:7:12: error: found 'QQ' in a date, expected iso8601, epoch, epoch-seconds, epoch-milliseconds, epoch-nanoseconds, clock-milliseconds, or a pattern of"
    ),
    (
      mapText(stepsRule, table: "dates: \"yyyy 'T\""),
      "m.yml:7:12: error: found an apostrophe that is not closed"
    ),
    (
      mapText(stepsRule, table: "unmapped: forget"),
      "m.yml:7:15: error: found 'forget', expected one of report, metadata, row"
    ),
    (mapText(stepsRule, table: "delimiter: ab"), "m.yml:7:16: error: expected a single character"),
    (
      mapText(stepsRule, table: "when: {column: a}"),
      "m.yml:7:11: error: expected either 'is' or 'not' with the texts of the column"
    ),
    (
      mapText(stepsRule, table: "when: {column: a, is: b, isFile: true}"),
      "m.yml:7:11: error: expected either 'is' or 'not' with the texts of the column, or 'isFile'"
    ),
    (
      mapText(stepsRule, table: "successive: true"),
      "m.yml:7:17: error: 'successive' is for the items of JSON files"
    ),
    (
      mapText("{type: StepCount, each: a, value: \"a[].n\", unit: count}"),
      "m.yml:9:33: error: 'each' is for the items of JSON files"
    ),
    (
      mapText("{type: StepCount, value: {column: n, range: [5, 1]}, unit: count}"),
      "m.yml:9:53: error: expected the least and the most number, such as [30, 600]"
    ),
    (
      mapText("{type: StepCount, value: {column: n, per: m}, unit: count}"),
      "m.yml:9:46: error: a cell has no key 'per'."
    ),
    (
      mapText(stepsRule, table: "items: a[].b[]\n    over: c[].d[]"),
      "m.yml:8:11: error: expected the path of another list in the same object as 'items'"
    ),
    (
      mapText(stepsRule, table: "items: a[].b[]\n    over: a[].d[]"),
      "m.yml:8:11: error: only samples of categories can be divided, which have no amount"
    ),
    (
      mapText(stepsRule, table: "items: a[]\n    fallback: true"),
      "m.yml:8:15: error: expected 'items: .', the object that the text is"
    ),
    (
      mapText(stepsRule, map: "zone: Europe/Berlinn"),
      "m.yml:2:7: error: found no zone 'Europe/Berlinn', expected UTC"
    ),
    (mapText(stepsRule, map: "zone: ../../etc/passwd"), "m.yml:2:7: error: found no zone"),
    (
      "name: m\ntables:\n  - name: t\n    header: [a]\n    samples:\n      - \(stepsRule)\n",
      "m.yml:6:9: error: neither the sample nor its table has a 'start'"
    ),
  ]

  @Test(arguments: faults)
  func faultsAreRefused(_ yaml: String, _ message: String) {
    do throws(HealthError) {
      _ = try CSVMap(yaml: yaml, file: "m.yml")
      Issue.record("accepted: \(yaml)")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
      #expect(error.rule == "malformed-map")
    }
  }

  @Test func mapsOfAnySizeAreNotRead() {
    let long = "name: " + String(repeating: "a", count: 1 << 20)
    #expect(throws: HealthError.self) { try CSVMap(yaml: long, file: "m.yml") }
  }

  /// Aliases of aliases are few bytes and billions of nodes: as values, and as keys, which are compared.
  @Test(arguments: ["a: *l11", "? *l11\n: x\n? *l10\n: y"])
  func aliasesAreBounded(_ use: String) throws {
    var yaml = "l0: &l0 [x, x, x, x]\n"
    for level in 1...11 {
      let items = Array(repeating: "*l\(level - 1)", count: 9).joined(separator: ", ")
      yaml += "l\(level): &l\(level) [\(items)]\n"
    }
    let error = #expect(throws: HealthError.self) { try CSVMap(yaml: yaml + use, file: "m.yml") }
    #expect(error?.message == "found more than 20000 parts in a map, the limit")
  }

  @Test func mapsOfManyPartsAreNotRead() throws {
    let samples = Array(repeating: stepsRule, count: 5_000).joined(separator: "\n      - ")
    let error = #expect(throws: HealthError.self) {
      try CSVMap(yaml: mapText(samples), file: "m.yml")
    }
    #expect(error?.message == "found more than 20000 parts in a map, the limit")
  }

  @Test func whatShipsIsSound() throws {
    for builtIn in CSVMap.builtIn {
      let map = try builtIn.map()
      #expect(map.name == builtIn.name)
      #expect(Set(map.tables.map(\.name)).count == map.tables.count)
      for table in map.tables {
        // Next to lists of periods, lists of other items are read.
        let names = map.only(table.name)?.tables.map(\.name)
        #expect(names?.first == table.name)
        #expect(names?.count == 1 || table.name.hasPrefix("json-"))
      }
      #expect(map.only("nothing") == nil)
    }
  }
}
