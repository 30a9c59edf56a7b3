public import HealthModel

extension SourceClass {
  /// The class of the source of a descriptor.
  ///
  /// A watch or a phone is recognized by the name of the source, or by its device: a device of Apple whose software has
  /// the version of the source wrote the samples itself, as its version is that of its system. An app has its own version.
  public init(_ descriptor: SampleDescriptor) {
    // To fold and search a name of megabytes takes seconds; names of watches and phones are short.
    let start = String(decoding: descriptor.source.name.utf8.prefix(1 << 10), as: UTF8.self)
    let name = Source(name: start).foldedName
    if name.contains("watch") {
      self = .watch
    } else if name.contains("iphone") || name == "phone" || name.hasSuffix(" phone") {
      self = .phone
    } else if let product = descriptor.source.productType ?? Self.appleProduct(descriptor) {
      self = product.hasPrefix("Watch") ? .watch : product.hasPrefix("iPhone") ? .phone : .app
    } else {
      self = .app
    }
  }

  private static func appleProduct(_ descriptor: SampleDescriptor) -> String? {
    guard let device = descriptor.device, device.manufacturer == "Apple Inc.",
      let version = device.softwareVersion, version == descriptor.source.version
    else { return nil }
    return device.hardwareVersion ?? device.model
  }
}
