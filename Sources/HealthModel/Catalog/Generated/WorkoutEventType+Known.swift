// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension WorkoutEventType {
  /// `HKWorkoutEventTypePause`, 1.
  public static var pause: Self { Self(known: 397) }
  /// `HKWorkoutEventTypeResume`, 2.
  public static var resume: Self { Self(known: 398) }
  /// `HKWorkoutEventTypeLap`, 3.
  public static var lap: Self { Self(known: 399) }
  /// `HKWorkoutEventTypeMarker`, 4.
  public static var marker: Self { Self(known: 400) }
  /// `HKWorkoutEventTypeMotionPaused`, 5.
  public static var motionPaused: Self { Self(known: 401) }
  /// `HKWorkoutEventTypeMotionResumed`, 6.
  public static var motionResumed: Self { Self(known: 402) }
  /// `HKWorkoutEventTypeSegment`, 7.
  public static var segment: Self { Self(known: 403) }
  /// `HKWorkoutEventTypePauseOrResumeRequest`, 8.
  public static var pauseOrResumeRequest: Self { Self(known: 404) }
}
