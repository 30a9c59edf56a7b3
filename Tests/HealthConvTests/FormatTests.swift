import HealthConv
import HealthFormats
import HealthStore
import Testing

struct FormatTests {
  @Test(arguments: Format.all)
  func isFoundByItsNames(_ format: Format) throws {
    #expect(try Format.named(format.name).name == format.name)
    #expect(try Format.named(format.name.uppercased()).name == format.name)
    for ending in format.extensions {
      #expect(try Format.named(ending).name == format.name)
      #expect(try Format.forWriting(to: "folder.d/file.\(ending)").name == format.name)
    }
  }

  @Test(arguments: [
    ("jsonll", "unknown format 'jsonll'. Did you mean 'jsonl'?"),
    (
      "apple-heatlh",
      "unknown format 'apple-heatlh'. Did you mean 'apple-health'?"
    ),
    ("parchment", "unknown format 'parchment'."),
    ("", "unknown format ''."),
  ])
  func unknownNamesAreRefused(_ name: String, _ message: String) {
    #expect(throws: HealthError(.usage, message, remedy: .list(.formats))) {
      try Format.named(name)
    }
  }

  @Test(arguments: ["out", "a.jsonl/out", ".jsonl", "out.", "out.ods"])
  func unknownEndingsAreRefused(_ path: String) {
    #expect(throws: HealthError.self) { try Format.forWriting(to: path) }
  }

  /// A layout that one format has implies it, unless the extension is that of others.
  @Test(arguments: [
    ("out/", "tdda", "csv"), ("out", "tdda", "csv"), ("out.zip", "tdda", "csv"),
    ("out.csv", "table", "csv"), ("out/", "tracks", "gpx"), ("routes.zip", "files", "gpx"),
    ("a.tcx", nil, "tcx"), ("a.geojson", nil, "geojson"), ("a.kml.gz", nil, "kml"),
    ("a.lp", nil, "influx"),
    ("health.db", "dogsheep", "sqlite"), ("out.jsonl", nil, "jsonl"),
    ("out.xml", "tdda", "apple-health"),
    ("out.jsonl", "nonsense", "jsonl"),
  ])
  func layoutsImplyTheirFormat(_ path: String, _ layout: String?, _ format: String) throws {
    #expect(try Format.forWriting(to: path, layout: layout).name == format)
  }

  /// The layout of every store is called the same.
  @Test func aLayoutOfSeveralFormatsImpliesNone() {
    #expect((Format.implied(by: "store") == nil) == (StoreKind.all.count > 1))
    #expect(throws: HealthError.self) { try Format.forWriting(to: "out/", layout: "nonsense") }
    #expect(Format.implied(by: nil)?.name == nil)
    for format in Format.all {
      for layout in format.layouts where layout.name != "store" {
        #expect(Format.implied(by: layout.name)?.name == format.name)
      }
    }
  }

  @Test(arguments: [
    ("a.txt", "<?xml version=\"1.0\"?><HealthData>", "apple-health"),
    ("a.jsonl", "<HealthData>", "apple-health"),
    ("-", "{\"kind\":\"dataset\"", "jsonl"),
    ("a.jsonl", "", "jsonl"),
    ("a.xml", "<gpx>", "gpx"),
    ("a.xml", "  <?xml version=\"1.0\"?><!-- a --><TrainingCenterDatabase>", "tcx"),
    ("a.gpx", "<g:TrainingCenterDatabase xmlns:g=\"a\">", "tcx"),
  ])
  func bytesGoBeforeNames(_ path: String, _ bytes: String, _ format: String) {
    #expect(Format.forReading(path, look(path, bytes))?.name == format)
  }

  @Test func optionsOfReadingImplyTheirFormat() throws {
    var options = ReadOptions()
    #expect(Format.implied(by: options)?.name == nil)
    options.isFragment = true
    #expect(Format.implied(by: options)?.name == "apple-health")
    options = ReadOptions()
    options.map = try CSVMap.named("withings")
    #expect(Format.implied(by: options)?.name == "mapped-csv")
  }

  @Test func whatIsNobodysIsRefused() {
    #expect(Format.forReading("a.txt", look("a.txt", "hello")) == nil)
  }

  private func look(_ path: String, _ bytes: String) -> Input.Preview {
    Input.Preview(kind: .file, firstBytes: Array(bytes.utf8), paths: [path])
  }
}
