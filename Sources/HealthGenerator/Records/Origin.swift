/// What measured or entered something: a source and its device.
struct Origin {
  /// The parts of a device description in their order, without the software.
  struct Device {
    let name: String
    let manufacturer: String
    let model: String
    let hardware: String
    /// What some apps add, as `, localIdentifier:…`.
    var addition = ""
  }

  let name: String
  /// The versions in the course of the export, at least one.
  let versions: [String]
  let device: Device?

  static let phone = Origin(
    name: "Sam’s iPhone", versions: ["17.6.1", "18.5", "26.2"],
    device: Device(
      name: "iPhone", manufacturer: "Apple Inc.", model: "iPhone", hardware: "iPhone15,4"))

  static let watch = Origin(
    name: "Sam’s Apple\u{A0}Watch", versions: ["10.6.1", "11.5", "26.2"],
    device: Device(
      name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch7,2",
      addition: ", creation date:2023-09-22 09:03:11 +0000"))

  static let headphones = Origin(
    name: "Sam’s iPhone", versions: ["17.6.1", "18.5", "26.2"],
    device: Device(
      name: "AirPods Pro", manufacturer: "Apple Inc.", model: "2014", hardware: "0x4C",
      addition: ", localIdentifier:00-11-22-AA-BB-CC-tacl"))

  /// Typed in by hand.
  static let health = Origin(name: "Health", versions: ["17.6.1", "18.5", "26.2"], device: nil)

  static let scale = Origin(
    name: "Küchen & Körper", versions: ["5120", "6010803"],
    device: Device(
      name: "Lumo Body+", manufacturer: "Lumo", model: "Body+", hardware: "Rev A, 2"))

  static let cuff = Origin(
    name: "Тонометр", versions: ["2.4.0"],
    device: Device(name: "Cuff", manufacturer: "Tensio", model: "T-300", hardware: "1.0"))

  static let glucoseMeter = Origin(
    name: "🩸 Glucose Pal", versions: ["3.1", "202511211629"],
    device: Device(name: "CGM", manufacturer: "Pal", model: "P2", hardware: "P2-7"))

  static let foodDiary = Origin(
    name: "Eat \"Well\" <beta>", versions: ["15009"], device: nil)

  static let trainer = Origin(name: "Run Club 🏃", versions: ["7.1"], device: nil)

  static let cycleDiary = Origin(name: "月のノート", versions: ["1.9.2"], device: nil)
}
