import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthTesting
import Testing

/// Archives of Strava and Garmin are one input; what is not needed is not read.
@Suite struct SportsArchiveTests {
  struct Outcome {
    var workouts: [Workout] = []
    var count = 0
    var findings: [Finding] = []
    var notes: [String: Int] = [:]
  }

  func read(_ path: String) throws -> Outcome {
    let dataset = try Dataset.open(path)
    #expect(dataset.format.name == "sports-archive")
    var samples = try dataset.samples()
    var outcome = Outcome()
    while let sample = try samples.next() {
      outcome.count += 1
      if case .workout(let workout) = sample { outcome.workouts.append(workout) }
      outcome.findings += samples.takeFindings()
    }
    outcome.findings += samples.takeFindings()
    return outcome
  }

  static func sample(_ path: String) throws -> [UInt8] {
    try Fixtures.bytes(Fixtures.samples + "/" + path)
  }

  private static let list = """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Filename,Elapsed Time,Distance
    1,"Jun 1, 2024, 6:00:00 AM",Morning,Run,"a
    b",1,activities/11.fit,110.0,125.0
    2,"Jun 2, 2024, 12:43:11 PM",Pool,Swim,,30,,1800.0,1000.0
    3,"2 juin 2024",Lac,Swim,,30,,1800.0,1000.0
    4,"Jun 3, 2024, 2:43:11 PM",Gone,Ride,,60,activities/99.fit,60.0,1.0

    """

