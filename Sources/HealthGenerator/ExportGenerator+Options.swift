extension ExportGenerator {
  /// What an export shall be like. The same options give the same bytes, on every machine.
  public struct Options: Sendable, Equatable {
    /// Distinguishes exports of one person.
    public var seed: UInt64
    /// The number of the person, from 1: name, date of birth, sex and blood type, and the values.
    public var person: Int
    /// How much there is in it.
    public var size: Size
    /// The moment of export, in seconds since 1970. Samples end the day before.
    ///
    /// Years from 1971 to 9999 are kept, others become the nearest.
    public var end: Int64
    /// The language and region the phone is set to, as `en_US`.
    public var locale: String
    /// The units the person likes to read.
    public var units: UnitSystem
    /// The name of the main file in the archive, which phones translate.
    public var fileName: String
    /// The files of the archive in addition to the main file.
    public var contents: Contents
    /// Whether there is a workout of more than an hour on each day, and a point of its route each second: about a
    /// quarter of the archive's bytes are routes. Otherwise there are four workouts a week, and a point every three
    /// seconds.
    public var hasDailyWorkouts: Bool
    /// Faults to plant.
    public var defects: Set<Defect>

    /// Options, all but the size with a default.
    ///
    /// - Parameters:
    ///   - seed: each seed gives another export
    ///   - person: each number gives another person
    ///   - end: the moment of export in seconds since 1970; else 2026-01-31 18:30:15 UTC
    public init(
      seed: UInt64 = 1, person: Int = 1, size: Size, end: Int64 = 1_769_884_215,
      locale: String = "en_US",
      units: UnitSystem = .us, fileName: String = "export.xml", contents: Contents = .all,
      hasDailyWorkouts: Bool = false, defects: Set<Defect> = []
    ) {
      self.seed = seed
      self.person = person
      self.size = size
      self.end = end
      self.locale = locale
      self.units = units
      self.fileName = fileName
      self.contents = contents
      self.hasDailyWorkouts = hasDailyWorkouts
      self.defects = defects
    }
  }

  /// How much there is in an export. A watch leaves about a megabyte, 2,700 records, each day.
  public enum Size: Sendable, Equatable {
    /// That many `Record` elements at top level, planted defects apart; at most a thousand million.
    case records(Int)
    /// About that many bytes of XML, within a few percent from 100 kB on.
    case bytes(Int64)
    /// That many days of a phone and a watch; at most 36,525.
    case days(Int)
  }

  /// The units of an export, with the place where people use them: an export is written in the
  /// clock of the place, and summer time shows in it.
  public enum UnitSystem: Sendable {
    /// Kilometres, kilograms, `mmol/L`; Berlin.
    case metric
    /// Miles, pounds, `mg/dL`; New York.
    case us
  }

  /// The files of an archive in addition to the main file.
  public struct Contents: OptionSet, Sendable {
    /// The bits, one for each kind of file.
    public let rawValue: Int

    /// A set of the kinds whose bits are set.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// `workout-routes/*.gpx`
    public static let routes = Contents(rawValue: 1)
    /// `electrocardiograms/*.csv`
    public static let electrocardiograms = Contents(rawValue: 2)
    /// `clinical-records/*.json`
    public static let clinicalRecords = Contents(rawValue: 4)
    /// `export_cda.xml`
    public static let clinicalDocument = Contents(rawValue: 8)
    /// All of them.
    public static let all: Contents = [
      .routes, .electrocardiograms, .clinicalRecords, .clinicalDocument,
    ]
  }
}
