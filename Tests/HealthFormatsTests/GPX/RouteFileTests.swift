import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The files in which an export keeps its routes come back byte for byte, and nothing of others is lost.
@Suite struct RouteFileTests {
  /// As iOS writes them, with and without a line feed at the end.
  @Test(arguments: ["", "\n"])
  func whatIOSWritesComesBackByteForByte(end: String) throws {
    let file = appleFile(points: appleOrigin + appleUnknown) + end
    #expect(try rewritten(file) == file)
  }

  @Test func fieldsAreRead() throws {
    let track = try track(appleFile(points: appleOrigin + appleUnknown))
    #expect(track.name == "Route 2024-06-01 8:31am")
    #expect(track.creator == "Apple Health Export")
    #expect(track.time?.description == "2024-06-02 07:00:00 +0000")
    #expect(track.extras == nil)
    #expect(track.locations.count == 2)
    let first = try #require(track.locations.first)
    #expect(first.latitude?.description == "52.514000")
    #expect(first.longitude?.description == "13.350000")
    #expect(first.altitude?.description == "34.100000")
    #expect(first.date == Timestamp("2024-06-01 08:00:00 +0200"))
    #expect(first.date?.spelling == nil)
    #expect(first.speed?.doubleValue == 2.5)
    #expect(first.course?.doubleValue == 90)
    #expect(first.horizontalAccuracy?.doubleValue == 4.75)
    #expect(first.verticalAccuracy?.doubleValue == 2.25)
    #expect(track.locations[1].speed?.description == "-1.000000")
  }

  /// What has no field comes back, too.
  @Test(arguments: kept)
  func whatHasNoFieldComesBack(file: Kept) throws {
    #expect(try rewritten(file.document) == file.document)
  }

