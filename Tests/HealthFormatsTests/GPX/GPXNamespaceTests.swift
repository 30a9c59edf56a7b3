import HealthFormats
import HealthTesting
import Testing

/// Extensions are known by their names, wherever their namespace is declared.
@Suite struct GPXNamespaceTests {
  /// Programs declare the namespace of an extension at the root, or at the extension itself.
  @Test func namespacesMayBeDeclaredAnywhere() throws {
    let garmin = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
    func document(_ root: String, _ extensions: String) -> String {
      "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\"\(root)><trk><type>cycling</type>"
        + "<trkseg><trkpt lat=\"52.5\" lon=\"13.4\"><time>2024-06-01T06:00:00Z</time>\(extensions)</trkpt>"
        + "</trkseg></trk></gpx>"
    }
    let values = "<q:atemp>20</q:atemp><q:hr>101</q:hr><q:cad>80</q:cad>"
    let atRoot = GPXText.read(
      document(
        " xmlns:q=\"\(garmin)\"",
        "<extensions><q:TrackPointExtension>\(values)</q:TrackPointExtension></extensions>"))
    #expect(atRoot.samples.count == 3)
    let plain = values.replacing("q:", with: "")
    for extensions in [
      "<extensions><q:TrackPointExtension xmlns:q=\"\(garmin)\">\(values)</q:TrackPointExtension></extensions>",
      "<extensions xmlns:q=\"\(garmin)\"><q:TrackPointExtension>\(values)</q:TrackPointExtension></extensions>",
      "<extensions><TrackPointExtension xmlns=\"\(garmin)\">\(plain)</TrackPointExtension></extensions>",
    ] {
      let found = GPXText.read(document("", extensions))
      #expect(found.samples == atRoot.samples && found.findings == atRoot.findings, "\(extensions)")
    }
    let own = GPXText.read(
      document("", "<extensions><q:power xmlns:q=\"u:a\">210</q:power></extensions>"))
    #expect(own.samples.count == 2 && own.findings == [])
    // What is not known stays valid elsewhere.
    let other = GPXText.read(
      document(
        "",
        "<extensions xmlns:q=\"u:a\"><q:mood>5</q:mood></extensions>"))
    #expect(try GPXText.violations(GPXText.write(other.samples).text) == [])
    #expect(try GPXText.write(other.samples).text.contains("u:a"))
  }
}
