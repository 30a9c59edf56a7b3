import HealthXML

/// A file on its way through the validator of its schema.
struct SchemaCheck: ~Copyable {
  private let name: String
  private var pass: SchemaPass

  /// The rule that its findings are of.
  private static let rule = "schema-violation"

  /// Begins with a file.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - dataset: What it belongs to.
  /// - Throws: `ReadError` if it cannot be read.
  init(_ document: SchemaDocument, of dataset: Dataset) throws(ReadError) {
    let container = dataset.input.container
    name = container.kind == .file ? dataset.name : "\(dataset.name)/\(document.entry.path)"
    do throws(ByteError) {
      let source = try XMLSource(container.open(document.entry))
      var options = XMLTokenizer.Options()
      options.repairs = !dataset.options.isStrict
      options.isTranscoded = source.isTranscoded
      pass = try SchemaPass(
        of: source.bytes, against: document.kind.makeValidator(), options: options)
    } catch {
      throw ReadError(error, place: Place(file: name))
    }
  }

  /// How far the file has been read.
  var progress: ByteProgress { pass.progress }

  /// Goes on through the file.
  ///
  /// - Returns: What was found in the next stretch of it; `nil` at the end.
  /// - Throws: `ReadError` if it cannot be read.
  mutating func next() throws(ReadError) -> [Finding]? {
    do throws(ByteError) {
      return try pass.next()?.map { violation in
        Finding(
          rule: Self.rule, severity: .error, place: violation.place.place(in: name),
          message: violation.message)
      }
    } catch {
      throw ReadError(error, place: Place(file: name))
    }
  }
}

extension SchemaDocument.Kind {
  private var schema: String {
    switch self {
    case .export: "health-export.xsd"
    case .route: "gpx11-route.xsd"
    case .gpx: "gpx11-all.xsd"
    }
  }

  /// Reads the schema. Cost: some milliseconds.
  fileprivate func makeValidator() throws(ByteError) -> SchemaValidator {
    do throws(SchemaValidator.SchemaError) {
      return try SchemaValidator(schema, in: Self.schemas)
    } catch {
      throw ByteError(.io, schema, "libxml2 does not accept the schema")
    }
  }

  /// All that come with the program, by the names by which they refer to each other.
  private static let schemas = [
    "health-export.xsd": PackageResources.health_export_xsd,
    "gpx11.xsd": PackageResources.gpx11_xsd,
    "gpx11-all.xsd": PackageResources.gpx11_all_xsd,
    "gpx11-route.xsd": PackageResources.gpx11_route_xsd,
    "gpx11-healthconv.xsd": PackageResources.gpx11_healthconv_xsd,
    "gpx11-power1.xsd": PackageResources.gpx11_power1_xsd,
    "gpx11-trackpoint2.xsd": PackageResources.gpx11_trackpoint2_xsd,
  ]
}
