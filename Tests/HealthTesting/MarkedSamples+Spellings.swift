public import HealthModel

/// Samples that are hard to convert, each for one reason.
extension MarkedSamples {
  /// Numbers in every spelling that was seen, and some that were not.
  public static var numbers: [Sample] {
    let spellings = [
      "0", "-0", "-0.0", "7", "007", "+5", ".5", "-.5", "5.", "72.50", "5.91532e-05", "1E+05",
      "123456789012345678", "12345678901234567890", "0.12345678901234567890123", "1e400",
      "+1234567890123456789012345", "-12.000", "+0.00001e-9999", "1e-9999",
    ]
    let ownBeats = [
      QuantitySample.Beat(bpm: Number("61") ?? Number(0), time: "8:00:01.25\u{202F}AM"),
      QuantitySample.Beat(bpm: Number("+062") ?? Number(0), time: "20:00:02,50"),
    ]
    return spellings.map { quantity($0) } + [
      .quantity(
        QuantitySample(
          header: header(
            .quantity(QuantityType("HKQuantityTypeIdentifierHeartRateVariabilitySDNN")),
            unit: "ms"), number: Number(42), beats: ownBeats))
    ]
  }

  /// Dates in every spelling that was seen.
  public static var dates: [Sample] {
    [
      "20140601080000+0200", "2024-06-01 08:00:00.5 +0200", "2024-06-01T08:00:00Z",
      "2024-06-01 08:00:00.123456789 +0545", "2024-06-30 23:59:60 +0000",
      "2024-06-01 08:00:00 -0000", "0001-01-01 00:00:00 +0000", "9999-12-31 23:59:59 -1100",
    ].map { text in
      quantity("1") {
        $0.start = date(text)
        $0.end = date(text)
        $0.created = nil
      }
    }
  }

  /// Metadata in every order of repeated keys, and hard texts as keys and as values.
  public static var metadata: [Sample] {
    let orders = ["ab", "aa", "aba", "aab", "abab", "abba", "abcabc", "abcacb", "abac", "baab"]
    let repeated = orders.map { order in
      order.enumerated().map { ("\($0.element)", "\($0.offset)") }
    }
    let hard = texts.enumerated().map { [($0.element, $0.element), ("n", "\($0.offset)")] }
    let many = (0..<40).map { ("key \($0 % 20)", "\($0)") }
    // Two keys that are equal in Swift but consist of different scalars.
    let alike = [("é", "1"), ("e\u{301}", "2"), ("é", "3")]
    return (repeated + hard + [many, alike]).map { entries in
      quantity("1") {
        $0.metadata = Metadata(entries.map { MetadataEntry(key: MetadataKey($0.0), value: $0.1) })
      }
    }
  }

  /// Devices with and without an address, and one whose fields do not print its text.
  public static var devices: [Sample] {
    let type = SampleType.quantity(QuantityType("HKQuantityTypeIdentifierHeartRate"))
    let written = [
      "<<HKDevice: 0x282a45810>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
        + "hardware:Watch7,2, software:10.5, creation date:2023-09-22 10:00:00 +0000>",
      "<<HKDevice: 0x28000000f>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
        + "hardware:Watch7,2, software:10.5, creation date:2023-09-22 10:00:00 +0000>",
      "<<HKDevice: 0x0>>", "<<HKDevice: 0x1>, future:field>", "a device of another kind",
      "<<HKDevice: 0xABC>, name:Upper>", "<<HKDevice: 0x1>, name:\"quoted\", model:>",
    ]
    let parsed = written.map { Device.parse($0) }
    var plain = Device()
    plain.name = "No address"
    return (parsed + [(plain, nil), (Device(), nil)]).map { device, address in
      quantity("1") {
        $0.descriptor = SampleDescriptor(
          type: type, unitText: "count/min",
          source: Source(
            name: "a\u{A0}b \"c\"", version: "1", productType: "Watch7,2",
            operatingSystemVersion: "10.5.1"), device: device)
        $0.deviceAddress = address
      }
    }
  }

  /// Content without a field, in samples of the kinds with fast paths.
  public static var extras: [Sample] {
    let nested = Element(
      name: "Unknown", attributes: texts.map { Element.Attribute(name: "a", value: $0) },
      children: [.text("text"), .element(Element(name: "Empty"))])
    let whole = Extras(
      attributes: [
        Element.Attribute(name: "attributes", value: "kept"),
        Element.Attribute(name: "kind", value: "of attribute"),
      ], content: [.element(nested), .text("\n")],
      order: [
        Extras.ChildRun(name: "Unknown", count: 1),
        Extras.ChildRun(name: "MetadataEntry", count: 2),
      ], renamed: [Extras.Renaming(field: "sourceName", writtenAs: "source")])
    return [
      quantity("1") { $0.extras = whole },
      quantity("+1") {
        $0.extras = Extras(renamed: whole.renamed)
        $0.ordinal = 3
      },
      quantity("1") {
        $0.descriptor = SampleDescriptor(
          type: .quantity(QuantityType("com.example.unknown \"type\"")), unitText: "",
          source: nil)
        $0.extras = Extras(order: whole.order)
      },
    ]
  }

  /// Unknown elements.
  public static var elements: [Sample] {
    var deep = Element(name: "Leaf", children: [.text("end")])
    for depth in 0..<100 { deep = Element(name: "Level\(depth)", children: [.element(deep)]) }
    return [
      .unknown(Element(name: "Nothing")),
      .unknown(
        Element(
          name: "Future", attributes: [Element.Attribute(name: "a", value: "1")],
          children: texts.map { .text($0) })),
      .unknown(deep),
    ]
  }
}
