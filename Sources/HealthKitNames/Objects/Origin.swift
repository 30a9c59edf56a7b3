public import Foundation
import HealthConv
import HealthModel

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
