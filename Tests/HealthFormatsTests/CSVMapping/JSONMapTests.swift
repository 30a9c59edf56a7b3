import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// Items of JSON files that are read by maps.
@Suite struct JSONMapTests {
  private static let map = """
    name: m
    zone: UTC
    tables:
      - name: t
        items: data.list[].items[]
        header: [data]
        start: at
        samples:
          - {type: StepCount, value: [n, inner.n], unit: count, when: {column: ^name, is: steps}}

    """

  @Test func itemsAreFoundByTheirPath() throws {
    let text = """
      {"skipped": {"list": [1, {"items": ["]"]}]}, "data": {"other": [[], []], "none": [ ], "list": [
        {"name": "steps", "items": [{"at": "2026-01-02", "n": 5}, {"at": "2026-01-03", "inner": {"n": "6"}}]},
        {"name": "no", "items": [{"at": "2026-01-02", "n": 7}]}]}, "rest": "\\"}"}
      """
    let reading = try MapReading(text, Self.map, name: "t.json")
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "StepCount 5 count 2026-01-02T00:00:00+00:00",
        "StepCount 6 count 2026-01-03T00:00:00+00:00",
      ])
    #expect(
      reading.findings.map(\.message) == [
        "the member 'skipped' is not in the map; it is left out",
        "the member 'data.other' is not in the map; it is left out",
        "the map leaves out items such as this (1)",
      ])
  }

  /// An object is an item of a fallback only if it has no other items; its members are reported once.
  @Test func anObjectWithoutItemsIsAnItem() throws {
    let map = """
      name: m
      zone: UTC
      tables:
        - name: items
          items: list[]
          header: [at]
          start: at
          samples:
            - {type: StepCount, value: n, unit: count, metadata: {of: ^of}}
        - name: whole
          items: "."
          fallback: true
          header: [at]
          start: at
          samples:
            - {type: StepCount, value: inner.n, unit: count, metadata: {of: of}}

      """
    let text = """
      {"of": "a", "at": "2026-01-01", "inner": {"n": 1}, "list": [{"at": "2026-01-02", "n": 2}]}
      {"inner": {"n": 3}, "other": {"x": 4}, "at": "2026-01-03", "of": "b"}
      {"at": "2026-01-04", "list": [], "inner": {"n": 5}}
      """
    let reading = try MapReading(text, map, name: "t.json")
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "StepCount 2 count 2026-01-02T00:00:00+00:00 of=a",
        "StepCount 3 count 2026-01-03T00:00:00+00:00 of=b",
        "StepCount 5 count 2026-01-04T00:00:00+00:00",
      ])
    #expect(
      reading.findings.map(\.message) == [
        "the member 'inner' is not in the map; it is left out",
        "the member 'other.x' is not in the map; it is left out",
      ])
  }

  /// The points of a route in both versions of Health Auto Export.
  @Test(arguments: [
    (
      #""lat":52.1234567,"lon":-13.5,"altitude":34.5,"timestamp":"2026-01-02 3:04:05\u202fPM +0800""#,
      ""
    ),
    (
      #""latitude":52.1234567,"longitude":-13.5,"altitude":34.5,"courseAccuracy":2.5,"timestamp":"2026-01-02 15:04:05 +0800""#,
      "courseAccuracy=2.5"
    ),
  ])
  func aRouteHasItsPoints(_ point: String, _ extras: String) throws {
    let map = try #require(CSVMap.builtIn.first { $0.name == "health-auto-export" }).map()
    func read(_ route: String, isStrict: Bool = false) -> MapReading {
      let text =
        #"{"data":{"workouts":[{"name":"Running","start":"2026-01-02 15:00:00 +0800","#
        + #""end":"2026-01-02 15:30:00 +0800","route":\#(route)}]}}"#
      return MapReading(Array(text.utf8), map, name: "e.json", isStrict: isStrict)
    }
    let reading = read("[{\(point)},{\(point)}]", isStrict: true)
    #expect(reading.error == nil && reading.findings == [])
    guard case .workout(let workout) = reading.samples.first else {
      Issue.record("no workout")
      return
    }
    #expect(reading.samples.count == 1 && workout.fields.routes.count == 1)
    let points = workout.fields.routes.flatMap(\.locations)
    #expect(points.count == 2)
    for point in points {
      #expect(point.latitude?.description == "52.1234567")
      #expect(point.longitude?.description == "-13.5")
      #expect(point.altitude?.description == "34.5")
      #expect(point.date?.text(.iso8601).description == "2026-01-02T15:04:05+08:00")
      let others = point.extras?.attributes.map { "\($0.name)=\($0.value)" }
      #expect((others ?? []).joined() == extras)
    }
    // So long that its points are parsed one at a time.
    let route = Array(repeating: "{\(point)}", count: 10_000).joined(separator: ",")
    guard case .workout(let long)? = read("[\(route)]").samples.first else {
      Issue.record("no workout")
      return
    }
    let last = long.fields.routes.flatMap(\.locations).dropFirst(9_999)
    #expect(last.map(\.altitude?.description) == ["34.5"])
    #expect(read("[\(route),7]").findings.map(\.severity) == [.error])
    #expect(read("[]").samples.compactMap(\.header).count == 1)
    for wrong in ["{\(point)}", "[1]", "7", #"[{"lat":"north"}]"#, #"[{"timestamp":"noon"}]"#] {
      let reading = read(wrong)
      #expect(reading.samples.count == 1 && reading.samples[0].header == nil, "\(wrong)")
      #expect(reading.findings.map(\.severity) == [.error], "\(wrong)")
    }
  }

  @Test func aLongListHasItsFirstItems() throws {
    let map = """
      name: m
      zone: UTC
      tables:
        - name: t
          items: list[]
          header: [at]
          start: at
          samples:
            - {type: StepCount, value: "inner[1].n", unit: count}

      """
    let inner = (1...40_000).map { #"{"n":\#($0)}"# }.joined(separator: ",")
    let text = #"{"list":[{"at":"2026-01-02","inner":[\#(inner)]}]}"#
    let reading = try MapReading(text, map, name: "t.json")
    #expect(reading.lines == ["StepCount 2 count 2026-01-02T00:00:00+00:00"])
  }

  /// Text of an object that its items share counts for each of them.
  @Test func sharedTextHasALimit() throws {
    let item = #"{"at": "2026-01-02", "n": 5}"#
    let items = Array(repeating: item, count: 2_000).joined(separator: ",")
    let name = String(repeating: "x", count: 100_000)
    let text = #"{"data": {"list": [{"name": "\#(name)", "items": [\#(items)]}]}}"#
    let reading = try MapReading(text, Self.map, name: "t.json")
    #expect(reading.error?.message == "unpacks to more than 200 times its size (limit 'ratio')")
  }

  @Test func tokensMayBeCutAnywhere() throws {
    let path = try #require(JSONItemPath("a[].b[]"))
    let text =
      #"{"x":[{"y":"]\"}"},12345],"a":[{"t":"é\n","b":[{"k":"v"},123,"w",null]},"#
      + #"{"b":[[1,[2]]]}]} "#
    for capacity in [1, 2, 3, 5, 16, 4096] {
      var items = JSONItems(
        BytesSource(Array(text.utf8)), file: "t", paths: [path], capacity: capacity)
      var found: [String] = []
      while let item = try items.next() {
        found.append(item.value.line + (item.outer.first.map { " " + $0.value.line } ?? ""))
      }
      #expect(
        found == [
          #"{"k":"v"} "é\n""#, #"123 "é\n""#, #""w" "é\n""#, #"null "é\n""#, "[1,[2]]",
        ])
    }
  }

  /// Columns count characters, wherever the text is cut.
  @Test func itemsHaveColumns() throws {
    let path = try #require(JSONItemPath("a[]"))
    let text = "{\"é€😀\":[\"ü\"],\"a\":[1, 2,\n \"é\", \"ö\"]}"
    for capacity in [1, 2, 3, 5, 16, 4096] {
      var items = JSONItems(
        BytesSource(Array(text.utf8)), file: "t", paths: [path], capacity: capacity)
      var places: [String] = []
      while let item = try items.next() { places.append(item.place.description) }
      #expect(places == ["t:1:19", "t:1:22", "t:2:2", "t:2:7"])
    }
  }

  /// A fault is located in the value, not where the value begins; a limit is named.
  @Test(arguments: [
    (
      #"{"a":[{"b":"é"},{"b":"é","c":x}]}"#,
      "t:1:30: malformed-json"
    ),
    ("{\"a\":[{\"b\":1},\n{\"b\":\n x}]}", "t:3:2: malformed-json"),
    (
      "{\"a\":[" + String(repeating: "[", count: 700) + String(repeating: "]", count: 700) + "]}",
      "t:1:647: nesting-too-deep"
    ),
  ])
  func faultsHaveColumns(_ text: String, _ fault: String) throws {
    let path = try #require(JSONItemPath("a[]"))
    var items = JSONItems(BytesSource(Array(text.utf8)), file: "t", paths: [path])
    let error = #expect(throws: HealthError.self) { while try items.next() != nil {} }
    #expect(error.map { "\($0.place): \($0.rule)" } == fault)
  }

  /// The order of the members of an object has no meaning.
  @Test func membersMayFollowTheirItems() throws {
    let path = try #require(JSONItemPath("a[].b[]"))
    let bytes = Array(
      #"{"a":[{"b":[1,2],"unit":"kg"},{"unit":"lb","b":[3]},{"x":0,"b":[{}]}],"late":1}"#.utf8)
    for capacity in [1, 3, 4096] {
      var items = JSONItems(
        BytesSource(bytes), file: "t", paths: [path], outerNames: ["unit"],
        openAgain: { BytesSource(bytes) }, capacity: capacity)
      var found: [String] = []
      while let item = try items.next() {
        found.append(item.value.line + item.outer.map { " \($0.name)=\($0.value.line)" }.joined())
      }
      #expect(found == [#"1 unit="kg""#, #"2 unit="kg""#, #"3 unit="lb""#, "{} x=0"])
    }
    // A stream cannot be read twice.
    var items = JSONItems(BytesSource(bytes), file: "t", paths: [path], outerNames: ["unit"])
    #expect(throws: HealthError.self) { while try items.next() != nil {} }
  }

  @Test(arguments: [
    #"{"data""#, #"{"data":"#, #"{"data":{"list":["#, #"{"data":{"list":[}"#, #"{"data" 1}"#,
    "]", #"{"a":{"#,
    #"{"data":{"list":[{"items":[{"at":}]}]}}"#, #"{"data":{"list":[{"items":[tru]}]}}"#, #"{1:2}"#,
  ])
  func textThatIsNoJSONIsRefused(_ text: String) throws {
    let path = try #require(JSONItemPath("data.list[].items[]"))
    var items = JSONItems(BytesSource(Array(text.utf8)), file: "t", paths: [path])
    #expect(throws: HealthError.self) { while try items.next() != nil {} }
  }

  @Test(arguments: ["", "a", "a.[]", "a[0]", "[]a", "a..b[]"])
  func pathsWithoutItemsAreRefused(_ path: String) {
    #expect(JSONItemPath(path) == nil)
  }

  /// What the app wrote for a day, in both versions of the file.
  @Test func healthAutoExport() throws {
    let text = """
      {"data":{"metrics":[
      {"name":"step_count","units":"count","data":[{"qty":123.0,"date":"2026-01-02 00:00:00 +0100","source":"Phone"}]},
      {"name":"heart_rate","units":"count/min","data":[{"Min":58,"Avg":61.5,"Max":66,"date":"2026-01-02 3:04:05\u{202F}PM +0800"}]},
      {"name":"blood_oxygen_saturation","units":"%","data":[{"qty":97,"date":"2026-01-02 07:00:00 +0100"}]},
      {"name":"blood_glucose","units":"mg/dL","data":[{"qty":98,"mealTime":"Before Meal","date":"2026-01-02 07:10:00 +0100"}]},
      {"name":"new_metric","units":"count","data":[{"qty":1,"date":"2026-01-02 07:10:00 +0100"}]}],
      "workouts":[{"id":"A","name":"Outdoor Run","start":"2026-01-02 08:00:00 +0100","end":"2026-01-02 08:30:00 +0100",
      "duration":1800,"distance":{"qty":5.01,"units":"km"},"activeEnergy":{"qty":300,"units":"kcal"}}]}}
      """
    let reading = MapReading(
      Array(text.utf8), try builtIn("health-auto-export"), name: "t.json")
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "StepCount 123.0 count 2026-01-02T00:00:00+01:00 by Phone aggregate=sum",
        "HeartRate 61.5 count/min 2026-01-02T15:04:05+08:00 by Health Auto Export aggregate=average "
          + "minimum=58 maximum=66",
        "OxygenSaturation 0.97 % 2026-01-02T07:00:00+01:00 by Health Auto Export aggregate=average",
        "BloodGlucose 98 mg/dL 2026-01-02T07:10:00+01:00 by Health Auto Export aggregate=average "
          + "HKBloodGlucoseMealTime=1",
        "Row[1;count;new_metric;2026-01-02 07:10:00 +0100]",
        "Running 1800 s 5.01 km 300 kcal 2026-01-02T08:00:00+01:00 2026-01-02T08:30:00+01:00 "
          + "by Health Auto Export aggregate=copy HKExternalUUID=A Workout Type=Outdoor Run",
      ])
    #expect(reading.findings.map(\.rule) == ["unknown-value"])
    let hours = try #require(try builtIn("health-auto-export").only("json-hours"))
    let byHour = MapReading(Array(text.utf8), hours, name: "t.json").lines
    #expect(
      byHour.first
        == "StepCount 123.0 count 2026-01-02T00:00:00+01:00 2026-01-02T01:00:00+01:00 by Phone "
        + "aggregate=sum")
    // What has no period is read as without it.
    #expect(byHour.last == reading.lines.last)
  }

  /// Some exports have underscores in place of spaces, and names in other languages. What is not known is counted.
  @Test func namesOfWorkoutsHaveUnderscores() throws {
    let names = ["Outdoor_Run", "Pool_Swim", "Outdoor_Radfahren", "Other", "Underwater_Chess"]
    let items = names.map {
      #"{"name":"\#($0)","start":"2026-01-02 08:00:00 +0100","end":"2026-01-02 08:30:00 +0100","duration":1800}"#
    }
    let text = #"{"data":{"workouts":[\#(items.joined(separator: ","))]}}"#
    let map = try builtIn("health-auto-export")
    let reading = MapReading(Array(text.utf8), map, name: "t.json")
    #expect(
      reading.lines.map { String($0.prefix { $0 != " " }) }
        == ["Running", "Swimming", "Cycling", "Other", "Other"])
    #expect(reading.findings.map(\.rule) == ["unknown-activity"])
    // The map states what others become, so that it is no error.
    let strict = MapReading(Array(text.utf8), map, name: "t.json", isStrict: true)
    #expect(strict.error == nil && strict.samples.count == names.count)
  }

  /// 'load' prefers the samples of a full export to what the app made of them or copied.
  @Test func allOfHealthAutoExportIsMarked() throws {
    for table in try builtIn("health-auto-export").tables {
      for sample in table.samples {
        #expect(
          sample.settings.metadata.contains { $0.key == "aggregate" },
          "\(table.name): \(sample.type.fixedText ?? "") is not marked")
      }
    }
  }

  @Test func nightscout() throws {
    let map = try builtIn("nightscout")
    let entries = """
      [{"_id":"a","type":"sgv","sgv":120,"date":1767340800000,"dateString":"x","direction":"Flat","device":"G6"},
       {"_id":"b","type":"sgv","sgv":12,"date":1767340800000},{"_id":"c","type":"mbg","mbg":118,"date":1767341100000}]
      """
    let reading = MapReading(Array(entries.utf8), map, name: "entries.json")
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "BloodGlucose 120 mg/dL 2026-01-02T08:00:00+00:00 by G6 HKExternalUUID=a direction=Flat specimen=interstitial dateString=x",
        "BloodGlucose 118 mg/dL 2026-01-02T08:05:00+00:00 by Nightscout HKExternalUUID=c specimen=blood",
      ])
    #expect(reading.findings.map(\.rule) == ["row-left-out"])
    // A dump of the database has an object as identifier.
    let dump = entries.replacing("\"_id\":\"a\"", with: "\"_id\":{\"$oid\":\"a\"}")
    #expect(MapReading(Array(dump.utf8), map, name: "entries.json").lines == reading.lines)
    let treatments = """
      [{"_id":"d","eventType":"Meal Bolus","created_at":"2026-01-02T08:10:00.000Z","insulin":4.5,"carbs":45,
      "glucose":6.7,"units":"mmol"}]
      """
    #expect(
      MapReading(Array(treatments.utf8), map, name: "treatments.json").lines.map {
        $0.split(separator: " ").prefix(3).joined(separator: " ")
      } == [
        "BloodGlucose 6.7 mmol<180.1558800000541>/L", "InsulinDelivery 4.5 IU",
        "DietaryCarbohydrates 45 g",
      ])
    // Version 3 of the API has an object around the same items, and ids with another name.
    func answer(_ items: String) -> [UInt8] {
      Array(
        "{\"status\":200,\"result\":\(items.replacing("\"_id\"", with: "\"identifier\""))}".utf8)
    }
    for (items, name) in [(entries, "entries.json"), (treatments, "treatments.json")] {
      let array = MapReading(Array(items.utf8), map, name: name)
      #expect(MapReading(answer(items), map, name: name).lines == array.lines)
    }
    #expect(CSVMap.builtIn(forJSON: answer(entries), file: "x.json")?.name == "nightscout")
  }

  @Test(.enabled(if: Fixtures.arePresent, "the fixtures are absent"))
  func fixtures() throws {
    let folder = "\(Fixtures.folder)/interop"
    func read(_ path: String, _ map: String) throws -> MapReading {
      MapReading(
        try Fixtures.bytes("\(folder)/\(path)"), try builtIn(map),
        name: String(path.split(separator: "/").last ?? ""))
    }
    let export = try read("hae/hae_v2_aggregated.json", "health-auto-export")
    #expect(export.error == nil)
    #expect(
      export.samples.map(\.kind.rawValue) == [
        "quantity", "quantity", "correlation", "quantity", "quantity", "category", "workout",
        "unknown", "stateOfMind", "category", "medicationDose",
      ])
    // Arrays that the map does not read are reported, each once; an empty one is not.
    let unread = ["ecg", "heartRateNotifications"]
    #expect(
      export.findings.filter { $0.severity > .info }.map(\.message)
        == unread.map { "the member 'data.\($0)' is not in the map; it is left out" })
    let entries = try read("glucose/nightscout_entries.json", "nightscout")
    #expect(entries.error == nil)
    #expect(entries.samples.count == 2)
    let treatments = try read("glucose/nightscout_treatments.json", "nightscout")
    #expect(treatments.error == nil)
    #expect(treatments.samples.count == 3)
  }

  private func builtIn(_ name: String) throws -> CSVMap { try CSVMap.named(name) }
}
