import HealthModel
import HealthUnits

/// Apps, devices and units, found once for each descriptor.
extension HealthConnectWriter {
  /// What samples of a descriptor have in common, made once for each.
  func origin(of descriptor: SampleDescriptor) throws(HealthError) -> Origin {
    if let number = index.number(of: descriptor) { return origins[number] }
    if index.isLarge { (index, origins) = (DescriptorIndex(), []) }
    let number = index.insert(descriptor)
    if number < origins.count { return origins[number] }
    let made = try makeOrigin(descriptor)
    origins.append(made)
    return made
  }

  private func makeOrigin(_ descriptor: SampleDescriptor) throws(HealthError) -> Origin {
    let identifier = descriptor.type.identifier
    let place = plan.places[identifier]
    let assembly =
      place != nil
      ? nil
      : plan.places.first { $0.value.values[identifier] != nil }.map {
        (type: $0.key, place: $0.value)
      }
    let value = (place ?? assembly?.place)?.values[identifier]
    var conversion: HealthUnit.Conversion?
    if let own = descriptor.unit, let value { conversion = try? own.conversion(to: value.unit) }
    let name = descriptor.source.name
    let isPackage = Self.isPackage(name)
    let app = try database.app(
      package: isPackage
        ? name : "healthconv.source.s\(SHA1.text(of: Array(name.utf8)).prefix(16))",
      name: isPackage || name.isEmpty ? nil : name)
    let device = descriptor.device
    let type = Self.type(of: device, descriptor.source.productType)
    var row: Int64 = 1
    var (rest, source) = (device, Source(name: name))
    if device?.manufacturer != nil || device?.model != nil || type.isStated {
      row = try database.device(
        manufacturer: device?.manufacturer, model: device?.model, type: type.number)
      rest?.manufacturer = nil
      rest?.model = nil
      if type.isStated { source = Source(name: name, productType: descriptor.source.productType) }
    }
    return Origin(
      app: app, device: row, place: place, assembly: assembly, value: value,
      conversion: conversion, isConverted: value.map { $0.unit != descriptor.unit } ?? false,
      hasDetails: name.isEmpty || rest.map { $0 != Device() } ?? false
        || descriptor.participant != nil || descriptor.source != source)
  }

  /// Whether a source has the name of a package of Android: words of letters, digits and `_`, joined by points.
  private static func isPackage(_ name: String) -> Bool {
    guard name.utf8.count < 256 else { return false }
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        word.utf8.first.map { ($0 | 32) >= UInt8(ascii: "a") && ($0 | 32) <= UInt8(ascii: "z") }
          ?? false
          && word.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 32) || byte == 95
          }
      }
  }

  /// The number of a kind of device: 1 watch, 2 phone, 3 scale.
  ///
  /// - Returns: The number; and whether the product of the source is one that the map of Health Connect reads from it.
  private static func type(
    of device: Device?, _ product: String?
  ) -> (number: Int64, isStated: Bool) {
    if product == "Watch" || product == "Phone" { return (product == "Watch" ? 1 : 2, true) }
    let words = "\(device?.name ?? "") \(device?.model ?? "")".lowercased()
    let number: Int64 =
      words.contains("watch")
      ? 1 : words.contains("phone") ? 2 : words.contains("scale") ? 3 : 0
    return (number, false)
  }
}
