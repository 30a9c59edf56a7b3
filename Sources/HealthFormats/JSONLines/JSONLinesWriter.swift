package import HealthBytes
package import HealthModel

/// Writes samples as JSON Lines: a line for the dataset, then one for each sample.
///
/// Documented field by field in `Schemas/jsonlines.schema.json`.
package struct JSONLinesWriter: SampleWriter, ~Copyable {
  private let sink: any ByteSink
  var buffer: ByteBuffer
  private var cache = DescriptorSlots<DescriptorFragments>()
  var dates = DatePrinter(isQuoted: true)
  var metadataTexts = MetadataTexts()
  /// Whether a comma is due before the next member of the object being written.
  var needsComma = false
  /// Text forms of the current object that its members do not reproduce.
  var spelled: [(String, String)] = []

  /// The error in the middle of a line.
  private var failure: HealthError?
  /// What is to be added to `buffer.count` for the length of the current line; negative while the buffer has earlier lines.
  private var lineLengthOffset = 0
  /// Items of lists and pairs of the line so far.
  var items = 0

  /// How many bytes are passed on at once; an encoder passes none on.
  private let flushSize: Int

  /// A writer into a sink, which it does not finish.
  public init(sink: any ByteSink) {
    self.init(sink: sink, flushSize: 1 << 17)
  }

  private init(sink: any ByteSink, flushSize: Int) {
    self.sink = sink
    self.flushSize = flushSize
    buffer = ByteBuffer(capacity: min(flushSize, ChunkSplitter.size) + 1 << 14)
  }

  /// Writes the line of the dataset.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    buffer.most = Limits.lineBytes.value
    append(dataset)
    try endLine()
  }

  /// Writes the object of a dataset up to its brace.
  private mutating func append(_ dataset: DatasetInfo) {
    buffer.append("{\"kind\":\"dataset\",\"version\":")
    buffer.append(decimal: Int64(JSONLinesVocabulary.version))
    needsComma = true
    if let participant = dataset.participant { member("participant", participant) }
    if let date = dataset.exportDate { member("exportDate", date, field: "exportDate") }
    if let locale = dataset.locale { member("locale", locale) }
    if let version = dataset.exportVersion { member("exportVersion", version) }
    if let path = dataset.path { member("path", path) }
    if !dataset.characteristics.isEmpty {
      key("characteristics")
      items += buffer.append(pairs: dataset.characteristics.map { ($0.type.identifier, $0.value) })
    }
    if !dataset.attributes.isEmpty {
      key("attributes")
      items += buffer.append(pairs: dataset.attributes.map { ($0.name, $0.value) })
    }
    writeSpelled()
    guard !dataset.participants.isEmpty else { return }
    key("participants")
    buffer.append(UInt8(ascii: "["))
    for (index, participant) in dataset.participants.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(participant)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// The object of a dataset, for formats that keep it as one text.
  package static func text(of dataset: DatasetInfo) -> String {
    var writer = JSONLinesWriter(sink: BytesSink())
    writer.append(dataset)
    writer.buffer.append(UInt8(ascii: "}"))
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }

  /// Writes the line of a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    lineLengthOffset = 0 - buffer.count
    items = 0
    buffer.most = Limits.lineBytes.value - lineLengthOffset
    object(sample)
    if items > Limits.lineItems.value { throw HealthError(beyond: Limits.lineItems) }
    if lineLengthOffset + buffer.count >= Limits.lineBytes.value {
      throw HealthError(beyond: Limits.lineBytes)
    }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= flushSize { try flush() }
  }

  /// Writes the rest to the sink.
  public mutating func finish() throws(HealthError) {
    try flush()
  }

  // MARK: Encoders

  private final class Encoder: Sample.Encoder {
    var writer: JSONLinesWriter

    init(_ sink: any ByteSink) { writer = JSONLinesWriter(sink: sink, flushSize: .max) }

    func encode(_ sample: Sample) throws(HealthError) { try writer.write(sample) }
  }

  /// An encoder of lines: no line depends on another one.
  public mutating func makeEncoder() -> (any Sample.Encoder)? { Encoder(sink) }

  /// Writes the lines of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? Encoder else { return }
    try flush()
    try encoder.writer.flush()
  }

  private mutating func endLine() throws(HealthError) {
    if buffer.count + 1 >= Limits.lineBytes.value { throw HealthError(beyond: Limits.lineBytes) }
    buffer.append("}\n")
    needsComma = false
    if buffer.count >= flushSize { try flush() }
  }

  private mutating func flush() throws(HealthError) {
    if let failure { throw failure }
    try buffer.flush(to: sink)
  }

  /// Writes the finished part of a long line. A failure is thrown at the end of the line.
  mutating func flushIfLong() {
    guard buffer.count >= flushSize, failure == nil else { return }
    lineLengthOffset += buffer.count
    buffer.most = Limits.lineBytes.value - lineLengthOffset
    do throws(HealthError) { try buffer.flush(to: sink) } catch {
      failure = error
    }
  }

  /// Writes a sample as an object, without the line's end.
  mutating func object(_ sample: Sample) {
    switch sample {
    case .quantity(let sample): quantity(sample)
    case .category(let sample): category(sample)
    case .correlation(let sample): correlation(sample)
    case .unknown(let element): unknown(element, id: sample.id)
    default: if let fields = sample.structured { structured(fields, sample.kind) }
    }
  }

  private mutating func quantity(_ sample: QuantitySample) {
    let fragmentIndex = open(sample.header, id: sample.id, kind: .quantity)
    buffer.append(",\"value\":")
    buffer.append(json: sample.number)
    if !sample.number.isSpelledAsJSON { spell("value", sample.number.spelling) }
    appendTail(of: sample.header, fragment: fragmentIndex)
    if !sample.beats.isEmpty { beats(of: sample) }
    close(sample.header)
  }

  private mutating func category(_ sample: CategorySample) {
    let fragmentIndex = open(sample.header, id: sample.id, kind: .category)
    if let value = sample.value {
      buffer.append(",\"categoryValue\":")
      buffer.append(json: value.name)
    }
    appendTail(of: sample.header, fragment: fragmentIndex)
    close(sample.header)
  }

  private mutating func correlation(_ sample: Correlation) {
    let fragmentIndex = open(sample.header, id: sample.id, kind: .correlation)
    appendTail(of: sample.header, fragment: fragmentIndex)
    if !sample.members.isEmpty {
      buffer.append(",\"members\":")
      write(sample.members)
    }
    close(sample.header)
  }

  private mutating func structured(_ sample: some FieldSample, _ kind: SampleKind) {
    var fields = sample.fields
    let fragmentIndex = open(
      sample.header, id: sample.id, kind: kind, hasDates: !sample.hasImpliedDates(kind))
    appendTail(of: sample.header, fragment: fragmentIndex)
    needsComma = true
    fields.visit(&self)
    close(sample.header)
  }

  /// Writes the samples inside another, and whether each is also at top level.
  mutating func write(_ members: [NestedSample]) {
    items += members.count
    buffer.append(UInt8(ascii: "["))
    for index in members.indices {
      buffer.append(index == 0 ? "{\"membership\":" : ",{\"membership\":")
      buffer.append(json: members[index].membership.rawValue)
      buffer.append(",\"sample\":")
      nested(members[index].sample)
      buffer.append(UInt8(ascii: "}"))
      flushIfLong()
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func nested(_ sample: Sample) {
    let outer = (needsComma, spelled)
    spelled = []
    object(sample)
    (needsComma, spelled) = outer
  }

  /// Begins the object of a sample.
  ///
  /// - Returns: The index of the cached text of its descriptor.
  private mutating func open(
    _ header: SampleHeader, id: SampleID, kind: SampleKind, hasDates: Bool = true
  ) -> Int {
    let fragmentIndex = cache.number(of: header.descriptor, kind: kind) {
      DescriptorFragments(header.descriptor, kind: kind)
    }
    buffer.append(cache[fragmentIndex].head)
    buffer.append(id)
    buffer.append(UInt8(ascii: "\""))
    if header.ordinal != 0 {
      buffer.append(",\"ordinal\":")
      buffer.append(decimal: Int64(header.ordinal))
    }
    if hasDates {
      buffer.append(",\"start\":")
      dates.append(header.start, to: &buffer)
      if let spelling = header.start.spelling { spell("startDate", spelling) }
      buffer.append(",\"end\":")
      dates.append(header.end, to: &buffer)
      if let spelling = header.end.spelling { spell("endDate", spelling) }
    }
    if let created = header.created {
      buffer.append(",\"created\":")
      dates.append(created, to: &buffer)
      if let spelling = created.spelling { spell("creationDate", spelling) }
    }
    return fragmentIndex
  }

  private mutating func appendTail(of header: SampleHeader, fragment fragmentIndex: Int) {
    if let addressIndex = cache[fragmentIndex].address, let address = header.deviceAddress {
      let tail = cache[fragmentIndex].tail
      buffer.append(tail.span, 0..<addressIndex)
      buffer.append("\"address\":\"0x")
      buffer.append(hexadecimal: address)
      buffer.append(cache[fragmentIndex].isDeviceEmpty ? "\"" : "\",")
      buffer.append(tail.span, addressIndex..<tail.count)
    } else {
      buffer.append(cache[fragmentIndex].tail)
    }
    if !header.metadata.isEmpty {
      buffer.append(",\"metadata\":")
      metadataValue(header.metadata)
    }
  }

  private mutating func close(_ header: SampleHeader) {
    needsComma = true
    if let extras = header.extras { self.extras(extras) }
    if let uuid = header.uuid { member("uuid", uuid.description) }
    if !spelled.isEmpty { writeSpelled() }
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func beats(of sample: QuantitySample) {
    let beats = sample.beats
    items += beats.count
    buffer.append(",\"beats\":[")
    for index in beats.indices {
      buffer.append(index == 0 ? "{\"bpm\":" : ",{\"bpm\":")
      // A string if JSON cannot represent its text form: a beat has no `spelled` member.
      if beats[index].bpm.isSpelledAsJSON {
        buffer.append(json: beats[index].bpm)
      } else {
        buffer.append(json: beats[index].bpm.description)
      }
      buffer.append(",\"time\":")
      buffer.append(json: beats[index].time)
      if let date = beats[index].date(from: sample.start, to: sample.end) {
        buffer.append(",\"date\":")
        dates.append(date, to: &buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func unknown(_ element: Element, id: SampleID) {
    buffer.append("{\"kind\":\"unknown\",\"id\":\"")
    buffer.append(id)
    buffer.append(UInt8(ascii: "\""))
    if let participant = element.participant {
      buffer.append(",\"participant\":")
      buffer.append(json: participant)
    }
    buffer.append(",\"element\":")
    self.element(element)
    buffer.append(UInt8(ascii: "}"))
  }
}
