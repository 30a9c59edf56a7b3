import HealthModel

extension Rule {
  static let savedTwice = Rule(
    "saved-twice", .dataset, .info,
    title: "the same measurement was saved twice",
    explanation: """
      Two samples have the same type, source, device, start, end, value and metadata. They differ only in the \
      date on which they were saved or in the version of the software. Most often an app has saved one \
      measurement twice; a sum counts it twice.
      """,
    exceptions: """
      Samples that are equal in every field are an exact-duplicate. Samples that differ in a value, the metadata, \
      an identifier, the device or their parts are different samples. Of more than 4096 different samples \
      with one type, source and start, the later ones are not compared.
      """,
    examples: Examples(
      bad: .lines(
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:00:10 +0200"),
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:30:00 +0200")),
      good: .lines(
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:00:10 +0200",
          metadata: ["HKExternalUUID": "A"]),
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:30:00 +0200",
          metadata: ["HKExternalUUID": "B"])))
  ) {
    RepeatedSample(.measurement, message: "the same measurement was saved earlier")
  }
}
