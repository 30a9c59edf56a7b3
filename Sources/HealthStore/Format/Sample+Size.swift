import HealthModel

extension Sample {
  /// About how many points, voltages, beats or pieces of text of 64 bytes it holds: its memory in addition to the common
  /// header.
  var partCount: Int { (header.map { $0.textSize / 64 } ?? 0) &+ ownPartCount }

  private var ownPartCount: Int {
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
    case .correlation(let correlation):
      return correlation.members.reduce(0) { $0 + $1.sample.partCount }
    default: return 0
    }
  }
}

extension SampleHeader {
  /// The bytes of its texts, but for those that only few samples have.
  fileprivate var textSize: Int {
    var size = descriptor.source.name.utf8.count
    for entry in metadata.entries {
      size &+= entry.key.identifier.utf8.count &+ entry.value.utf8.count
    }
    return size
  }
}
