/// What FHIR cannot hold, or this format does not write.
enum FHIRLoss: String, CaseIterable {
  case samples
  case workoutDetails = "workout-details"
  case electrocardiogramDetails = "electrocardiogram-details"
  case audiogramDetails = "audiogram-details"
  case members
  case beats
  case dates
  case textForms = "text-forms"
  case emptyTexts = "empty-texts"
  case deviceAddresses = "device-addresses"
  case elements
  case dataset

  var loss: Loss { Loss(rawValue, explanation) }

  private var explanation: String {
    switch self {
    case .samples:
      "Samples of kinds that are not written as observations: rings, prescriptions, clinical records, heartbeats, "
        + "questionnaires, medication doses, documents and unknown elements."
    case .workoutDetails: "Events, activities, routes, zones and nested samples of workouts."
    case .electrocardiogramDetails:
      "The person's name and date of birth, and the path and form of the file of an electrocardiogram."
    case .audiogramDetails: "Masking and clamping ranges of hearing tests."
    case .members: "Samples in a correlation that are neither quantities nor categories."
    case .beats: "The beats of heart rate variability samples."
    case .dates:
      "Dates that FHIR does not allow: an end before the start, and offsets of more than 14 hours from UTC."
    case .textForms: "How numbers and dates were written: the values are the same."
    case .emptyTexts: "Texts without a character, in sources, devices and metadata."
    case .deviceAddresses: "The addresses in memory in the texts of devices."
    case .elements: "Attributes and elements of samples that are not known."
    case .dataset: "Facts about the dataset that are not known."
    }
  }
}

/// Counts of losses.
struct FHIRLosses {
  private var counts = [Int](repeating: 0, count: FHIRLoss.allCases.count)

  mutating func add(_ loss: FHIRLoss, _ count: Int = 1) {
    counts[FHIRLoss.allCases.firstIndex(of: loss) ?? 0] += count
  }

  mutating func take(_ other: inout FHIRLosses) {
    for index in counts.indices { counts[index] += other.counts[index] }
    other = FHIRLosses()
  }

  var list: [Loss.Count] {
    zip(FHIRLoss.allCases, counts).map { Loss.Count(loss: $0.loss, count: $1) }
  }
}
