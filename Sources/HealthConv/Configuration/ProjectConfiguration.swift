import HealthBytes
import HealthFormats
import HealthValidation

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
  /// The findings or losses that count as a failure.
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
  /// Whether XML files are validated by their schemas.
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
  /// The locale of the people who read statistics and reports.
  public var locale: String?

  /// An empty configuration.
  public init() {}

  /// The settings, which override those of another configuration. Its levels and units apply, too, with lower precedence; its
  /// other lists apply if this one has none.
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

extension ProjectConfiguration {
  /// The configuration of a working directory.
  public struct Nearest: Sendable {
    /// The file; `nil` if no usable one exists.
    public internal(set) var file: String?
    /// Nearer files that are not used without being named, each with the reason.
    public internal(set) var refused: [(file: String, reason: String)] = []
  }

  /// The name of the file.
  public static let fileName = ".healthconv.yml"
  /// How many folders are searched.
  private static let depthLimit = 64

  /// Searches the working directory and its parents for a configuration that was not put there by another user: it and
  /// its folder belong to the user of the process, and not everybody may write to them.
  public static func nearest() -> Nearest {
    var nearest = Nearest()
    var folder = ""
    for _ in 0..<depthLimit {
      let path = folder + fileName
      do throws(HealthError) {
        _ = try FileSource(trusted: path)
        nearest.file = path
        return nearest
      } catch {
        if error.code != .notFound { nearest.refused.append((path, error.message)) }
      }
      let here = FileStatus(path: folder + ".", following: true)?.identity
      folder += "../"
      if here == FileStatus(path: folder + ".", following: true)?.identity { break }
    }
    return nearest
  }
}

extension ProjectConfiguration {
  /// Reads a configuration. Paths in it are relative to its folder.
  public static func read(_ path: String) throws(HealthError) -> ProjectConfiguration {
    let text = try String(ofSmallFile: path)
    do throws(HealthError) { return try ProjectConfiguration(yaml: text, file: path) } catch {
      throw HealthError(.usage, place: error.place, error.message)
    }
  }

  /// Parses a configuration.
  ///
  /// - Parameter file: The name in messages; paths are relative to its folder.
  /// - Throws: `HealthError` with the location of the fault.
  public init(yaml: String, file: String) throws(HealthError) {
    self.init()
    let isBlank = yaml.split(whereSeparator: \.isNewline).allSatisfy { line in
      line.drop { $0 == " " }.first.map { $0 == "#" } ?? true
    }
    if isBlank { return }
    var fields = try MapNode(yaml: yaml, file: file).fields(of: "a configuration")
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }
    if let node = fields.take("fail-on") { failOn = try node.choice(of: FailOn.allCases) }
    if let node = fields.take("report") {
      for item in node.list { reports.append(try Self.report(item, in: folder)) }
    }
    if let node = fields.take("rule") {
      for (key, value) in try node.entries {
        let pattern = try key.text
        do throws(HealthError) { _ = try Rule.names(matching: pattern) } catch {
          throw key.fault(error.message)
        }
        levels.append((pattern, try value.choice(of: RuleSettings.Level.allCases).rawValue))
      }
    }
    if let node = fields.take("select") { selected = try Self.patterns(node) }
    if let node = fields.take("ignore") { ignored = try Self.patterns(node) }
    if let node = fields.take("max-findings") {
      guard let number = Int(try node.text), number >= 0 else {
        throw node.fault("expected a number")
      }
      maxFindings = number
    }
    if let node = fields.take("fail-fast") { failFast = try node.flag }
    if let node = fields.take("schema") { schema = try node.flag }
    if let node = fields.take("baseline") {
      (baseline, baselineFolder) = (resolved(try node.text), folder)
    }
    if let node = fields.take("show-values") { showValues = try node.flag }
    if let node = fields.take("units") { units = try Self.units(node) }
    if let node = fields.take("source-priority") { sourcePriority = try node.texts }
    if let node = fields.take("same-source") {
      for (old, new) in try node.entries { sameSources[try new.text] = try old.text }
    }
    if let node = fields.take("locale") { locale = try node.text }
    try fields.finish()
  }

  /// A report. Another person may have written the configuration, so the report must be in its folder.
  private static func report(
    _ node: MapNode, in folder: String
  ) throws(HealthError) -> ReportTarget {
    guard let target = try? ReportTarget(parsing: try node.text) else {
      let names = ReportOptions.Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.fault("expected one of \(names), optionally followed by =FILE")
    }
    guard let path = target.path else { return target }
    let parts = path.split(separator: "/")
    guard !path.hasPrefix("/"), !parts.contains("..") else {
      throw node.fault("expected a file in the folder of the configuration, without '..'")
    }
    // Other programs run files in hidden folders, such as the hooks of Git.
    guard !parts.contains(where: { $0.hasPrefix(".") && $0 != "." }) else {
      throw node.fault("expected a file that is not hidden and not in a hidden folder")
    }
    return ReportTarget(target.format, path: folder + path, folder: folder)
  }

  private static func patterns(_ node: MapNode) throws(HealthError) -> [String] {
    var patterns: [String] = []
    for item in node.list {
      let pattern = try item.text
      do throws(HealthError) { _ = try Rule.names(matching: pattern) } catch {
        throw item.fault(error.message)
      }
      patterns.append(pattern)
    }
    return patterns
  }

  /// Units: a system or a region, a list of what `--units` accepts, or a mapping of `region`, `system` and types.
  private static func units(_ node: MapNode) throws(HealthError) -> [String] {
    var units: [String] = []
    func add(_ text: String, _ node: MapNode) throws(HealthError) {
      // The region of the environment is looked up only where it is used.
      var preferences = UnitPreferences()
      do throws(HealthError) { if text != "region" { try preferences.add(text) } } catch {
        throw node.fault(error.message)
      }
      units.append(text)
    }
    guard let entries = try? node.entries else {
      for item in node.list { try add(try item.text, item) }
      return units
    }
    for (key, value) in entries {
      let name = try key.text
      let isBase = name == "region" || name == "system"
      try add(isBase ? try value.text : "\(name)=\(try value.text)", value)
    }
    return units
  }

  /// The settings, in the form of a configuration file.
  public var yaml: String {
    var text = ""
    func add(_ key: String, _ value: String?) {
      if let value { text += "\(key): \(value)\n" }
    }
    func add(_ key: String, _ values: [String]) {
      if !values.isEmpty { add(key, "[\(values.map(Self.quoted).joined(separator: ", "))]") }
    }
    add("fail-on", failOn?.rawValue)
    add("report", reports.map(\.description))
    if !levels.isEmpty { text += "rule:\n" }
    for (pattern, level) in levels { text += "  \(Self.quoted(pattern)): \(level)\n" }
    add("select", selected)
    add("ignore", ignored)
    add("max-findings", maxFindings.map { "\($0)" })
    add("fail-fast", failFast.map { "\($0)" })
    add("schema", schema.map { "\($0)" })
    add("baseline", baseline.map(Self.quoted))
    add("show-values", showValues.map { "\($0)" })
    add("units", units)
    add("source-priority", sourcePriority)
    if !sameSources.isEmpty { text += "same-source:\n" }
    for (new, old) in sameSources.sorted(by: { $0.value < $1.value }) {
      text += "  \(Self.quoted(old)): \(Self.quoted(new))\n"
    }
    add("locale", locale.map(Self.quoted))
    return text
  }

  /// A YAML scalar that is read as a text: quoted unless that is unambiguous.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber) || "-=./_".contains($0)
    }
    return isPlain && !text.hasPrefix("-") ? text : "'\(text.replacing("'", with: "''"))'"
  }
}
