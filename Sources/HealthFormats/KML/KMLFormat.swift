import HealthBytes
import HealthModel

extension Format {
  /// KML: routes of workouts for Google Earth.
  public static let kml = Format(
    name: "kml", title: "KML 2.2 (gx:Track), routes with times and values", extensions: ["kml"],
    isText: true,
    layouts: [Format.Layout("placemarks", "a placemark for each workout", outputs: [.file])],
    losses: RouteLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in KMLWriter(output) })
}
