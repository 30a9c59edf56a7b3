public import HealthBytes
import HealthModel
import HealthValidation

// Shared by formats whose times have no zone: the option that states it, and the rules.
//
// A zone is never guessed: unless the format defines one, the first time without a zone is an error of the rule `missing-zone` with
// the remedy `nameZone`. `DatePattern.iso` reads a local time; `Zone.reading(atClock:)` is its instant.

extension Format.Option {
  /// The time zone of dates that have none.
  public static let zone = {
    var option = Format.Option(
      "zone", about: "time zones",
      help: "The time zone for dates that have none: Europe/Berlin, -05:00, UTC or local.",
      expected: "a time zone"
    ) { text throws(HealthError) -> Zone? in
      do throws(HealthError) { return try Zone(text) } catch {
        let meant = TimeZoneName.meant(by: text).map { ". Did you mean '\($0)'?" } ?? ""
        throw HealthError(.usage, error.message + meant)
      }
    }
    option.allowsHyphen = true
    return option
  }()
}

extension ReadOptions {
  /// The time zone of dates that have none.
  public var zone: Zone? {
    get { self[.zone] }
    set { self[.zone] = newValue }
  }
}

/// The message of a finding of the rule `uncertain-time`.
let uncertainTimeMessage =
  "this local time occurs twice or never because of a clock change; the offset before the change is used"

/// The rules of local times.
let localTimeRules: [Rule] = [
  Rule(
    reader: "missing-zone", .error,
    title: "date has no time zone",
    explanation: """
      Dates of the file have no time zone, and neither a map nor the user has given one. \
      Without it the instants are not known.
      """),
  Rule(
    reader: "uncertain-time", .warning,
    title: "local time occurs twice or never",
    explanation: """
      Because of a clock change to or from summer time, the local time occurred twice or not \
      at all. The UTC offset from before the change is used.
      """),
]
