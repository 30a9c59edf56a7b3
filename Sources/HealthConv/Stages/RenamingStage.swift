/// Gives categories and workouts whose name HealthKit has replaced the one that newer exports write.
///
/// A name is replaced where exactly one stands for the same. Numbers in the place of values stay.
final class RenamingStage: SampleStage {
  private var renamings: [ConversionReport.Renaming] = []

  func take(_ sample: Sample) -> Sample? {
    switch sample {
    case .category(let category):
      guard let old = category.value, let new = old.replacement else { return sample }
      count(old.name, new.name)
      return .category(CategorySample(header: category.header, value: new))
    case .workout(let workout):
      let old = workout.activityType
      guard old.deprecated != nil, old.replacements.count == 1, let new = old.replacements.first
      else { return sample }
      count(old.identifier, new.identifier)
      var workout = workout
      let descriptor = workout.header.descriptor
      workout.header.descriptor = SampleDescriptor(
        type: .workout(new), unitText: descriptor.unitText,
        source: descriptor.hasSource ? descriptor.source : nil, device: descriptor.device)
      return .workout(workout)
    default: return sample
    }
  }

  /// There are as many as the catalogue has deprecated names.
  private func count(_ old: String, _ new: String) {
    if let index = renamings.firstIndex(where: { $0.from == old }) {
      renamings[index].count += 1
    } else {
      renamings.append(ConversionReport.Renaming(from: old, to: new, count: 1))
    }
  }

  func report(to report: inout ConversionReport) { report.renamings = renamings }
}
