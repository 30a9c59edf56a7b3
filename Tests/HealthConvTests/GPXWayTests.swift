import Foundation
import HealthConv
import HealthTesting
import Testing

/// What a GPX file has beside what the model has fields for goes through every format that claims to lose nothing.
@Suite struct GPXWayTests {
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Logger" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
     <metadata><name>All</name><keywords>a, b</keywords></metadata>
     <wpt lat="47.1" lon="11.2"><ele>1</ele><time>2024-06-01T06:00:00</time><sym>Hut</sym></wpt>
     <trk>
      <name>Morning</name><cmt>a comment</cmt><desc>a description</desc><src>Watch</src>
      <link href="https://example.org"><text>page</text></link><number>7</number>
      <type>moon walk</type><extensions><x:color x:deep="1">red</x:color></extensions>
      <trkseg>
       <trkpt lat="47.1" lon="11.2"><ele>1.50</ele><time>2024-06-01T06:00:00Z</time><cmt>here</cmt>\
    <extensions><x:a>1</x:a></extensions></trkpt>
       <trkpt lat="47.2" lon="11.3"><time>2024-06-01T06:00:10Z</time></trkpt>
      </trkseg>
      <trkseg><trkpt lat="47.3" lon="11.4"><time>2024-06-01T06:00:20Z</time></trkpt></trkseg>
     </trk>
    </gpx>
    """

  @Test(arguments: ["samples.jsonl", "dataset.zip", "store.db", "export/", "export.zip"])
  func everythingOfATrackComesThrough(_ name: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(bytes: Array(Self.document.utf8), "in.gpx")
    let format: Format =
      switch name {
      case "dataset.zip": .csvDataset
      case "export/": .appleHealth
      default: try Format.forWriting(to: name)
      }
    let way = folder.path + "/" + name
    let report = try Conversion(of: .open(input), to: format).run(toFile: way)
    #expect(report.losses.filter { $0.count > 0 }.map(\.loss.name) == [])
    #expect(report.readError == nil)
    let direct = try gpx(input, folder)
    for word in [
      "a comment", "a description", "example.org", "<number>7", "moon walk", "red", "here", ">Hut<",
      "a, b",
    ] {
      #expect(direct.contains(word), "\(word)")
    }
    #expect(try gpx(way, folder) == direct)
  }

  private func gpx(_ path: String, _ folder: TemporaryFolder) throws -> String {
    let output = folder.path + "/out.gpx"
    _ = try Conversion(of: .open(path), to: .gpx).run(toFile: output, overwriting: true)
    return try String(contentsOf: URL(fileURLWithPath: output), encoding: .utf8)
  }
}
