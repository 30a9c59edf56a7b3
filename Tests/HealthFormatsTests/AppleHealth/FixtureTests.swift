import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Every real file that is an export is read, and a row here says what is in it; every other is refused
/// for the stated reason.
@Suite(.enabled(if: Fixtures.arePresent, "no real files beside the repository"))
struct FixtureTests {
  @Test(arguments: rows)
  func whatIsInIt(row: Row) {
    let reading = Reading(path: Fixtures.folder + "/" + row.path)
    #expect(reading.error?.description == row.error)
    #expect(reading.counts == row.counts)
    #expect(reading.rules == row.rules)
    #expect(reading.notes.alsoTopLevelMembers == row.twins)
    #expect(reading.notes.nestedOnlyMembers == row.nestedOnly)
    #expect(reading.notes.unreadFiles == row.unread)
    #expect(reading.samples.filter { $0.ordinal > 0 }.count == row.duplicates)
  }

  /// Nine records are there twice attribute by attribute. What else has an ordinal was saved again
  /// later: the same but for the date of creation.
  @Test func exactTwins() throws {
    let reading = Reading(path: Fixtures.folder + "/export-xml/ashtom_hkimport_export.xml")
    var seen: Set<[UInt8]> = []
    var twins = 0
    for sample in reading.samples where sample.kind == .quantity || sample.kind == .category {
      guard case .element(var element) = Reprint.node(of: sample) else { continue }
      element.children = []
      if !seen.insert(element.canonicalText).inserted {
        twins += 1
        #expect(sample.ordinal > 0)
      }
    }
    #expect(twins == 9)
  }

  /// One instant in every spelling of it, an hour apart from the sample's own clock.
  @Test func beatsAreResolved() {
    let reading = Reading(path: Fixtures.folder + "/derived/hrv_beat_times.xml")
    let dates = reading.samples.flatMap { sample -> [Timestamp?] in
      if case .quantity(let sample) = sample { sample.beatDates } else { [] }
    }
    #expect(
      dates.map { $0?.description }
        == Array(repeating: "2024-01-10 08:00:02.17 +0200", count: 6))
  }

  @Test func noFileIsLeftOut() throws {
    let found = try ["export-xml", "zip", "malformed", "derived"].flatMap { folder in
      try [".xml", ".zip"].flatMap {
        try Fixtures.files(in: Fixtures.folder + "/" + folder, suffix: $0)
      }
    }
    #expect(
      Set(found) == Set(Self.rows.map { Fixtures.folder + "/" + $0.path }))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    var counts: [SampleKind: Int] = [:]
    var rules: [String: Int] = [:]
    var twins = 0
    var nestedOnly = 0
    var duplicates = 0
    var unread: [String: Int] = [:]
    var error: String?

    var testDescription: String { path }
  }

  static let rows: [Row] = [
    Row(path: "export-xml/aleksi_testdata_ru.xml", counts: [.quantity: 2]),
    Row(path: "export-xml/alxdrcirilo_enNL.xml", counts: [.category: 2, .quantity: 6]),
    Row(
      path: "export-xml/ashtom_hkimport_export.xml",
      counts: [.category: 125, .correlation: 34, .quantity: 10814, .workout: 61], twins: 162,
      duplicates: 167),
    Row(
      path: "export-xml/bash0C7_sample_ja.xml", counts: [.category: 10, .quantity: 70],
      duplicates: 2),
    Row(
      path: "export-xml/rinoshiyo_sample_export.xml",
      counts: [.activitySummary: 1, .category: 1, .correlation: 1, .quantity: 5, .workout: 1],
      twins: 2),
    Row(
      path: "export-xml/tdda_export6s3sample.xml",
      counts: [.activitySummary: 2, .quantity: 15, .workout: 1]),
    Row(
      path: "zip/alxdrcirilo_macos_zip.zip", counts: [.category: 2, .quantity: 6],
      unread: [".DS_Store": 1, "__MACOSX": 2]),
    Row(
      path: "zip/jshrake_ios16_export.zip",
      counts: [.activitySummary: 10, .quantity: 1, .workout: 1], rules: ["broken-dtd": 1],
      unread: ["__MACOSX": 4]),
    // Its routes are spelled in a way of their own: beside the workouts they come as documents.
    Row(
      path: "zip/paulstaab_no_top_folder.zip", counts: [.document: 4, .quantity: 5, .workout: 8]),
    Row(path: "zip/ruochen_minimal_mojibake.zip", counts: [.document: 1, .quantity: 1]),
    Row(
      path: "zip/ruochen_multi_source.zip",
      counts: [.activitySummary: 4, .category: 22, .document: 4, .quantity: 23, .workout: 4],
      rules: ["orphan-side-file": 1, "unreadable-side-file": 1]),
    Row(
      path: "malformed/jshrake_v12_broken_dtd.xml",
      counts: [.activitySummary: 10, .quantity: 1, .workout: 1], rules: ["broken-dtd": 1]),
    Row(
      path: "malformed/rinoshiyo_x4-3-multi-empty-xml.zip",
      error:
        "cannot read 'rinoshiyo_x4-3-multi-empty-xml.zip': it contains no Health export; 'apple_health_export/export.xml' is empty"
    ),
    Row(
      path: "malformed/rinoshiyo_x4-4-zip-slip.zip", rules: ["not-of-export": 1],
      unread: ["other": 1]),
    Row(
      path: "malformed/rinoshiyo_x4-7-broken-xml.zip",
      error:
        "rinoshiyo_x4-7-broken-xml.zip/apple_health_export/export.xml:1:172: error: found the end of the document inside the start tag of 'Record', which began at 1:113, expected '>' or '/>' [unexpected-end]"
    ),
    Row(path: "derived/bad_utf8.xml", counts: [.quantity: 1], rules: ["invalid-utf8": 2]),
    Row(path: "derived/bom_crlf.xml"),
    Row(path: "derived/correlation_only_nested.xml", counts: [.correlation: 1], nestedOnly: 2),
    Row(path: "derived/hrv_beat_times.xml", counts: [.quantity: 6]),
    Row(
      path: "derived/ios16_0_duplicate_startdate.xml", counts: [.workout: 1],
      rules: ["duplicate-attribute": 1]),
    Row(
      path: "derived/ios8_invalid_attribute_names.xml", counts: [.quantity: 1],
      rules: ["malformed-attribute-name": 2]),
    Row(
      path: "derived/truncated.xml", counts: [.quantity: 1],
      error:
        "truncated.xml:5:80: error: found the end of the document inside the start tag of 'Record', which began at 5:2, expected '>' or '/>' [unexpected-end]"
    ),
    Row(
      path: "derived/vertical_tab_control_chars.xml", counts: [.quantity: 1],
      rules: ["illegal-character": 2]),
  ]
}
