import HealthBytes

/// The names of GPX 1.1 and of the extensions that are known.
enum GPXVocabulary {
  static let namespace: StaticString = "http://www.topografix.com/GPX/1/1"
  static let trackPointNamespace: StaticString =
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
  static let powerNamespace: StaticString = "http://www.garmin.com/xmlschemas/PowerExtension/v1"
  /// Of what a location has that no other schema has a place for: accuracies, and whatever stood in
  /// extensions without a namespace of its own.
  static let ownNamespace: StaticString = "urn:healthconv:gpx:1"

  static let appleCreator = "Apple Health Export"

  static let extensions = "extensions"
  static let metadata = "metadata"
  static let track = "trk"
  static let segment = "trkseg"
  static let document = "gpx"
  static let name = "name"
  static let time = "time"
  /// The temperature of the air, which HealthKit has no type for: kept with the point under this name.
  static let airTemperature = "atemp"
}

/// What is read of a point beside what is kept whole.
enum GPXField {
  case elevation, time
  case speed, course, horizontalAccuracy, verticalAccuracy
  case heartRate, cadence, power, waterTemperature, depth

  /// The field of a child of a point. Those of GPX 1.0 are read, too.
  ///
  /// - Parameters:
  ///   - name: Where its name is, prefix and all.
  ///   - bytes: The bytes at hand.
  init?(pointChild name: Range<Int>, in bytes: Span<UInt8>) {
    func stands(_ text: StaticString) -> Bool {
      text.utf8CodeUnitCount == name.count && ByteScan.equal(bytes, at: name.lowerBound, to: text)
    }
    switch name.count {
    case 3 where stands("ele"): self = .elevation
    case 4 where stands("time"): self = .time
    case 5 where stands("speed"): self = .speed
    case 6 where stands("course"): self = .course
    default: return nil
    }
  }

  /// The field of an element inside a point's extensions as Apple writes them.
  ///
  /// - Parameters:
  ///   - name: Where its name is.
  ///   - bytes: The bytes at hand.
  init?(appleExtension name: Range<Int>, in bytes: Span<UInt8>) {
    func stands(_ text: StaticString) -> Bool {
      text.utf8CodeUnitCount == name.count && ByteScan.equal(bytes, at: name.lowerBound, to: text)
    }
    switch name.count {
    case 4 where stands("hAcc"): self = .horizontalAccuracy
    case 4 where stands("vAcc"): self = .verticalAccuracy
    case 5 where stands("speed"): self = .speed
    case 6 where stands("course"): self = .course
    default: return nil
    }
  }

  /// The field of an element inside a point's extensions, whoever's they are.
  ///
  /// - Parameters:
  ///   - name: Where its name is, without a prefix.
  ///   - bytes: The bytes at hand.
  init?(anyExtension name: Range<Int>, in bytes: Span<UInt8>) {
    if let field = GPXField(appleExtension: name, in: bytes) {
      self = field
      return
    }
    func stands(_ text: StaticString) -> Bool {
      text.utf8CodeUnitCount == name.count && ByteScan.equal(bytes, at: name.lowerBound, to: text)
    }
    switch name.count {
    case 2 where stands("hr"): self = .heartRate
    case 3 where stands("cad"): self = .cadence
    case 5 where stands("power"): self = .power
    case 5 where stands("wtemp"): self = .waterTemperature
    case 5 where stands("depth"): self = .depth
    case 7 where stands("cadence"): self = .cadence
    case 9 where stands("heartrate"): self = .heartRate
    case 12 where stands("PowerInWatts"): self = .power
    default: return nil
    }
  }
}
