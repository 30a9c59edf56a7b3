import HealthModel

extension Rule {
  /// Samples that are equal in every field.
  public static let exactDuplicate = Rule(
    "exact-duplicate", .dataset, .warning,
    title: "the same sample occurs twice",
    explanation: """
      A sample is equal to one before it in every field: dates, value, source, device, metadata. \
      Every sum counts it twice. Two exports that overlap were joined, or an app has saved the same \
      measurement again.
      """,
    exceptions: """
      The address of a device and the text form of numbers and dates do not count. A correlation \
      member that is also stored separately is one sample. Of more than 4096 different samples with \
      one type, source and start, the later ones are not compared.
      """,
    examples: Examples(
      bad: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale")),
      good: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
        .quantity("BodyMass", unit: "kg", value: "70", source: "App")))
  ) {
    RepeatedSample(.content, message: "the same sample occurs earlier")
  }
}
