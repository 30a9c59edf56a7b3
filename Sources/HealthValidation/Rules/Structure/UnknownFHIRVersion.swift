import HealthBytes
import HealthModel

extension Rule {
  static let unknownFHIRVersion = Rule(
    "unknown-fhir-version", .structure, .warning,
    title: "version of FHIR does not exist",
    explanation: """
      A clinical record states a version of FHIR that HL7 has not published. A program that reads the resource by its \
      version cannot choose how.
      """,
    exceptions: """
      A record without a version is not checked. Drafts and ballots, such as 3.5.0, are versions, too.
      """,
    examples: Examples(
      bad: .clinicalRecord(version: "4.1.7"), good: .clinicalRecord(version: "4.0.1")),
    kinds: [.clinicalRecord]
  ) { UnknownFHIRVersion() }
}

private struct UnknownFHIRVersion: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .clinicalRecord(let record) = sample.sample, let version = record.fields.fhirVersion,
      !Self.published.contains(version)
    else { return }
    findings.add(
      "'\(version.printableName)' is not a version of FHIR, expected one such as 1.0.2 or 4.0.1",
      on: sample)
  }

  /// Those of <http://hl7.org/fhir/directory.html>: releases, drafts and ballots.
  private static let published = Set(
    """
    0.0.80 0.0.81 0.0.82 0.4.0 0.5.0 1.0.0 1.0.1 1.0.2 1.1.0 1.2.0 1.4.0 1.6.0 1.8.0 3.0.0 3.0.1 3.0.2 3.2.0 3.3.0 3.5.0 \
    3.5a.0 4.0.0 4.0.1 4.1.0 4.2.0 4.3.0 4.3.0-cibuild 4.3.0-snapshot1 4.4.0 4.5.0 4.6.0 5.0.0-ballot 5.0.0-cibuild \
    5.0.0-draft-final 5.0.0-snapshot1 5.0.0-snapshot2 5.0.0-snapshot3 5.0.0 6.0.0-ballot1 6.0.0-ballot2 6.0.0-ballot3
    """.split(separator: " ").map(String.init))
}
