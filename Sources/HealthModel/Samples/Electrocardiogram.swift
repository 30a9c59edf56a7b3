/// An electrocardiogram (`HKElectrocardiogram`).
public typealias Electrocardiogram = StructuredSample<Sample.ElectrocardiogramFields>

extension Sample {
  /// What was recorded of a heart.
  public struct ElectrocardiogramFields: Sample.Fields {
    /// The classification by the watch, exactly as written.
    public var classification: String?
    /// The symptoms that the wearer stated, exactly as written.
    public var symptoms: String?
    /// The version of the app.
    public var softwareVersion: String?
    /// Voltages in a second.
    public var sampleRate: Number?
    /// The unit of the sample rate, exactly as written: `hertz`.
    public var sampleRateUnit: String?
    /// Beats in a minute.
    public var averageHeartRate: Number?
    /// Where it was measured, such as `Lead I`.
    public var lead: String?
    /// The unit of the voltages, such as `µV`.
    public var unit: String?
    /// The voltages, evenly spaced in time.
    public var voltages: [Number] = []
    /// The file it was read from, from the folder of the export.
    public var path: String?
    /// The name of the person, as the file states it.
    public var name: String?
    /// When that person was born, as the phone writes dates.
    public var dateOfBirth: String?
    /// The text of the file before the voltages, byte for byte, if it differs from that of an export in English: labels
    /// in another language, other line ends. It repeats the fields, and is written in place of them.
    public var fileHeader: String?
    /// The decimal separator of the file, if it is not a point.
    public var decimalSeparator: String?

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: Electrocardiogram) -> Sample { .electrocardiogram(sample) }

    /// The voltages. The other fields follow from them, or are in the language of the phone.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("sampleRate", "voltages")
    }

    /// `unit` is a field.
    public static var hasOwnUnit: Bool { true }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("classification", &classification)
      try visitor.text("symptoms", &symptoms)
      try visitor.text("softwareVersion", &softwareVersion)
      try visitor.number("sampleRate", &sampleRate)
      try visitor.text("sampleRateUnit", &sampleRateUnit)
      try visitor.number("averageHeartRate", &averageHeartRate)
      try visitor.text("lead", &lead)
      try visitor.text("unit", &unit)
      try visitor.text("path", &path)
      try visitor.text("name", &name)
      try visitor.text("dateOfBirth", &dateOfBirth)
      try visitor.text("fileHeader", &fileHeader)
      try visitor.text("decimalSeparator", &decimalSeparator)
      try visitor.numbers("voltages", &voltages)
    }
  }
}
