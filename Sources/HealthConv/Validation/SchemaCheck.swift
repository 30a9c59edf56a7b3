import HealthBytes
import HealthFormats
import HealthModel
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
