extension FormatError {
  /// A way to handle an error, which a program can describe in terms of its own options.
  ///
  /// Messages state what is wrong; a command line, an app and a server offer different remedies.
  public enum Remedy: Sendable, Equatable {
    /// State the format of the input: it could not be determined.
    case nameInputFormat
    /// State the format of the output: it could not be determined.
    case nameOutputFormat
    /// Choose one file of the input: ``ReadOptions/member``.
    case chooseMember
    /// State the time zone of the dates that have none: ``ReadOptions/zone``.
    case nameZone
    /// Read the input with a map: ``ReadOptions/map``. With the names of the maps or of their tables that fit it, the
    /// best first, and whether its dates need a zone, too.
    case useMap(names: [String], needsZone: Bool)
    /// Read the input as elements without the root element around them: ``ReadOptions/isFragment``.
    case readAsFragment
    /// Make a report for people, which is not a format.
    case makeReport
    /// Write a folder, with the name of the format.
    case writeFolder(format: String)
    /// Allow that the output is replaced.
    case replaceOutput
    /// Allow that the data of different people become one dataset.
    case allowDifferentPeople
    /// Take a source for one that had another name, or for a new one.
    case sameSource(old: String, new: String)
    /// Look at the list of something.
    case list(Listed)

    /// The things that a program can list.
    public enum Listed: String, Sendable {
      case formats, types, maps, rules
    }
  }
}
