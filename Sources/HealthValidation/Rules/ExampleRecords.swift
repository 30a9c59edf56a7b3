// Elements of an export, for the examples of rules.

extension String {
  /// A quantity, at a moment unless it has an end.
  ///
  /// - Parameters:
  ///   - name: The identifier of its type, without `HKQuantityTypeIdentifier`.
  ///   - saved: Its date of creation.
  static func quantity(
    _ name: String, unit: String? = nil, value: String, source: String = "Phone",
    saved: String? = nil, start: String? = nil, end: String? = nil,
    metadata: KeyValuePairs<String, String> = [:]
  ) -> String {
    record(
      "HKQuantityTypeIdentifier" + name,
      [
        ("unit", unit), ("sourceName", source), ("creationDate", saved),
        ("startDate", start ?? nineOClock), ("endDate", end ?? start ?? nineOClock),
        ("value", value),
      ], metadata)
  }

  /// A category, at a moment unless it has an end.
  ///
  /// - Parameter name: The identifier of its type, without `HKCategoryTypeIdentifier`.
  static func category(
    _ name: String, value: String? = nil, source: String = "Phone",
    start: String? = nil, end: String? = nil,
    metadata: KeyValuePairs<String, String> = [:]
  ) -> String {
    record(
      "HKCategoryTypeIdentifier" + name,
      [
        ("sourceName", source), ("startDate", start ?? nineOClock),
        ("endDate", end ?? start ?? nineOClock), ("value", value),
      ], metadata)
  }

  /// A correlation from 9 o'clock on.
  ///
  /// - Parameter name: The identifier of its type, without `HKCorrelationTypeIdentifier`.
  static func correlation(
    _ name: String, source: String, end: String? = nil, _ members: String...
  ) -> String {
    """
    <Correlation type="HKCorrelationTypeIdentifier\(name)" sourceName="\(source)" \
    startDate="\(nineOClock)" endDate="\(end ?? nineOClock)">
    \(members.joined(separator: "\n"))
    </Correlation>
    """
  }

  /// A clinical record with the identifier `a`, as a line of JSON.
  ///
  /// - Parameter resource: Its content, a FHIR resource.
  static func clinicalRecord(version: String = "4.0.1", resource: String? = nil) -> String {
    let content = resource.map { text in
      ",\"resource\":\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }
    return """
      {"kind":"clinicalRecord","type":"Observation","source":{"name":"Clinic"},"identifier":"a",\
      "fhirVersion":"\(version)","receivedDate":"2024-06-01T09:00:00+02:00"\(content ?? "")}
      """
  }

  /// Elements on lines of their own.
  static func lines(_ elements: String...) -> String { elements.joined(separator: "\n") }

  private static func record(
    _ type: String, _ attributes: [(name: String, value: String?)],
    _ metadata: KeyValuePairs<String, String>
  ) -> String {
    let text = attributes.map { name, value in value.map { " \(name)=\"\($0)\"" } ?? "" }
    let entries = metadata.map { "<MetadataEntry key=\"\($0)\" value=\"\($1)\"/>" }
    return "<Record type=\"\(type)\"" + text.joined()
      + (entries.isEmpty ? "/>" : ">" + entries.joined() + "</Record>")
  }
}

private let nineOClock = "2024-06-01 09:00:00 +0200"

extension Rule.Examples {
  /// Wraps the examples in a workout of half an hour from 9 o'clock on.
  static func workout(bad: String, good: String) -> Self {
    func workout(_ parts: String) -> String {
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
      startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200">
      \(parts)
      </Workout>
      """
    }
    return Self(bad: workout(bad), good: workout(good))
  }

  /// Shows the points of a route in such a workout.
  static func route(bad: String, good: String) -> Self {
    func route(_ points: String) -> String {
      """
      <WorkoutRoute sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
      endDate="2024-06-01 09:30:00 +0200">
      \(points)
      </WorkoutRoute>
      """
    }
    return workout(bad: route(bad), good: route(good))
  }

  /// Shows the beats of a heart rate variability, measured in the minute from 9 o'clock on.
  static func heartbeats(bad: String, good: String) -> Self {
    func record(_ beats: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" \
      sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
      endDate="2024-06-01 09:01:00 +0200" value="45">
      <HeartRateVariabilityMetadataList>
      \(beats)
      </HeartRateVariabilityMetadataList></Record>
      """
    }
    return Self(bad: record(bad), good: record(good))
  }
}
