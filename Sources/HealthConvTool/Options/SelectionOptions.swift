import ArgumentParser
import HealthBytes
import HealthConv

struct ConditionOption: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only samples that match this condition, such as \"value > 120 mg/dL and source = 'Dexcom'\".",
      valueName: "predicate"))
  var text: String?

  func predicate() throws -> SamplePredicate? {
    guard let text else { return nil }
    let predicate: SamplePredicate
    do throws(HealthError) { predicate = try SamplePredicate(parsing: text) } catch {
      throw HealthError(.usage, "--where: \(error)")
    }
    // A wildcard in SQL, but an ordinary character here.
    if text.contains("%'") || text.contains("%\""), text.lowercased().contains("like"),
      !text.contains("*")
    {
      throw HealthError(
        .usage,
        "--where has '\(text.printableName)', but a pattern has * for any number of characters and ? for one, not %"
      )
    }
    return predicate
  }
}

struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "Only samples of these types, separated by commas: identifiers, short names such as HeartRate, common names "
        + "such as steps, kinds such as workout, or patterns such as 'Dietary*'. May be repeated. A nested sample is "
        + "selected by itself if its correlation or workout is not selected.",
      valueName: "types"), completion: .types)
  var types: [String] = []

  @Option(
    name: .customLong("exclude-type"),
    help: ArgumentHelp("No samples of these types. May be repeated.", valueName: "types"),
    completion: .types)
  var excludedTypes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only samples that start at this time or later: 2024-01-31 or 2024-01-31T08:00:00 is local time at "
        + "the sample's UTC offset; with an offset such as +01:00 it is an instant. Documents have no time and are left out.",
      valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Only samples that start before this time.", valueName: "date"))
  var until: String?

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "Only samples of sources with this name or pattern. May be repeated.", valueName: "name"))
  var sources: [String] = []

  @OptionGroup var condition: ConditionOption

  /// Whether nothing was given, so that all samples are selected.
  var isEmpty: Bool {
    types.isEmpty && excludedTypes.isEmpty && sources.isEmpty && since == nil && until == nil
      && condition.text == nil
  }

  func selection() throws -> Selection {
    var selection = Selection()
    selection.types = try types.flatMap(\.commaSeparated).map { try TypePattern($0) }
    selection.excludedTypes = try excludedTypes.flatMap(\.commaSeparated).map {
      try TypePattern($0)
    }
    selection.since = try since.map { try Self.bound($0, "--since") }
    selection.until = try until.map { try Self.bound($0, "--until") }
    for source in sources { selection.addSource(source) }
    selection.predicate = try condition.predicate() ?? .all
    // What --where compares has to fit --type.
    if !types.isEmpty, condition.text != nil {
      _ = try SamplePredicate.every([Self.predicate(ofTypes: types), selection.predicate])
    }
    return selection
  }

  /// What the arguments select, as one predicate.
  func predicate() throws -> SamplePredicate {
    let parts: [SamplePredicate] = [
      types.isEmpty ? nil : try Self.predicate(ofTypes: types),
      excludedTypes.isEmpty ? nil : .not(try Self.predicate(ofTypes: excludedTypes)),
      try since.map { .start(.greaterOrEqual, try Self.bound($0, "--since")) },
      try until.map { .start(.less, try Self.bound($0, "--until")) },
      sources.isEmpty ? nil : .any(try sources.map { try .text(.source, .like($0)) }),
      try condition.predicate(),
    ].compactMap(\.self)
    return try .every(parts)
  }

  /// The values of `--type`.
  static func predicate(ofTypes names: [String]) throws -> SamplePredicate {
    .any(
      try names.flatMap(\.commaSeparated).map { name in
        if let predicate = SamplePredicate(typeNamed: name) { return predicate }
        // Throws for a malformed name; accepts types that only the files define.
        _ = try TypePattern(name)
        return try .types(like: name)
      })
  }

  static func bound(_ text: String, _ option: String) throws -> DateBound {
    guard let bound = DateBound(text) else {
      let day = text.dropFirst(8).prefix(2)
      if ["29", "30", "31"].contains(day),
        DateBound("\(text.prefix(8))28\(text.dropFirst(10))") != nil
      {
        throw HealthError(
          .usage, "\(option) has '\(text.printableName)', but the month has no such day")
      }
      throw HealthError(
        .usage,
        "\(option) has '\(text.printableName)', expected a date such as 2024-01-31 or 2024-01-31T08:00:00"
      )
    }
    return bound
  }
}

extension SamplePredicate {
  /// One of some, at least.
  fileprivate static func any(_ parts: [SamplePredicate]) -> SamplePredicate {
    parts.count == 1 ? parts[0] : .or(parts)
  }

  /// All of some options.
  static func every(_ parts: [SamplePredicate]) throws -> SamplePredicate {
    parts.count < 2 ? parts.first ?? .all : try .and(parts)
  }
}

extension String {
  /// The names in a list that commas separate: no name of a type has a comma.
  var commaSeparated: [String] {
    let names = split(separator: ",").map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return names.isEmpty ? [self] : names
  }
}

extension [Selection.Note] {
  /// Writes the notes on standard error, with their remedies.
  ///
  /// - Parameter isQuiet: Whether only that nothing is selected is worth a note. An empty output does not show it.
  func write(isQuiet: Bool = false) {
    let isEmpty = contains { note in
      switch note {
      case .noSample, .noStatistics, .emptyInterval: true
      case .noType, .noSource: false
      }
    }
    if isQuiet, !isEmpty { return }
    // A condition that no sample meets is the better explanation.
    for note in count > 1 ? filter({ $0 != .noSample }) : self {
      let advice =
        switch note {
        case .noType: ". 'healthconv info' lists the types."
        case .noSource: ". 'healthconv info' lists the sources."
        case .noStatistics: ". 'healthconv query' and 'healthconv convert' list them."
        case .emptyInterval: ". --since is the beginning of the interval, --until its end."
        case .noSample: ""
        }
      MessageOutput.write("healthconv: note: \(note)\(advice)\n")
    }
  }
}
