public import Foundation

/// The samples of a kind that match a predicate, in the class of that kind.
public struct HKSamplePredicate<Sample: HKSample>: Sendable {
  let selection: QuerySelection

  fileprivate init(_ type: HKSampleType, _ predicate: NSPredicate?) {
    selection = QuerySelection(type, predicate)
  }
}

extension HKSamplePredicate where Sample == HKSample {
  /// Samples of a type.
  public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> Self {
    Self(type, predicate)
  }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
  /// Quantities of a type.
  public static func quantitySample(
    type: HKQuantityType, predicate: NSPredicate? = nil
  ) -> Self { Self(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCategorySample {
  /// Categories of a type.
  public static func categorySample(
    type: HKCategoryType, predicate: NSPredicate? = nil
  ) -> Self { Self(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCorrelation {
  /// Correlations of a type.
  public static func correlation(type: HKCorrelationType, predicate: NSPredicate? = nil) -> Self {
    Self(type, predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkout {
  /// Workouts.
  public static func workout(_ predicate: NSPredicate? = nil) -> Self {
    Self(.workoutType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
  /// Routes of workouts.
  public static func workoutRoute(_ predicate: NSPredicate? = nil) -> Self {
    Self(HKSeriesType.workoutRoute(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
  /// Series of heartbeats.
  public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> Self {
    Self(HKSeriesType.heartbeat(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
  /// Electrocardiograms.
  public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> Self {
    Self(.electrocardiogramType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
  /// Hearing tests.
  public static func audiogram(_ predicate: NSPredicate? = nil) -> Self {
    Self(.audiogramSampleType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
  /// States of mind.
  public static func stateOfMind(_ predicate: NSPredicate? = nil) -> Self {
    Self(.stateOfMindType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
  /// Clinical records of a type.
  public static func clinicalRecord(type: HKClinicalType, predicate: NSPredicate? = nil) -> Self {
    Self(type, predicate)
  }
}
