import HealthBytes
import HealthModel

/// A fault in a line, with the offset of its byte in the chunk.
package struct JSONFault: Error, Equatable {
  let offset: Int
  let rule: String
  package let message: String
  var code = HealthError.Code.malformed

  /// Text that is not JSON.
  static func malformed(_ offset: Int, found: String, expected: String) -> JSONFault {
    JSONFault(
      offset: offset, rule: "malformed-json", message: "found \(found), expected \(expected)")
  }

  /// JSON that is not of the shape it should be.
  static func value(_ offset: Int, found: String, expected: String) -> JSONFault {
    JSONFault(
      offset: offset, rule: "malformed-value", message: "found \(found), expected \(expected)")
  }

  /// More than memory is to hold.
  static func tooMany(_ offset: Int, _ what: String, _ limit: Int) -> JSONFault {
    JSONFault(
      offset: offset, rule: "too-many-values",
      message: "found more than \(limit) \(what) in a JSON text (limit '\(Limits.lineItems.name)')"
    )
  }

  /// A member that is not there.
  static func missing(_ offset: Int, _ name: String) -> JSONFault {
    JSONFault(
      offset: offset, rule: "missing-member", message: "found no \"\(name)\" in the object")
  }

  static func date(_ offset: Int, _ name: String, _ fault: Timestamp.Fault) -> JSONFault {
    let expected = fault == .shape ? ", expected 2024-06-01T08:00:00+02:00" : ""
    let wording = fault.wording + expected
    return JSONFault(offset: offset, rule: "malformed-date", message: "\(name) \(wording)")
  }
}
