import HealthModel
import HealthTesting
import Testing

/// The text of a device is taken apart where that is safe, and always comes back.
@Suite struct DeviceTests {
  @Test func allFieldsAreFound() {
    let text =
      "<<HKDevice: 0x282a45810>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, firmware:1.2, software:11.6.1, localIdentifier:AB, UDIDeviceIdentifier:(01)5, creation date:2025-08-14 23:49:07 +0000>"
    let (device, address) = Device.parse(text)
    #expect(address == 0x2_82a4_5810)
    #expect(device.name == "Apple Watch")
    #expect(device.manufacturer == "Apple Inc.")
    #expect(device.model == "Watch")
    #expect(device.hardwareVersion == "Watch7,2")
    #expect(device.firmwareVersion == "1.2")
    #expect(device.softwareVersion == "11.6.1")
    #expect(device.localIdentifier == "AB")
    #expect(device.udiDeviceIdentifier == "(01)5")
    #expect(device.creationDate == "2025-08-14 23:49:07 +0000")
    #expect(device.raw == nil)
  }

  @Test(arguments: [
    ("<<HKDevice: 0x1>, name:Scale, model: v1, x, software:2>", "Scale", " v1, x", false),
    ("<<HKDevice: 0x1>, name:A: b, c:d>", "A: b, c:d", nil, false),
    ("<<HKDevice: 0x1>, name:>", "", nil, false),
    ("<<HKDevice: 0x1>>", nil, nil, false),
    ("<<HKDevice: 0x0>, name:a>b>", "a>b", nil, false),
    ("<<HKDevice: 0x1>, name:e\u{301}, model:\u{E9}>", "e\u{301}", "\u{E9}", false),
    ("<<HKDevice: 0x1>, model:W, name:V>", "V", "W", true),
    ("<<HKDevice: 0x1>, name:A, name:B>", "B", nil, true),
    ("<<HKDevice: 0x1>, colour:red, name:A>", "A", nil, true),
    ("<<HKDevice: 0x1>, name:A", nil, nil, true),
    ("<<HKDevice: 0x1> name:A>", nil, nil, true),
    ("<<HKDevice: 0x01>, name:A>", nil, nil, true),
    ("<<HKDevice: 0xABC>, name:A>", nil, nil, true),
    ("<<HKDevice: 0x>, name:A>", nil, nil, true),
    ("<<HKDevice: 0x11111111222222223>, name:A>", nil, nil, true),
    ("<<HKDevice: name:A>", nil, nil, true), ("iPhone", nil, nil, true), ("", nil, nil, true),
  ])
  func theTextComesBack(text: String, name: String?, model: String?, isRaw: Bool) {
    let (device, address) = Device.parse(text)
    #expect(Array(device.text(address: address).utf8) == Array(text.utf8))
    #expect(device.name == name)
    #expect(device.model == model)
    #expect((device.raw != nil) == isRaw)
  }

  @Test func theAddressIsNoPartOfTheDevice() {
    let one = Device.parse("<<HKDevice: 0x1>, name:A>")
    let other = Device.parse("<<HKDevice: 0x2>, name:A>")
    #expect(one.device == other.device)
    #expect(one.address != other.address)
  }

  @Test func anyTextComesBack() {
    var random = FixedRandom(seed: 4)
    let parts = [
      "<<HKDevice: 0x", "1f", ">", ", name:", ", model:", ", hardware:", "Watch7,2", ", ", ":",
      "creation date:", "\u{301}", "\r\n", "0", "é",
    ]
    for _ in 0..<5_000 {
      var text = random.below(4) == 0 ? "" : "<<HKDevice: 0x2a>"
      for _ in 0..<random.below(9) { text += parts[random.below(parts.count)] }
      let (device, address) = Device.parse(text)
      #expect(Array(device.text(address: address).utf8) == Array(text.utf8))
    }
  }
}
