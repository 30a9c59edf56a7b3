import HealthModel

extension Rule {
  static let resourceDiffers = Rule(
    "resource-differs", .structure, .warning,
    title: "clinical record has another identifier than its resource",
    explanation: """
      The identifier of a clinical record is not the 'id' of the FHIR resource in its file: the record refers to the file \
      of another one.
      """,
    exceptions: """
      Records without an identifier, and resources that are not read or have no 'id', are not checked.
      """,
    examples: Examples(
      bad: .clinicalRecord(resource: #"{"resourceType":"Observation","id":"b"}"#),
      good: .clinicalRecord(resource: #"{"resourceType":"Observation","id":"a"}"#)),
    kinds: [.clinicalRecord]
  ) { ResourceDiffers() }
}

private struct ResourceDiffers: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .clinicalRecord(let record) = sample.sample,
      let identifier = record.fields.identifier, let resource = record.fields.resource,
      let own = Self.identifier(of: resource), own != identifier
    else { return }
    findings.add("the identifier is not the 'id' of the resource", on: sample)
  }

  /// The member `id` of a JSON object; `nil` if it has none that is a plain text.
  private static func identifier(of resource: String) -> String? {
    var (depth, isKey, key) = (0, false, "")
    var bytes = resource.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isKey = byte == UInt8(ascii: "{")
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isKey = depth == 1
      case UInt8(ascii: ":"): isKey = false
      case UInt8(ascii: "\""):
        let start = bytes.startIndex
        while let next = bytes.first, next != UInt8(ascii: "\"") {
          // An identifier of FHIR has letters, digits, '-' and '.', so nothing is escaped in one.
          bytes = bytes.dropFirst(next == UInt8(ascii: "\\") ? 2 : 1)
        }
        let text = resource.utf8[start..<bytes.startIndex]
        bytes = bytes.dropFirst()
        guard depth == 1 else { continue }
        if isKey {
          key = String(Substring(text))
        } else if key == "id" {
          return text.contains(UInt8(ascii: "\\")) ? nil : String(Substring(text))
        }
      default: break
      }
    }
    return nil
  }
}
