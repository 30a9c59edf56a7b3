/// The losses of GPX.
enum GPXLoss: Int, CaseIterable {
  case samples, measurements, workouts, points, elements, dataset

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples",
        "samples that are no route and were not measured on one; GPX holds nothing but tracks")
    case .measurements:
      Loss(
        "measurements",
        "measurements merged into a track: they stand at its points, whole numbers without a source "
          + "of their own")
    case .workouts:
      Loss(
        "workouts",
        "workouts of which more is known than the route, its name, source and type; that was left out"
      )
    case .points:
      Loss("points", "points of a route without a place on the earth")
    case .elements:
      Loss(
        "elements",
        "elements that the schema does not allow where they stood; moved to extensions or left out")
    case .dataset:
      Loss("dataset", "what is known of the dataset and the person beside the date of the export")
    }
  }
}
