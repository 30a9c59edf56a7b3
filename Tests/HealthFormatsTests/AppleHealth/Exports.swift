/// An export of some elements, each on a line of its own; the first is on line 3.
func export(_ elements: String...) -> [UInt8] {
  let body = elements.map { " \($0)\n" }.joined()
  return Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
    \(body)</HealthData>

    """.utf8)
}

/// The attributes that every sample has.
let common =
  #"sourceName="Phone" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:01 +0200""#

/// A record of steps.
func steps(_ value: String, _ more: String = "") -> String {
  #"<Record type="HKQuantityTypeIdentifierStepCount" unit="count" \#(common) value="\#(value)"\#(more)/>"#
}
