/// How someone felt (`HKStateOfMind`).
public typealias StateOfMind = StructuredSample<Sample.StateOfMindFields>

extension Sample {
  /// How someone felt, and why.
  public struct StateOfMindFields: Sample.Fields {
    /// `HKStateOfMindKindMomentaryEmotion` or `HKStateOfMindKindDailyMood`.
    public var kind: String?
    /// From -1, very unpleasant, to 1, very pleasant.
    public var valence: Number?
    /// The words chosen for it.
    public var labels: [Sample.StateOfMindTag] = []
    /// What it is associated with.
    public var associations: [Sample.StateOfMindTag] = []

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: StateOfMind) -> Sample { .stateOfMind(sample) }

    /// All of it: two states of mind of one instant may differ in one word.
    public static var identifyingFields: Sample.IdentifyingFields { .all }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("kind", &kind)
      try visitor.number("valence", &valence)
      try visitor.list("labels", element: "Label", &labels)
      try visitor.list("associations", element: "Association", &associations)
    }
  }
}

extension Sample {
  /// A word chosen from a list.
  public struct StateOfMindTag: Sample.FieldStructure {
    /// The name of the case, such as `HKStateOfMindLabelCalm`.
    public var name: String?
    /// Content without a field.
    public var extras: Extras?

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("name", &name)
    }
  }
}
