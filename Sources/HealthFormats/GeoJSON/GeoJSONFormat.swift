import HealthBytes
import HealthModel

extension Format {
  /// GeoJSON: routes of workouts for maps and notebooks.
  public static let geoJSON = Format(
    name: "geojson", title: "GeoJSON (RFC 7946), routes with times and values",
    extensions: ["geojson"],
    isText: true,
    layouts: [Format.Layout("features", "a feature for each workout", outputs: [.file])],
    losses: RouteLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in GeoJSONWriter(output) })
}
