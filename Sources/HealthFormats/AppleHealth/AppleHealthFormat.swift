import HealthBytes

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
    rules: xmlRules + schemaRules + exportRules + gpxRules, schemas: [.export, .routes],
    confidence: { preview in
      if preview.kind != .file { return .possible }
      return ExportArchive.looksLikeExport(preview.firstBytes.span) ? .certain : .no
    },
    makeReader: { (input, options) throws(FormatError) in
      try ExportArchive(input, options).reader()
    },
    makeWriter: { (output, options) throws(FormatError) in
      try AppleHealthWriter(output: output)
    })
}
