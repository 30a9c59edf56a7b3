import HealthBytes
import HealthModel

/// A file on its way into document samples, a part of its bytes in each.
struct DocumentParts {
  /// The type of a document that is no CDA: HealthKit has no name for such.
  private static let anyType = "Document"
  private static let cdaType = "HKDocumentTypeIdentifierCDA"

  let source: any ByteSource
  private let file: SideFiles.File
  private var descriptor: SampleDescriptor?
  private var offset: Int64 = 0

  /// A file from its start.
  init(_ file: SideFiles.File, source: any ByteSource) {
    self.file = file
    self.source = source
  }

  /// The next part; an empty file has one. `nil` at the end.
  mutating func next() throws(ByteError) -> Sample? {
    var fields = Sample.HealthDocumentFields()
    var data = [UInt8](repeating: 0, count: Sample.HealthDocumentFields.longestData)
    let end = try source.fill(&data)
    guard end > 0 || descriptor == nil else { return nil }
    data.removeLast(data.count - end)
    let descriptor = descriptor ?? Self.descriptor(of: data.span)
    self.descriptor = descriptor
    fields.path = file.path
    if offset > 0 { fields.offset = Number(Int(offset)) }
    fields.size = file.entry.size.map { Number(Int($0)) }
    fields.data = data
    offset += Int64(end)
    return .document(
      HealthDocument(
        header: SampleHeader(descriptor: descriptor, start: .unknown, end: .unknown), fields: fields
      ))
  }

  /// Detects the type of a document by its first bytes.
  static func descriptor(of bytes: Span<UInt8>) -> SampleDescriptor {
    var index = 0
    let end = min(bytes.count, 4_096)
    while index < end {
      index = ByteScan.firstIndex(of: UInt8(ascii: "<"), in: bytes, from: index, to: end)
      if ByteScan.equal(bytes, at: index, to: "<ClinicalDocument") {
        return SampleDescriptor(type: .other(cdaType), source: nil)
      }
      index += 1
    }
    return SampleDescriptor(type: .other(anyType), source: nil)
  }
}
