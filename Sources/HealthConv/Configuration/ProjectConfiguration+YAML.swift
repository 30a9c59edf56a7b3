import HealthFormats

extension ProjectConfiguration {
  /// Reads a configuration. Paths in it start from its folder.
  public static func read(_ path: String) throws(ConversionError) -> ProjectConfiguration {
    let text = try String(ofSmallFile: path)
    do throws(FormatError) { return try ProjectConfiguration(yaml: text, file: path) } catch {
      throw ConversionError(
        .usage, "\(error.place): error: \(error.message)", place: error.place)
    }
  }

  /// Takes a configuration from its text.
  ///
  /// - Parameter file: What messages call it; its folder is where paths start from.
  /// - Throws: `FormatError` with the location of the fault.
  public init(yaml: String, file: String) throws(FormatError) {
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
        do throws(ConversionError) { _ = try Rule.names(matching: pattern) } catch {
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

  /// A report. The configuration may be by somebody else than the user, so its file stays in the folder.
  private static func report(
    _ node: MapNode, in folder: String
  ) throws(FormatError) -> ReportTarget {
    guard let target = try? ReportTarget(parsing: try node.text) else {
      let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.fault("expected one of \(names), optionally followed by =FILE")
    }
    guard let path = target.path else { return target }
    let parts = path.split(separator: "/")
    guard !path.hasPrefix("/"), !parts.contains("..") else {
      throw node.fault("expected a file in the folder of the configuration, without '..'")
    }
    // Programs run what is in hidden folders, such as the hooks of Git.
    guard !parts.contains(where: { $0.hasPrefix(".") && $0 != "." }) else {
      throw node.fault("expected a file that is not hidden and not in a hidden folder")
    }
    return ReportTarget(target.format, path: folder + path, folder: folder)
  }

  private static func patterns(_ node: MapNode) throws(FormatError) -> [String] {
    var patterns: [String] = []
    for item in node.list {
      let pattern = try item.text
      do throws(ConversionError) { _ = try Rule.names(matching: pattern) } catch {
        throw item.fault(error.message)
      }
      patterns.append(pattern)
    }
    return patterns
  }

  /// Units: a system or a region, a list of what `--units` accepts, or a mapping of `region`, `system` and types.
  private static func units(_ node: MapNode) throws(FormatError) -> [String] {
    var units: [String] = []
    func add(_ text: String, _ node: MapNode) throws(FormatError) {
      // The region of the environment is looked up only where it is used.
      var preferences = UnitPreferences()
      do throws(ConversionError) { if text != "region" { try preferences.add(text) } } catch {
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
