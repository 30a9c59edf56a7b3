/// A hearing test (`HKAudiogramSample`).
public typealias Audiogram = StructuredSample<Sample.AudiogramFields>

extension Sample {
  /// The results of a hearing test.
  public struct AudiogramFields: Sample.Fields {
    /// The thresholds at each frequency.
    public var sensitivityPoints: [SensitivityPoint] = []

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: Audiogram) -> Sample { .audiogram(sample) }

    /// All fields: audiograms with different thresholds are different samples.
    public static var identifyingFields: Sample.IdentifyingFields { .all }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.list("sensitivityPoints", element: "SensitivityPoint", &sensitivityPoints)
    }
  }
}

/// The hearing at one frequency (`HKAudiogramSensitivityPoint`).
public struct SensitivityPoint: Sample.FieldStructure {
  /// The frequency.
  public var frequencyValue: Number?
  /// Its unit, `Hz`.
  public var frequencyUnit: String?
  /// The left ear's threshold.
  public var leftEarValue: Number?
  /// Its unit, `dBHL`.
  public var leftEarUnit: String?
  /// Whether the right ear was masked: `YES` or `NO`.
  public var leftEarMasked: String?
  /// The lowest threshold that the test could measure.
  public var leftEarClampingRangeLowerBound: Number?
  /// The highest threshold that the test could measure.
  public var leftEarClampingRangeUpperBound: Number?
  /// The right ear's threshold.
  public var rightEarValue: Number?
  /// Its unit, `dBHL`.
  public var rightEarUnit: String?
  /// Whether the left ear was masked: `YES` or `NO`.
  public var rightEarMasked: String?
  /// The lowest threshold that the test could measure.
  public var rightEarClampingRangeLowerBound: Number?
  /// The highest threshold that the test could measure.
  public var rightEarClampingRangeUpperBound: Number?
  /// Content without a field.
  public var extras: Extras?

  /// An empty value: no field is set.
  public init() {}

  /// Calls the visitor with each field.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.number("frequencyValue", &frequencyValue)
    try visitor.text("frequencyUnit", &frequencyUnit)
    try visitor.number("leftEarValue", &leftEarValue)
    try visitor.text("leftEarUnit", &leftEarUnit)
    try visitor.text("leftEarMasked", &leftEarMasked)
    try visitor.number("leftEarClampingRangeLowerBound", &leftEarClampingRangeLowerBound)
    try visitor.number("leftEarClampingRangeUpperBound", &leftEarClampingRangeUpperBound)
    try visitor.number("rightEarValue", &rightEarValue)
    try visitor.text("rightEarUnit", &rightEarUnit)
    try visitor.text("rightEarMasked", &rightEarMasked)
    try visitor.number("rightEarClampingRangeLowerBound", &rightEarClampingRangeLowerBound)
    try visitor.number("rightEarClampingRangeUpperBound", &rightEarClampingRangeUpperBound)
  }
}
