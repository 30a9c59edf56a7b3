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
    Field.allCases.reduce(raw?.utf8.count ?? 0) { $0 + (self[$1]?.utf8.count ?? 0) }
  }

  /// The fields in the order an export writes them.
  package enum Field: String, CaseIterable {
    case name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion
    case localIdentifier, udiDeviceIdentifier, creationDate

    /// The export's name for it.
    package var key: String {
      switch self {
      case .hardwareVersion: "hardware"
      case .firmwareVersion: "firmware"
      case .softwareVersion: "software"
      case .udiDeviceIdentifier: "UDIDeviceIdentifier"
      case .creationDate: "creation date"
      default: rawValue
      }
    }
  }

  /// The text of a field. Not by key paths, which are slow: a file may have another device in each record.
  package subscript(field: Field) -> String? {
    get {
      switch field {
      case .name: name
      case .manufacturer: manufacturer
      case .model: model
      case .hardwareVersion: hardwareVersion
      case .firmwareVersion: firmwareVersion
      case .softwareVersion: softwareVersion
      case .localIdentifier: localIdentifier
      case .udiDeviceIdentifier: udiDeviceIdentifier
      case .creationDate: creationDate
      }
    }
    set {
      switch field {
      case .name: name = newValue
      case .manufacturer: manufacturer = newValue
      case .model: model = newValue
      case .hardwareVersion: hardwareVersion = newValue
      case .firmwareVersion: firmwareVersion = newValue
      case .softwareVersion: softwareVersion = newValue
      case .localIdentifier: localIdentifier = newValue
      case .udiDeviceIdentifier: udiDeviceIdentifier = newValue
      case .creationDate: creationDate = newValue
      }
    }
  }
}
