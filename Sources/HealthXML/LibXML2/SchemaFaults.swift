import CHealthLibXML2

/// Takes what libxml2 has to say about a document or a schema.
@safe
final class SchemaFaults {
  /// The messages, up to a limit.
  private(set) var list: [SchemaValidator.Violation] = []
  private let limit: Int

  /// - Parameter limit: How much is kept.
  init(limit: Int) { self.limit = limit }

  /// The callback for libxml2, with the object.
  static let handler: xmlStructuredErrorFunc = { data, error in
    guard let data = unsafe data, let error = unsafe error else { return }
    let faults = unsafe Unmanaged<SchemaFaults>.fromOpaque(data).takeUnretainedValue()
    guard faults.list.count < faults.limit else { return }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    unsafe faults.list.append(
      SchemaValidator.Violation(
        code: Int(error.pointee.code), line: Int(error.pointee.line),
        message: String(message.reversed().drop { $0 == "\n" }.reversed())))
  }

  /// The messages since the last call.
  func take() -> [SchemaValidator.Violation] {
    defer { list.removeAll(keepingCapacity: true) }
    return list
  }
}
