import HealthModel

extension WorkoutRoute {
  /// The route of points that have no file of their own, from the first to the last of their dates.
  init(points: [RouteLocation]) {
    self.init()
    let dates = points.compactMap(\.date)
    (startDate, endDate) = (dates.min(), dates.max())
    var track = Track()
    track.locations = points
    var file = FileReference()
    file.track = track
    files = [file]
  }
}
