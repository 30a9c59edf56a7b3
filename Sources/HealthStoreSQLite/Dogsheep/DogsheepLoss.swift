import HealthFormats

/// What the tables of dogsheep cannot carry.
enum DogsheepLoss: Int, CaseIterable {
  case spellings, order

  /// The loss as the layout declares it.
  var loss: Loss {
    switch self {
    case .spellings:
      Loss(
        "spellings",
        "the text form of numbers: 72.50 becomes 72.5, and numbers of more than 17 digits are rounded"
      )
    case .order:
      Loss(
        "order",
        "the order of elements inside a sample where it is unusual, and the names that defects of "
          + "exports gave to attributes; the order of metadata is not counted")
    }
  }
}
