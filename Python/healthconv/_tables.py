"""The tables of the program, and their columns. Written by Python/make-tables."""

from __future__ import annotations

from typing import Literal

#: The name of a table: a kind of samples, or a list in samples of a kind.
Kind = Literal[
    "quantity", "quantity_beats", "quantity_metadata", "category", "category_metadata", "correlation",
    "correlation_members", "correlation_metadata", "workout", "workout_activities", "workout_activities_events",
    "workout_activities_events_metadata", "workout_activities_metadata", "workout_activities_statistics",
    "workout_events", "workout_events_metadata", "workout_metadata", "workout_routes", "workout_routes_files",
    "workout_routes_files_track", "workout_routes_files_track_locations", "workout_routes_locations",
    "workout_routes_metadata", "workout_samples", "workout_statistics", "workout_zone_groups",
    "workout_zone_groups_zones", "activity_summary", "activity_summary_metadata", "audiogram",
    "audiogram_metadata", "audiogram_sensitivity_points", "vision_prescription", "vision_prescription_attachments",
    "vision_prescription_left_eye", "vision_prescription_metadata", "vision_prescription_right_eye",
    "clinical_record", "clinical_record_metadata", "electrocardiogram", "electrocardiogram_metadata",
    "electrocardiogram_voltages", "heartbeat_series", "heartbeat_series_beats", "heartbeat_series_metadata",
    "state_of_mind", "state_of_mind_associations", "state_of_mind_labels", "state_of_mind_metadata",
    "scored_assessment", "scored_assessment_answers", "scored_assessment_metadata", "medication_dose",
    "medication_dose_metadata", "document", "document_metadata", "unknown",
]

