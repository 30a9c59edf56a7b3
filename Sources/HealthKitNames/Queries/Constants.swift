public import Foundation

/// No limit.
public let HKObjectQueryNoLimit = 0

/// Sorts by the start.
public let HKSampleSortIdentifierStartDate = "startDate"
/// Sorts by the end.
public let HKSampleSortIdentifierEndDate = "endDate"

/// The name of a device.
public let HKDevicePropertyKeyName = "name"
/// The maker of a device.
public let HKDevicePropertyKeyManufacturer = "manufacturer"
/// The model of a device.
public let HKDevicePropertyKeyModel = "model"
/// The revision of a device's hardware.
public let HKDevicePropertyKeyHardwareVersion = "hardwareVersion"
/// The revision of a device's firmware.
public let HKDevicePropertyKeyFirmwareVersion = "firmwareVersion"
/// The version of a device's software.
public let HKDevicePropertyKeySoftwareVersion = "softwareVersion"
/// The identifier that the app uses for a device.
public let HKDevicePropertyKeyLocalIdentifier = "localIdentifier"
/// The unique device identifier of the FDA.
public let HKDevicePropertyKeyUDIDeviceIdentifier = "udiDeviceIdentifier"

extension Notification.Name {
  /// Exists so that code compiles; nothing posts it, as preferences of units do not change here.
  public static let HKUserPreferencesDidChange = Notification.Name("HKUserPreferencesDidChange")
}

#if !canImport(ObjectiveC)
  extension NSSortDescriptor {
    /// Sorts samples by ``HKSampleSortIdentifierStartDate`` or ``HKSampleSortIdentifierEndDate``. Foundation has keys on Apple's
    /// systems only; other keys end the program.
    public convenience init(key: String, ascending: Bool) {
      switch key {
      case HKSampleSortIdentifierStartDate:
        self.init(keyPath: \HKSample.startDate, ascending: ascending)
      case HKSampleSortIdentifierEndDate:
        self.init(keyPath: \HKSample.endDate, ascending: ascending)
      default: preconditionFailure("samples are sorted by startDate or endDate")
      }
    }
  }
#endif
