/// The hardware a sample was measured with (`HKDevice`).
public struct Device: Hashable, Sendable {
  /// Its name, such as `Apple Watch`.
  public var name: String?
  /// Its maker.
  public var manufacturer: String?
  /// Its model.
  public var model: String?
  /// The revision of its hardware, such as `Watch7,2`.
  public var hardwareVersion: String?
  /// The revision of its firmware.
  public var firmwareVersion: String?
  /// The version of its software.
  public var softwareVersion: String?
  /// The identifier that the app uses for it on the phone.
  public var localIdentifier: String?
  /// Its unique device identifier (UDI) with the FDA.
  public var udiDeviceIdentifier: String?
  /// When the health store first met it, as the export writes that: not a field of `HKDevice`.
  public var creationDate: String?
  /// The export's text of the device, where the fields would not print it. The address is taken out
  /// of it, if it has one.
  public package(set) var raw: String?

  /// A device with nothing known of it.
  public init() {}

  /// Bytes of its texts.
  var weight: Int {
    var weight = 0
    func add(_ text: String?) { if let text { weight += text.utf8.count } }
    add(name)
    add(manufacturer)
    add(model)
    add(hardwareVersion)
    add(firmwareVersion)
    add(softwareVersion)
    add(localIdentifier)
    add(udiDeviceIdentifier)
    add(creationDate)
    add(raw)
    return weight
  }

  /// The fields in the order an export writes them, with the export's names for them.
  static var fields: [(key: String, path: WritableKeyPath<Device, String?>)] {
    [
      ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model),
      ("hardware", \.hardwareVersion), ("firmware", \.firmwareVersion),
      ("software", \.softwareVersion), ("localIdentifier", \.localIdentifier),
      ("UDIDeviceIdentifier", \.udiDeviceIdentifier), ("creation date", \.creationDate),
    ]
  }
}
