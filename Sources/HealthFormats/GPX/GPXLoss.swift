/// The losses of GPX.
enum GPXLoss: Int, CaseIterable {
  case samples, measurements, workouts, points, elements, dataset

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples",
        "samples that are neither routes nor measured during one; GPX holds only tracks")
    case .measurements:
      Loss(
        "measurements",
        "measurements merged into a track: they become values of its points, whole numbers without a source "
          + "of their own")
    case .workouts:
      Loss(
        "workouts",
        "details of workouts other than the route, its name, source and type"
      )
    case .points:
      Loss("points", "points of a route without coordinates")
    case .elements:
      Loss(
        "elements",
        "elements where the schema does not allow them; moved to extensions or left out")
    case .dataset:
      Loss("dataset", "facts about the dataset and the person other than the date of the export")
    }
  }
}
