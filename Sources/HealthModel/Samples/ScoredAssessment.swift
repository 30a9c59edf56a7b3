/// A questionnaire with a score, such as GAD-7 (`HKScoredAssessment`).
public typealias ScoredAssessment = StructuredSample<Sample.ScoredAssessmentFields>

extension Sample {
  /// The result of a questionnaire.
  public struct ScoredAssessmentFields: Sample.Fields {
    /// The sum of the answers.
    public var score: Number?
    /// The meaning of the score.
    public var risk: String?
    /// The answers in order.
    public var answers: [Sample.AssessmentAnswer] = []

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: ScoredAssessment) -> Sample { .scoredAssessment(sample) }

    /// The score and the answers.
    public static var identifyingFields: Sample.IdentifyingFields { .only("score", "answers") }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("score", &score)
      try visitor.text("risk", &risk)
      try visitor.list("answers", element: "Answer", &answers)
    }
  }
}

extension Sample {
  /// One answer.
  public struct AssessmentAnswer: Sample.FieldStructure {
    /// The raw value of the answer.
    public var value: Number?
    /// Content without a field.
    public var extras: Extras?

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("value", &value)
    }
  }
}
