public import HealthModel

extension SourceClass {
  /// The class of what wrote samples of a descriptor, if no person entered them by hand.
  ///
  /// A watch or a phone is recognized by its product type, never by a name: people name apps and devices as they like. An app
  /// runs on a product, too, and has a version of its own, whereas the version of a device that writes its own samples is that
  /// of its system.
  public init(_ descriptor: SampleDescriptor) {
    let product = Self.ownProduct(descriptor) ?? ""
    self = product.hasPrefix("Watch") ? .watch : product.hasPrefix("iPhone") ? .phone : .app
  }

  private static func ownProduct(_ descriptor: SampleDescriptor) -> String? {
    let source = descriptor.source
    if let product = source.productType {
      let isApp = source.operatingSystemVersion.map { $0 != source.version } ?? false
      return isApp ? nil : product
    }
    // Phones wrote "Apple", at least until iOS 10.
    guard let device = descriptor.device,
      device.manufacturer == "Apple Inc." || device.manufacturer == "Apple",
      let version = device.softwareVersion, version == source.version
    else { return nil }
    return device.hardwareVersion ?? device.model
  }
}

extension Metadata {
  /// Whether a person entered the sample by hand.
  var isEnteredByHand: Bool {
    if isEmpty { return false }
    let value = self[.wasUserEntered]
    return value == "1" || value == "true"
  }
}
