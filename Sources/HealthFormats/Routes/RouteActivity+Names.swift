import HealthModel

/// The words of other programs.
extension RouteActivity {
  /// Words of Garmin, Strava, Komoot, Suunto, Runkeeper, Endomondo (`CYCLING_SPORT`) and others. Garmin's are the keys of its list of
  /// activity types, without `_v2` and `_ws`.
  static let aliases: [String: WorkoutActivityType] = [
    "run": .running, "trailrun": .running, "trailrunning": .running, "treadmillrunning": .running,
    "trackrunning": .running, "virtualrun": .running, "jogging": .running, "laufen": .running,
    "bike": .cycling, "biking": .cycling, "ride": .cycling, "roadbiking": .cycling,
    "roadcycling": .cycling, "mountainbiking": .cycling, "mtb": .cycling, "gravelcycling": .cycling,
    "gravelride": .cycling, "virtualride": .cycling, "ebikeride": .cycling, "ebiking": .cycling,
    "indoorcycling": .cycling, "touringbicycle": .cycling, "racebike": .cycling,
    "mountainbikeride": .cycling, "radfahren": .cycling, "cyclingsport": .cycling,
    "cyclingtransportation": .cycling, "cyclingtransport": .cycling,
    "walk": .walking, "casualwalking": .walking, "speedwalking": .walking, "nordicwalk": .walking,
    "nordicwalking": .walking, "fitnesswalking": .walking,
    "hike": .hiking, "trekking": .hiking, "mountaineering": .climbing,
    "swim": .swimming, "openwaterswimming": .swimming, "lapswimming": .swimming,
    "skiing": .downhillSkiing, "alpineski": .downhillSkiing, "alpineskiing": .downhillSkiing,
    "resortskiing": .downhillSkiing, "skiingdownhill": .downhillSkiing,
    "skiingcrosscountry": .crossCountrySkiing, "nordicski": .crossCountrySkiing,
    "crosscountryskiing": .crossCountrySkiing, "backcountryski": .crossCountrySkiing,
    "snowboard": .snowboarding, "iceskate": .skatingSports, "iceskating": .skatingSports,
    "inlineskate": .skatingSports, "inlineskating": .skatingSports, "rollerski": .skatingSports,
    "rollerskating": .skatingSports,
    "rockclimbing": .climbing, "kayaking": .paddleSports, "canoeing": .paddleSports,
    "standuppaddling": .paddleSports, "paddling": .paddleSports, "sail": .sailing,
    "surfing": .surfingSports, "windsurf": .surfingSports, "kitesurf": .surfingSports,
    "horsebackriding": .equestrianSports, "handcycle": .handCycling, "triathlon": .swimBikeRun,
    "multisport": .swimBikeRun, "diving": .underwaterDiving, "scubadiving": .underwaterDiving,
    "emountainbikeride": .cycling, "velomobile": .cycling, "wheelchair": .wheelchairWalkPace,
    "virtualrow": .rowing, "virtualrowing": .rowing, "canoe": .paddleSports,
    "kayak": .paddleSports, "surf": .surfingSports, "rockclimb": .climbing,
    "snowshoe": .snowSports, "skateboard": .skatingSports, "footballsoccer": .soccer,
    "weighttraining": .traditionalStrengthTraining, "crossfit": .crossTraining,
    "hiit": .highIntensityIntervalTraining, "stairstepper": .stairClimbing,
    "streetrunning": .running, "indoorrunning": .running, "obstaclerun": .running,
    "ultrarun": .running, "treadmill": .running, "cyclocross": .cycling,
    "downhillbiking": .cycling, "trackcycling": .cycling, "recumbentcycling": .cycling,
    "bmx": .cycling, "enduromtb": .cycling, "ebikefitness": .cycling, "ebikemountain": .cycling,
    "spinning": .cycling, "eenduromtb": .cycling, "indoorhandcycling": .handCycling,
    "indoorwalking": .walking, "rucking": .hiking, "poolswimming": .swimming,
    "poolswim": .swimming, "openwaterswim": .swimming, "bouldering": .climbing,
    "indoorclimbing": .climbing, "indoorrowing": .rowing, "floorclimbing": .stairs,
    "strengthtraining": .traditionalStrengthTraining, "indoorcardio": .mixedCardio,
    "cardio": .mixedCardio, "mobility": .flexibility, "meditation": .mindAndBody,
    "breathwork": .mindAndBody, "mixedmartialarts": .martialArts,
    "resortskiingsnowboarding": .downhillSkiing, "downhillski": .downhillSkiing,
    "skateskiing": .crossCountrySkiing, "backcountryskiing": .crossCountrySkiing,
    "backcountryskiingsnowboarding": .crossCountrySkiing, "resortsnowboarding": .snowboarding,
    "backcountrysnowboarding": .snowboarding, "wintersports": .snowSports,
    "snowshoeing": .snowSports, "skating": .skatingSports, "standuppaddleboarding": .paddleSports,
    "whitewaterrafting": .paddleSports, "whitewaterraftingkayaking": .paddleSports,
    "rafting": .paddleSports, "windsurfing": .surfingSports, "kitesurfing": .surfingSports,
    "kiteboarding": .surfingSports, "windkitesurfing": .surfingSports,
    "wakeboarding": .surfingSports, "wakesurfing": .surfingSports, "waterskiing": .waterSports,
    "watertubing": .waterSports, "snorkeling": .waterSports, "singlegasdiving": .underwaterDiving,
    "multigasdiving": .underwaterDiving, "gaugediving": .underwaterDiving,
    "apneadiving": .underwaterDiving, "apneahunting": .underwaterDiving,
    "ccrdiving": .underwaterDiving, "poolapnea": .underwaterDiving, "discgolf": .discSports,
    "ultimatedisc": .discSports, "icehockey": .hockey, "fieldhockey": .hockey,
    "huntingfishing": .hunting, "esport": .fitnessGaming, "swimtobiketransition": .transition,
    "biketoruntransition": .transition, "runtobiketransition": .transition,
    "wheelchairpushrun": .wheelchairRunPace, "wheelchairpushwalk": .wheelchairWalkPace,
    "zumba": .cardioDance, "boxingmma": .boxing, "stairmasterstepwell": .stairClimbing,
    "arctrainer": .elliptical, "circuittraining": .crossTraining,
    "corestrengthening": .coreTraining,
  ]

  /// Words for what HealthKit has no activity for, or that name none.
  static let otherNames: Set = [
    "other", "uncategorized", "all", "workout", "padel", "paddelball", "platformtennis",
    "physicaltherapy", "fitnessequipment", "teamsports", "racketsports", "parasports",
    "motorcycling", "motorcyclingv", "motocrossv", "atvv", "overland", "autoracing", "driving",
    "drivinggeneral", "flying", "rcdrone", "hanggliding", "wingsuitflying", "skydiving",
    "boatingv", "boating", "snowmobiling", "snowmobilingws", "offshoregrinding",
    "offshoregrindingv", "onshoregrinding", "onshoregrindingv", "steps", "stopwatch", "safety",
    "assistance", "incidentdetected", "groupworkout", "sports", "bootcamp",
  ]

  /// Words for activities indoors, other than those that begin with `indoor` or `virtual`.
  static let indoorNames: Set = ["treadmill", "treadmillrunning", "spinning"]
}