  @Test(arguments: refusedRouteFiles)
  func theReasonIsClear(refusal: Refusal) {
    #expect(refusal.error == error(of: refusal.document, capacity: nil))
    for capacity in [1, 2, 3, 7, 64] {
      #expect(refusal.error == error(of: refusal.document, capacity: capacity))
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func inPiecesTheSame(capacity: Int) throws {
    for document in kept.map(\.document) + [appleFile(points: appleOrigin + appleUnknown) + "\n"] {
      let pieces = try track(document, capacity: capacity)
      #expect(try pieces == track(document))
      #expect(try rewritten(pieces) == document)
    }
  }

  /// A point of the usual form is read by heart, one with a space more by tokens: whatever else is changed, both say
  /// the same.
  @Test func byHeartAndByTokensTheSame() throws {
    let point = Array(appleOrigin.utf8)
    var accepted = 0
    for place in point.indices {
      for change in ["", "0", "9", " ", "<", "\"", "&", "-", ".", "e", "\n", "Z", "é", "<!-- -->"] {
        let bytes = point[..<place] + change.utf8 + point[(place + 1)...]
        let usual = appleUnknown + String(decoding: bytes, as: UTF8.self) + appleUnknown
        let unusual = usual.replacing("<trkpt lon", with: "<trkpt  lon")
        let byHeart = try? track(appleFile(points: usual))
        let byTokens = try? track(appleFile(points: unusual))
        #expect(byHeart == byTokens, "byte \(place) as '\(change)'")
        if byHeart != nil { accepted += 1 }
      }
    }
    #expect(accepted > 1_000)
  }

  /// Whether a file is written again byte for byte is known without writing its points.
  @Test func exactFilesAreFoundByWhatIsAroundTheirPoints() throws {
    let file = Array((appleFile(points: appleOrigin + appleUnknown) + "\n").utf8)
    var (exact, others, unknown) = (0, 0, 0)
    for place in file.indices {
      for change in ["", "0", "7", " ", "\n", "<", "-", "Z", "é", "<!-- -->"] {
        let bytes = Array(file[..<place] + change.utf8 + file[(place + 1)...])
        for capacity in [64, 1 << 17] {
          let read = try? RouteFileReader.read(
            from: BytesSource(bytes), name: "r.gpx", pointLimit: 100, capacity: capacity)
          guard let (track, points) = read else { continue }
          let isExact = points.flatMap {
            RouteFileWriter.isExact(track, points: $0, in: bytes.span)
          }
          switch isExact {
          case true: exact += 1
          case false: others += 1
          default: unknown += 1
          }
          guard let isExact else { continue }
          let written = try rewritten(track)
          #expect(isExact == (Array(written.utf8) == bytes), "byte \(place) as '\(change)'")
        }
      }
    }
    #expect(exact > 1_000)
    #expect(others > 1_000)
    #expect(unknown > 100)
  }

  @Test func routesOfTheDemonstrationComeBackByteForByte() throws {
    let archive = try InputContainer(Fixtures.samples + "/demo/export.zip")
    let routes = archive.entries.filter { $0.path.hasSuffix(".gpx") }
    #expect(!routes.isEmpty)
    for entry in routes.prefix(3) {
      let file = String(decoding: try all(of: archive.open(entry)), as: UTF8.self)
      #expect(try rewritten(file) == file)
    }
  }

  @Test(.enabled(if: Fixtures.arePresent, "needs real exports"))
  func realFilesComeBackByteForByte() throws {
    let path = Fixtures.folder + "/gpx/dogsheep_route_2019-06-11_3.00pm.gpx"
    let file = String(decoding: try Fixtures.bytes(path), as: UTF8.self)
    #expect(try rewritten(file) == file)
    // Indented by its author, and so not the same bytes; the same in its second writing.
    let other = Fixtures.folder + "/gpx/rinoshiyo_sample_workout_route.gpx"
    let once = try rewritten(String(decoding: try Fixtures.bytes(other), as: UTF8.self))
    #expect(try rewritten(once) == once)
    #expect(try track(once).locations.count == 3)
  }

  @Test(.enabled(if: Fixtures.arePresent, "needs real exports"))
  func realFilesInArchivesComeBackByteForByte() throws {
    var (exact, others) = (0, 0)
    for path in try Fixtures.files(in: Fixtures.folder + "/zip", suffix: ".zip") {
      let archive = try InputContainer(path)
      for entry in archive.entries where entry.path.hasSuffix(".gpx") && !entry.path.contains("/._")
      {
        let file = String(decoding: try all(of: archive.open(entry)), as: UTF8.self)
        let once = try rewritten(file)
        if once == file { exact += 1 } else { others += 1 }
        #expect(try rewritten(once) == once)
      }
    }
    // The others were not written by iOS: latitude first, no metadata, or all in one line.
    #expect(exact == 1)
    #expect(others == 5)
  }
}

struct Kept: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let document: String
}

private let root =
  #"<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">"#

private let appleOrigin = #"""
        <trkpt lon="13.350000" lat="52.514000"><ele>34.100000</ele><time>2024-06-01T06:00:00Z</time><extensions><speed>2.500000</speed><course>90.000000</course><hAcc>4.750000</hAcc><vAcc>2.250000</vAcc></extensions></trkpt>

  """#
private let appleUnknown = #"""
        <trkpt lon="13.350010" lat="52.514010"><ele>34.200000</ele><time>2024-06-01T06:00:01Z</time><extensions><speed>-1.000000</speed><course>-1.000000</course><hAcc>4.750000</hAcc><vAcc>2.250000</vAcc></extensions></trkpt>

