import HealthBytes
import HealthFormats
import HealthModel
import HealthValidation
import HealthXML

/// The check of a file against its schema, step by step.
struct SchemaCheck: ~Copyable {
  private let name: String
  private var pass: SchemaPass

  /// The rule that its findings are of.
  private static let rule = "schema-violation"

  init(_ document: SchemaDocument, of dataset: Dataset) throws(HealthError) {
    let container = dataset.input.container
    let file = container.kind == .file ? dataset.name : "\(dataset.name)/\(document.entry.path)"
    name = dataset.pathNames?.file(file) ?? file
    do throws(HealthError) {
      let source = try XMLSource(container.open(document.entry))
      var options = XMLTokenizer.Options()
      options.repairs = !dataset.options.isStrict
      options.isTranscoded = source.isTranscoded
      pass = try SchemaPass(
        of: source.bytes, against: document.schema.makeValidator(), options: options)
    } catch {
      throw error.reading(at: Place(file: name))
    }
  }

  /// How far the file has been read.
  var progress: ByteProgress { pass.progress }

  /// Checks the next part of the file.
  ///
  /// - Returns: The findings of that part; `nil` at the end.
  mutating func next() throws(HealthError) -> [Finding]? {
    do throws(HealthError) {
      return try pass.next()?.map { violation in
        Finding(
          rule: Self.rule, severity: .error, place: violation.place.place(in: name),
          message: violation.message)
      }
    } catch {
      throw error.reading(at: Place(file: name))
    }
  }
}

extension Format.Schema {
  /// Reads the schema. Cost: some milliseconds.
  fileprivate func makeValidator() throws(HealthError) -> SchemaValidator {
    do throws(SchemaValidator.SchemaError) {
      return try SchemaValidator(name, in: files())
    } catch {
      throw HealthError(.failed, name, "libxml2 does not accept the schema")
    }
  }
}

/// A file of a dataset that has a published schema.
struct SchemaDocument {
  let entry: InputContainer.Entry
  let schema: Format.Schema
}

extension Dataset {
  /// The files that have a published schema; none where the reader is as strict as the schema is.
  ///
  /// - Returns: The files in the order of the format's schemas, then in that of each schema.
  func documents(main: String?) -> [SchemaDocument] {
    // Schemas describe whole documents.
    if options.isFragment { return [] }
    return format.schemas.flatMap { schema in
      schema.documents(input, main).map { SchemaDocument(entry: $0, schema: schema) }
    }
  }
}

/// Checks rules during a conversion, and if requested writes samples with errors to another output.
final class SampleCheck {
  private var validator: Validator
  private var rejects: RejectWriter?

  /// Begins with a dataset.
  ///
  /// - Parameters:
  ///   - personPlace: The location of the person's characteristics, if known.
  ///   - rejects: Receives samples with errors; without it they are passed on.
  init(
    _ info: DatasetInfo, named name: String, personPlace: Place?, _ rules: [Rule],
    _ settings: RuleSettings, rejects: (any ByteSink)?
  ) {
    validator = Validator(rules, settings: settings)
    validator.begin(info, at: Place(file: name), personPlace: personPlace)
    self.rejects = rejects.map { RejectWriter(to: $0) }
  }

  /// Checks a sample.
  ///
  /// - Returns: Whether to pass it on: it has no errors, or samples with errors are not rejected.
  /// - Throws: `HealthError` if a rejected sample cannot be written.
  func admits(
    _ sample: Sample, at place: Place, _ parts: Place.Parts?, _ log: inout FindingLog
  ) throws(HealthError) -> Bool {
    validator.check(sample, at: place, parts: parts)
    let findings = validator.takeFindings()
    if findings.isEmpty { return true }
    log.add(findings)
    guard rejects != nil, findings.contains(where: { $0.severity == .error }) else { return true }
    try rejects?.write(sample, findings)
    return false
  }

  /// Adds the findings of a reader, as the settings want them.
  func add(_ readerFindings: [Finding], to log: inout FindingLog) {
    validator.add(readerFindings)
    log.add(validator.takeFindings())
  }

  /// Reports findings that are known only at the end.
  func finish(_ log: inout FindingLog) {
    while validator.finish() { log.add(validator.takeFindings()) }
  }
}

/// Writes rejected samples as JSON Lines: the location, the findings and the sample, which is the same object as in
/// the format JSON Lines.
struct RejectWriter {
  private let sink: any ByteSink

  /// A writer into a sink, which it does not finish.
  init(to sink: any ByteSink) { self.sink = sink }

  func write(_ sample: Sample, _ findings: [Finding]) throws(HealthError) {
    let reasons = findings.map { finding in
      JSONText.object([
        ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
        ("message", .string(finding.message)),
      ])
    }
    let place = findings.first?.place.description ?? ""
    let head = JSONText.object([("place", .string(place)), ("findings", .array(reasons))]).line
    let line = BytesSink()
    do throws(HealthError) {
      var writer = JSONLinesWriter(sink: line)
      try writer.write(sample)
      try writer.finish()
    } catch { throw error.writing("rejects") }
    do throws(HealthError) {
      try sink.write("\(head.dropLast()),\"sample\":".utf8.span)
      try sink.write((line.bytes.dropLast() + Array("}\n".utf8)).span)
    } catch { throw error.writing("rejects") }
  }
}
