import HealthBytes
import HealthModel
import HealthUnits

/// Prints samples as data points of Open mHealth.
struct OpenMHealthPrinter: SamplePrinter, ~Copyable {
  var buffer = ByteBuffer(capacity: 1 << 17)
  var losses = LossCounts<OpenMHealthLoss>()
  /// Whether a data point is an item of an array, with a comma before it, or a line.
  private let isArray: Bool
  private var dates = DatePrinter(isQuoted: true)
  private var cache = DescriptorSlots<OpenMHealthFragments>()

  init(isArray: Bool) { self.isArray = isArray }

  /// Prints a sample, or counts that it is lost.
  mutating func append(_ sample: Sample) {
    guard let header = sample.header, header.start.isKnown else { return losses.add(.samples) }
    switch sample {
    case .quantity(let sample): append(sample)
    case .category(let sample): append(sample)
    case .correlation(let sample):
      append(sample)
      for member in sample.otherMembers { append(member) }
    case .workout(let sample): append(sample)
    case .heartbeatSeries(let sample): append(sample)
    default: losses.add(.samples)
    }
  }

  // MARK: Kinds

  private mutating func append(_ sample: QuantitySample) {
    let index = fragments(sample.header, .quantity)
    guard let row = cache[index].row, let number = cache[index].converted(sample.number) else {
      return losses.add(.samples)
    }
    guard isWritten(sample.header) else { return }
    if row.isShared { losses.add(.types) }
    if !sample.beats.isEmpty { losses.add(.details) }
    // A percentage is printed anew.
    if cache[index].isPercent, sample.number.shortest.description != sample.number.description {
      losses.add(.textForms)
    }
    let metadata = row.metadata.filter { sample.header.metadata[$0.key] == $0.value }
    open(sample.header, sample.uuid, index, known: metadata.count)
    buffer.append(cache[index].value)
    append(number)
    buffer.append(cache[index].unit)
    time(sample.header, isInterval: row.needsInterval)
    buffer.append(utf8: row.members)
    for entry in metadata { buffer.append(utf8: entry.json) }
    buffer.append("}}")
    close()
  }

  private mutating func append(_ sample: CategorySample) {
    guard let stage = sample.sleepStage, [1, 3, 4, 5].contains(stage) else {
      return losses.add(.samples)
    }
    let header = sample.header
    guard isWritten(header) else { return }
    if stage != 1 { losses.add(.stages) }
    open(header, sample.uuid, fragments(header, .category))
    let seconds = header.end.timeInterval(since: header.start)
    buffer.append("\"sleep_duration\":{\"value\":")
    append(Number(seconds) ?? Number(0))
    buffer.append(",\"unit\":\"sec\"}")
    time(header, isInterval: true)
    buffer.append("}}")
    close()
  }

  private mutating func append(_ sample: Correlation) {
    guard let (systolic, diastolic) = sample.bloodPressure else { return losses.add(.samples) }
    guard isWritten(sample.header) else { return }
    if !sample.hasPlainPressures { losses.add(.details) }
    open(sample.header, sample.uuid, fragments(sample.header, .correlation))
    buffer.append("\"systolic_blood_pressure\":{\"value\":")
    append(systolic)
    buffer.append(",\"unit\":\"mmHg\"},\"diastolic_blood_pressure\":{\"value\":")
    append(diastolic)
    buffer.append(",\"unit\":\"mmHg\"}")
    time(sample.header)
    buffer.append("}}")
    close()
  }

  private mutating func append(_ sample: Workout) {
    guard isWritten(sample.header) else { return }
    let fields = sample.fields
    var totals = Sample.WorkoutFields()
    (totals.totalDistance, totals.totalDistanceUnit) = (
      fields.totalDistance, fields.totalDistanceUnit
    )
    (totals.totalEnergyBurned, totals.totalEnergyBurnedUnit) = (
      fields.totalEnergyBurned, fields.totalEnergyBurnedUnit
    )
    if fields != totals { losses.add(.workouts) }
    var effort: Number?
    if !sample.metadata.isEmpty,
      let entry = sample.metadata.entries.first(where: { $0.key == .averageMETs }),
      case .quantity(let number, let unit) = entry.typed
    {
      effort = number.converted(unit, to: "kcal/hr·kg")
    }
    let index = fragments(sample.header, .workout)
    open(sample.header, sample.uuid, index, known: effort == nil ? 0 : 1)
    buffer.append("\"activity_name\":")
    buffer.append(
      json: snakeCase(sample.activityType.shortName).replacing("_", with: " "))
    time(sample.header, isInterval: true)
    if let (number, unit) = sample.distance {
      let isKept = unit.map { ["m", "km", "mi", "yd", "ft", "cm", "in"].contains($0) } ?? false
      let own = isKept ? unit ?? "m" : "m"
      member(",\"distance\":{\"value\":", number.converted(unit, to: own), own)
    } else if fields.totalDistanceUnit != nil {
      losses.add(.workouts)
    }
    if let (number, unit) = sample.energyBurned {
      member(",\"kcal_burned\":{\"value\":", number.converted(unit, to: "kcal"), "kcal")
    } else if fields.totalEnergyBurnedUnit != nil {
      losses.add(.workouts)
    }
    if let effort {
      buffer.append(",\"met_value\":")
      append(effort)
    }
    buffer.append("}}")
    close()
  }

