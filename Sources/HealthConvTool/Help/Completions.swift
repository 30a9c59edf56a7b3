import ArgumentParser
import HealthConv
import HealthValidation

/// What shells offer for values that have names in this program. The closures run when a person presses the tab key, not
/// when the program starts.
extension CompletionKind {
  /// Short names of types, and kinds. A list with commas is continued after its last comma.
  static var types: CompletionKind { offering(list: true) { _ in Names.types } }
  static var inputFormats: CompletionKind {
    offering { _ in Format.all.filter { $0.makeReader != nil }.map(\.name) }
  }
  static var outputFormats: CompletionKind {
    offering { _ in Format.all.filter { $0.makeWriter != nil }.map(\.name) }
  }
  static var formatNames: CompletionKind { offering { _ in Format.all.map(\.name) } }
  /// Layouts: of the format that the command line names, otherwise all.
  static var layouts: CompletionKind {
    offering { words in
      let named = zip(words, words.dropFirst()).filter { ["-t", "--to"].contains($0.0) }.last?.1
      let listed = Format.all.filter { $0.name == named }
      return (listed.isEmpty ? Format.all : listed).flatMap { $0.layouts.map(\.name) }.unique
    }
  }
  /// Maps that ship with the program.
  static var maps: CompletionKind { offering { _ in CSVMap.builtIn.map(\.name) } }
  static var rules: CompletionKind { offering { _ in Rule.all.map(\.name) } }
  /// Rules, each with every severity.
  static var ruleLevels: CompletionKind {
    offering { _ in
      Rule.all.flatMap { rule in
        ["off", "info", "warning", "error"].map { "\(rule.name)=\($0)" }
      }
    }
  }
  static var reports: CompletionKind {
    offering { _ in ReportOptions.Format.allCases.map(\.rawValue) }
  }
  /// Systems of units, and types with their unit.
  static var unitPreferences: CompletionKind {
    offering { _ in
      ["as-is", "si", "metric", "imperial", "region"]
        + Catalog.allTypes.compactMap { type in type.unit.map { "\(type.shortName)=\($0)" } }
    }
  }
  /// Units: those of the catalog, and those that all others consist of.
  static var units: CompletionKind {
    offering { _ in
      (Catalog.allTypes.compactMap(\.unit) + HealthUnit.allBases.map(\.symbol)).unique
    }
  }

  /// Names that an option of a format suggests; files if it suggests none.
  static func offering(_ names: @escaping @Sendable () -> [String]) -> CompletionKind? {
    names().isEmpty ? nil : offering { _ in names() }
  }

  /// A completion by names.
  ///
  /// - Parameters:
  ///   - list: Whether the value may be a list with commas.
  ///   - names: The names; its argument is the words of the command line.
  private static func offering(
    list: Bool = false, _ names: @escaping @Sendable ([String]) -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in
      let typed = prefix.drop { $0 == "'" || $0 == "\"" }
      let comma = list ? typed.lastIndex(of: ",").map { typed.index(after: $0) } : nil
      let done = typed[..<(comma ?? typed.startIndex)]
      let begun = typed[(comma ?? typed.startIndex)...]
      return names(words).filter { $0.lowercased().hasPrefix(begun.lowercased()) }
        // Case is ignored here, but a shell offers only words that begin with exactly the typed letters.
        .map { String(done + begun + $0.dropFirst(begun.count)) }
    }
  }

  private enum Names {
    static let types = {
      let names = Catalog.allTypes.map(\.shortName)
      let known = Set(names.map { $0.lowercased() })
      let kinds = SampleKind.allCases.map(\.rawValue).filter { !known.contains($0.lowercased()) }
      return (names + kinds).unique
    }()
  }
}

extension [String] {
  /// Each once, in the order of the first.
  fileprivate var unique: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
