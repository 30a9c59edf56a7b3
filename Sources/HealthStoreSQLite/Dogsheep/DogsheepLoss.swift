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
        "how numbers were spelled: 72.50 becomes 72.5, and past 17 digits they are rounded")
    case .order:
      Loss(
        "order",
        "the order of elements inside a sample where it is unusual, and the names that defects of "
          + "exports gave to attributes; the order of metadata is not counted")
    }
  }
}
