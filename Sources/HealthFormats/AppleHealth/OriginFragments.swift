import HealthBytes
import HealthModel

/// The attributes that are the same for all samples of one descriptor, printed once.
final class OriginFragments {
  /// ` type="…"`
  let type: [UInt8]
  /// ` sourceName="…" … device="…" unit="…"`, for a sample without a device's address.
  let whole: [UInt8]
  /// The same up to the address, and behind it; for a sample with one.
  let beforeAddress: [UInt8]
  let afterAddress: [UInt8]
  /// Whether there is a device at all.
  let hasDevice: Bool
  /// Whether the source has fields for which an export has no attribute.
  let losesSource: Bool
  /// How many characters were replaced.
  let illegalCharacters: Int

  init(_ descriptor: SampleDescriptor, typeName: String?) {
    var illegal = 0
    func attributes(_ values: [(String, String?)]) -> [UInt8] {
      var buffer = ByteBuffer(capacity: 512)
      buffer.most = Limits.sampleBytes.value
      for case (let name, let value?) in values {
        buffer.append(UInt8(ascii: " "))
        buffer.append(utf8: name)
        buffer.append("=\"")
        illegal += buffer.append(xml: value)
        buffer.append(UInt8(ascii: "\""))
      }
      return buffer.bytes
    }
    type = attributes(typeName.map { [($0, descriptor.type.identifier)] } ?? [])
    let source = attributes([
      ("sourceName", descriptor.sourceName),
      ("sourceVersion", descriptor.source.version),
    ])
    let unit = attributes([("unit", descriptor.unitText)])
    whole = source + attributes([("device", descriptor.device?.text(address: nil))]) + unit
    illegalCharacters = illegal
    losesSource = descriptor.source.isMoreThanNameAndVersion
    hasDevice = descriptor.device != nil
    // Cut at the address, which is one digit here.
    let addressed = attributes([("device", descriptor.device?.text(address: 0))])
    let cut = #" device="&lt;&lt;HKDevice: 0x"#.utf8.count
    beforeAddress = source + addressed.prefix(cut)
    afterAddress = addressed.dropFirst(cut + 1) + unit
  }
}
