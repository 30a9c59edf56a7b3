public import HealthBytes

extension Format.Option {
  /// By which map a file of separated values is read.
  public static let map = {
    var option = Format.Option(
      "map", about: "maps",
      help: "The map for CSV files of another program: the name of a built-in map, or a file.",
      expected: "the name of a map, or a file"
    ) { text throws(FormatError) -> CSVMap? in try CSVMap.named(text) }
    option.impliesFormat = true
    option.suggestions = { CSVMap.builtIn.map(\.name) }
    return option
  }()

  /// The time zone of dates that have none.
  public static let zone = {
    var option = Format.Option(
      "zone", about: "time zones",
      help: "The time zone for dates that have none: Europe/Berlin, -05:00, UTC or local.",
      expected: "a time zone"
    ) { text throws(FormatError) -> Zone? in
      do throws(Zone.Fault) { return try Zone(text) } catch {
        throw FormatError(.usage, error.description, cause: error)
      }
    }
    option.allowsHyphen = true
    return option
  }()
}

extension ReadOptions {
  /// By which map a file of separated values is read; without one, by the map that ships for its header.
  public var map: CSVMap? {
    get { self[.map] }
    set { self[.map] = newValue }
  }

  /// The time zone of dates that have none.
  public var zone: Zone? {
    get { self[.zone] }
    set { self[.zone] = newValue }
  }
}
