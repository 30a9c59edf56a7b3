/// What a release leaves out.
package enum DroppedData: Int, Sendable, CaseIterable {
  case samples, unlistedTypes, undatable, unknownElements, metadata, text, identifiers, names
  case paths, dates, biometric, documents, routes, origins, findings, unclassified

  /// What an audit file calls it.
  package var title: String {
    switch self {
    case .samples: "samples that are not granted"
    case .unlistedTypes: "samples of unlisted types, units or values"
    case .undatable: "samples whose dates cannot be moved"
    case .unknownElements: "unknown elements and attributes"
    case .metadata: "metadata entries"
    case .text: "texts"
    case .identifiers: "identifiers"
    case .names: "names and dates of birth"
    case .paths: "paths and headers of files"
    case .dates: "dates"
    case .biometric: "voltages and heartbeats"
    case .documents: "documents and clinical resources"
    case .routes: "routes"
    case .origins: "sources and devices"
    case .findings: "findings that are not about granted samples"
    case .unclassified: "fields without a class"
    }
  }

  /// Where fields of a class are counted.
  init(_ kind: FieldClass) {
    switch kind {
    case .name, .birth: self = .names
    case .path: self = .paths
    case .identifier, .participant: self = .identifiers
    case .date, .day, .creation, .clock: self = .dates
    case .biometric: self = .biometric
    case .document, .clinical: self = .documents
    case .route: self = .routes
    case .source, .device, .version: self = .origins
    case .metadata, .weather, .locale: self = .metadata
    case .unknown: self = .unknownElements
    case .measure, .unit, .code, .type, .text, .person, .parts: self = .text
    }
  }
}
