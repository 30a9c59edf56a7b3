import HealthBytes
import HealthConv
import HealthTesting
import Testing

/// Files that people have and give: what each is called, and what is to be done about it.
struct ForeignFile: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  /// A part of the message.
  let message: String
  var remedy: HealthError.Remedy?

  var testDescription: String { name }

  init(_ name: String, _ bytes: [UInt8], _ message: String, _ remedy: HealthError.Remedy? = nil) {
    self.name = name
    self.bytes = bytes
    self.message = message
    self.remedy = remedy
  }

  init(_ name: String, text: String, _ message: String, _ remedy: HealthError.Remedy? = nil) {
    self.init(name, Array(text.utf8), message, remedy)
  }

  static func zip(_ paths: String...) -> [UInt8] {
    let sink = BytesSink()
    let writer = ZipWriter(sink)
    do {
      for path in paths {
        try writer.beginEntry(name: path)
        try writer.write("text".utf8.span)
      }
      try writer.finish()
    } catch { return [] }
    return sink.bytes
  }

  /// An archive whose members say that they need a password.
  static var encrypted: [UInt8] {
    var bytes = zip("apple_health_export/export.xml")
    for index in bytes.indices.dropLast(10)
    where Array(bytes[index..<index + 4]) == [0x50, 0x4B, 1, 2] {
      bytes[index + 8] |= 1
    }
    return bytes
  }

  private static func wide(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func sample(_ name: String) -> [UInt8] {
    guard let source = try? FileSource(Fixture.samples + "/csv-maps/" + name),
      let bytes = try? source.readAll()
    else { return [] }
    return bytes
  }

  private static func map(_ names: String..., needsZone: Bool) -> HealthError.Remedy {
    .useMap(names: names, needsZone: needsZone)
  }

  static let electrocardiogram = """
    名前,"甲 乙"
    生年月日,"2000年1月1日"
    記録日,2020-01-27 14:23:12 +0900
    分類,洞調律
    症状,
    ソフトウェアバージョン,1.71
    デバイス,"Watch5,2"
    サンプルレート,512ヘルツ

    誘導,I誘導
    単位,µV

    -5.1
    """

  private static let tables: [ForeignFile] = [
    ForeignFile(
      "withings-weight.csv", sample("withings-weight.csv"),
      "looks like a table of Withings ('weight')", map("withings", needsZone: true)),
    ForeignFile(
      "bp.csv", sample("withings-bp.csv"), "looks like a table of Withings ('blood-pressure')",
      map("withings", needsZone: true)),
    ForeignFile(
      "sleep.csv", sample("withings-sleep.csv"), "looks like a table of Withings ('sleep')",
      map("withings", needsZone: false)),
    ForeignFile(
      "activities.csv", sample("withings-activities.csv"),
      "looks like a table of Withings ('activities')", map("withings", needsZone: false)),
    ForeignFile(
      "Activities.csv", sample("garmin-activities.csv"),
      "looks like a table of Garmin Connect ('activities-km')",
      map("garmin#activities-km", "garmin#activities-mi", needsZone: true)),
    ForeignFile(
      "Activities.csv",
      text: "Activity Type,Date,Favorite,Title,Distance,Calories,Time\n"
        + "Running,2024-05-06 07:01:22,false,Fluss,\"5,02\",\"1.012\",00:31:40\n",
      "looks like a table of Garmin Connect ('activities-km-comma')",
      map("garmin#activities-km-comma", "garmin#activities-mi-comma", needsZone: true)),
    ForeignFile(
      "oura.csv", sample("oura-trends.csv"), "looks like a table of Oura ('trends')",
      map("oura", needsZone: true)),
    ForeignFile(
      "HealthMetrics.csv", sample("health-auto-export-days.csv"),
      "looks like a table of Health Auto Export ('days')",
      map(
        "health-auto-export", "health-auto-export#hours", "health-auto-export#minutes",
        needsZone: true)),
    ForeignFile(
      "Workouts.csv", sample("health-auto-export-workouts.csv"),
      "looks like a table of Health Auto Export ('workouts')",
      map("health-auto-export", needsZone: true)),
  ]

  private static let parts: [ForeignFile] = [
    ForeignFile(
      "ecg_2020-01-27.csv", text: electrocardiogram,
      "is an electrocardiogram of a Health export"),
    ForeignFile(
      "export_cda.xml",
      text: "<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\">",
      "is a clinical document (CDA), such as export_cda.xml, of a Health export"),
    ForeignFile(
      "Condition-1.json", text: "{\n  \"resourceType\": \"Condition\",\n  \"id\": \"1\"\n}",
      "is a clinical record (FHIR JSON) of a Health export"),
    ForeignFile(
      "records.xml", text: "\n <Record type=\"HKQuantityTypeIdentifierStepCount\"/>\n",
      "is a fragment of a Health export: 'Record' without the root element 'HealthData'",
      .readAsFragment),
    ForeignFile(
      "records.txt", text: "<Workout a=\"1\">", "'Workout' without the root", .readAsFragment),
  ]

  private static let activities: [ForeignFile] = [
    ForeignFile(
      "run.kml", text: "<kml xmlns=\"http://www.opengis.net/kml/2.2\">", "is a KML file"),
    ForeignFile("run.kmz", zip("doc.kml"), "is a KMZ file"),
  ]

  private static let json: [ForeignFile] = [
    ForeignFile(
      "calories-2020.json",
      text: "[{\n  \"dateTime\" : \"01/01/20 00:00:00\",\n  \"value\" : \"0\"\n}]",
      "give the file its name in it, such as steps-2026-01-01.json"),
    ForeignFile(
      "pretty.json", text: "{\n  \"kind\": \"quantity\"\n}\n",
      "is JSON with objects on several lines"),
    ForeignFile(
      "array.json", text: "[{\"kind\":\"quantity\"}]", "is a JSON array, expected JSON Lines"),
    ForeignFile(
      "route.json", text: "{\n \"type\": \"FeatureCollection\",\n \"features\": []\n}",
      "is GeoJSON, which is written, but not read"),
    ForeignFile(
      "feature.json", text: "{\n \"type\": \"Feature\",\n \"geometry\": {}\n}",
      "is GeoJSON, which is written, but not read"),
    ForeignFile(
      "omh.json", text: "{\n \"effective_time_frame\": {},\n \"heart_rate\": {}\n}",
      "is the JSON of Open mHealth, for which there is no built-in map", map(needsZone: false)),
    ForeignFile(
      "other.json", text: "[\n {\"a\": 1}\n]", "is JSON of another program, for which there is no",
      map(needsZone: false)),
  ]

  private static let rar: [UInt8] = [0x52, 0x61, 0x72, 0x21, 0x1A, 7, 1, 0]
  private static var tar: [UInt8] {
    var bytes = [UInt8](repeating: 0x61, count: 257)
    bytes += Array("ustar".utf8)
    return bytes
  }

  private static let packed: [ForeignFile] = [
    ForeignFile(
      "steps.xlsx", zip("[Content_Types].xml", "xl/workbook.xml"), "is an Excel workbook"),
    ForeignFile("steps.ods", zip("mimetype", "META-INF/manifest.xml"), "is an OpenDocument file"),
    ForeignFile("steps.numbers", zip("Index/Document.iwa"), "is a Numbers or Pages document"),
    ForeignFile("export.7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "is a 7z archive"),
    ForeignFile("export.rar", rar, "is a RAR archive"),
    // A name that ends in .zip does not make an archive.
    ForeignFile("renamed.zip", rar, "is a RAR archive"),
    ForeignFile("page.zip", text: "<!DOCTYPE html>\n<html>", "is a web page"),
    ForeignFile("export.tar", tar, "is a tar archive"),
    ForeignFile("export.xml.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "is a file packed by xz"),
    ForeignFile("locked.zip", encrypted, "is an archive with a password"),
    ForeignFile("report.pdf", text: "%PDF-1.7\n", "is a PDF document"),
    ForeignFile(
      "IMG_1.heic", [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68], "is an image or a video"),
    ForeignFile(
      "._export.zip", [0, 5, 0x16, 7, 0, 2],
      "is an AppleDouble file that macOS writes next to another"),
  ]

  private static let encodings: [ForeignFile] = [
    ForeignFile(
      "wide.txt", wide("Date;Weight\n"), "is text in the encoding UTF-16LE, expected UTF-8"),
    ForeignFile(
      "wide.csv", wide(String(decoding: sample("withings-weight.csv"), as: UTF8.self)),
      "looks like a table of Withings ('weight')", map("withings", needsZone: true)),
    ForeignFile(
      "wide.jsonl", wide("{\"kind\":\"dataset\"}\n"), "is text in the encoding UTF-16LE"),
  ]

  static let files = [tables, parts, activities, json, packed, encodings].flatMap { $0 }
}
