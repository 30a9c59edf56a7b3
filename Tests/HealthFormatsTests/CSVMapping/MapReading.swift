import HealthBytes
import HealthFormats
import HealthModel

/// What comes of reading a text by a map.
struct MapReading: Equatable {
  var samples: [Sample] = []
  var findings: [Finding] = []
  var error: HealthError?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - yaml: The map.
  ///   - name: What the file is called.
  ///   - zone: The zone of dates that have none.
  ///   - chunkSize: The usual size of a chunk, in bytes.
  ///   - isStrict: Whether what is not as the map says is refused.
  /// - Throws: If the map is none.
  init(
    _ text: String, _ yaml: String, name: String = "t.csv", zone: String? = nil,
    chunkSize: Int = 1 << 16, isStrict: Bool = false
  ) throws {
    self.init(
      Array(text.utf8), try CSVMap(yaml: yaml, file: "m.yml"), name: name, zone: zone,
      chunkSize: chunkSize, isStrict: isStrict)
  }

  init(
    _ bytes: [UInt8], _ map: CSVMap, name: String, zone: String? = nil, chunkSize: Int = 1 << 16,
    isStrict: Bool = false, pieces: Int? = nil
  ) {
    var options = ReadOptions()
    options.isStrict = isStrict
    options.chunkSize = chunkSize
    options.zone = zone.flatMap { try? Zone($0) }
    var reader = CSVMapReader(
      source: BytesSource(bytes, pieces: pieces), name: name, map: map, options: options)
    do throws(HealthError) {
      _ = try reader.dataset()
      while let sample = try reader.next() { samples.append(sample) }
    } catch {
      self.error = error
    }
    findings = reader.takeFindings()
  }

  /// The samples, a line each.
  var lines: [String] { samples.map(Self.line) }

  private static func line(_ sample: Sample) -> String {
    var words: [String] = []
    switch sample {
    case .quantity(let sample):
      words = [sample.type.shortName, sample.number.description, sample.unit ?? "-"]
    case .category(let sample):
      words = [sample.type.shortName, sample.value?.shortName ?? "-"]
    case .correlation(let sample):
      words = [
        sample.type.shortName,
        "(\(sample.members.map { line($0.sample) }.joined(separator: " | ")))",
      ]
    case .workout(let sample):
      let fields = sample.fields
      words = [sample.activityType.shortName]
      for (number, unit) in [
        (fields.duration, fields.durationUnit), (fields.totalDistance, fields.totalDistanceUnit),
        (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit),
      ] {
        if let number { words.append("\(number) \(unit ?? "-")") }
      }
      for part in fields.statistics {
        words.append("\(part.average?.description ?? "-")/\(part.maximum?.description ?? "-")")
      }
    case .activitySummary(let sample):
      words = [
        sample.fields.dateComponents ?? "-", sample.fields.activeEnergyBurned?.description ?? "-",
      ]
    case .unknown(let element):
      let cells = element.children.compactMap { node in
        if case .element(let cell) = node { cell[attribute: "value"] } else { nil }
      }
      return "\(element.name)[\(cells.joined(separator: ";"))]"
    default: words = [sample.kind.rawValue]
    }
    guard let header = sample.header else { return "" }
    words.append(header.start.text(.iso8601).description)
    if header.end != header.start { words.append(header.end.text(.iso8601).description) }
    if header.descriptor.hasSource { words.append("by \(header.descriptor.source.name)") }
    if let device = header.descriptor.device { words.append("on \(device.name ?? "-")") }
    for entry in header.metadata.entries { words.append("\(entry.key)=\(entry.value)") }
    return words.joined(separator: " ")
  }
}

/// A map of one table, with more keys.
func mapText(_ samples: String, table: String = "", map: String = "") -> String {
  """
  name: m
  \(map.isEmpty ? "zone: UTC" : map)
  tables:
    - name: t
      header: [at]
      start: at
      \(table)
      samples:
        - \(samples)

  """
}

let stepsRule = "{type: StepCount, value: n, unit: count}"
