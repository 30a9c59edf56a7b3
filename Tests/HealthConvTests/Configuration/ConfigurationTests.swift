import HealthConv
import Testing

/// What a `.healthconv.yml` may say.
@Suite struct ConfigurationTests {
  @Test func saysWhatOptionsSay() throws {
    let yaml = """
      fail-on: warning
      report: [text, sarif=out/a.sarif]
      rule:
        unknown-*: off
        unknown-type: info
      select: '*'
      ignore: [end-before-start]
      max-findings: 5
      fail-fast: true
      baseline: known.txt
      show-values: false
      units:
        region: GB
        BodyMass: kg
      locale: en_GB
      source-priority: [Anna’s Watch, '*Phone']
      """
    let words = try ProjectConfiguration(yaml: yaml, file: "../.healthconv.yml")
    #expect(words.failOn == .warning)
    #expect(words.reports.map(\.description) == ["text", "sarif=../out/a.sarif"])
    #expect(words.reports.map(\.folder) == [nil, "../"])
    #expect(words.levels.map(\.pattern) == ["unknown-*", "unknown-type"])
    #expect(words.baseline == "../known.txt")
    #expect(words.maxFindings == 5)
    #expect(words.units == ["GB", "BodyMass=kg"])
    #expect(words.locale == "en_GB")
    #expect(words.sourcePriority == ["Anna’s Watch", "*Phone"])
    let settings = try RuleSettings(
      levels: words.levels, selected: words.selected, ignored: words.ignored)
    #expect(settings.levels["unknown-time-zone"] == .off)
    #expect(settings.levels["unknown-type"] == .info)
    #expect(settings.severity(of: "end-before-start", ordinarily: .error) == nil)
    let here = try ProjectConfiguration(yaml: yaml, file: "a.yml")
    #expect(try ProjectConfiguration(yaml: here.yaml, file: "a.yml").yaml == here.yaml)
  }

  @Test(arguments: ["", "\n", "# nothing\n  # at all\n"])
  func maySayNothing(_ yaml: String) throws {
    #expect(try ProjectConfiguration(yaml: yaml, file: "a.yml").yaml == "")
  }

  static let refused: [(yaml: String, message: String)] = [
    (
      "fail-no: error",
      "a.yml:1:1: error: a configuration has no key 'fail-no'. Did you mean 'fail-on'?"
    ),
    (
      "fail-on: errors",
      "a.yml:1:10: error: found 'errors', expected one of error, warning, info, loss, never"
    ),
    ("report: [text, toml]", "a.yml:1:16: error: expected one of text, json"),
    (
      "rule:\n  unknown-tipe: off",
      "a.yml:2:3: error: unknown rule 'unknown-tipe'. Did you mean 'unknown-type'?"
    ),
    ("rule:\n  unknown-type: no", "a.yml:2:17: error: found 'no', expected one of off, info"),
    ("rule: unknown-type", "a.yml:1:7: error: expected keys with values"),
    ("max-findings: many", "a.yml:1:15: error: expected a number"),
    ("fail-fast: 1", "a.yml:1:12: error: expected true or false"),
    (
      "ignore: [nothing-like-it-at-all]",
      "a.yml:1:10: error: unknown rule 'nothing-like-it-at-all'"
    ),
    (
      "report: [text, json=/etc/motd]",
      "a.yml:1:16: error: expected a file in the folder of the configuration, without '..'"
    ),
    (
      "report: json=a/../../b",
      "a.yml:1:9: error: expected a file in the folder of the configuration, without '..'"
    ),
    ("- a", "a.yml:1:1: error: expected keys with values"),
    ("units: {region: GB, BodyMass: cm}", "a.yml:1:31: error: cannot convert 'BodyMass' to 'cm'"),
    ("units: [metric, stones]", "a.yml:1:17: error: unknown units 'stones'"),
    ("units: {regions: GB}", "a.yml:1:18: error: "),
    ("baseline: [", "a.yml:"),
  ]

  @Test(arguments: refused)
  func saysWhereItIsWrong(_ yaml: String, _ message: String) {
    let error = #expect(throws: HealthError.self) {
      try ProjectConfiguration(yaml: yaml, file: "a.yml")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("units: metric", ["metric"]), ("units: [GB, BodyMass=kg]", ["GB", "BodyMass=kg"]),
    ("units: {system: imperial, 'Distance*': km}", ["imperial", "Distance*=km"]),
    ("units: region", ["region"]),
  ])
  func unitsHaveThreeForms(_ yaml: String, _ units: [String]) throws {
    #expect(try ProjectConfiguration(yaml: yaml, file: "a.yml").units == units)
  }

  @Test func theCommandLineWins() throws {
    var words = ProjectConfiguration()
    words.failOn = .error
    words.levels = [("unknown-type", "error")]
    let file = try ProjectConfiguration(
      yaml: "fail-on: info\nrule: {unknown-type: off}\nselect: [unknown-type]", file: "a.yml")
    let both = words.over(file)
    #expect(both.failOn == .error)
    #expect(both.levels.map(\.level) == ["off", "error"])
    #expect(both.selected == ["unknown-type"])
  }
}
