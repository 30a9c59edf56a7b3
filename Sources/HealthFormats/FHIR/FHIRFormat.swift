import HealthBytes
import HealthValidation

extension Format {
  /// Resources of FHIR R4: bulk NDJSON, or a bundle.
  public static let fhir = Format(
    name: "fhir", title: "FHIR R4 observations, bulk NDJSON or a bundle", extensions: [],
    isText: false,
    layouts: [
      Format.Layout(
        FHIRLayout.ndjson.rawValue, "a file for each type of resource",
        outputs: [.folder, .archive]),
      Format.Layout(FHIRLayout.bundle.rawValue, "one bundle, a collection", outputs: [.file]),
      Format.Layout(
        FHIRLayout.transaction.rawValue,
        "a transaction that a server executes; several in a folder or archive",
        outputs: [.file, .folder, .archive]),
    ],
    readOptions: [.zone, .subject], writeOptions: [.patient, .bundleSize],
    losses: FHIRLoss.allCases.map(\.loss),
    rules: fhirRules,
    confidence: { preview in
      guard preview.kind == .file else {
        return FHIRReader.accepts(preview) ? .certain : .no
      }
      return FHIRReader.isResource(preview.firstBytes) ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in
      try FHIRReader(input, options: options)
    },
    makeWriter: { (output, options) throws(HealthError) in
      FHIRWriter(output, options)
    })
}

extension Format.Option {
  /// The id of the patient whom the written observations are about.
  static let patient = Format.Option(
    "patient", about: "patients",
    help:
      "In FHIR, the id of the patient on a server that observations refer to. Default: a patient is written.",
    expected: "1 to 64 letters, digits, '-' and '.'"
  ) { text -> String? in isID(text) ? text : nil }

  /// The patient whose observations are read.
  static let subject = Format.Option(
    "subject", about: "patients",
    help: "In FHIR with several patients, the id of the one whose observations are read.",
    expected: "the id or the address of a patient"
  ) { text -> String? in
    ["urn:", "https://", "http://"].contains { text.hasPrefix($0) } || isID(text) ? text : nil
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
      }
  }
}

extension ReadOptions {
  /// The id of the patient whose observations are read. Without it, FHIR data of several patients are refused.
  public var subject: String? {
    get { self[.subject] }
    set { self[.subject] = newValue }
  }
}

extension Format.Option {
  /// The most entries of a transaction.
  static let bundleSize = Format.Option(
    "bundle-size", about: "bundles",
    help:
      "In FHIR, how many entries each transaction in a folder or .zip has at most. AWS HealthLake takes 160. Default: 500.",
    expected: "a whole number from 1 on"
  ) { text -> Int? in Int(text).flatMap { $0 > 0 ? $0 : nil } }
}

/// The rules of the findings of the FHIR reader.
let fhirRules: [Rule] =
  jsonLinesRules.filter { ["malformed-json", "malformed-utf8"].contains($0.name) }
  + localTimeRules + [
    Rule(
      reader: "unread-resource", .warning,
      title: "resource is not read as a sample",
      explanation: """
        A resource is neither an observation with a type of Apple or a known code of LOINC nor a patient or a device, or \
        it was entered in error. It is left out.
        """),
    Rule(
      reader: "unread-member", .info,
      title: "member of a resource has no field",
      explanation: """
        An observation states something beside its code, value and time that a sample has no field for, such as an \
        encounter, the author of a note or a code of a component. A patient has an id, a name or an address. It is left \
        out, as are observations about another patient than the one chosen. Notes, further codes, identifiers, the names \
        of performers, ranges of reference and the words and codes of a body site, a method and an interpretation are metadata.
        """),
    Rule(
      reader: "missing-page", .warning,
      title: "bundle refers to a next page",
      explanation: """
        A search result has several pages, and the last one that was read refers to a next one. Save all pages in a folder or an \
        archive, as `bundle-1.json`, `bundle-2.json` and so on.
        """),
    Rule(
      reader: "earlier-version", .info,
      title: "observation has a later version",
      explanation: """
        The input has several versions of an observation, such as in the exports of several days. Only the latest is read, by \
        `meta.lastUpdated` and `meta.versionId`; none if the latest was entered in error. Of a patient, the latest version is \
        read, too.
        """),
    Rule(
      reader: "unknown-version", .warning,
      title: "latest version of an observation is not known",
      explanation: """
        Observations have one id, but neither `meta.lastUpdated` nor `meta.versionId` states which is the latest. All are \
        read and count. If an input has more ids than are compared, which is no warning, this is so of the others, too.
        """),
    Rule(
      reader: "unit-mismatch", .warning,
      title: "name of a unit contradicts its code",
      explanation: """
        The name of a unit for people is that of another unit than its code states, such as `mg/dL` with the code `mmol/L`. \
        The value is read in the unit of the code.
        """),
    Rule(
      reader: "bundle-of-versions", .error,
      title: "bundle is a history",
      explanation: """
        The history of resources on a server has each version of an observation, and those that were deleted. They cannot be \
        counted as observations. Export the current resources, such as with a search or `$everything`.
        """),
    Rule(
      reader: "several-patients", .error,
      title: "resources are about several patients",
      explanation: """
        A dataset is about one person, and the resources are about several. The patient is chosen with --subject. A patient \
        whom no resource is about cannot be chosen.
        """),
    Rule(
      reader: "bounded-value", .warning,
      title: "value is a bound",
      explanation: """
        An observation states a bound of the value, such as less than 40, and not the value. The sample has the number, \
        and the comparator in its metadata.
        """),
    Rule(
      reader: "incomplete-date", .warning,
      title: "date has no time, or a period has no end",
      explanation: """
        An observation has a date without a time, or a period without a start or an end. A sample needs both its start \
        and its end: it is an instant, at the start of the day, or at the time that is stated. If the code states that \
        the value is that of 24 hours, a date is the whole day, and this is not reported.
        """),
  ]

/// What FHIR cannot hold, or this format does not write.
enum FHIRLoss: String, LossKind {
  case samples
  case workoutDetails = "workout-details"
  case electrocardiogramDetails = "electrocardiogram-details"
  case audiogramDetails = "audiogram-details"
  case members
  case beats
  case dates
  case textForms = "text-forms"
  case emptyTexts = "empty-texts"
  case deviceAddresses = "device-addresses"
  case elements
  case dataset

  var explanation: String {
    switch self {
    case .samples:
      "samples of kinds that are not written as observations: rings, prescriptions, clinical records, heartbeats, "
        + "questionnaires, medication doses, documents and unknown elements"
    case .workoutDetails: "events, activities, routes, zones and nested samples of workouts"
    case .electrocardiogramDetails:
      "the person's name and date of birth, and the path and form of the file of an electrocardiogram"
    case .audiogramDetails: "masking and clamping ranges of hearing tests"
    case .members: "samples in a correlation that are neither quantities nor categories"
    case .beats: "the beats of heart rate variability samples"
    case .dates:
      "dates that FHIR does not allow: an end before the start, and offsets of more than 14 hours from UTC"
    case .textForms: "the text form of numbers and dates; their values are unchanged"
    case .emptyTexts: "empty texts in sources, devices and metadata"
    case .deviceAddresses: "the memory addresses in the descriptions of devices"
    case .elements: "unknown attributes and elements of samples"
    case .dataset: "unknown attributes of the dataset, and the person if another patient is named"
    }
  }
}
