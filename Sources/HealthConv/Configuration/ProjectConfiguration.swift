/// The content of a `.healthconv.yml`: how a project is validated, and how statistics are calculated and shown, with the names of the
/// options of commands.
///
/// ```yaml
/// fail-on: warning
/// rule:
///   unknown-type: off
/// baseline: healthconv-baseline.txt
/// units:
///   region: GB
///   BodyMass: kg
/// ```
package struct ProjectConfiguration: Sendable {
  /// What counts as a failure.
  public var failOn: FailOn?
  /// The reports, and where they go.
  public var reports: [ReportTarget] = []
  /// Rules or patterns of them, each with a level.
  public var levels: [(pattern: String, level: String)] = []
  /// The rules to check, as patterns.
  public var selected: [String] = []
  /// The rules not to check, as patterns.
  public var ignored: [String] = []
  /// How many findings of each rule are listed.
  public var maxFindings: Int?
  /// Whether the run ends at the first finding that counts.
  public var failFast: Bool?
  /// Whether files of XML are held to their schemas.
  public var schema: Bool?
  /// The file of the baseline.
  public var baseline: String?
  /// The folder of the configuration that names the baseline, which its path must not leave; `nil` if the user named
  /// the configuration or the baseline.
  public var baselineFolder: String?
  /// Whether reports show values.
  public var showValues: Bool?
  /// The units of statistics and reports for people, as ``UnitPreferences/add(_:)`` reads them.
  public var units: [String] = []
  /// The sources with the highest priority where several measured the same.
  public var sourcePriority: [String] = []
  /// The names that sources had before, by those that they have now. Used only if the user named the file.
  public var sameSources: [String: String] = [:]
  /// The locale whose people read statistics and reports.
  public var locale: String?

  /// An empty configuration.
  public init() {}

  /// The settings, which override those of another configuration: its lists apply where this one
  /// has none.
  ///
  /// - Parameter other: The configuration with the defaults.
  public func over(_ other: ProjectConfiguration) -> ProjectConfiguration {
    var both = self
    both.failOn = failOn ?? other.failOn
    if reports.isEmpty { both.reports = other.reports }
    both.levels = other.levels + levels
    if selected.isEmpty { both.selected = other.selected }
    if ignored.isEmpty { both.ignored = other.ignored }
    both.maxFindings = maxFindings ?? other.maxFindings
    both.failFast = failFast ?? other.failFast
    both.schema = schema ?? other.schema
    if baseline == nil {
      (both.baseline, both.baselineFolder) = (other.baseline, other.baselineFolder)
    }
    both.showValues = showValues ?? other.showValues
    both.units = other.units + units
    both.locale = locale ?? other.locale
    if sourcePriority.isEmpty { both.sourcePriority = other.sourcePriority }
    return both
  }
}