  private mutating func member(_ name: StaticString, _ number: Number?, _ unit: String) {
    guard let number else { return losses.add(.workouts) }
    buffer.append(name)
    append(number)
    buffer.append(",\"unit\":")
    buffer.append(json: unit)
    buffer.append("}")
  }

  /// Prints the interval before each beat that follows another one.
  private mutating func append(_ sample: HeartbeatSeries) {
    let beats = sample.fields.beats
    guard isWritten(sample.header) else { return }
    let index = fragments(sample.header, .heartbeatSeries)
    let id = SampleID(high: sample.uuid.high, low: sample.uuid.low)
    var written = 0
    for number in beats.indices.dropFirst() {
      let beat = beats[number]
      guard beat.precededByGap != "YES", let end = beat.timeSinceStart?.nanoseconds,
        let start = beats[number - 1].timeSinceStart?.nanoseconds, start < end
      else { continue }
      var header = sample.header
      header.start = sample.start.advanced(byNanoseconds: end)
      header.end = header.start
      guard isWritten(header) else { continue }
      written += 1
      open(header, SampleUUID(id: id, ordinal: UInt32(truncatingIfNeeded: number)), index)
      buffer.append("\"rr_interval\":{\"value\":")
      append(Number(digits: end - start, exponent: -6).shortest)
      buffer.append(",\"unit\":\"ms\"}")
      time(header)
      buffer.append("}}")
      close()
    }
    // The first beat, and each after a gap, has no interval.
    if written < max(1, beats.count - 1) { losses.add(written == 0 ? .samples : .details) }
    if beats.contains(where: { $0.extras != nil }) { losses.add(.details) }
  }
}

extension Number {
  /// The number without zeros at its end.
  fileprivate var shortest: Number {
    let (digits, exponent) = normalized
    return Number(digits: digits, exponent: Int16(truncatingIfNeeded: exponent))
  }

  /// A number of seconds in nanoseconds; `nil` for more than 30 years.
  fileprivate var nanoseconds: Int64? {
    let nanoseconds = (doubleValue * 1e9).rounded()
    return nanoseconds.magnitude < 1e18 ? Int64(nanoseconds) : nil
  }
}

extension OpenMHealthPrinter {
  // MARK: Parts

  private mutating func fragments(_ header: SampleHeader, _ kind: SampleKind) -> Int {
    cache.number(of: header.descriptor, kind: kind) {
      OpenMHealthFragments(header.descriptor, kind)
    }
  }

  /// Whether the schemas allow the dates; otherwise counts the sample.
  private mutating func isWritten(_ header: SampleHeader) -> Bool {
    let isAllowed =
      header.start <= header.end
      && [header.start, header.end, header.created ?? header.end].allSatisfy {
        Timestamp.isInRange(seconds: $0.secondsSince1970, offsetMinutes: Int64($0.offsetMinutes))
      }
    if !isAllowed { losses.add(.dates) }
    return isAllowed
  }

  /// Begins a data point: its header, and the brace of its body.
  ///
  /// - Parameter known: How many entries of the metadata the body states.
  private mutating func open(
    _ header: SampleHeader, _ uuid: SampleUUID, _ index: Int, known: Int = 0
  ) {
    if isArray { buffer.append(",\n") }
    buffer.append("{\"header\":{\"id\":\"")
    buffer.append(uuid)
    buffer.append("\",\"creation_date_time\":")
    append(header.created ?? header.end)
    buffer.append(cache[index].header)
    var stated = known
    if cache[index].hasSource {
      let entered = header.metadata.isEmpty ? nil : header.metadata[.wasUserEntered]
      if entered == "1" {
        buffer.append(",\"modality\":\"self-reported\"")
      } else if entered == "0" || header.descriptor.device != nil {
        buffer.append(",\"modality\":\"sensed\"")
      }
      if entered == "1" || entered == "0" { stated += 1 }
      buffer.append("}")
    }
    buffer.append(cache[index].user)
    buffer.append("},\"body\":{")
    if cache[index].hasDetails || header.extras != nil || header.metadata.entries.count > stated {
      losses.add(.details)
    }
  }

  private mutating func close() { if !isArray { buffer.append("\n") } }

  private mutating func time(_ header: SampleHeader, isInterval: Bool = false) {
    if !isInterval, header.start.isSame(as: header.end) {
      buffer.append(",\"effective_time_frame\":{\"date_time\":")
      append(header.start)
      buffer.append("}")
    } else {
      buffer.append(",\"effective_time_frame\":{\"time_interval\":{\"start_date_time\":")
      append(header.start)
      buffer.append(",\"end_date_time\":")
      append(header.end)
      buffer.append("}}")
    }
  }

  private mutating func append(_ date: Timestamp) {
    if date.spelling != nil { losses.add(.textForms) }
    dates.append(date, to: &buffer)
  }

  private mutating func append(_ number: Number) {
    if !number.isSpelledAsJSON { losses.add(.textForms) }
    buffer.append(json: number)
  }
}