  @Test func stravasListIsJoinedWithItsFiles() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Self.archive([
        ("activities.csv", Array(Self.list.utf8)),
        ("activities/11.fit", try Self.sample("commands/run.fit")),
        ("activities/12.tcx", try Self.sample("accept/tcx/strava.tcx")),
        ("activities/13.fit", Array("damaged".utf8)), ("media/a.jpg", [1, 2, 3]),
      ]), "export.zip")
    let found = try read(path)
    let run = try #require(found.workouts.first)
    #expect(run.activityType == .running)
    #expect(run.header.metadata[MetadataKey("Name")] == "Morning")
    #expect(run.header.metadata[MetadataKey("Notes")] == "a\nb")
    #expect(run.header.metadata[.externalUUID] == "1")
    let pool = try #require(found.workouts.last)
    #expect(pool.activityType == .swimming && pool.start == Timestamp("2024-06-02T12:43:11Z"))
    #expect(pool.end == Timestamp("2024-06-02T13:13:11Z"))
    #expect(pool.distance?.number == Number("1000"))
    let messages = found.findings.map(\.description)
    #expect(messages.contains { $0.contains("export.zip/activities/13.fit") })
    #expect(messages.contains { $0.contains("whose file is not in the archive: 1") })
    #expect(messages.contains { $0.contains("not understood: 1") })
    #expect(!messages.contains { $0.contains("media") })
  }

  /// The list alone is read, as a file of any name or in a folder; so is what it states of activities whose files are missing.
  @Test func stravasListIsReadAlone() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Filename,\
      Elapsed Time,Moving Time,Distance,Elevation Gain,Max Heart Rate,Average Heart Rate,Calories
      1,"Mar 2, 2026, 6:00:00 AM",Hill,Run,,600,1.50,171,activities/1.fit.gz,600.0,590.0,1500.5,21.5,171.0,150.5,99.0
      2,"Mar 3, 2026, 6:00:00 PM",Pool,Swim,,600,500,,,600.0,590.0,500.0,,,,

      """
    let folder = try TemporaryFolder()
    let file = try folder.write(bytes: Array(list.utf8), "my list.csv")
    let inner = try TemporaryFolder()
    _ = try inner.write(bytes: Array(list.utf8), "activities.csv")
    for path in [file, inner.path] {
      let found = try read(path)
      #expect(found.workouts.map(\.activityType) == [.running, .swimming])
      let run = try #require(found.workouts.first)
      #expect(run.start == Timestamp("2026-03-02T06:00:00Z"))
      #expect(run.fields.duration == Number("590.0"))
      #expect(run.distance?.number == Number("1500.5"))
      let rate = run.fields.statistics.first { $0.type == "HKQuantityTypeIdentifierHeartRate" }
      #expect(rate?.average == Number("150.5") && rate?.maximum == Number("171.0"))
      #expect(run.header.metadata[.elevationAscended] == "21.5 m")
      // Only one without a file was entered by hand.
      #expect(found.workouts.map { $0.header.metadata[.wasUserEntered] } == [nil, "1"])
      #expect(found.findings.map(\.rule) == ["activity-list"])
    }
  }

  /// A list with one column of distances has them in meters, or in the unit of the person, which it does not state.
  @Test func distancesWithoutAUnit() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance
      1,"Mar 2, 2026, 6:00:00 AM",A,Run,2700,8.1
      2,"Mar 3, 2026, 6:00:00 AM",B,Run,2700,8100

      """
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    #expect(found.workouts.map { $0.distance?.number } == [nil, Number("8100")])
    #expect(found.workouts.map { $0.header.metadata[MetadataKey("Distance")] } == ["8.1", nil])
    #expect(
      found.findings.map { "\($0.rule) \($0.place.line):\($0.place.column) \($0.message)" }
        == [
          "activity-list 2:40 numbers in the column 'Distance' that may be kilometers or miles: 1; "
            + "read as metadata"
        ])
  }

  /// A number that is not read is reported, by its column, and its text is preserved.
  @Test func numbersThatAreNotReadAreReported() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Elapsed Time,Distance,Average Heart Rate
      1,"Mar 2, 2026, 6:00:00 AM",A,Run,600,1.0,600.0,"1000,5","150,5"
      2,"Mar 3, 2026, 6:00:00 AM",B,Run,600,1.0,600.0,1000.5,"160,5"
      3,"Mar 4, 2026, 6:00:00 AM",C,Run,600,1.0,600.0,,0

      """
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    #expect(found.workouts.map { $0.distance?.number } == [nil, Number("1000.5"), nil])
    #expect(found.workouts.map { $0.heartRate.average } == [nil, nil, nil])
    for (name, texts) in [
      ("Distance", ["1000,5", nil, "1.0"]), ("Average Heart Rate", ["150,5", "160,5", nil]),
    ] as [(String, [String?])] {
      #expect(found.workouts.map { $0.header.metadata[MetadataKey(name)] } == texts)
    }
    #expect(
      found.findings.map { "\($0.rule) \($0.place.line):\($0.place.column) \($0.message)" }
        == [
          "activity-list 2:49 texts in the column 'Distance' that are not numbers: 1; "
            + "read as metadata",
          "activity-list 2:58 texts in the column 'Average Heart Rate' that are not numbers: 2; "
            + "read as metadata",
          "activity-list 4:39 numbers in the column 'Distance' that may be kilometers or miles: 1; "
            + "read as metadata",
        ])
  }

  /// In another language, columns are found by their positions, and months by their names.
  @Test(
    arguments: [
      ("7 oct. 2025, 14:43:11", "2025-10-07T14:43:11Z"),
      ("07.10.2025, 14:43:11", "2025-10-07T14:43:11Z"),
      ("7 de out. de 2025, 14:43:11", "2025-10-07T14:43:11Z"),
      ("7 juin 2025 à 04:43:11", "2025-06-07T04:43:11Z"),
      ("2025-10-07 14:43:11", "2025-10-07T14:43:11Z"), ("7 Monat 2025, 14:43:11", nil),
    ] as [(String, String?)])
  func listsInOtherLanguages(_ date: String, _ start: String?) throws {
    let list =
      "Nr.,Datum,Name,Art,Text,Zeit,Weg,Puls,Last,Pendel,Notiz,Schuhe,Datei,Gewicht,Rad,Zeit,Bewegt,Weg\n"
      + "1,\"\(date)\",Berg,Run,,600,1.5,,,,,,activities/1.fit,,,600,590,1500\n"
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    #expect(found.workouts.map(\.start) == [start.flatMap { Timestamp($0) }].compactMap { $0 })
    #expect(found.workouts.first.map { $0.distance?.number == Number("1500") } ?? (start == nil))
  }

  /// Headers, dates and types in German, French and Spanish.
  private static let languages = [
    (
      """
      Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,\
      Max. Herzfrequenz,Relative Leistung,Pendeln,Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,\
      Dateiname,Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höhenzunahme,\
      Max. Herzfrequenz,Durchschnittliche Herzfrequenz,Kalorien
      """, "20.09.2026, 14:12:12", "Lauf"
    ),
    (
      """
      ID de l'activité,Date de l'activité,Nom de l'activité,Type d'activité,Description de l'activité,Temps écoulé,\
      Distance,Fréquence cardiaque max.,Effort relatif,Déplacement-transport,Note privée sur les activités,\
      Matériel utilisé pour l'activité,Nom du fichier,Poids de l'athlète,Poids du vélo,Temps écoulé,\
      Durée de déplacement,Distance,Dénivelé positif,Fréquence cardiaque max.,Fréquence cardiaque moyenne,Calories
      """, "20 sept. 2026 à 14:12:12", "Course à pied"
    ),
    (
      """
      ID de actividad,Fecha de la actividad,Nombre de la actividad,Tipo de actividad,Texto,Tiempo transcurrido,\
      Distancia,Ritmo cardíaco máx.,Esfuerzo relativo,A,B,C,Nombre de archivo,D,E,Tiempo transcurrido,\
      Tiempo en movimiento,Distancia,Desnivel positivo,Ritmo cardíaco máx.,Ritmo cardíaco promedio,Calorías
      """, "20 sept 2026, 14:12:12", "Carrera"
    ),
  ]

  /// Columns and types have names in the language of the account; no file of an activity is needed.
  @Test(arguments: SportsArchiveTests.languages)
  func listsInKnownLanguages(_ header: String, _ date: String, _ type: String) throws {
    let list =
      header
      + "\n1,\"\(date)\",Park,\(type),,300,\"1,50\",170,,,,Red,,,,300.0,290.0,1500.5,21.5,171.0,150.5,99.0\n"
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Self.archive([("activities.csv", Array(list.utf8)), ("profile.csv", [65, 10])]),
      "export.zip")
    let found = try read(path)
    #expect(
      found.findings.map(\.message) == [
        "1 file is not read: 'profile.csv'; to read it, unpack the archive and name it by itself"
      ])
    let run = try #require(found.workouts.first)
    #expect(found.workouts.count == 1 && run.activityType == .running)
    #expect(run.start == Timestamp("2026-09-20T14:12:12Z"))
    #expect(run.end == Timestamp("2026-09-20T14:17:12Z"))
    #expect(run.fields.duration == Number("290.0"))
    #expect(run.distance?.number == Number("1500.5") && run.distance?.unit == "m")
    #expect(run.energyBurned?.number == Number("99.0"))
    #expect(run.heartRate.average == Number("150.5") && run.heartRate.maximum == Number("171.0"))
    let metadata = run.header.metadata
    #expect(metadata[.elevationAscended] == "21.5 m" && metadata[.externalUUID] == "1")
    #expect(metadata[MetadataKey("Name")] == "Park" && metadata[MetadataKey("Gear")] == "Red")
    #expect(metadata[.wasUserEntered] == "1")
  }

  /// Names of columns and types that are not known are reported; the type is preserved.
  @Test func unknownNamesInAListAreReported() throws {
    let list = """
      Nr.,Datum,Name,Art,Text,Zeit,Weg,Puls,Last,Pendel,Notiz,Schuhe,Datei,Gewicht,Rad,Zeit,Bewegt,Weg
      1,"07.10.2025, 14:43:11",Berg,Hopping,,600,1.5,,,,,,activities/1.fit,,,600,590,1500

      """
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    #expect(found.findings.map(\.rule) == ["activity-list", "activity-list", "activity-list"])
    #expect(found.findings.contains { $0.message.contains("names of columns") })
    let type = found.findings.first { $0.message.contains("type is not known: 1 (Hopping)") }
    #expect(type?.severity == .info && type?.place.line == 2)
    let workout = try #require(found.workouts.first)
    #expect(workout.activityType == .other && workout.fields.totalDistance == Number("1500"))
    #expect(workout.header.metadata[MetadataKey("exercise")] == "Hopping")
  }

  /// The second of two columns of one name, in SI units, may be empty.
  @Test func theFirstOfTwoColumnsIsRead() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Max Heart Rate,Filename,Elapsed Time,Distance,Max Heart Rate
      1,"Jun 1, 2024, 6:00:00 AM",A,Run,1800,5.01,150,,,,

      """
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    let run = try #require(found.workouts.first)
    #expect(run.fields.duration == Number("1800") && run.heartRate.maximum == Number("150"))
    // Kilometers or miles.
    #expect(run.distance == nil && run.header.metadata[MetadataKey("Distance")] == "5.01")
    #expect(found.findings.map(\.rule) == ["activity-list"])
  }

  /// Strava's types have HealthKit's activity; the others are preserved, as is the distance of those without a type for it.
  @Test(
    arguments: [
      ("Weight Training", .traditionalStrengthTraining), ("Crossfit", .crossTraining),
      ("Stair-Stepper", .stairClimbing), ("E-Mountain Bike Ride", .cycling),
      ("Football (Soccer)", .soccer), ("HIIT", .highIntensityIntervalTraining),
      ("Snowshoe", .snowSports), ("Wheelchair", .wheelchairWalkPace), ("Virtual Row", .rowing),
      ("Skateboard", .skatingSports), ("Canoe", .paddleSports), ("Workout", .other),
      ("Physical Therapy", .other), ("Gewichtstraining", .traditionalStrengthTraining),
      ("E-Bike-Fahrt", .cycling), ("Fußball", .soccer), ("Vélo virtuel", .cycling),
      ("Entraînement", .other), ("Senderismo", .hiking),
    ] as [(String, WorkoutActivityType)])
  func typesOfStrava(_ type: String, _ activity: WorkoutActivityType) throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance
      1,"Mar 2, 2026, 6:00:00 AM",A,\(type),600,1500

      """
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    #expect(found.findings.isEmpty)
    let workout = try #require(found.workouts.first)
    #expect(workout.activityType == activity)
    #expect(workout.distance?.number == Number("1500") && workout.distance?.unit == "m")
    let stated = workout.header.metadata[MetadataKey("exercise")]
    #expect(stated == (activity == .other ? type : nil))
  }

  /// A file has what only the list states; what it states itself, and its second activity, are unchanged.
  @Test func stravasListCompletesFiles() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Max Heart Rate,Filename,\
      Elapsed Time,Moving Time,Distance,Max Heart Rate,Average Heart Rate,Calories
      1,,A,Run,600,1.50,171,activities/1.gpx,600.0,590.0,1500.5,171.0,150.5,99.0
      2,,B,Ride,3,0.1,171,activities/2.tcx,3.0,2.0,100.0,171.0,150.5,5.0

      """
    let gpx = """
      <gpx version="1.1" creator="Test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="47" lon="11"><time>2024-06-01T06:00:00Z</time></trkpt>
      <trkpt lat="47.01" lon="11"><time>2024-06-01T06:10:00Z</time></trkpt></trkseg></trk></gpx>
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Self.archive([
        ("activities.csv", Array(list.utf8)), ("activities/1.gpx", Array(gpx.utf8)),
        ("activities/2.tcx", try Self.sample("accept/tcx/strava.tcx")),
      ]), "export.zip")
    let workouts = try read(path).workouts
    try #require(workouts.count == 3)
    #expect(workouts.map { $0.distance?.number } == [Number("1500.5"), Number("21.6"), nil])
    #expect(
      workouts.map { $0.energyBurned?.number } == [Number("99.0"), Number("5.0"), Number("12")])
    #expect(workouts.map(\.fields.duration) == [Number("590.0"), Number("3"), Number("60")])
    #expect(
      workouts.map { $0.heartRate.average } == [Number("150.5"), Number("150.5"), nil])
    #expect(workouts[0].heartRate.maximum == Number("171.0"))
    #expect(
      workouts[0].fields.statistics.first?.type == "HKQuantityTypeIdentifierDistanceWalkingRunning")
  }

  /// A file without a known sport has that of the list, also for its distances.
  @Test(
    arguments: [("Ride", .cycling, "DistanceCycling"), ("?", .other, nil)]
      as [(String, WorkoutActivityType, String?)])
  func stravasListHasTheSport(
    _ name: String, _ sport: WorkoutActivityType, _ distance: String?
  ) throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: try Self.sample("accept/tcx/strava.tcx"), as: UTF8.self)
    let tcx = text.replacing("Sport=\"Biking\"", with: "Sport=\"Other\"")
    let path = try folder.write(
      bytes: Self.archive([
        (
          "activities.csv",
          Array(
            "Activity ID,Activity Date,Activity Name,Activity Type,Filename\n1,,Way,\(name),activities/1.tcx\n"
              .utf8)
        ),
        ("activities/1.tcx", Array(tcx.utf8)),
      ]), "export.zip")
    let workout = try #require(try read(path).workouts.first)
    #expect(workout.activityType == sport)
    let types = workout.fields.statistics.compactMap(\.type).filter { $0.contains("Distance") }
    #expect(types == distance.map { ["HKQuantityTypeIdentifier\($0)"] } ?? [])
  }

  @Test func archivesInGarminsArchiveAreRead() throws {
    let folder = try TemporaryFolder()
    let inner = try Self.archive([
      ("a.fit", try Self.sample("commands/run.fit")),
      ("b.fit", try Self.sample("commands/day.fit")),
      ("deep.zip", Self.archive([("c.fit", try Self.sample("commands/run.fit"))])),
    ])
    let path = try folder.write(
      bytes: Self.archive([
        ("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", inner),
        ("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part2.zip", Array("no zip".utf8)),
        ("DI_CONNECT/DI-Connect-Wellness/sleepData.json", Array("[]".utf8)),
      ]), "garmin.zip")
    let found = try read(path)
    let single = try folder.write(bytes: try Self.sample("commands/run.fit"), "run.fit")
    var count = 0
    for path in [single, Fixtures.samples + "/commands/day.fit"] {
      var samples = try Dataset.open(path).samples()
      while try samples.next() != nil { count += 1 }
    }
    #expect(found.count == count && found.workouts.count == 1)
    #expect(
      found.findings.contains {
        $0.rule == "unreadable-activity" && $0.place.file.hasSuffix("UploadedFiles_0-_Part2.zip")
      })
  }

  /// Days and nights of Garmin in JSON are read, but nothing of which files of FIT have the day; activities that have no file.
  @Test func daysOfGarminDoNotCountTwice() throws {
    let folder = try TemporaryFolder()
    func day(_ day: Int) -> String {
      """
      {"calendarDate":"2024-06-0\(day)","totalSteps":5000,"bmrKilocalories":1800,
      "wellnessStartTimeGmt":"2024-05-31T22:00:00.0","wellnessEndTimeGmt":"2024-06-01T22:00:00.0",
      "wellnessStartTimeLocal":"2024-06-01T00:00:00.0"}
      """.replacing("2024-06-01", with: "2024-06-0\(day)").replacing(
        "2024-05-31", with: day == 1 ? "2024-05-31" : "2024-06-0\(day - 1)")
    }
    let json = [
      ("DI_CONNECT/DI-Connect-Aggregator/UDSFile_2024.json", "[\(day(1)),\(day(3))]"),
      (
        "DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json",
        #"[{"summarizedActivitiesExport":[{"activityType":"running","beginTimestamp":1717221600000,"duration":60000}]}]"#
      ),
      ("DI_CONNECT/DI-Connect-Wellness/b_sleepData.json", "[{"), ("DI_CONNECT/other.json", "{}"),
    ].map { ($0, Array($1.utf8)) }
    func steps(_ name: String, _ files: [(String, [UInt8])]) throws -> (Outcome, days: [String]) {
      let path = try folder.write(bytes: Self.archive(files), name)
      var samples = try Dataset.open(path).samples()
      var days: [String] = []
      while let sample = try samples.next() {
        guard case .quantity(let sample) = sample, sample.header.metadata.entries.count == 1 else {
          continue
        }
        days.append(
          "\(sample.type.shortName) \(sample.start.text(.iso8601).description.prefix(10))")
      }
      return (try read(path), days)
    }
    let (alone, allDays) = try steps("days.zip", json)
    #expect(alone.workouts.count == 1)
    #expect(
      allDays == [
        "StepCount 2024-06-01", "BasalEnergyBurned 2024-06-01", "StepCount 2024-06-03",
        "BasalEnergyBurned 2024-06-03",
      ])
    let inner = try Self.archive([("a.fit", try Self.sample("commands/day.fit"))])
    let upload = "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip"
    let (whole, days) = try steps("whole.zip", json + [(upload, inner)])
    // The activity of the list has no file.
    #expect(whole.workouts.count == 1)
    // The steps of the first day are those of the watch.
    #expect(
      days == [
        "BasalEnergyBurned 2024-06-01", "StepCount 2024-06-03", "BasalEnergyBurned 2024-06-03",
      ]
    )
    for outcome in [alone, whole] {
      #expect(
        outcome.findings.contains {
          $0.rule == "unreadable-activity" && $0.place.file.hasSuffix("b_sleepData.json")
        })
    }
    #expect(whole.findings.contains { $0.rule == "redundant-day" && $0.message.contains("(1)") })
    #expect(!alone.findings.contains { $0.rule == "redundant-day" })
  }

  /// The nights and weights of Garmin, which state UTC, have the offset of a zone that is given.
  @Test func garminsDaysHaveTheZone() throws {
    let night =
      #"[{"sleepStartTimestampGMT":"2026-01-02T03:30:00.0","sleepEndTimestampGMT":"2026-01-02T10:30:00.0"}]"#
    let weight =
      #"[{"metaData":{},"weight":{"weight":81419.0,"sourceType":"MANUAL","timestampGMT":"2026-01-02T18:01:21.0"}}]"#
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Self.archive([
        ("DI_CONNECT/DI-Connect-Wellness/a_sleepData.json", Array(night.utf8)),
        ("DI_CONNECT/DI-Connect-Wellness/b_userBioMetrics.json", Array(weight.utf8)),
      ]), "garmin.zip")
    var options = ReadOptions()
    options.zone = try Zone("America/New_York")
    try options.check(for: [.sportsArchive])
    var samples = try Dataset.open(path, options: options).samples()
    var starts: [String] = []
    while let header = try samples.next()?.header {
      starts.append(
        "\(header.descriptor.type.identifier) \(header.start.secondsSince1970) \(header.start.offsetMinutes)"
      )
    }
    #expect(
      starts == [
        "HKCategoryTypeIdentifierSleepAnalysis 1767324600 -300",
        "HKQuantityTypeIdentifierBodyMass 1767376881 -300",
      ])
  }

  /// Files of several formats are all read; a reader of one format counts the others.
  @Test func activitiesOfSeveralFormatsAreRead() throws {
    let folder = try TemporaryFolder()
    let gpx = try Self.sample("accept/gpx/garmin.gpx")
    let fit = try Self.sample("commands/run.fit")
    let tcx = try Self.sample("accept/tcx/garmin.tcx")
    for (files, workouts) in [
      ([("walk.gpx", gpx), ("run.tcx", tcx), ("ride.fit", fit)], 4),
      ([("walk.gpx", gpx), ("run.tcx", tcx)], 3), ([("a/run.tcx", tcx), ("b/ride.fit", fit)], 2),
      ([("walk.gpx", gpx), ("ride.fit", fit), ("notes.txt", [1])], 3),
    ] {
      let path = try folder.write(bytes: Self.archive(files), "mixed.zip")
      #expect(try read(path).workouts.count == workouts)
    }
    for (name, bytes, format) in [
      ("a.gpx", gpx, "gpx"), ("a.tcx", tcx, "tcx"), ("a.fit", fit, "fit"),
    ] {
      let path = try folder.write(
        bytes: Self.archive([(name, bytes), ("notes.txt", [1]), ("photo.JPG", [1])]), "one.zip")
      let dataset = try Dataset.open(path)
      #expect(dataset.format.name == format)
      var samples = try dataset.samples()
      while try samples.next() != nil {}
      #expect(samples.notes.unreadFiles == ["txt": 1, "jpg": 1])
      let unread = samples.takeFindings().filter { $0.rule == "unread-file" }.map(\.message)
      #expect(
        unread == [
          "1 file is not read: 'notes.txt'; to read it, unpack the archive and name it by itself"
        ])
    }
  }

  static func archive(_ files: [(path: String, bytes: [UInt8])]) throws -> [UInt8] {
    let sink = BytesSink()
    let output = OutputContainer(archive: sink)
    for file in files {
      let entry = try output.open(file.path)
      try entry.write(file.bytes.span)
      try entry.finish()
    }
    try output.finish()
    return sink.bytes
  }
}
