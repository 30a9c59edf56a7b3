// Samples count as equal by content, never by identity alone: `exact-duplicate` compares all fields, `saved-twice`
// all except the date of saving and the versions of the software.
//
// `validate --fix` (`Conversion.fixes`) changes what two rules find, if they are not off: `deprecated-value` and
// `exact-duplicate`. Units, order and links of members are unchanged; `convert --normalize` changes these.
//
// A `Rule` is a value in a file of its own: name, severity, title, explanation, legitimate exceptions, an example
// that violates it and one that satisfies it, and a function that makes its check. The examples are the
// documentation and the first test. The validator calls a check once for each descriptor: it returns which samples
// it needs (none, all, those outside a range, those with unusual dates, those with metadata, those selected by their
// header), or a finding for all of them, so that most samples reach no check. Value ranges, momentary types and the
// names of time zones are data in `Schemas/catalog`; the offset of a zone at an instant comes from the system's
// database (RFC 9636), and zones that it lacks are not checked. The findings of readers are described by their
// formats (`Format.rules`), those of several formats next to the shared code (`InputRules`, `XMLRules`, `CSVRules`,
// `DatasetTableRules`); a test compares that list with the names in the readers. `Rule.all` is `Rule.general` and
// the rules of all formats; data are checked by the general rules and those of their own format. A record whose
// value or dates cannot be read is an error, since a program that reads the export skips it. Initializers such as
// `QuantitySample(type:value:unit:…)` throw the findings of the rules.

public import HealthModel

/// A rule for health data: its name, severity and subject, and how it is checked.
///
/// Each rule is a value in a file of its own in `Rules/`. The validator, the reports and the documentation use the list of
/// these rules, ``general``.
public struct Rule: Sendable {
  /// The subject of a rule.
  public enum Group: String, Sendable, CaseIterable {
    /// Each sample by itself: type, unit, value, dates.
    case samples
    /// The metadata of a sample.
    case metadata
    /// The parts of a sample.
    case structure
    /// Rules that compare samples of a dataset.
    case dataset
    /// The files: what their readers find.
    case files
  }

  /// The stable name, such as `unit-fits-type`.
  public let name: String
  /// The subject it checks.
  public let group: Group
  /// How much its findings matter, unless the settings say otherwise.
  public let severity: Finding.Severity
  /// The defect or the requirement, in one line: `unit does not fit the type`.
  public let title: String
  /// The defect that it finds, and why it matters.
  public let explanation: String
  /// Legitimate exceptions that are not reported; may be empty.
  public let exceptions: String
  /// An example that violates the rule and one that satisfies it: elements of an export, or lines of another format. `nil` for
  /// rules whose findings come from a reader.
  public let examples: Examples?
  /// The kinds of samples that it checks; empty for all.
  public let kinds: [SampleKind]
  /// Makes the check for one dataset; `nil` for a rule whose findings come from a reader.
  public let makeCheck: (@Sendable () -> any RuleCheck)?

  /// Examples that violate a rule and that satisfy it.
  public struct Examples: Sendable {
    /// An element that violates the rule, with one finding.
    public let bad: String
    /// An element that satisfies the rule.
    public let good: String

    /// Examples, as elements of an export or lines of another format.
    public init(bad: String, good: String) {
      self.bad = bad
      self.good = good
    }
  }

  /// Describes a rule that is checked by ``makeCheck``.
  ///
  /// - Parameter kinds: The kinds of samples it checks; all by default.
  public init(
    _ name: String, _ group: Group, _ severity: Finding.Severity, title: String,
    explanation: String,
    exceptions: String = "", examples: Examples, kinds: [SampleKind] = [],
    makeCheck: @escaping @Sendable () -> any RuleCheck
  ) {
    self.name = name
    self.group = group
    self.severity = severity
    self.title = title
    self.explanation = explanation
    self.exceptions = exceptions
    self.examples = examples
    self.kinds = kinds
    self.makeCheck = makeCheck
  }

  /// Describes a rule whose findings come from a reader.
  public init(reader name: String, _ severity: Finding.Severity, title: String, explanation: String)
  {
    self.name = name
    self.group = .files
    self.severity = severity
    self.title = title
    self.explanation = explanation
    self.exceptions = ""
    self.examples = nil
    self.kinds = []
    self.makeCheck = nil
  }
}
