import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Whatever a GPX file holds is written so that the schema allows it, or is counted as lost.
@Suite struct GPXSchemaTests {
  private static func document(_ content: String, version: String = "1.1") -> String {
    #"<gpx version="\#(version)" creator="x" xmlns="http://www.topografix.com/GPX/\#(version.replacing(".", with: "/"))">"#
      + content + "</gpx>"
  }

  private static func wayPoint(_ content: String, _ place: String = #"lat="47.1" lon="11.2""#)
    -> String
  {
    "<wpt \(place)>\(content)</wpt>"
  }

  private static let times = [
    "2024-06-01T06:00:00", "2024-06-01T06:00:00.25", "2024-06-01T06:00:00Z",
    "2024-06-01T06:00:00+14:00", "1970-01-01T00:00:00-00:30",
  ]

  /// Elements that are valid where they are stay there.
  @Test(arguments: times)
  func validTimesStay(_ time: String) throws {
    for content in [
      Self.wayPoint("<time>\(time)</time>"),
      "<rte><rtept lat=\"1\" lon=\"2\"><time>\(time)</time></rtept></rte>",
    ] {
      let (text, losses) = try written(Self.document(content))
      #expect(text.contains("<time>\(time)</time>"))
      #expect(losses == [:])
    }
  }

  @Test(arguments: [
    "2024-06-01 06:00:00 +0000", "2024-06-01", "2024-06-31T06:00:00Z", "2024-06-01T06:00:60Z",
    "0000-06-01T06:00:00Z", "2024-06-01T06:00:00+15:00", "2024-06-01T06:00:00.Z",
    "20240601T060000Z",
    "2024-06-01T06:00:00z", " 2024-06-01T06:00:00 ", "now", "",
  ])
  func otherTimesAreMoved(_ time: String) throws {
    let (text, losses) = try written(Self.document(Self.wayPoint("<time>\(time)</time>")))
    #expect(text.contains("<extensions><time xmlns="))
    #expect(losses == ["elements": 1])
  }

  @Test(arguments: [
    ("magvar", "359.99", true), ("magvar", "360", false), ("magvar", "-1", false),
    ("magvar", " 0 ", true), ("ele", "1e3", false), ("ele", " -1.50\n", true), ("ele", "", false),
    ("sat", "007", true), ("sat", "-1", false), ("dgpsid", "1023", true), ("dgpsid", "1024", false),
    ("fix", "3d", true), ("fix", " 3d ", false), ("hdop", "INF", false),
  ])
  func valuesAreValidOrMoved(_ name: String, _ value: String, _ isValid: Bool) throws {
    let (text, losses) = try written(Self.document(Self.wayPoint("<\(name)>\(value)</\(name)>")))
    #expect(text.contains("<\(name)>\(value)</\(name)>") == isValid)
    #expect(losses == (isValid ? [:] : ["elements": 1]))
  }

  /// White space around a coordinate is none of it; a point that is nowhere is counted.
  @Test(arguments: [
    (#"lat=" 47.1 " lon="&#9;11.2""#, 1, [String: Int]()),
    (#"lat="47.1" lon="180""#, 0, ["elements": 1]), (#"lat="91" lon="1""#, 0, ["elements": 1]),
    (#"lat="1e1" lon="1""#, 0, ["elements": 1]), (#"lon="1""#, 0, ["elements": 1]),
  ])
  func coordinates(_ place: String, _ count: Int, _ expected: [String: Int]) throws {
    for content in [
      Self.wayPoint("", place), "<rte><rtept \(place)/></rte>",
      "<trk><trkseg><trkpt \(place)/></trkseg></trk>",
    ] {
      let (text, losses) = try written(Self.document(content))
      #expect(text.split(separator: "lat=\"").count == count + 1, "\(content)")
      #expect(text.contains(#"lat="47.1" lon="11.2""#) == (count > 0))
      #expect(losses == expected, "\(content)")
    }
  }

  /// What GPX 1.0 has under its root is in the metadata of GPX 1.1.
  @Test func theHeaderOfVersion10BecomesMetadata() throws {
    let header =
      "<name>n</name><desc>d</desc><author>a</author><email>me@example.org</email>"
      + "<url>https://example.org/a</url><urlname>u</urlname><time>2004-06-01T06:00:00Z</time>"
      + #"<keywords>k</keywords><bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/>"#
    let (text, losses) = try written(Self.document(header, version: "1.0"))
    let expected =
      "<metadata><name>n</name><desc>d</desc><author><name>a</name>"
      + #"<email id="me" domain="example.org"/></author>"#
      + #"<link href="https://example.org/a"><text>u</text></link>"#
      + "<time>2004-06-01T06:00:00Z</time><keywords>k</keywords>"
      + #"<bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/></metadata>"#
    #expect(text.contains(expected), "\(text)")
    #expect(losses == ["elements": 9], "each has moved")
  }

  /// And what of it is not valid there goes into extensions.
  @Test func aHeaderThatIsNotValidIsMoved() throws {
    let header =
      "<time>then</time><email>nobody</email><url>not an address</url><urlname>u</urlname>"
      + #"<bounds minlat="1" minlon="2" maxlat="93" maxlon="4"/><author>a<b/></author>"#
      + "<name>n</name><name>again</name>"
    let (text, losses) = try written(Self.document(header, version: "1.0"))
    for word in ["then", "nobody", "not an address", "maxlat=\"93\"", "again", "<b", ">u<"] {
      #expect(text.contains(word), "\(word)")
    }
    #expect(losses["elements"] ?? 0 >= 8)
  }

  @Test(arguments: [
    ("<author><link href=\"a\"/><name>n</name></author>", false),
    ("<author><email id=\"a\"/></author>", false),
    ("<author><name>n</name><email id=\"a\" domain=\"b\"/><link href=\"a\"/></author>", true),
    ("<copyright author=\"a\"><year>2024Z</year><license>https://a</license></copyright>", true),
    ("<copyright author=\"a\"><year>24</year></copyright>", false),
    ("<link href=\"a\"><type>t</type><text>t</text></link>", false),
    ("<link href=\"a\"><text>t<b/></text></link>", false),
  ])
  func structuresAreValidOrMoved(_ content: String, _ isValid: Bool) throws {
    let (text, losses) = try written(Self.document("<metadata>\(content)</metadata>"))
    #expect(text.contains("<metadata>\(content)</metadata>") == isValid, "\(text)")
    #expect(losses.isEmpty == isValid)
  }

  /// Years that a date of the schema cannot have.
  @Test func datesOutOfRangeAreCounted() throws {
    var location = RouteLocation()
    location.latitude = Number(1)
    location.longitude = Number(2)
    location.date = Timestamp("0001-01-01 00:30:00 +0100")
    var route = WorkoutRoute()
    route.ownLocations = [location]
    var fields = Sample.WorkoutFields()
    fields.routes = [route]
    let date = MarkedSamples.date("0001-01-01 00:30:00 +0100")
    let header = SampleHeader(
      descriptor: SampleDescriptor(type: .workout(.running), source: nil), start: date, end: date)
    let (text, losses) = try GPXText.write([.workout(Workout(header: header, fields: fields))])
    #expect(try GPXText.violations(text) == [])
    #expect(losses == ["workouts": 1])
  }

  /// Reads a document and writes it, which is valid and then stays as it is.
  private func written(_ document: String) throws -> (text: String, losses: [String: Int]) {
    let found = GPXText.read(document)
    #expect(found.error == nil)
    let (text, losses) = try GPXText.write(found.samples, found.info)
    #expect(try GPXText.violations(text) == [], "\(text)")
    let again = GPXText.read(text)
    #expect(try GPXText.write(again.samples, again.info).text == text)
    return (text, losses)
  }
}
