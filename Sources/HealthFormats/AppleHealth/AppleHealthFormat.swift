import HealthBytes

extension Format {
  /// The archive that the Health app exports, its folder, or its main file alone.
  public static let appleHealth = Format(
    name: "apple-health", title: "Apple Health export: archive, folder or export.xml",
    extensions: ["zip", "xml"], isText: true,
    writtenExtensions: ["xml"], losses: AppleHealthLoss.allCases.map(\.loss),
    likeness: { bytes in
      if ByteScan.equal(bytes, at: 0, to: "PK") { return .possible }
      return ExportArchive.looksLikeExport(bytes) ? .certain : .no
    },
    makeReader: { (input, options) throws(ReadError) in
      try ExportArchive(input, options).reader()
    },
    makeWriter: { (sink) throws(WriteError) in AppleHealthWriter(sink: sink) })
}
