import HealthModel

/// The program and the device that a file comes from.
///
/// One definition for both directions, as for sessions.
struct FITOrigin {
  var manufacturer: Int64?
  var product: Int64?
  /// The name that the file states of itself, or that of its device.
  var name: String?
  /// The name of the device, where it is another.
  var deviceName: String?
  /// Hundredths.
  var software: Int64?
  var serial: Int64?

  init() {}

  var source: Source? {
    guard let text = name ?? manufacturer.flatMap(FITManufacturer.name) else {
      return manufacturer.map { Source(name: "FIT \($0)") }
    }
    return Source(name: text)
  }

  /// The device; `nil` for a file of a program, which states no maker.
  var device: Device? {
    guard let manufacturer else { return nil }
    let isProgram = manufacturer == FITManufacturer.development
    if isProgram, product == nil, software == nil, deviceName == nil { return nil }
    var device = Device()
    device.name = deviceName ?? name
    if !isProgram {
      device.manufacturer = FITManufacturer.name(manufacturer) ?? String(manufacturer)
    }
    device.model = product.map { String($0) }
    device.softwareVersion = software.map { Number(digits: $0, exponent: -2).description }
    return device
  }

  /// The origin of a workout: what of its source and its device a file has room for.
  init(_ source: String?, _ device: Device?) {
    let maker = FITManufacturer.number(device?.manufacturer)
    manufacturer = maker ?? FITManufacturer.development
    product = device?.model.flatMap { UInt16($0) }.flatMap { $0 < 0xFFFF ? Int64($0) : nil }
    software = device?.softwareVersion.flatMap { Number($0) }.flatMap { $0.steps(-2, 0xFFFE) }
    let source = source?.fitText
    if device?.name != nil || maker == nil || source != maker.flatMap(FITManufacturer.name) {
      name = source
    }
    if let text = device?.name?.fitText, text != source { deviceName = text }
  }
}

extension String {
  /// The text as a field can hold it: 254 bytes without NUL, cut between characters.
  var fitText: String? {
    var text = ""
    var count = 0
    for character in self where character != "\0" {
      count += character.utf8.count
      if count > 254 { break }
      text.append(character)
    }
    return text.isEmpty ? nil : text
  }
}
