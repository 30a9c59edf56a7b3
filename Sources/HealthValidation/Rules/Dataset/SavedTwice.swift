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
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        creationDate="2024-06-01 09:00:10 +0200" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        creationDate="2024-06-01 09:30:00 +0200" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        creationDate="2024-06-01 09:00:10 +0200" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"><MetadataEntry key="HKExternalUUID" value="A"/></Record>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        creationDate="2024-06-01 09:30:00 +0200" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"><MetadataEntry key="HKExternalUUID" value="B"/></Record>
        """)
  ) {
    RepeatedSample(.measurement, message: "the same measurement was saved earlier")
  }
}
