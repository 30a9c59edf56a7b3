import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The time of a lap shows its pauses, also where its points are in one track.
@Suite struct TCXPauseTests {
  private static func lap(
    _ start: String, _ seconds: Int, rate: Int = 150, _ times: [String]
  ) -> String {
    let points = times.map {
      "<Trackpoint><Time>2024-06-01T\($0)Z</Time><Position><LatitudeDegrees>47</LatitudeDegrees>"
        + "<LongitudeDegrees>8</LongitudeDegrees></Position></Trackpoint>"
    }
    return "<Lap StartTime=\"2024-06-01T\(start)Z\"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>"
      + "<DistanceMeters>9</DistanceMeters><Calories>9</Calories>"
      + "<AverageHeartRateBpm><Value>\(rate)</Value></AverageHeartRateBpm>"
      + "<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>"
      + "<Track>\(points.joined())</Track></Lap>"
  }

  private static func workout(_ laps: [String]) throws -> (workout: Workout, samples: [Sample]) {
    let found = TCXText.read(
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Id>2024-06-01T06:00:00Z</Id>"
        + laps.joined() + "</Activity></Activities></TrainingCenterDatabase>")
    return (try #require(found.workouts.first), found.samples)
  }

  /// The events with their minutes.
  private static func events(_ workout: Workout) -> [String] {
    workout.fields.events.map { event in
      let minute = ((event.date?.secondsSince1970 ?? 0) - 1_717_221_600) / 60
      return "\(event.type?.dropFirst(18) ?? "") \(minute)"
    }
  }

  @Test func aGapBeforeTheNextLapIsAPause() throws {
    let (workout, samples) = try Self.workout([
      Self.lap("06:00:00", 600, rate: 180, ["06:00:00", "06:05:00", "06:10:00"]),
      Self.lap("07:10:00", 300, rate: 150, ["07:10:00", "07:15:00"]),
    ])
    #expect(Self.events(workout) == ["Lap 0", "Pause 10", "Resume 70", "Lap 70"])
    #expect(workout.fields.duration == Number(900))
    #expect(workout.heartRate.average == Number(170))
    let written = try TCXText.write(samples)
    #expect(written.losses == [:])
    #expect(TCXText.read(written.text).workouts.first?.fields.events == workout.fields.events)
    // A second is no pause.
    let (other, _) = try Self.workout([
      Self.lap("06:00:00", 599, ["06:00:00", "06:10:00"]),
      Self.lap("06:10:00", 600, ["06:10:00", "06:20:00"]),
    ])
    #expect(Self.events(other) == ["Lap 0", "Lap 10"])
  }

  /// The button was pressed when the pause began.
  @Test func aGapBeforeTheFirstPointIsAPause() throws {
    let (workout, samples) = try Self.workout([
      Self.lap("06:00:00", 300, ["06:00:00", "06:05:00"]),
      Self.lap("06:05:00", 300, ["06:10:00", "06:12:00", "06:15:00"]),
    ])
    #expect(Self.events(workout) == ["Lap 0", "Lap 5", "Pause 5", "Resume 10"])
    #expect(workout.fields.events[1].duration?.doubleValue == 600)
    let written = try TCXText.write(samples)
    #expect(written.losses == [:])
    #expect(TCXText.read(written.text).workouts == [workout])
  }

  @Test func theOneGapThatIsAsLongIsAPause() throws {
    let (workout, _) = try Self.workout([
      Self.lap("06:00:00", 1_200, ["06:00:00", "06:10:00", "07:10:00", "07:20:00"])
    ])
    #expect(Self.events(workout) == ["Lap 0", "Pause 10", "Resume 70"])
    #expect(workout.fields.events[0].duration?.doubleValue == 4_800)
    let content = workout.fields.events[0].extras?.content
    #expect(content?.first?.plainText(of: "TotalTimeSeconds") == nil)
    // One of two, or none.
    for times in [["06:00:00", "07:00:00", "08:00:00"], ["06:00:00", "06:30:00", "07:20:00"]] {
      let (other, _) = try Self.workout([
        Self.lap("06:00:00", times[1] == "07:00:00" ? 3_600 : 1_200, times)
      ])
      #expect(Self.events(other) == ["Lap 0"])
    }
  }
}
