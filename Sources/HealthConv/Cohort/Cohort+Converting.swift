import HealthBytes
import HealthFormats
import HealthModel
import HealthValidation

/// Converts one export of a study.
extension Cohort {
  /// An export that is converted.
  struct Source: Sendable {
    let input: Input
    /// Its id: the hash, with another end if it is known as that of another participant.
    let id: String
    /// The folder into which it is converted.
    let work: String
    let study: String
    /// Why its bytes cannot be read.
    let error: HealthError?
    /// Whether the data of another participant have the same bytes.
    let isOfTwo: Bool
  }

  private static func row(
    _ status: CohortEntry.Status, _ source: Source, _ options: AddOptions
  ) -> CohortEntry {
    var entry = CohortEntry(status)
    let input = source.input
    (entry.export, entry.participant) = (source.id, input.id)
    entry.zone = options.release == nil ? input.zone : nil
    entry.size = Int(FileStatus(path: input.path, following: true)?.size ?? 0)
    entry.version = options.version
    return entry
  }

  /// The row of an export that is converted, or that is quarantined because of what is in it, with the error.
  ///
  /// - Returns: A failure for what is not the export's fault: the output, the disk, the system.
  static func converted(
    _ source: Source, _ options: AddOptions
  ) -> Result<(CohortEntry, HealthError?), HealthError> {
    if source.isOfTwo {
      var entry = row(.quarantined, source, options)
      (entry.rule, entry.exit) = (twoParticipantsRule, 65)
      return .success((entry, nil))
    }
    do throws(HealthError) {
      if let error = source.error { throw error }
      return .success((try convert(source, options), nil))
    } catch {
      switch error.kind {
      case .malformed, .unsupported, .usage:
        var entry = row(.quarantined, source, options)
        (entry.rule, entry.exit) = (error.rule.isEmpty ? "unreadable-input" : error.rule, 65)
        return .success((entry, error))
      case .noInput, .cannotCreate, .failed: return .failure(error)
      }
    }
  }

  /// Converts an export into a hidden folder of the study, all kinds in one pass.
  private static func convert(
    _ source: Source, _ options: AddOptions
  ) throws(HealthError) -> CohortEntry {
    let (input, folder) = (source.input, StudyFolder("\(source.study)/\(source.work)"))
    var reading = options.reading
    reading.jobs = 1
    if reading.zone == nil { reading.zone = input.zone.flatMap { try? Zone($0) } }
    var dataset = try Dataset.open(input.path, options: reading).participant(input.participant)
    if let policy = options.release?.policy {
      // Of this export alone: what a policy numbers must not depend on other exports.
      let release = Release(policy)
      dataset = try dataset.rereadable().releasing(release)
      try release.findFirstDays(of: [dataset])
    }
    let coverage = CohortCoverage()
    var conversion = Conversion(of: [dataset], to: .parquet)
    conversion.options.cohort = WriteOptions.CohortColumns(
      participant: input.id, export: source.id)
    if options.checks { conversion.checks = RuleSettings() }
    conversion.observer = { coverage.add($0) }
    let report = try conversion.run(toFile: "\(folder.path)/", overwriting: true)
    if let error = report.readError { throw error }
    var entry = row(.ok, source, options)
    entry.exportDate = try dataset.info.exportDate?.description
    entry.samples = report.samplesWritten
    let findings = report.findings.rules.map {
      CohortEntry.Finding(rule: $0.name, severity: $0.severity.rawValue, count: $0.count)
    }
    entry.set(CohortEntry.Details(findings: findings, coverage: coverage.rows))
    entry.days = coverage.days
    let files = folder.names().filter { $0.hasSuffix(".parquet") && $0 != "dataset.parquet" }
    entry.tables = files.map { String($0.dropLast(".parquet".count)) }
    entry.tableSizes = files.map { Int(folder.size(of: $0) ?? 0) }
    return entry
  }
}
