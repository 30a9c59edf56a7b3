import HealthModel

/// Names of columns and of types of activities in the languages of accounts: only those that exports are known to have.
extension StravaList {
  /// The names of the first two columns of a list, in the languages whose names are known.
  static let beginnings = [
    "Activity ID,Activity Date", "Aktivitäts-ID,Aktivitätsdatum",
    "ID de l'activité,Date de l'activité", "ID de actividad,Fecha de la actividad",
  ]

  /// The English names of columns, by those in German, French and Spanish that differ from them.
  static let columnNames = [
    "Aktivitäts-ID": "Activity ID", "Aktivitätsdatum": "Activity Date",
    "Name der Aktivität": "Activity Name", "Aktivitätsart": "Activity Type",
    "Aktivitätsbeschreibung": "Activity Description", "Aktivitätsausrüstung": "Activity Gear",
    "Dateiname": "Filename", "Verstrichene Zeit": "Elapsed Time", "Bewegungszeit": "Moving Time",
    "Distanz": "Distance", "Höhenzunahme": "Elevation Gain",
    "Max. Herzfrequenz": "Max Heart Rate",
    "Durchschnittliche Herzfrequenz": "Average Heart Rate", "Kalorien": "Calories",

    "ID de l'activité": "Activity ID", "Date de l'activité": "Activity Date",
    "Nom de l'activité": "Activity Name", "Type d'activité": "Activity Type",
    "Description de l'activité": "Activity Description",
    "Matériel utilisé pour l'activité": "Activity Gear", "Nom du fichier": "Filename",
    "Temps écoulé": "Elapsed Time", "Durée de déplacement": "Moving Time",
    "Dénivelé positif": "Elevation Gain", "Fréquence cardiaque max.": "Max Heart Rate",
    "Fréquence cardiaque moyenne": "Average Heart Rate",

    "ID de actividad": "Activity ID", "Fecha de la actividad": "Activity Date",
    "Nombre de la actividad": "Activity Name", "Tipo de actividad": "Activity Type",
    "Nombre de archivo": "Filename", "Nombre del archivo": "Filename",
    "Tiempo transcurrido": "Elapsed Time", "Tiempo en movimiento": "Moving Time",
    "Distancia": "Distance", "Desnivel positivo": "Elevation Gain",
    "Ritmo cardíaco máx.": "Max Heart Rate", "Ritmo cardíaco promedio": "Average Heart Rate",
    "Ritmo cardiaco máximo": "Max Heart Rate", "Ritmo cardiaco promedio": "Average Heart Rate",
    "Calorías": "Calories",
  ]

  /// The columns that are read, by their English names.
  static let readColumns = Set(columnNames.values)

  /// The English words of types, by the words in German, French and Spanish that differ from them, in the form in
  /// which `RouteActivity` compares words.
  private static let typeNames = [
    "lauf": "run", "traillauf": "trailrun", "virtuellerlauf": "virtualrun", "radfahrt": "ride",
    "virtuelleradfahrt": "virtualride", "mountainbikefahrt": "mountainbikeride",
    "gravelfahrt": "gravelride", "ebikefahrt": "ebikeride", "ebikeradfahrt": "ebikeride",
    "spaziergang": "walk", "wandern": "hike", "schwimmen": "swim",
    "gewichtstraining": "weighttraining", "training": "workout", "skialpin": "alpineski",
    "skitouren": "backcountryski", "langlauf": "nordicski", "snowboarden": "snowboard",
    "schneeschuhwanderung": "snowshoe", "eislaufen": "iceskate", "inlineskaten": "inlineskate",
    "rudern": "rowing", "kanufahrt": "canoe", "kajakfahren": "kayak", "surfen": "surf",
    "windsurfen": "windsurf", "kitesurfen": "kitesurf", "segeln": "sail",
    "ellipsentrainer": "elliptical", "klettern": "rockclimb", "fußball": "soccer",

    "courseàpied": "run", "vélo": "ride", "vélovirtuel": "virtualride", "marche": "walk",
    "randonnée": "hike", "natation": "swim", "entraînementauxpoids": "weighttraining",
    "entraînement": "workout", "skinordique": "nordicski", "standuppaddle": "standuppaddling",

    "carrera": "run", "bicicleta": "ride", "caminata": "walk", "senderismo": "hike",
    "natación": "swim", "remo": "rowing", "entrenamiento": "workout",
    "entrenamientoconpesas": "weighttraining",
  ]

  /// The activity of a type; `other` for types without one, and for unknown ones.
  static func sport(_ type: String?) -> WorkoutActivityType {
    type.map { RouteActivity.activity(for: word($0)) } ?? .other
  }

  /// What a type states in addition to the activity: whether it was indoors.
  static func places(_ type: String?) -> [MetadataEntry] {
    type.map { RouteActivity.metadata(for: word($0)) } ?? []
  }

  /// Whether a type is one of Strava's, also of those that HealthKit has no activity for.
  static func isKnown(_ type: String) -> Bool {
    RouteActivity.isKnown(word(type))
  }

  private static func word(_ type: String) -> String {
    let word = RouteActivity.folded(type)
    return typeNames[word] ?? word
  }
}