#: The columns of each table. A text has no type; ``!`` marks columns that are never empty.
TABLES: dict[Kind, str] = {
    "quantity": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short value:float unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer "
        "deviceModel deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText "
        "participant deviceAddress:unsigned ordinal:int extras decimals:short"),
    "quantity_beats": (
        "parent:int! bpm:float time extras decimals:short"),
    "quantity_metadata": (
        "parent:int! key value"),
    "category": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short value unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer "
        "deviceModel deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText "
        "participant deviceAddress:unsigned ordinal:int extras"),
    "category_metadata": (
        "parent:int! key value"),
    "correlation": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int extras"),
    "correlation_members": (
        "parent:int! n:int!"),
    "correlation_metadata": (
        "parent:int! key value"),
    "workout": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int duration:float durationUnit totalDistance:float totalDistanceUnit "
        "totalEnergyBurned:float totalEnergyBurnedUnit extras decimals:short"),
    "workout_activities": (
        "n:int! parent:int! uuid local_date:date start:time startOffset:short end:time endOffset:short duration:float "
        "durationUnit extras decimals:short"),
    "workout_activities_events": (
        "n:int! parent:int! type date:time dateOffset:short duration:float durationUnit extras decimals:short"),
    "workout_activities_events_metadata": (
        "parent:int! key value"),
    "workout_activities_metadata": (
        "parent:int! key value"),
    "workout_activities_statistics": (
        "n:int! parent:int! type local_date:date start:time startOffset:short end:time endOffset:short average:float "
        "minimum:float maximum:float sum:float unit extras decimals:short"),
    "workout_events": (
        "n:int! parent:int! type date:time dateOffset:short duration:float durationUnit extras decimals:short"),
    "workout_events_metadata": (
        "parent:int! key value"),
    "workout_metadata": (
        "parent:int! key value"),
    "workout_routes": (
        "n:int! parent:int! sourceName sourceVersion device created:time createdOffset:short local_date:date start:time "
        "startOffset:short end:time endOffset:short extras"),
    "workout_routes_files": (
        "n:int! parent:int! path extras"),
    "workout_routes_files_track": (
        "n:int! parent:int! name creator time:time timeOffset:short extras"),
    "workout_routes_files_track_locations": (
        "n:int! parent:int! date:time dateOffset:short latitude:float longitude:float altitude:float "
        "horizontalAccuracy:float verticalAccuracy:float course:float speed:float extras decimals:short"),
    "workout_routes_locations": (
        "n:int! parent:int! date:time dateOffset:short latitude:float longitude:float altitude:float "
        "horizontalAccuracy:float verticalAccuracy:float course:float speed:float extras decimals:short"),
    "workout_routes_metadata": (
        "parent:int! key value"),
    "workout_samples": (
        "parent:int! n:int!"),
    "workout_statistics": (
        "n:int! parent:int! type local_date:date start:time startOffset:short end:time endOffset:short average:float "
        "minimum:float maximum:float sum:float unit extras decimals:short"),
    "workout_zone_groups": (
        "n:int! parent:int! type source unit extras"),
    "workout_zone_groups_zones": (
        "n:int! parent:int! minimum:float maximum:float duration:float durationUnit extras decimals:short"),
    "activity_summary": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int dateComponents activeEnergyBurned:float activeEnergyBurnedGoal:float "
        "activeEnergyBurnedUnit appleMoveMinutes:float appleMoveMinutesGoal:float appleMoveTime:float "
        "appleMoveTimeGoal:float appleExerciseTime:float appleExerciseTimeGoal:float appleStandHours:float "
        "appleStandHoursGoal:float extras decimals:short"),
    "activity_summary_metadata": (
        "parent:int! key value"),
    "audiogram": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int extras"),
    "audiogram_metadata": (
        "parent:int! key value"),
    "audiogram_sensitivity_points": (
        "n:int! parent:int! frequencyValue:float frequencyUnit leftEarValue:float leftEarUnit leftEarMasked "
        "leftEarClampingRangeLowerBound:float leftEarClampingRangeUpperBound:float rightEarValue:float rightEarUnit "
        "rightEarMasked rightEarClampingRangeLowerBound:float rightEarClampingRangeUpperBound:float extras decimals:short"),
    "vision_prescription": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int dateIssued:time dateIssuedOffset:short expirationDate:time "
        "expirationDateOffset:short brand extras"),
    "vision_prescription_attachments": (
        "n:int! parent:int! identifier extras"),
    "vision_prescription_left_eye": (
        "n:int! parent:int! sphere:float sphereUnit cylinder:float cylinderUnit axis:float axisUnit add:float addUnit "
        "vertex:float vertexUnit prismAmount:float prismAmountUnit prismAngle:float prismAngleUnit farPD:float farPDUnit "
        "nearPD:float nearPDUnit baseCurve:float baseCurveUnit diameter:float diameterUnit extras decimals:short"),
    "vision_prescription_metadata": (
        "parent:int! key value"),
    "vision_prescription_right_eye": (
        "n:int! parent:int! sphere:float sphereUnit cylinder:float cylinderUnit axis:float axisUnit add:float addUnit "
        "vertex:float vertexUnit prismAmount:float prismAmountUnit prismAngle:float prismAngleUnit farPD:float farPDUnit "
        "nearPD:float nearPDUnit baseCurve:float baseCurveUnit diameter:float diameterUnit extras decimals:short"),
    "clinical_record": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int identifier sourceURL fhirVersion receivedDate:time receivedDateOffset:short "
        "resourceFilePath resource extras"),
    "clinical_record_metadata": (
        "parent:int! key value"),
    "electrocardiogram": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int classification symptoms softwareVersion sampleRate:float sampleRateUnit "
        "averageHeartRate:float lead unit path name dateOfBirth fileHeader decimalSeparator extras decimals:short"),
    "electrocardiogram_metadata": (
        "parent:int! key value"),
    "electrocardiogram_voltages": (
        "parent:int! number:float extras decimals:short"),
    "heartbeat_series": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int extras"),
    "heartbeat_series_beats": (
        "n:int! parent:int! timeSinceStart:float precededByGap extras decimals:short"),
    "heartbeat_series_metadata": (
        "parent:int! key value"),
    "state_of_mind": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int kind valence:float extras decimals:short"),
    "state_of_mind_associations": (
        "n:int! parent:int! name extras"),
    "state_of_mind_labels": (
        "n:int! parent:int! name extras"),
    "state_of_mind_metadata": (
        "parent:int! key value"),
    "scored_assessment": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int score:float risk extras decimals:short"),
    "scored_assessment_answers": (
        "n:int! parent:int! value:float extras decimals:short"),
    "scored_assessment_metadata": (
        "parent:int! key value"),
    "medication_dose": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int medicationConceptIdentifier scheduleType logStatus scheduledDate:time "
        "scheduledDateOffset:short scheduledDoseQuantity:float doseQuantity:float unit extras decimals:short"),
    "medication_dose_metadata": (
        "parent:int! key value"),
    "document": (
        "n:int! id:id nested type local_date:date start:time startOffset:short end:time endOffset:short created:time "
        "createdOffset:short unit source sourceVersion sourceProduct sourceSystem device deviceManufacturer deviceModel "
        "deviceHardware deviceFirmware deviceSoftware deviceIdentifier deviceUDI deviceCreated deviceText participant "
        "deviceAddress:unsigned ordinal:int title patientName authorName custodianName path offset:float size:float "
        "data:bytes extras decimals:short"),
    "document_metadata": (
        "parent:int! key value"),
    "unknown": (
        "n:int! id:id nested element participant"),
}

#: The kinds of samples, by their tables.
KINDS = {
    "quantity": "quantity", "category": "category", "correlation": "correlation", "workout": "workout",
    "activity_summary": "activitySummary", "audiogram": "audiogram", "vision_prescription": "visionPrescription",
    "clinical_record": "clinicalRecord", "electrocardiogram": "electrocardiogram",
    "heartbeat_series": "heartbeatSeries", "state_of_mind": "stateOfMind", "scored_assessment": "scoredAssessment",
    "medication_dose": "medicationDose", "document": "document", "unknown": "unknown",
}