  """#

func appleFile(points: String, metadata: String = "", track: String = "", more: String = "")
  -> String
{
  """
  <?xml version="1.0" encoding="UTF-8"?>
  \(root)
    <metadata>
      <time>2024-06-02T07:00:00Z</time>\(metadata)
    </metadata>
    <trk>
      <name>Route 2024-06-01 8:31am</name>\(track)
      <trkseg>
  \(points)    </trkseg>
    </trk>\(more)
  </gpx>
  """
}

private let kept: [Kept] = [
  Kept(testDescription: "no points", document: appleFile(points: "")),
  Kept(
    testDescription: "metadata and elements that routes do not have",
    document: appleFile(
      points: appleOrigin, metadata: "\n    <keywords>a &amp; b</keywords>",
      track: "\n    <type>running</type>",
      more: "\n  <wpt lat=\"1\" lon=\"2\"><name>A</name></wpt>\n  <x:y xmlns:x=\"urn:x\"/>")),
  Kept(
    testDescription: "two segments",
    document: appleFile(
      points: appleOrigin + "    </trkseg>\n    <trkseg>\n" + appleUnknown + appleOrigin)),
  Kept(
    testDescription: "two tracks and a route",
    document: appleFile(
      points: appleOrigin,
      more: "\n  <trk>\n    <name>B</name>\n    <trkseg>\n\(appleUnknown)    </trkseg>\n  </trk>"
        + "\n  <rte>\n    <name>C</name>\n      <rtept lon=\"1\" lat=\"2\"></rtept>\n  </rte>")),
  Kept(
    testDescription: "other roots and creators",
    document: appleFile(points: appleOrigin).replacing(
      root, with: #"<gpx version="1.1" creator="A &quot;B&quot;" xmlns="urn:x">"#)),
  Kept(
    testDescription: "no time, no place, odd spellings",
    document: appleFile(
      points: """
              <trkpt lon="1e1"></trkpt>
              <trkpt lon="x" lat="+5"><ele>-0</ele><time>2024-06-01T08:00:00.500+02:00</time></trkpt>
              <trkpt lon="1" lat="2"><time>2024-06-01T08:00:00.250Z</time></trkpt>

        """
    ).replacing("lon=\"x\" lat=\"+5\"", with: "lat=\"+5\" lon=\"x\"")),
  Kept(
    testDescription: "unknown attributes, children and extensions of a point",
    document: appleFile(
      points: """
              <trkpt lon="1" lat="2" x="3"><ele>4</ele><time>yesterday</time><sat>7</sat>\
        <extensions><speed>1</speed><a:hr xmlns:a="urn:a">61</a:hr><speed>2</speed></extensions></trkpt>

        """)),
]

private let refusedRouteFiles: [Refusal] = [
  Refusal(
    "another root", "<HealthData/>",
    "r.gpx:1:1: error: found the root element HealthData, expected gpx [not-gpx]"),
  Refusal(
    "nothing", "",
    "r.gpx:1:1: error: found the end of the document, expected an element [unexpected-end]"),
  Refusal(
    "three points", appleFile(points: appleOrigin + appleOrigin + appleUnknown),
    "r.gpx:11:7: error: found more than 2 points (limit 'route-points') [limit]"),
  Refusal(
    "a cut", String(appleFile(points: appleOrigin).dropLast(20)),
    "r.gpx:10:10: error: found the end of the document inside the element 'trkseg', which began at 8:5, expected '</trkseg>' [unexpected-end]"
  ),
]

private func track(_ document: String, capacity: Int? = nil) throws(HealthError)
  -> WorkoutRoute.Track
{
  try RouteFileReader.track(
    from: BytesSource(Array(document.utf8)), name: "r.gpx", pointLimit: 100,
    capacity: capacity ?? 1 << 17)
}

private func rewritten(_ document: String) throws -> String {
  try rewritten(
    RouteFileReader.track(
      from: BytesSource(Array(document.utf8)), name: "r.gpx", pointLimit: 100_000))
}

private func rewritten(_ track: WorkoutRoute.Track) throws -> String {
  let sink = BytesSink()
  var writer = RouteFileWriter(sink: sink)
  try writer.write(track)
  return String(decoding: sink.bytes, as: UTF8.self)
}

private func error(of document: [UInt8], capacity: Int?) -> String? {
  do throws(HealthError) {
    _ = try RouteFileReader.track(
      from: BytesSource(document), name: "r.gpx", pointLimit: 2, capacity: capacity ?? 1 << 17)
    return nil
  } catch { return error.description }
}

private func all(of source: any ByteSource) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = try source.read(into: &buffer, at: 0), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}
