import HealthModel

extension Sample {
  /// About how many points, voltages, beats or pieces of text it holds: its memory in addition to the common header.
  var partCount: Int {
    switch self {
    case .workout(let workout):
      var count = 0
      for route in workout.fields.routes {
        for file in route.files { count += file.track?.locations.count ?? 0 }
      }
      return count
    case .electrocardiogram(let sample): return sample.fields.voltages.count
    case .heartbeatSeries(let sample): return sample.fields.beats.count
    case .clinicalRecord(let sample): return (sample.fields.resource?.utf8.count ?? 0) / 64
    case .document(let sample): return sample.fields.data.count / 64
    default: return 0
    }
  }
}
