import HealthBytes
import HealthModel

extension Format {
  /// Whether a file begins as the electrocardiograms in an export do, whatever the language of its labels.
  package static func isElectrocardiogram(_ bytes: [UInt8]) -> Bool {
    (try? ElectrocardiogramScanner(bytes.span)) != nil
  }

  /// The archive that the Health app exports, its folder, or its main file alone.
  public static let appleHealth = Format(
    name: "apple-health", title: "Apple Health export: archive, folder or export.xml",
    extensions: ["zip", "xml"], isText: true,
    layouts: [
      Format.Layout(
        "export", "what the Health app exports", outputs: [.archive, .folder, .file])
    ],
    readOptions: [.fragment, .member, .allFiles], losses: AppleHealthLoss.allCases.map(\.loss),
    rules: xmlRules + schemaRules + exportRules + routeRules + gpxRules,
    schemas: [.export, .routes],
    confidence: { preview in
      if preview.kind == .file {
        return ExportArchive.looksLikeExport(preview.firstBytes.span) ? .certain : .no
      }
      let hasExport = preview.container.map(ExportArchive.hasUsualExport) ?? false
      return hasExport ? .certain : .possible
    },
    makeReader: { (input, options) throws(HealthError) in
      try ExportArchive(input, options).reader()
    },
    makeWriter: { (output, options) throws(HealthError) in
      try AppleHealthWriter(output: output)
    })
}

/// The losses of an export.
enum AppleHealthLoss: Int, CaseIterable {
  case sideFiles, details, paths, kinds, sources, uuids, characters, names

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .sideFiles:
      Loss(
        "side-files",
        "what belongs in files next to export.xml, if only that file is written: points of routes, "
          + "electrocardiograms, documents; also documents with a missing part")
    case .details:
      Loss(
        "details",
        "details of electrocardiograms and documents that their files cannot hold")
    case .paths:
      Loss(
        "paths", "paths that are in use or lead out of the export; the file gets another path")
    case .kinds:
      Loss(
        "kinds",
        "samples of a kind that no export holds, or that it holds only nested in another sample")
    case .sources:
      Loss("source-revisions", "product type or operating system of a sample's source")
    case .uuids: Loss("uuids", "UUIDs of samples that state one, such as those that programs make")
    case .characters:
      Loss(
        "characters",
        "characters that XML does not allow, written as U+FFFD; malformed versions of an export"
      )
    case .names:
      Loss(
        "names",
        "attributes and elements whose name XML does not allow or that occurs twice; such metadata "
          + "are written as entries")
    }
  }
}

extension Format.Option {
  /// Whether an export may be a part of one, without the root element around its elements.
  public static let fragment = {
    var option = Format.Option(
      flag: "fragment", about: "fragments",
      help:
        "Read a part of an export.xml: elements without the root element, such as the output of grep, head or tail."
    )
    option.impliesFormat = true
    return option
  }()

  /// Whether files are read that are not part of the export.
  public static let allFiles = Format.Option(
    flag: "all-files", about: "all files",
    help:
      "Read every file of an archive or a folder as a document, not only those that are part of the Apple Health export."
  )

  /// Which main file to read.
  public static let member = Format.Option(
    "member", about: "members of archives",
    help: "The main file to read from an archive that holds more than one.",
    expected: "the path of a file in the archive"
  ) { text in text.isEmpty ? nil : text }
}

extension ReadOptions {
  /// Whether an export may be a part of one, without the root element around its elements.
  public var isFragment: Bool {
    get { self[.fragment] ?? false }
    set { self[.fragment] = (newValue ? true : nil) as Bool? }
  }

  /// Whether files are read as documents that are not part of the export, such as those next to its folder.
  public var readsAllFiles: Bool {
    get { self[.allFiles] ?? false }
    set { self[.allFiles] = (newValue ? true : nil) as Bool? }
  }

  /// Which main file to take, where an archive holds more than one.
  public var member: String? {
    get { self[.member] }
    set { self[.member] = newValue }
  }
}

/// The attributes of a `Record`, distinguished by length before they are compared.
enum RecordAttribute {
  case type, unit, value, sourceName, sourceVersion, device, creationDate, startDate, endDate

  /// The attribute of a name, or `nil` for one that is not known.
  @inline(__always)
  static func named(_ bytes: Span<UInt8>, _ range: Range<Int>) -> RecordAttribute? {
    let start = range.lowerBound
    // Each comparison with a length known when compiling: one or two loads.
    return switch range.upperBound &- start {
    case 4 where ByteScan.equal(bytes, at: start, to: "type"): .type
    case 4 where ByteScan.equal(bytes, at: start, to: "unit"): .unit
    case 5 where ByteScan.equal(bytes, at: start, to: "value"): .value
    case 6 where ByteScan.equal(bytes, at: start, to: "device"): .device
    case 7 where ByteScan.equal(bytes, at: start, to: "endDate"): .endDate
    case 9 where ByteScan.equal(bytes, at: start, to: "startDate"): .startDate
    case 10 where ByteScan.equal(bytes, at: start, to: "sourceName"): .sourceName
    case 12 where ByteScan.equal(bytes, at: start, to: "creationDate"): .creationDate
    case 13 where ByteScan.equal(bytes, at: start, to: "sourceVersion"): .sourceVersion
    default: nil
    }
  }
}

/// The names of the export's elements and attributes.
enum AppleHealthVocabulary {
  static let root = "HealthData"
  static let exportDate = "ExportDate"
  static let me = "Me"
  static let record = "Record"
  static let metadataEntry = "MetadataEntry"
  static let beatList = "HeartRateVariabilityMetadataList"
  static let beat = "InstantaneousBeatsPerMinute"

  /// The kinds of element under the root that are read into samples of their own kind.
  static let correlation = "Correlation"
  static let workout = "Workout"
  static let activitySummary = "ActivitySummary"
  static let activitySummaryType = "HKActivitySummaryTypeIdentifier"
  static let clinicalRecord = "ClinicalRecord"
  static let audiogram = "Audiogram"
  static let visionPrescription = "VisionPrescription"

  /// Attributes that iOS 8 wrote on a record and that are not metadata: rows put together into one.
  static let attributesOfFirstGeneration: Set<String> = ["recordCount"]
}

extension AppleHealthVocabulary {
  /// The element that a kind of sample is written as; `nil` if an export has none.
  static func element(of kind: SampleKind) -> String? {
    switch kind {
    case .quantity, .category: record
    case .correlation: correlation
    case .workout: workout
    case .activitySummary: activitySummary
    case .audiogram: audiogram
    case .visionPrescription: visionPrescription
    case .clinicalRecord: clinicalRecord
    case .electrocardiogram, .heartbeatSeries, .stateOfMind, .scoredAssessment, .medicationDose,
      .document, .unknown:
      nil
    }
  }

  /// The attribute that names the type of such a sample.
  static func typeAttribute(of kind: SampleKind) -> String? {
    switch kind {
    case .workout: "workoutActivityType"
    case .activitySummary: nil
    default: "type"
    }
  }
}

extension Format.Schema {
  /// The main file of an export.
  static let export = Format.Schema(
    "health-export.xsd",
    files: { ["health-export.xsd": PackageResources.health_export_xsd] },
    documents: { input, main in
      let isFile = input.container.kind == .file
      let entry = input.container.entries.first { entry in
        isFile || entry.path == main || entry.path == main.map { "\($0).gz" }
      }
      return entry.map { [$0] } ?? []
    })
}
