public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthUnits

/// What wrote a sample: an app or a device. Exports state names only, so the name is also the bundle identifier.
public struct HKSource: Hashable, Sendable {
  /// The name.
  public let name: String

  init(_ name: String) { self.name = name }

  /// The name: exports have no other identifier.
  public var bundleIdentifier: String { name }

  /// This program, as the source of the samples that it makes.
  public static func `default`() -> HKSource { HKSource(ProcessInfo.processInfo.processName) }
}

/// A source in one of its versions.
public struct HKSourceRevision: Hashable, Sendable {
  let own: Source

  init(_ own: Source) { self.own = own }

  /// A source in a version.
  public init(
    source: HKSource, version: String?, productType: String? = nil,
    operatingSystemVersion: OperatingSystemVersion? = nil
  ) {
    own = Source(
      name: source.name, version: version, productType: productType,
      operatingSystemVersion: operatingSystemVersion.map {
        "\($0.majorVersion).\($0.minorVersion).\($0.patchVersion)"
      })
  }

  /// The source.
  public var source: HKSource { HKSource(own.name) }
  /// The version.
  public var version: String? { own.version }
  /// The product, such as `Watch7,2`.
  public var productType: String? { own.productType }
  /// The version of the system; 0.0.0 where it is not stated, as in exports.
  public var operatingSystemVersion: OperatingSystemVersion {
    let parts = (own.operatingSystemVersion ?? "").split(separator: ".").map { Int($0) ?? 0 }
    let numbers = parts + [0, 0, 0]
    return OperatingSystemVersion(
      majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2])
  }
}

/// The hardware that measured a sample.
public struct HKDevice: Hashable, Sendable {
  let own: Device

  init(_ own: Device) { self.own = own }

  /// A device of what is known of it.
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {
    own = Device(
      name: name, manufacturer: manufacturer, model: model, hardwareVersion: hardwareVersion,
      firmwareVersion: firmwareVersion, softwareVersion: softwareVersion,
      localIdentifier: localIdentifier, udiDeviceIdentifier: udiDeviceIdentifier)
  }

  /// This machine: its name and system.
  public static func local() -> HKDevice {
    let process = ProcessInfo.processInfo
    return HKDevice(
      Device(name: process.hostName, softwareVersion: process.operatingSystemVersionString))
  }

  /// The name.
  public var name: String? { own.name }
  /// The maker.
  public var manufacturer: String? { own.manufacturer }
  /// The model.
  public var model: String? { own.model }
  /// The revision of the hardware.
  public var hardwareVersion: String? { own.hardwareVersion }
  /// The revision of the firmware.
  public var firmwareVersion: String? { own.firmwareVersion }
  /// The version of the software.
  public var softwareVersion: String? { own.softwareVersion }
  /// The identifier that the app uses for it.
  public var localIdentifier: String? { own.localIdentifier }
  /// The unique device identifier of the FDA.
  public var udiDeviceIdentifier: String? { own.udiDeviceIdentifier }
}

// Metadata are a dictionary of texts, numbers, truth values, dates and quantities.

extension Metadata {
  /// Metadata in the order of the keys. A value of another type is stored as its description.
  init(_ values: [String: Any]?) {
    self.init(
      (values ?? [:]).sorted { $0.key < $1.key }.map { key, value in
        MetadataEntry(key: MetadataKey(key), MetadataValue(any: value))
      })
  }

  /// The values by key; the first one if a key occurs several times. `nil` if there are none.
  var dictionary: [String: Any]? {
    if isEmpty { return nil }
    return Dictionary(
      entries.map { ($0.key.identifier, $0.typed.any) }, uniquingKeysWith: { first, _ in first })
  }
}

extension MetadataValue {
  fileprivate init(any value: Any) {
    self =
      switch value {
      case let value as Bool: .bool(value)
      case let value as Int: .number(Number(value))
      case let value as Double: Number(value).map { .number($0) } ?? .string("\(value)")
      case let value as NSNumber: Number(value.doubleValue).map { .number($0) } ?? .string("")
      case let value as Date: .date(Timestamp(value))
      case let value as HKQuantity:
        Number(value.value).map { .quantity($0, unit: value.unit.description) } ?? .string("")
      default: .string("\(value)")
      }
  }

  fileprivate var any: Any {
    switch self {
    case .string(let text): text
    case .bool(let value): value
    case .number(let number): Int(exactly: number.doubleValue) ?? number.doubleValue
    case .date(let date): Date(date)
    case .quantity(let number, let unit):
      (try? HealthUnit(unit)).map { Quantity(number.doubleValue, $0) } ?? "\(number) \(unit)"
    }
  }
}
