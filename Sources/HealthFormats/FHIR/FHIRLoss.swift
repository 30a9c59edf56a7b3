/// What FHIR cannot hold, or this format does not write.
enum FHIRLoss: String, LossKind {
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

  var explanation: String {
    switch self {
    case .samples:
      "samples of kinds that are not written as observations: rings, prescriptions, clinical records, heartbeats, "
        + "questionnaires, medication doses, documents and unknown elements"
    case .workoutDetails: "events, activities, routes, zones and nested samples of workouts"
    case .electrocardiogramDetails:
      "the person's name and date of birth, and the path and form of the file of an electrocardiogram"
    case .audiogramDetails: "masking and clamping ranges of hearing tests"
    case .members: "samples in a correlation that are neither quantities nor categories"
    case .beats: "the beats of heart rate variability samples"
    case .dates:
      "dates that FHIR does not allow: an end before the start, and offsets of more than 14 hours from UTC"
    case .textForms: "the text form of numbers and dates; their values are unchanged"
    case .emptyTexts: "empty texts in sources, devices and metadata"
    case .deviceAddresses: "the memory addresses in the descriptions of devices"
    case .elements: "unknown attributes and elements of samples"
    case .dataset: "unknown attributes of the dataset, and the person if another patient is named"
    }
  }
}
