// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension WorkoutActivityType {
  /// `HKWorkoutActivityTypeAmericanFootball`, 1.
  public static var americanFootball: Self { Self(known: 313) }
  /// `HKWorkoutActivityTypeArchery`, 2.
  public static var archery: Self { Self(known: 314) }
  /// `HKWorkoutActivityTypeAustralianFootball`, 3.
  public static var australianFootball: Self { Self(known: 315) }
  /// `HKWorkoutActivityTypeBadminton`, 4.
  public static var badminton: Self { Self(known: 316) }
  /// `HKWorkoutActivityTypeBaseball`, 5.
  public static var baseball: Self { Self(known: 317) }
  /// `HKWorkoutActivityTypeBasketball`, 6.
  public static var basketball: Self { Self(known: 318) }
  /// `HKWorkoutActivityTypeBowling`, 7.
  public static var bowling: Self { Self(known: 319) }
  /// `HKWorkoutActivityTypeBoxing`, 8.
  public static var boxing: Self { Self(known: 320) }
  /// `HKWorkoutActivityTypeClimbing`, 9.
  public static var climbing: Self { Self(known: 321) }
  /// `HKWorkoutActivityTypeCricket`, 10.
  public static var cricket: Self { Self(known: 322) }
  /// `HKWorkoutActivityTypeCrossTraining`, 11.
  public static var crossTraining: Self { Self(known: 323) }
  /// `HKWorkoutActivityTypeCurling`, 12.
  public static var curling: Self { Self(known: 324) }
  /// `HKWorkoutActivityTypeCycling`, 13.
  public static var cycling: Self { Self(known: 325) }
  /// `HKWorkoutActivityTypeDance`, 14, deprecated since iOS 14.0.
  public static var dance: Self { Self(known: 326) }
  /// `HKWorkoutActivityTypeDanceInspiredTraining`, 15, deprecated since iOS 10.0.
  public static var danceInspiredTraining: Self { Self(known: 327) }
  /// `HKWorkoutActivityTypeElliptical`, 16.
  public static var elliptical: Self { Self(known: 328) }
  /// `HKWorkoutActivityTypeEquestrianSports`, 17.
  public static var equestrianSports: Self { Self(known: 329) }
  /// `HKWorkoutActivityTypeFencing`, 18.
  public static var fencing: Self { Self(known: 330) }
  /// `HKWorkoutActivityTypeFishing`, 19.
  public static var fishing: Self { Self(known: 331) }
  /// `HKWorkoutActivityTypeFunctionalStrengthTraining`, 20.
  public static var functionalStrengthTraining: Self { Self(known: 332) }
  /// `HKWorkoutActivityTypeGolf`, 21.
  public static var golf: Self { Self(known: 333) }
  /// `HKWorkoutActivityTypeGymnastics`, 22.
  public static var gymnastics: Self { Self(known: 334) }
  /// `HKWorkoutActivityTypeHandball`, 23.
  public static var handball: Self { Self(known: 335) }
  /// `HKWorkoutActivityTypeHiking`, 24.
  public static var hiking: Self { Self(known: 336) }
  /// `HKWorkoutActivityTypeHockey`, 25.
  public static var hockey: Self { Self(known: 337) }
  /// `HKWorkoutActivityTypeHunting`, 26.
  public static var hunting: Self { Self(known: 338) }
  /// `HKWorkoutActivityTypeLacrosse`, 27.
  public static var lacrosse: Self { Self(known: 339) }
  /// `HKWorkoutActivityTypeMartialArts`, 28.
  public static var martialArts: Self { Self(known: 340) }
  /// `HKWorkoutActivityTypeMindAndBody`, 29.
  public static var mindAndBody: Self { Self(known: 341) }
  /// `HKWorkoutActivityTypeMixedMetabolicCardioTraining`, 30, deprecated since iOS 11.0.
  public static var mixedMetabolicCardioTraining: Self { Self(known: 342) }
  /// `HKWorkoutActivityTypePaddleSports`, 31.
  public static var paddleSports: Self { Self(known: 343) }
  /// `HKWorkoutActivityTypePlay`, 32.
  public static var play: Self { Self(known: 344) }
  /// `HKWorkoutActivityTypePreparationAndRecovery`, 33.
  public static var preparationAndRecovery: Self { Self(known: 345) }
  /// `HKWorkoutActivityTypeRacquetball`, 34.
  public static var racquetball: Self { Self(known: 346) }
  /// `HKWorkoutActivityTypeRowing`, 35.
  public static var rowing: Self { Self(known: 347) }
  /// `HKWorkoutActivityTypeRugby`, 36.
  public static var rugby: Self { Self(known: 348) }
  /// `HKWorkoutActivityTypeRunning`, 37.
  public static var running: Self { Self(known: 349) }
  /// `HKWorkoutActivityTypeSailing`, 38.
  public static var sailing: Self { Self(known: 350) }
  /// `HKWorkoutActivityTypeSkatingSports`, 39.
  public static var skatingSports: Self { Self(known: 351) }
  /// `HKWorkoutActivityTypeSnowSports`, 40.
  public static var snowSports: Self { Self(known: 352) }
  /// `HKWorkoutActivityTypeSoccer`, 41.
  public static var soccer: Self { Self(known: 353) }
  /// `HKWorkoutActivityTypeSoftball`, 42.
  public static var softball: Self { Self(known: 354) }
  /// `HKWorkoutActivityTypeSquash`, 43.
  public static var squash: Self { Self(known: 355) }
  /// `HKWorkoutActivityTypeStairClimbing`, 44.
  public static var stairClimbing: Self { Self(known: 356) }
  /// `HKWorkoutActivityTypeSurfingSports`, 45.
  public static var surfingSports: Self { Self(known: 357) }
  /// `HKWorkoutActivityTypeSwimming`, 46.
  public static var swimming: Self { Self(known: 358) }
  /// `HKWorkoutActivityTypeTableTennis`, 47.
  public static var tableTennis: Self { Self(known: 359) }
  /// `HKWorkoutActivityTypeTennis`, 48.
  public static var tennis: Self { Self(known: 360) }
  /// `HKWorkoutActivityTypeTrackAndField`, 49.
  public static var trackAndField: Self { Self(known: 361) }
  /// `HKWorkoutActivityTypeTraditionalStrengthTraining`, 50.
  public static var traditionalStrengthTraining: Self { Self(known: 362) }
  /// `HKWorkoutActivityTypeVolleyball`, 51.
  public static var volleyball: Self { Self(known: 363) }
  /// `HKWorkoutActivityTypeWalking`, 52.
  public static var walking: Self { Self(known: 364) }
  /// `HKWorkoutActivityTypeWaterFitness`, 53.
  public static var waterFitness: Self { Self(known: 365) }
  /// `HKWorkoutActivityTypeWaterPolo`, 54.
  public static var waterPolo: Self { Self(known: 366) }
  /// `HKWorkoutActivityTypeWaterSports`, 55.
  public static var waterSports: Self { Self(known: 367) }
  /// `HKWorkoutActivityTypeWrestling`, 56.
  public static var wrestling: Self { Self(known: 368) }
  /// `HKWorkoutActivityTypeYoga`, 57.
  public static var yoga: Self { Self(known: 369) }
  /// `HKWorkoutActivityTypeBarre`, 58.
  public static var barre: Self { Self(known: 370) }
  /// `HKWorkoutActivityTypeCoreTraining`, 59.
  public static var coreTraining: Self { Self(known: 371) }
  /// `HKWorkoutActivityTypeCrossCountrySkiing`, 60.
  public static var crossCountrySkiing: Self { Self(known: 372) }
  /// `HKWorkoutActivityTypeDownhillSkiing`, 61.
  public static var downhillSkiing: Self { Self(known: 373) }
  /// `HKWorkoutActivityTypeFlexibility`, 62.
  public static var flexibility: Self { Self(known: 374) }
  /// `HKWorkoutActivityTypeHighIntensityIntervalTraining`, 63.
  public static var highIntensityIntervalTraining: Self { Self(known: 375) }
  /// `HKWorkoutActivityTypeJumpRope`, 64.
  public static var jumpRope: Self { Self(known: 376) }
  /// `HKWorkoutActivityTypeKickboxing`, 65.
  public static var kickboxing: Self { Self(known: 377) }
  /// `HKWorkoutActivityTypePilates`, 66.
  public static var pilates: Self { Self(known: 378) }
  /// `HKWorkoutActivityTypeSnowboarding`, 67.
  public static var snowboarding: Self { Self(known: 379) }
  /// `HKWorkoutActivityTypeStairs`, 68.
  public static var stairs: Self { Self(known: 380) }
  /// `HKWorkoutActivityTypeStepTraining`, 69.
  public static var stepTraining: Self { Self(known: 381) }
  /// `HKWorkoutActivityTypeWheelchairWalkPace`, 70.
  public static var wheelchairWalkPace: Self { Self(known: 382) }
  /// `HKWorkoutActivityTypeWheelchairRunPace`, 71.
  public static var wheelchairRunPace: Self { Self(known: 383) }
  /// `HKWorkoutActivityTypeTaiChi`, 72.
  public static var taiChi: Self { Self(known: 384) }
  /// `HKWorkoutActivityTypeMixedCardio`, 73.
  public static var mixedCardio: Self { Self(known: 385) }
  /// `HKWorkoutActivityTypeHandCycling`, 74.
  public static var handCycling: Self { Self(known: 386) }
  /// `HKWorkoutActivityTypeDiscSports`, 75.
  public static var discSports: Self { Self(known: 387) }
  /// `HKWorkoutActivityTypeFitnessGaming`, 76.
  public static var fitnessGaming: Self { Self(known: 388) }
  /// `HKWorkoutActivityTypeCardioDance`, 77.
  public static var cardioDance: Self { Self(known: 389) }
  /// `HKWorkoutActivityTypeSocialDance`, 78.
  public static var socialDance: Self { Self(known: 390) }
  /// `HKWorkoutActivityTypePickleball`, 79.
  public static var pickleball: Self { Self(known: 391) }
  /// `HKWorkoutActivityTypeCooldown`, 80.
  public static var cooldown: Self { Self(known: 392) }
  /// `HKWorkoutActivityTypeSwimBikeRun`, 82.
  public static var swimBikeRun: Self { Self(known: 393) }
  /// `HKWorkoutActivityTypeTransition`, 83.
  public static var transition: Self { Self(known: 394) }
  /// `HKWorkoutActivityTypeUnderwaterDiving`, 84.
  public static var underwaterDiving: Self { Self(known: 395) }
  /// `HKWorkoutActivityTypeOther`, 3000.
  public static var other: Self { Self(known: 396) }
}
