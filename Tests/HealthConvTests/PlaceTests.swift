import HealthConv
import HealthFormats
import HealthModel
import Testing

/// A reader tells where each sample begins, in whatever form it comes.
@Suite struct PlaceTests {
  @Test func ofElements() throws {
    let text = """
      <HealthData locale="é">
       <ExportDate value="2024-06-02 09:00:00 +0200"/>
       <Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="a" startDate="2024-06-01 \
      09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="1"/><Strange/>
        <!-- é --><Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="a" \
      startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="1">
        <MetadataEntry key="a" value="b"/>
       </Record>
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="a"
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200">
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-01 09:00:00 +0200"/>
       </Workout>
      </HealthData>
      """
    var reader = AppleHealthReader(source: BytesSource(Array(text.utf8)), name: "a.xml")
    var places: [String] = []
    while try reader.next() != nil { places.append(reader.place.description) }
    #expect(places == ["a.xml:3:2", "a.xml:3:164", "a.xml:4:13", "a.xml:7:2"])
  }

  @Test func ofLines() throws {
    let line = #"{"kind":"unknown","element":{"name":"a"}}"#
    let text = "\u{FEFF}\n" + #"{"kind":"dataset","version":1}"# + "\n\r\n\(line)\n\(line)"
    var reader = JSONLinesReader(
      source: BytesSource(Array(text.utf8)), name: "a.jsonl", options: ReadOptions())
    var places: [Place] = []
    while try reader.next() != nil { places.append(reader.place) }
    #expect(places.map(\.description) == ["a.jsonl:4:1", "a.jsonl:5:1"])
    #expect(places.last?.byteOffset == Int64(text.utf8.count - line.utf8.count))
  }
}
