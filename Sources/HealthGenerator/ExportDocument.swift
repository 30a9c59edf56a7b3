import HealthBytes

/// The main file of an export while it is written: one element on a line, one space of indent
/// for each level, everything in attributes.
///
/// It counts what is written, which becomes the ground truth.
struct ExportDocument: ~Copyable {
  var output: Output
  /// The elements that are open.
  private(set) var depth = 0
  private(set) var counts = [Int](repeating: 0, count: Element.allCases.count)
  /// Earliest start and latest end, in seconds since 1970.
  private(set) var start = Int.max
  private(set) var end = Int.min
  var recordTotals = TypeTotals()
  var nestedTotals = TypeTotals()
  var activity = DailyActivity()
  private var date: DateText
  private var universalDate = DateText(offset: 0)

  /// - Parameters:
  ///   - sink: takes the bytes
  ///   - offset: the seconds east of Greenwich of every date of the file
  init(to sink: any ByteSink, offset: Int) {
    output = Output(to: sink)
    date = DateText(offset: offset)
  }

  // MARK: Elements

  /// Starts an element's tag. Its attributes follow, then `endEmpty` or `endOpening`.
  mutating func begin(_ element: Element) {
    count(element)
    indent()
    output.bytes.append(UInt8(ascii: "<"))
    output.bytes.append(element.name)
  }

  mutating func endEmpty() {
    output.bytes.append("/>\n")
  }

  mutating func endOpening() {
    output.bytes.append(">\n")
    depth += 1
  }

  mutating func close(_ element: Element) {
    depth -= 1
    indent()
    output.bytes.append("</")
    output.bytes.append(element.name)
    output.bytes.append(">\n")
  }

  mutating func indent() {
    for _ in 0..<depth { output.bytes.append(UInt8(ascii: " ")) }
  }

  /// Counts an element that is written by other means.
  mutating func count(_ element: Element) {
    counts[element.rawValue] += 1
  }

  /// Widens the time that the export spans.
  mutating func cover(_ start: Int, _ end: Int) {
    self.start = min(self.start, start)
    self.end = max(self.end, end)
  }

  // MARK: Attributes

  /// An attribute whose value needs no escapes.
  mutating func attribute(_ name: StaticString, _ value: StaticString) {
    beginAttribute(name)
    output.bytes.append(value)
    endAttribute()
  }

  mutating func attribute(_ name: StaticString, text: String) {
    beginAttribute(name)
    output.bytes.append(escaping: text)
    endAttribute()
  }

  mutating func attribute(_ name: StaticString, _ number: Decimal) {
    beginAttribute(name)
    output.bytes.append(number)
    endAttribute()
  }

  mutating func attribute(_ name: StaticString, date instant: Int) {
    beginAttribute(name)
    append(date: instant)
    endAttribute()
  }

  mutating func append(date instant: Int) {
    date.set(instant)
    output.bytes.append(date.bytes)
  }

  mutating func metadata(_ key: StaticString, _ value: StaticString) {
    beginMetadata(key)
    output.bytes.append(value)
    endMetadata()
  }

  /// A metadata entry whose key or value may need escapes.
  mutating func metadata(key: String, text: String) {
    begin(.metadataEntry)
    attribute("key", text: key)
    attribute("value", text: text)
    endEmpty()
  }

  /// A metadata entry that holds a number, with a unit or none.
  mutating func metadata(_ key: StaticString, _ number: Decimal, unit: StaticString = "") {
    beginMetadata(key)
    output.bytes.append(number)
    if unit.utf8CodeUnitCount > 0 { output.bytes.append(UInt8(ascii: " ")) }
    output.bytes.append(unit)
    endMetadata()
  }

  /// A metadata entry that holds a date, which unlike all others is written in UTC.
  mutating func metadata(_ key: StaticString, date instant: Int) {
    beginMetadata(key)
    universalDate.set(instant)
    output.bytes.append(universalDate.bytes)
    endMetadata()
  }

  private mutating func beginMetadata(_ key: StaticString) {
    begin(.metadataEntry)
    attribute("key", key)
    beginAttribute("value")
  }

  private mutating func endMetadata() {
    endAttribute()
    endEmpty()
  }

  private mutating func beginAttribute(_ name: StaticString) {
    output.bytes.append(UInt8(ascii: " "))
    output.bytes.append(name)
    output.bytes.append("=\"")
  }

  private mutating func endAttribute() {
    output.bytes.append(UInt8(ascii: "\""))
  }
}

extension ByteBuffer {
  /// Appends text as the value of an attribute.
  mutating func append(escaping text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "\""): append("&quot;")
      default: append(byte)
      }
    }
  }
}

/// Bytes to be written to a sink: gathered, handed over in chunks, counted.
struct Output: ~Copyable {
  var bytes = ByteBuffer()
  private let sink: any ByteSink
  private var flushed: Int64 = 0

  init(to sink: any ByteSink) {
    self.sink = sink
  }

  /// The bytes written so far.
  var count: Int64 { flushed + Int64(bytes.count) }

  /// Hands the bytes over once there are enough of them. To be called often.
  mutating func flushIfLarge() throws(HealthError) {
    if bytes.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(HealthError) {
    flushed += Int64(bytes.count)
    try bytes.flush(to: sink)
  }
}

enum Element: Int, CaseIterable {
  case healthData, exportDate, me
  case record, correlation, workout, activitySummary, clinicalRecord, audiogram
  case visionPrescription
  case metadataEntry, heartRateVariabilityMetadataList, instantaneousBeatsPerMinute
  case workoutEvent, workoutActivity, workoutStatistics, workoutRoute, fileReference
  case workoutZoneGroup, workoutZone
  case sensitivityPoint, rightEye, leftEye, attachment
  /// What no version of the format has.
  case unknown

  var name: StaticString {
    switch self {
    case .healthData: "HealthData"
    case .exportDate: "ExportDate"
    case .me: "Me"
    case .record: "Record"
    case .correlation: "Correlation"
    case .workout: "Workout"
    case .activitySummary: "ActivitySummary"
    case .clinicalRecord: "ClinicalRecord"
    case .audiogram: "Audiogram"
    case .visionPrescription: "VisionPrescription"
    case .metadataEntry: "MetadataEntry"
    case .heartRateVariabilityMetadataList: "HeartRateVariabilityMetadataList"
    case .instantaneousBeatsPerMinute: "InstantaneousBeatsPerMinute"
    case .workoutEvent: "WorkoutEvent"
    case .workoutActivity: "WorkoutActivity"
    case .workoutStatistics: "WorkoutStatistics"
    case .workoutRoute: "WorkoutRoute"
    case .fileReference: "FileReference"
    case .workoutZoneGroup: "WorkoutZoneGroup"
    case .workoutZone: "WorkoutZone"
    case .sensitivityPoint: "SensitivityPoint"
    case .rightEye: "RightEye"
    case .leftEye: "LeftEye"
    case .attachment: "Attachment"
    case .unknown: "FutureSample"
    }
  }
}
