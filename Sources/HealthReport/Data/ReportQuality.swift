package import HealthModel

/// What a report states about its data and about itself.
package struct ReportQuality {
  /// The samples of one source or of one type.
  package struct Entry {
    package let name: String
    package let kind: String
    package let count: Int
    package let first: Timestamp?
    package let last: Timestamp?

    package init(name: String, kind: String, count: Int, first: Timestamp?, last: Timestamp?) {
      (self.name, self.kind, self.count, self.first, self.last) = (name, kind, count, first, last)
    }
  }

  /// A rule of reading, and how many findings it had.
  package struct RuleFindings {
    package let rule: String
    package let severity: String
    package let count: Int

    package init(rule: String, severity: String, count: Int) {
      (self.rule, self.severity, self.count) = (rule, severity, count)
    }
  }

  /// Who wrote the samples of a type, as `name (kind)`, and how many each wrote; the one with the most first.
  package var sourcesByType: [SampleType: [(name: String, count: Int)]] = [:]
  /// How many samples the person entered by hand.
  package var enteredCount = 0
  /// The date of birth and the sex, as far as the export states them: `1980-01-05`, `female`.
  package var birthDate: String?
  package var sex: String?
  /// The clock by which days begin.
  package var zone = ""
  /// How the sources of sums were merged; empty for a single source.
  package var sourceRule = ""
  /// When the export was made.
  package var exportDate: Timestamp?
  /// How many samples were read, nested ones among them.
  package var sampleCount = 0
  package var sources: [Entry] = []
  package var types: [Entry] = []
  package var findings: [RuleFindings] = []
  /// Samples that are in no number, and why.
  package var notes: [String] = []
}
